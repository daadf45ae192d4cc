import type * as vscode from 'vscode';
import { Emitter, type Event } from '../../core/base/emitter.ts';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import type { OpenLedger } from '../../core/operations/services.ts';
import type { LazyLedger } from './lazyLedger.ts';

/** The modules that are loaded with the first service. */
type Features = typeof import('../features.ts');

/** A service that follows records of one kind: runs, training jobs, uploads. */
interface FollowingService<Item> {
	readonly onDidChange: Event<Item>;
	readonly onDidRemove: Event<string>;
	dispose(): void;
}

interface LazyServiceOptions<Service, Item> {
	readonly ledger: LazyLedger;
	readonly log: Log;
	/** The name of the records in the log: `training jobs`. */
	readonly what: string;
	/** Makes the service, once the history file is open. */
	readonly make: (features: Features, opened: OpenLedger) => Service | Promise<Service>;
	/** Continues what had not ended, once the service can be asked. */
	readonly begin: (service: Service) => void;
	/** Returns the records that were there already; listeners are called for each. */
	readonly known: (service: Service) => readonly Item[];
}

/**
 * The window's way to a service that follows records of the history. It is opened on first need and never during activation; until
 * then there are no records, and listeners are called as soon as there is one.
 */
export class LazyService<Service extends FollowingService<Item>, Item> implements vscode.Disposable {
	readonly #options: LazyServiceOptions<Service, Item>;
	readonly #opened: Lazy<Service>;
	readonly #changed: Emitter<Item>;
	readonly #removed: Emitter<string>;
	readonly #made: Emitter<Features>;
	#started = false;

	constructor(options: LazyServiceOptions<Service, Item>) {
		this.#options = options;
		const onError = (error: unknown) => options.log.error(`A listener of ${options.what} failed.`, error);
		this.#changed = new Emitter(onError);
		this.#removed = new Emitter(onError);
		this.#made = new Emitter(onError);
		this.#opened = lazy(
			() => this.#open(),
			(service) => service.dispose(),
		);
	}

	/** Fires after each change of a record. */
	get onDidChange(): Event<Item> {
		return this.#changed.event;
	}

	/** Fires with the id of a record after it has left the history. */
	get onDidRemove(): Event<string> {
		return this.#removed.event;
	}

	/** Fires when there can be records for the first time, before any is reported, with what can be made then. */
	get onDidOpen(): Event<Features> {
		return this.#made.event;
	}

	/** Opens the history (once) and continues what had not ended. */
	async open(): Promise<Service> {
		const service = await this.#opened.get();
		if (!this.#started) {
			this.#started = true;
			this.#options.begin(service);
			for (const item of this.#options.known(service)) this.#changed.fire(item);
		}
		return service;
	}

	/** The service, if the history is open already. */
	get opened(): Service | undefined {
		return this.#opened.value;
	}

	dispose(): void {
		this.#opened.dispose();
		this.#changed.dispose();
		this.#removed.dispose();
		this.#made.dispose();
	}

	async #open(): Promise<Service> {
		const { ledger, make } = this.#options;
		const [features, opened] = await Promise.all([import('../features.ts'), ledger.open()]);
		const service = await make(features, opened);
		service.onDidChange((item) => this.#changed.fire(item));
		service.onDidRemove((id) => this.#removed.fire(id));
		this.#made.fire(features);
		return service;
	}
}
