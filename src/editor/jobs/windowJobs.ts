import type { Session, SessionSource } from '../../core/account/session.ts';
import type { Event } from '../../core/base/emitter.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { JobService } from '../../core/jobs/jobService.ts';
import { LazyService, type WindowParts } from '../shell/lazyService.ts';

export class WindowJobs extends LazyService<JobService, JobRecord> {
	readonly onDidChangeSession: Event<Session>;

	constructor(parts: WindowParts, session: SessionSource) {
		super(parts, parts.opened.jobs, 'training jobs', (service) => service.jobs());
		this.onDidChangeSession = session.onDidChange;
	}

	/** Returns the jobs of the account, newest first; empty until the list is open. */
	jobs(): readonly JobRecord[] {
		return this.opened?.jobs() ?? [];
	}

	/** Returns the reason why a job that has not ended is not followed, as a sentence. */
	whyUnwatched(record: JobRecord): string | undefined {
		return this.opened?.whyUnwatched(record);
	}
}
