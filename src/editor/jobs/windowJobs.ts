import type { Session, SessionSource } from '../../core/account/session.ts';
import type { Event } from '../../core/base/emitter.ts';
import type { Log } from '../../core/base/log.ts';
import type { HubTokenOf } from '../../core/jobs/hubTokenApi.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { JobService } from '../../core/jobs/jobService.ts';
import type { LazyLedger } from '../shell/lazyLedger.ts';
import { LazyService } from '../shell/lazyService.ts';

/** The window's way to training jobs. */
export class WindowJobs extends LazyService<JobService, JobRecord> {
	readonly #session: SessionSource;

	/** `hubToken` reads the model-hub token that is stored for a connection. */
	constructor(ledger: LazyLedger, log: Log, session: SessionSource, hubToken: HubTokenOf) {
		super({
			ledger,
			log,
			what: 'training jobs',
			make(features: typeof import('../features.ts'), { ledger: file, coordinator, spending }) {
				const service = new features.JobService({
					ledger: file,
					coordinator,
					session,
					configFolder: ledger.folder('jobs').fsPath,
					log,
					spending: spending.history,
					api: features.withStoredHubToken(features.serviceJobApi, hubToken),
				});
				features.notifyOfJobs(service, coordinator.clock);
				return service;
			},
			begin: (service) => service.begin(),
			known: (service) => service.jobs(),
		});
		this.#session = session;
	}

	/** Fires after the account or the connection changed. */
	get onDidChangeSession(): Event<Session> {
		return this.#session.onDidChange;
	}

	/** Returns the jobs of the account, newest first; none until the list is open. */
	jobs(): readonly JobRecord[] {
		return this.opened?.jobs() ?? [];
	}

	/** Returns the reason why nobody follows a job that has not ended, as a sentence. */
	whyUnwatched(record: JobRecord): string | undefined {
		return this.opened?.whyUnwatched(record);
	}
}
