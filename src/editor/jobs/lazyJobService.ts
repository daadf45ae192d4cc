import type * as vscode from 'vscode';
import type { Session, SessionSource } from '../../core/account/session.ts';
import { Emitter, type Event } from '../../core/base/emitter.ts';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { JobService } from '../../core/jobs/jobService.ts';
import type { LazyLedger } from '../shell/lazyLedger.ts';

/**
 * The window's way to training jobs. The history file and the service are opened on first need and never during activation; until
 * then the list is empty, and listeners are called as soon as there is more.
 */
export class LazyJobService implements vscode.Disposable {
	readonly #ledger: LazyLedger;
	readonly #log: Log;
	readonly #session: SessionSource;
	readonly #opened: Lazy<JobService>;
	readonly #changed: Emitter<JobRecord>;
	readonly #removed: Emitter<string>;
	#started = false;

	constructor(ledger: LazyLedger, log: Log, session: SessionSource) {
		this.#ledger = ledger;
		this.#log = log;
		this.#session = session;
		const onError = (error: unknown) => log.error('A listener of training jobs failed.', error);
		this.#changed = new Emitter(onError);
		this.#removed = new Emitter(onError);
		this.#opened = lazy(
			() => this.#open(),
			(service) => service.dispose(),
		);
	}

	/** Fires after each change of a job. */
	get onChange(): Event<JobRecord> {
		return this.#changed.event;
	}

	/** Fires with the id of a record after it has left the list. */
	get onRemove(): Event<string> {
		return this.#removed.event;
	}

	/** Fires after the account or the connection changed. */
	get onSession(): Event<Session> {
		return this.#session.onDidChange;
	}

	/** Opens the list (once) and continues to follow what had not ended. */
	async open(): Promise<JobService> {
		const service = await this.#opened.get();
		if (!this.#started) {
			this.#started = true;
			service.begin();
			for (const record of service.jobs()) this.#changed.fire(record);
		}
		return service;
	}

	/** The service, if the list is open already. */
	get opened(): JobService | undefined {
		return this.#opened.value;
	}

	/** The jobs of the account, newest first; none until the list is open. */
	jobs(): readonly JobRecord[] {
		return this.opened?.jobs() ?? [];
	}

	/** Why nobody follows a job that has not ended, as a sentence. */
	whyUnwatched(record: JobRecord): string | undefined {
		return this.opened?.whyUnwatched(record);
	}

	dispose(): void {
		this.#opened.dispose();
		this.#changed.dispose();
		this.#removed.dispose();
	}

	async #open(): Promise<JobService> {
		const [{ JobService, notifyOfJobs }, { ledger, coordinator }] = await Promise.all([
			import('../signedIn.ts'),
			this.#ledger.open(),
		]);
		const service = new JobService({
			ledger,
			coordinator,
			session: this.#session,
			configFolder: this.#ledger.folder('jobs').fsPath,
			log: this.#log,
		});
		service.onChange((record) => this.#changed.fire(record));
		service.onRemove((id) => this.#removed.fire(id));
		notifyOfJobs(service);
		return service;
	}
}
