import * as vscode from 'vscode';
import { compact } from '../../core/base/compact.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { gpuFacts, gpuText, isSameGpu, trainingGpus } from '../../core/jobs/gpus.ts';
import type { Gpu } from '../../core/jobs/job.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { ResumeQuestion } from '../../core/jobs/submit/questions.ts';
import { resumeSentences, tooLowText } from '../../core/jobs/submit/resumeTexts.ts';
import { isTooLow } from '../../core/jobs/submit/reviewedAction.ts';
import { jobResume } from '../../core/operations/jobs/submission.ts';
import { spendingSentences } from '../shell/acts/windowAsk.ts';
import type { AppServices } from '../shell/appServices.ts';
import { ask } from '../shell/messages.ts';

/** Resumes a job after a dialog that also confirms its cost. */
export async function resumeJob(
	{ acts, session }: Pick<AppServices, 'acts' | 'session'>,
	{ id }: JobRecord,
): Promise<void> {
	const answers = {
		confirmResume: (question: ResumeQuestion) => confirmResume(session.current.connection, question),
		confirmSpending: async () => true,
	};
	await acts.done(jobResume, { id }, { answers });
}

/** Asks whether to resume a job, or on which machine. */
async function confirmResume(
	connection: Connection,
	question: ResumeQuestion,
): Promise<'resume' | { readonly gpu: Gpu } | undefined> {
	const { job, balance, estimate, machine, minimumMicrodollars } = question;
	const isLow = balance !== undefined && isTooLow(balance, minimumMicrodollars);
	const detail = [
		...(isLow ? [tooLowText(balance, minimumMicrodollars)] : []),
		...resumeSentences(question),
		...spendingSentences({ estimate, ...(isLow ? {} : compact({ balance })) }),
	];
	const yes =
		job.state === 'FAILED'
			? vscode.l10n.t('Try to Resume')
			: isLow
				? vscode.l10n.t('Resume Anyway')
				: vscode.l10n.t('Resume');
	const other = vscode.l10n.t('Choose GPU...');
	const asked = vscode.l10n.t('Resume the training job "{0}"?', job.name);
	for (;;) {
		const answer = await ask(asked, detail.join(' '), yes, other);
		if (answer === undefined) return undefined;
		if (answer === yes) return 'resume';
		const gpu = await chooseGpu(connection, machine);
		if (gpu !== undefined) return { gpu };
	}
}

/** Lets the person choose a machine; undefined if they do not. */
async function chooseGpu(
	connection: Pick<Connection, 'dialect'>,
	present: Gpu | undefined,
): Promise<Gpu | undefined> {
	const items = trainingGpus(connection).map((gpu) => ({
		label: gpuText(gpu),
		description: [...gpuFacts(gpu), ...(isSameGpu(gpu, present) ? [vscode.l10n.t('current GPU')] : [])].join(
			', ',
		),
		gpu,
	}));
	const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('GPU of the Job') });
	return chosen?.gpu;
}
