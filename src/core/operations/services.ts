import type { SessionSource, SignedIn } from '../account/session.ts';
import type { Log } from '../base/log.ts';
import type { UploadService } from '../datasets/upload/service.ts';
import type { JobService } from '../jobs/jobService.ts';
import type { RunService } from '../runs/runService.ts';

/** What operations work with, no matter who calls them. What needs the history file is opened with its first use. */
export interface OperationServices {
	readonly log: Log;
	readonly session: SessionSource;
	/** The session of the connection in use, after a sign-in where the caller can offer one; nothing without one. */
	signedIn(): Promise<SignedIn | undefined>;
	runs(): Promise<RunService>;
	jobs(): Promise<JobService>;
	uploads(): Promise<UploadService>;
}
