import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { AppServices } from '../shell/appServices.ts';
import type { JobsNode } from './nodes.ts';
import type { WindowJobs } from './windowJobs.ts';

/** The changes that can be made to the configuration of a job that has ended. */
export interface ConfigurationChanges {
	/** Opens the configuration as a document that can be sent to the job. */
	openForEdit(job: JobRecord): Promise<void>;
	/** Asks for a new total of steps, sends the configuration with it, and resumes the job. */
	continueWithMoreSteps(job: JobRecord): Promise<void>;
}

export interface JobCommandDeps extends Pick<AppServices, 'log' | 'acts' | 'session' | 'ready' | 'signedIn'> {
	readonly jobs: WindowJobs;
	readonly changes: ConfigurationChanges;
	/** Shows the row of a job in the view, with the focus on request. */
	readonly reveal: (id: string) => Promise<void>;
	readonly showMore: () => void;
}

/** A row of the view, our id of a job, or nothing: the argument of commands about a job. */
export type JobArgument = JobsNode | string | undefined;

/** Selects the jobs that a person is offered; `none` is shown if there are none. */
export type JobsToChoose = [wanted?: (job: JobRecord) => boolean, none?: string];

export type JobOf = (argument: JobArgument, ...among: JobsToChoose) => Promise<JobRecord | undefined>;
