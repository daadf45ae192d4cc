import * as vscode from 'vscode';
import { type Balance, fetchBalance, formatBalance } from '../../core/account/balance.ts';
import type { SessionSource } from '../../core/account/session.ts';
import { numberText } from '../../core/base/language.ts';
import type { Log } from '../../core/base/log.ts';
import { dialectOf } from '../../core/connection/dialects.ts';
import type { ResumePoint } from '../../core/jobs/checkpoints/resume.ts';
import { gpuOf, gpuText } from '../../core/jobs/gpus.ts';
import type { Gpu } from '../../core/jobs/job.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { JobService } from '../../core/jobs/jobService.ts';
import { isTooLow } from '../../core/jobs/submit/blocks.ts';
import { showFailure } from '../shell/failures.ts';
import { ask } from '../shell/messages.ts';
import { chooseGpu } from './gpus.ts';
import { tooLowText } from './startingBalance.ts';

interface ResumeParts {
	readonly log: Log;
	readonly session: SessionSource;
	readonly service: Pick<JobService, 'result' | 'resume' | 'configuration'>;
}

/** Resumes a job after a yes: it says where the job begins, which checkpoints it removes, on which machine, and what the service may refuse. */
export async function resumeJob({ log, session, service }: ResumeParts, job: JobRecord): Promise<void> {
	const [made, config, balance, { beginWithText }] = await Promise.all([
		service.result(job.id),
		service.configuration(job.id),
		balanceOf(session),
		import('../../core/jobs/submit/resumeBegin.ts'),
	]);
	if (!made.ok) return showFailure(log, made.failure);
	// Without a configuration nothing is known of what is kept.
	const { point, removed } = beginWithText(job, made.value, config.ok ? config.value.text : '');
	const { connection } = session.current;
	const minimum = dialectOf(connection).minimumBalance.training;
	let gpu: Gpu | undefined;
	for (;;) {
		const machine = gpu ?? gpuOf(job);
		const detail = [
			...(job.state === 'FAILED' ? [failedText()] : []),
			...(balance !== undefined && isTooLow(balance, minimum) ? [tooLowText(balance, minimum)] : []),
			resumeText(job, point),
			removedText(removed),
			...(machine === undefined ? [] : [vscode.l10n.t('It runs on {0}.', gpuText(machine))]),
			...(isTooLow(balance, minimum) ? [] : [costText(balance)]),
		];
		const yes =
			job.state === 'FAILED'
				? vscode.l10n.t('Try to Resume')
				: isTooLow(balance, minimum)
					? vscode.l10n.t('Resume Anyway')
					: vscode.l10n.t('Resume');
		const other = vscode.l10n.t('Choose GPU...');
		const question = vscode.l10n.t('Resume the training job "{0}"?', job.name);
		const said = detail.filter((part) => part !== '').join(' ');
		const answer = await ask(question, said, yes, other);
		if (answer === undefined) return;
		if (answer === yes) break;
		gpu = (await chooseGpu(connection, machine)) ?? gpu;
	}
	const resumed = await service.resume(job.id, gpu);
	if (!resumed.ok) await showFailure(log, resumed.failure);
}

async function balanceOf({ current }: SessionSource) {
	if (current.state !== 'signedIn') return undefined;
	const balance = await fetchBalance(current.service);
	return balance.ok ? balance.value : undefined;
}

function costText(balance: Balance | undefined): string {
	return balance === undefined
		? vscode.l10n.t('It costs money while it trains.')
		: vscode.l10n.t('It costs money while it trains; your balance is {0}.', formatBalance(balance));
}

/** The document of the service says both (docs/rules/42267.md). */
function failedText(): string {
	return vscode.l10n.t(
		'This job has failed. The service may refuse to resume it (42267), most likely where its configuration was not edited since.',
	);
}

/** Describes from which step a job will begin, and what is lost. */
export function resumeText(job: JobRecord, { step, checkpoint, repeated }: ResumePoint): string {
	if (checkpoint === undefined) {
		return (job.progress?.step ?? 0) === 0
			? vscode.l10n.t('It begins at step 0: it has no checkpoint yet.')
			: vscode.l10n.t(
					'No checkpoint would be used: it begins at step 0 again, and all {0} steps that it has done are lost.',
					numberText(job.progress?.step ?? 0),
				);
	}
	const begin = vscode.l10n.t('It begins at step {0}, from "{1}".', numberText(step), checkpoint);
	if (repeated === 0) return begin;
	const again =
		repeated === 1
			? vscode.l10n.t('1 step after it is done again.')
			: vscode.l10n.t('The {0} steps after it are done again.', numberText(repeated));
	return `${begin} ${again}`;
}

/** Describes the checkpoints that a person can use now and not any more at the end; empty where there are none. */
export function removedText(removed: readonly number[]): string {
	if (removed.length === 0) return '';
	return vscode.l10n.t(
		'Only the newest checkpoints are kept, so those of these steps are removed while the job runs: {0}.',
		removed.map((step) => numberText(step)).join(', '),
	);
}
