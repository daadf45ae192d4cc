import type * as vscode from 'vscode';
import { Emitter, type Event } from '../../core/base/emitter.ts';
import type { Lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import type { LazyServices, Opening } from '../../core/operations/node/lazyServices.ts';

/** The modules that are loaded with the first service. */
type Features = typeof import('../features.ts');

/** The services of the window, and the parts for their loaders. */
export interface WindowParts {
	readonly opened: LazyServices;
	readonly features: Lazy<Features>;
	readonly log: Log;
}

/** A service that follows records of one kind: runs, training jobs, uploads. */
interface FollowingService<Item> {
	readonly onDidChange: Event<Item>;
	readonly onDidRemove: Event<string>;
}

/**
 * The window's access to a service that follows records of the history. It is opened on first need and never during
 * activation; until then there are no records, and listeners are called with the first one.
 */
export class LazyService<Service extends FollowingService<Item>, Item> implements vscode.Disposable {
	/** Opens the history (once) and continues unfinished work. */
	readonly open: () => Promise<Service>;
	readonly #opening: Opening<Service>;
	readonly #changed: Emitter<Item>;
	readonly #removed: Emitter<string>;
	readonly #made: Emitter<Features>;

	/**
	 * @param what the name of the records in the log: `training jobs`
	 * @param known returns the records that exist at the opening; listeners are called for each
	 */
	constructor(
		{ features, log }: WindowParts,
		opening: Opening<Service>,
		what: string,
		known: (service: Service) => readonly Item[],
	) {
		const onError = (error: unknown) => log.error(`A listener of ${what} failed.`, error);
		this.#changed = new Emitter(onError);
		this.#removed = new Emitter(onError);
		this.#made = new Emitter(onError);
		this.#opening = opening;
		this.open = opening.get;
		opening.onDidMake((service) => {
			service.onDidChange((item) => this.#changed.fire(item));
			service.onDidRemove((id) => this.#removed.fire(id));
			if (features.value !== undefined) this.#made.fire(features.value);
			for (const item of known(service)) this.#changed.fire(item);
		});
	}

	get onDidChange(): Event<Item> {
		return this.#changed.event;
	}

	/** Fires with the id of a record after it was removed from the history. */
	get onDidRemove(): Event<string> {
		return this.#removed.event;
	}

	/** Fires when records can exist for the first time, before any is reported, with the available parts. */
	get onDidOpen(): Event<Features> {
		return this.#made.event;
	}

	/** The service, if the history is open already. */
	get opened(): Service | undefined {
		return this.#opening.value;
	}

	dispose(): void {
		this.#opening.dispose();
		this.#changed.dispose();
		this.#removed.dispose();
		this.#made.dispose();
	}
}
