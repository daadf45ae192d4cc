import type { SamplesJob } from '../../core/jobs/samples/messages.ts';

/** What is shown in place of the grid while there is none. */
interface EmptyText {
	readonly icon: string;
	readonly title: string;
	readonly text: string;
	/** Whether asking the service again may help. */
	readonly again: boolean;
}

/** The sentences for a job without samples: what happened, and what to do next. */
export function emptyText(job: SamplesJob): EmptyText {
	if (job.listed === 'asking') {
		return {
			icon: 'loading',
			title: 'Loading the samples',
			text: 'The service is being asked what this job has made.',
			again: false,
		};
	}
	if (job.listed === 'no') {
		return {
			icon: 'debug-disconnect',
			title: 'The samples could not be listed',
			text: job.failure === undefined ? '' : `${job.failure.message} ${job.failure.nextStep}`,
			again: true,
		};
	}
	const none = job.prompts.length === 0;
	switch (job.look) {
		case 'waiting':
			return {
				icon: 'list-ordered',
				title: 'The job has not started yet',
				text: 'The first samples appear here once it runs.',
				again: false,
			};
		case 'running':
			return {
				icon: 'play-circle',
				title: 'No samples yet',
				text: none
					? 'The configuration of this job is not known here, or has no sample prompts. If it makes samples, they appear here.'
					: 'They appear here as the job makes them.',
				again: false,
			};
		case 'failed':
			return {
				icon: 'error',
				title: 'The job failed before it made a sample',
				text: 'Fix the cause, then edit and resume the job, or start another one.',
				again: true,
			};
		default:
			return {
				icon: 'circle-slash',
				title: 'This job made no samples',
				text: none
					? 'To see samples, add prompts under "sample" in the configuration and start another job.'
					: 'It ended before its first samples, or sampling is turned off in its configuration.',
				again: true,
			};
	}
}
