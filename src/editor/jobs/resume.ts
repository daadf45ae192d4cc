import * as vscode from 'vscode';
import { type Balance, formatBalance } from '../../core/account/balance.ts';
import type { SessionSource } from '../../core/account/session.ts';
import { signedOutFailure } from '../../core/base/failure.ts';
import type { Log } from '../../core/base/log.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { Gpu } from '../../core/jobs/job.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { JobService } from '../../core/jobs/jobService.ts';
import { isTooLow } from '../../core/jobs/submit/blocks.ts';
import type { ResumeQuestion } from '../../core/jobs/submit/questions.ts';
import { resumeSentences, tooLowText } from '../../core/jobs/submit/resumeTexts.ts';
import { showFailure } from '../shell/failures.ts';
import { ask } from '../shell/messages.ts';
import { chooseGpu } from './gpus.ts';

interface ResumeParts {
	readonly log: Log;
	readonly session: SessionSource;
	readonly service: Pick<JobService, 'result' | 'resume' | 'configuration' | 'estimateRest'>;
}

/** Resumes a job after a dialog, which is the question about its cost, too. */
export async function resumeJob({ log, session, service }: ResumeParts, job: JobRecord): Promise<void> {
	const { current } = session;
	if (current.state !== 'signedIn') return showFailure(log, signedOutFailure);
	const { connection } = current;
	const core = await import('../../core/jobs/submit/features.ts');
	const answers = {
		confirmResume: (question: ResumeQuestion) => confirmResume(connection, question),
		confirmSpending: async () => true,
	};
	const resumed = await core.resumeJob(service, current, { job }, answers);
	if (typeof resumed !== 'string' && !resumed.ok) await showFailure(log, resumed.failure);
}

/** Asks whether to resume a job, or on which machine. */
async function confirmResume(
	connection: Connection,
	question: ResumeQuestion,
): Promise<'resume' | { readonly gpu: Gpu } | undefined> {
	const { job, balance, machine, minimumMicrodollars } = question;
	const isLow = balance !== undefined && isTooLow(balance, minimumMicrodollars);
	const detail = [
		...(isLow ? [tooLowText(balance, minimumMicrodollars)] : []),
		...resumeSentences(question),
		...(isLow ? [] : [costText(balance)]),
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

function costText(balance: Balance | undefined): string {
	return balance === undefined
		? vscode.l10n.t('It costs money while it trains.')
		: vscode.l10n.t('It costs money while it trains; your balance is {0}.', formatBalance(balance));
}
