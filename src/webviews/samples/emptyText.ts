import * as l10n from '@vscode/l10n';
import type { SamplesJob } from '../../core/jobs/samples/messages.ts';

/** The text in place of the grid without one. */
interface EmptyText {
	readonly icon: string;
	readonly title: string;
	readonly text: string;
	/** True if another request may help, provided the connection of the job is in use. */
	readonly again: boolean;
}

/** Returns the sentences for a job without samples: the reason, and the next step. */
export function emptyText(job: SamplesJob): EmptyText {
	if (job.listed === 'asking') {
		return {
			icon: 'loading',
			title: l10n.t('Loading the samples'),
			text: l10n.t('Loading the list of files of this job.'),
			again: false,
		};
	}
	if (job.elsewhere !== undefined && job.listed === 'no') {
		return {
			icon: 'debug-disconnect',
			title: l10n.t('This job is at {0}', job.elsewhere),
			text: l10n.t('Another connection is in use, so its samples cannot be listed.'),
			again: false,
		};
	}
	if (job.listed === 'no') {
		return {
			icon: 'debug-disconnect',
			title: l10n.t('The samples could not be listed'),
			text: job.failure === undefined ? '' : `${job.failure.message} ${job.failure.nextStep}`,
			again: true,
		};
	}
	const none = job.prompts.length === 0;
	switch (job.look) {
		case 'waiting':
			return {
				icon: 'list-ordered',
				title: l10n.t('The job has not started yet'),
				text: l10n.t('The first samples appear here once it runs.'),
				again: false,
			};
		case 'running':
			return {
				icon: 'play-circle',
				title: l10n.t('No samples yet'),
				text: none
					? l10n.t(
							'The configuration of this job is not known here, or has no sample prompts. If it makes samples, they appear here.',
						)
					: l10n.t('They appear here as the job makes them.'),
				again: false,
			};
		case 'failed':
			return {
				icon: 'error',
				title: l10n.t('The job failed before it made a sample'),
				text: l10n.t('Fix the cause, then edit and resume the job, or start another one.'),
				again: true,
			};
		default:
			return {
				icon: 'circle-slash',
				title: l10n.t('This job made no samples'),
				text: none
					? l10n.t('To see samples, add prompts under "sample" in the configuration and start another job.')
					: l10n.t('It ended before its first samples, or sampling is turned off in its configuration.'),
				again: true,
			};
	}
}
