import * as vscode from 'vscode';
import { chooseValue } from '../../shell/questions.ts';
import { jobRow } from '../describe.ts';
import type { WindowJobs } from '../windowJobs.ts';

/**
 * Returns the job for a command that shows samples.
 * @param argument our id of a job, a row of the view, or nothing: then the person chooses.
 */
export async function sampledJob(jobs: WindowJobs, argument: unknown): Promise<string | undefined> {
	if (typeof argument === 'string') return argument;
	const row = argument as { readonly job?: { readonly id?: unknown } } | undefined;
	return typeof row?.job?.id === 'string' ? row.job.id : chooseJob(jobs);
}

/**
 * Lets the person choose a job to show samples of.
 * @param than a job that is already shown; the person chooses another one.
 */
export async function chooseJob(jobs: WindowJobs, than?: string): Promise<string | undefined> {
	const service = await jobs.open();
	const choices = service.jobs().filter(({ id, jobId }) => id !== than && jobId !== undefined);
	const [only] = choices;
	if (than === undefined && choices.length === 1) return only?.id;
	const none =
		than === undefined
			? vscode.l10n.t(
					'There is no training job in the list yet. Submit a training configuration, or add a job by its ID.',
				)
			: vscode.l10n.t('There is no other training job in the list to compare with.');
	const chosen = await chooseValue(choices.map(jobRow), none, {
		title: than === undefined ? vscode.l10n.t('Samples') : vscode.l10n.t('Compare with Another Job'),
		placeHolder: vscode.l10n.t('Select a training job'),
		matchOnDescription: true,
	});
	return chosen?.id;
}
