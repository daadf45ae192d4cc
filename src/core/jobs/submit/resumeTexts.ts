import * as l10n from '@vscode/l10n';
import { type Balance, formatBalance } from '../../account/balance.ts';
import { numberText } from '../../base/language.ts';
import type { ResumePoint } from '../checkpoints/resume.ts';
import { gpuText } from '../gpus.ts';
import type { JobRecord } from '../jobRecord.ts';
import type { ResumeQuestion } from './questions.ts';

/** Returns the sentences that a person reads before a job is resumed, without the reasons for a refusal. */
export function resumeSentences({ job, begins, machine }: ResumeQuestion): readonly string[] {
	return [
		...(job.state === 'FAILED' ? [failedText()] : []),
		resumeText(job, begins.point),
		...(begins.removed.length === 0 ? [] : [removedText(begins.removed)]),
		...(machine === undefined ? [] : [l10n.t('It runs on {0}.', gpuText(machine))]),
	];
}

/** Returns the text about a failed job, according to docs/rules/training.md. */
function failedText(): string {
	return l10n.t(
		'This job has failed. The service may refuse to resume it (42267), most likely if its configuration has not been edited since then.',
	);
}

/** Describes the step at which a job will begin, and the steps that are lost. */
export function resumeText(job: JobRecord, { step, checkpoint, repeated }: ResumePoint): string {
	if (checkpoint === undefined) {
		return (job.progress?.step ?? 0) === 0
			? l10n.t('It begins at step 0: it has no checkpoint yet.')
			: l10n.t(
					'No checkpoint would be used: it begins at step 0 again, and all {0} completed steps are lost.',
					numberText(job.progress?.step ?? 0),
				);
	}
	const begin = l10n.t('It begins at step {0}, from "{1}".', numberText(step), checkpoint);
	if (repeated === 0) return begin;
	const again =
		repeated === 1
			? l10n.t('1 step after it is repeated.')
			: l10n.t('The {0} steps after it are repeated.', numberText(repeated));
	return `${begin} ${again}`;
}

/** Returns the steps of the checkpoints that are removed until the end, as text; empty without any. */
export function removedText(removed: readonly number[]): string {
	if (removed.length === 0) return '';
	return l10n.t(
		'Only the newest checkpoints are kept. The checkpoints of these steps are removed while the job runs: {0}.',
		stepList(removed),
	);
}

/** Lists steps as a person writes them. */
export function stepList(steps: readonly number[]): string {
	return steps.map((step) => numberText(step)).join(', ');
}

/** Returns the reason why the service would refuse to start or resume a job. */
export function tooLowText(balance: Balance, minimumMicrodollars: number): string {
	return l10n.t(
		'Your balance is {0}. A training job needs at least {1} to start.',
		formatBalance(balance),
		lowestBalance(minimumMicrodollars),
	);
}

/** Returns the balance that a job needs to start. */
export function lowestBalance(minimumMicrodollars: number): string {
	return formatBalance({ microdollars: minimumMicrodollars, currency: 'USD' });
}
