import { nextName } from '../../training/rules/names.ts';
import type { JobRecord } from '../jobRecord.ts';

/** Returns whether the service has a job: a job that was never accepted, or is gone, leaves its name free. */
export function isOnService({ jobId, phase }: JobRecord): boolean {
	return jobId !== undefined && phase !== 'unsent' && phase !== 'lost';
}

/**
 * Returns true if a job of the account has this name; undefined otherwise, since the service cannot list jobs and
 * others may exist. With `document`, the jobs of that document do not count: its name is theirs.
 */
export function nameTaken(jobs: readonly JobRecord[], name: string, document?: string): true | undefined {
	const found = jobs.some(
		(job) =>
			job.name === name && isOnService(job) && (document === undefined || job.documentUri !== document),
	);
	return found ? true : undefined;
}

/** Returns the name that a new job in the place of this one could have. */
export function freeName(taken: (name: string) => boolean | undefined, { name }: JobRecord): string {
	return nextName(name, (each) => taken(each) === true);
}
