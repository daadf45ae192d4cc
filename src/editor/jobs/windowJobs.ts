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
			log,
			what: 'training jobs',
			async open() {
				const [
					{ JobService, notifyOfJobs, serviceJobApi, withStoredHubToken },
					{ ledger: file, coordinator, spending },
				] = await Promise.all([import('../features.ts'), ledger.open()]);
				const configFolder = ledger.folder('jobs').fsPath;
				const service = new JobService({
					ledger: file,
					coordinator,
					session,
					configFolder,
					log,
					spending: spending.history,
					api: withStoredHubToken(serviceJobApi, hubToken),
				});
				notifyOfJobs(service, coordinator.clock);
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

	/** The jobs of the account, newest first; none until the list is open. */
	jobs(): readonly JobRecord[] {
		return this.opened?.jobs() ?? [];
	}

	/** Why nobody follows a job that has not ended, as a sentence. */
	whyUnwatched(record: JobRecord): string | undefined {
		return this.opened?.whyUnwatched(record);
	}
}
