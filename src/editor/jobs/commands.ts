import * as vscode from 'vscode';
import { canBeLookedFor, canCancel, canEdit, canResume, type JobRecord } from '../../core/jobs/jobRecord.ts';
import { jobConfiguration } from '../../core/operations/jobs/artifacts.ts';
import { jobCancel } from '../../core/operations/jobs/jobs.ts';
import { jobRemove } from '../../core/operations/jobs/list.ts';
import { jobGiveUp, jobLook, jobTake } from '../../core/operations/missing.ts';
import type { HandlersOf } from '../shell/commands.ts';
import type { jobsCommandIds } from '../shell/ids.ts';
import { copyText, inform } from '../shell/messages.ts';
import { chooseValue } from '../shell/questions.ts';
import { checkpointCommands } from './checkpoints.ts';
import type { JobArgument, JobCommandDeps, JobOf, JobsToChoose } from './commandDeps.ts';
import { jobRow } from './describe.ts';
import { configurationUri, openJobDocument, resolvedUri } from './documents.ts';
import { listCommands } from './listCommands.ts';
import { mayTryResume } from './resumable.ts';
import { resumeJob } from './resume.ts';

/** Returns the commands of training jobs, loaded with the first of them. */
export function jobCommands(deps: JobCommandDeps): HandlersOf<typeof jobsCommandIds> {
	const { acts, jobs } = deps;

	/** The job a command means; asks among `wanted` ones when it is called from the palette. */
	const jobOf: JobOf = async (argument, wanted = () => true, none) => {
		const service = await jobs.open();
		if (typeof argument === 'string') return service.get(argument);
		if (argument !== undefined && 'job' in argument) return service.get(argument.job.id);
		const items = service.jobs().filter(wanted).map(jobRow);
		return chooseValue(items, none ?? vscode.l10n.t('The list of training jobs is empty.'), {
			title: vscode.l10n.t('Training Jobs'),
			placeHolder: vscode.l10n.t('Select a training job'),
			matchOnDescription: true,
		});
	};

	/** Returns a command that does something with the job it means, if there is one. */
	const onJob =
		(act: (job: JobRecord) => unknown, ...among: JobsToChoose) =>
		async (argument: JobArgument): Promise<void> => {
			const job = await jobOf(argument, ...among);
			if (job) await act(job);
		};

	async function openConfiguration(job: JobRecord): Promise<void> {
		const config = await acts.done(jobConfiguration, { id: job.id });
		if (config === undefined) return;
		await openJobDocument(configurationUri(job));
		if (config.masked) {
			await inform(
				vscode.l10n.t(
					'Secrets in this configuration are not saved on this computer. It has "(hidden)" in their place.',
				),
			);
		}
	}

	/** Asks which job of the service an uncertain one is. */
	async function takeJob({ id, name }: JobRecord): Promise<void> {
		const idOfService = await vscode.window.showInputBox({
			title: vscode.l10n.t('Which job of the service is "{0}"?', name),
			prompt: vscode.l10n.t(
				'The ID of the job, from the web page of the service. Easel asks the service about it.',
			),
			ignoreFocusOut: true,
		});
		if (idOfService?.trim()) await acts.done(jobTake, { id, idOfService });
	}

	const hasJobId = ({ jobId }: JobRecord) => jobId !== undefined;
	const nothingToEdit = vscode.l10n.t('No training job can be edited, because none has ended.');
	return {
		...listCommands(deps),
		...checkpointCommands(deps, jobOf),
		'easel.showJob': onJob(({ id }) => deps.reveal(id)),
		'easel.showMoreJobs': () => deps.showMore(),
		'easel.cancelJob': onJob(
			({ id }) => acts.done(jobCancel, { id }),
			canCancel,
			vscode.l10n.t('No training job is queued or running.'),
		),
		'easel.resumeJob': onJob(
			(job) => resumeJob(deps, job),
			mayTryResume,
			vscode.l10n.t('No training job was stopped early, canceled or failed.'),
		),
		'easel.editJob': onJob((job) => deps.changes.openForEdit(job), canEdit, nothingToEdit),
		'easel.continueJob': onJob((job) => deps.changes.continueWithMoreSteps(job), canResume, nothingToEdit),
		'easel.openJobConfiguration': onJob(
			openConfiguration,
			({ config, artifacts }) => (config ?? artifacts?.config) !== undefined,
		),
		'easel.openResolvedConfiguration': onJob(
			(job) => openJobDocument(resolvedUri(job)),
			({ artifacts }) => artifacts?.config !== undefined,
			vscode.l10n.t('The service has not listed a resolved configuration of any training job yet.'),
		),
		'easel.removeJob': onJob(({ id }) => acts.done(jobRemove, { id })),
		'easel.copyJobId': onJob(async ({ jobId }) => {
			if (jobId !== undefined) await copyText(jobId, vscode.l10n.t('Copied the job ID'));
		}, hasJobId),
		'easel.refreshJob': onJob(({ id }) => acts.done(jobLook, { id }), hasJobId),
		// Those for a job that is missing on the service or uncertain.
		'easel.lookForJob': onJob(({ id }) => acts.done(jobLook, { id }), canBeLookedFor),
		'easel.giveUpJob': onJob(
			({ id }) => acts.done(jobGiveUp, { id }),
			({ missingSince }) => missingSince !== undefined,
		),
		'easel.thisIsJob': onJob(takeJob, ({ phase }) => phase === 'uncertain'),
	};
}
