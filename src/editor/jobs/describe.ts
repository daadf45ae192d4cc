import { l10n } from 'vscode';
import { describeDuration, describeMomentBriefly } from '../../core/base/ages.ts';
import { counted, numberText, percentText } from '../../core/base/language.ts';
import { isFinished } from '../../core/jobs/job.ts';
import {
	hasEnded,
	isPerhapsResumed,
	type JobRecord,
	percentOf,
	totalStepsOf,
} from '../../core/jobs/jobRecord.ts';
import { timeLeftText } from '../../core/jobs/timeLeft.ts';
import { labelText } from '../shell/plainText.ts';

/** Returns the state of a job as text; an unknown word of the service is shown as received. */
export function stateText(record: JobRecord, now: number): string {
	switch (record.phase) {
		case 'submitting':
			return l10n.t('submitting');
		case 'unsent':
			return l10n.t('not submitted');
		case 'uncertain':
			return l10n.t('unknown whether it was submitted');
		case 'lost':
			return l10n.t('no longer known to the service');
		default:
	}
	if (record.missingSince !== undefined) return l10n.t('not found for now');
	if (record.cancelRequested && !hasEnded(record)) return l10n.t('canceling');
	if (isPerhapsResumed(record)) return l10n.t('unknown whether it was resumed');
	switch (record.state) {
		case 'IN_QUEUE':
			return l10n.t('queued');
		case 'RUNNING': {
			const last = record.pace?.recent.at(-1)?.at ?? record.startedAt;
			return record.stalledAt === undefined || last === undefined
				? l10n.t('running')
				: l10n.t('no step for {0}', describeDuration(now - last));
		}
		case 'STOPPED':
			return isFinished(record) ? l10n.t('finished') : l10n.t('stopped early');
		case 'FAILED':
			return l10n.t('failed');
		case 'CANCELED':
			return l10n.t('canceled');
		default:
			return record.state;
	}
}

/** Describes the steps of a job: `320 of 2,000 steps`; `undefined` before the first word about steps. */
export function stepsText(record: JobRecord): string | undefined {
	const { progress } = record;
	if (progress === undefined) return undefined;
	const total = totalStepsOf(record);
	if (total !== undefined) {
		return l10n.t('{0} of {1} steps', numberText(progress.step), numberText(total));
	}
	return counted(progress.step, l10n.t('1 step'), l10n.t('{0} steps'));
}

function doneText(record: JobRecord): string | undefined {
	const percent = percentOf(record);
	return percent === undefined ? undefined : percentText(percent);
}

/** Returns the steps of a finished job, if the service counts them. */
function stepsDone({ progress }: JobRecord): string | undefined {
	return progress === undefined ? undefined : l10n.t('{0} steps', numberText(progress.step));
}

/** Describes a job: its state, then the part for a narrow row. */
export function describeJob(record: JobRecord, now: number): readonly string[] {
	const since = record.resumedAt ?? record.submittedAt;
	const ended = describeMomentBriefly(record.endedAt ?? record.submittedAt, now);
	const more =
		record.phase === 'ended' && isFinished(record)
			? [stepsDone(record), ended]
			: hasEnded(record)
				? [doneText(record), stepsText(record), ended]
				: record.state === 'RUNNING'
					? [doneText(record), timeLeftText(record, now), stepsText(record)]
					: [describeDuration(now - since), stepsText(record)];
	return [stateText(record, now), ...more.filter((part) => part !== undefined)];
}

/** Returns whether the icon of a row shows the state well enough. */
export function isPlainlyRunning(record: JobRecord): boolean {
	const { phase, state, stalledAt, missingSince, cancelRequested, progress } = record;
	return (
		phase === 'moving' &&
		state === 'RUNNING' &&
		stalledAt === undefined &&
		missingSince === undefined &&
		!cancelRequested &&
		progress !== undefined
	);
}

/** Returns the row with which a person chooses a job. */
export function jobRow(job: JobRecord) {
	return {
		label: labelText(job.name),
		description: labelText(describeJob(job, Date.now()).join(' · ')),
		value: job,
	};
}
