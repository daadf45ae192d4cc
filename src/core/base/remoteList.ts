import { compact } from './compact.ts';
import { type Disposable, Emitter, type Event } from './emitter.ts';
import type { Failure, Result } from './failure.ts';

/** The state of a list of a service. Once `ready`, a failed refresh never removes the items. */
export type ListState<T> =
	| { readonly kind: 'signedOut' }
	| { readonly kind: 'loading' }
	| { readonly kind: 'failed'; readonly failure: Failure }
	| ({
			readonly kind: 'ready';
			/** Milliseconds since 1970. */
			readonly loadedAt: number;
			/** The failure of the latest refresh or page, while older data is still shown. */
			readonly failure?: Failure;
	  } & ListPage<T>);

/** One reply: the whole list, or a page of it. */
export interface ListPage<T> {
	readonly items: readonly T[];
	/** One sentence for each record that could not be read. */
	readonly skipped: readonly string[];
	/** The cursor of the next page; absent when everything is here. */
	readonly next?: string;
	/** The total number of items, if the service sends it. */
	readonly total?: number;
	/** The service reports more items but does not return them. */
	readonly isPartial?: boolean;
}

interface RemoteListOptions<T, Owner> {
	/** Returns the owner of the list; undefined if it has none. Owners are compared by identity. */
	owner(): Owner | undefined;
	readonly onDidChangeOwner: Event<unknown>;
	/** Asks the service for the list, or for the page that begins `after`. */
	load(
		owner: Owner,
		options: { readonly signal: AbortSignal; readonly after?: string },
	): Promise<Result<ListPage<T>>>;
	/** Hears of listeners that throw. */
	readonly onError?: (error: unknown) => void;
}

interface Running<Owner> {
	readonly owner: Owner;
	readonly after: string | undefined;
	readonly done: Promise<void>;
	readonly abort: AbortController;
}

/** A list of a service for its current owner: one load at a time, answers for an earlier owner are dropped. */
export class RemoteList<T extends { readonly id: string }, Owner = unknown> {
	readonly #options: RemoteListOptions<T, Owner>;
	readonly #changed: Emitter<ListState<T>>;
	readonly #watch: Disposable;
	#state: ListState<T>;
	#running: Running<Owner> | undefined;
	readonly onDidChange: Event<ListState<T>>;

	constructor(options: RemoteListOptions<T, Owner>) {
		this.#options = options;
		this.#changed = new Emitter<ListState<T>>(options.onError);
		this.onDidChange = this.#changed.event;
		this.#state = { kind: options.owner() === undefined ? 'signedOut' : 'loading' };
		this.#watch = options.onDidChangeOwner(() => this.#onOwner());
	}

	get state(): ListState<T> {
		return this.#state;
	}

	/** The known items; empty while nothing is known. */
	get items(): readonly T[] {
		return this.#state.kind === 'ready' ? this.#state.items : [];
	}

	byId(id: string): T | undefined {
		return this.items.find((item) => item.id === id);
	}

	/** Asks the service again from the beginning; joins a refresh in progress for the same owner. Never rejects. */
	refresh(): Promise<void> {
		return this.#start(undefined);
	}

	/** Adds the next page, if any. Never rejects. */
	loadMore(): Promise<void> {
		const { state } = this;
		// A refresh in progress restarts the list, so the page would not fit.
		if (state.kind !== 'ready' || state.next === undefined || this.#running !== undefined)
			return this.#running?.done ?? Promise.resolve();
		return this.#start(state.next);
	}

	/** Replaces a known record by the one that the service has just returned; does not add an unknown one. */
	replace(item: T): void {
		this.#setItems((items) => items.map((known) => (known.id === item.id ? { ...known, ...item } : known)));
	}

	/** Puts a record that was just made on top. */
	add(item: T): void {
		this.#setItems((items) => [item, ...items.filter(({ id }) => id !== item.id)]);
	}

	remove(id: string): void {
		this.#setItems((items) => items.filter((item) => item.id !== id));
	}

	dispose(): void {
		this.#watch.dispose();
		this.#running?.abort.abort();
		this.#changed.dispose();
	}

	#start(after: string | undefined): Promise<void> {
		const owner = this.#options.owner();
		if (owner === undefined) return Promise.resolve();
		if (this.#running?.owner === owner && this.#running.after === after) return this.#running.done;
		this.#running?.abort.abort();
		const abort = new AbortController();
		const done = this.#load(owner, after, abort.signal).finally(() => {
			if (this.#running?.abort === abort) this.#running = undefined;
		});
		this.#running = { owner, after, done, abort };
		return done;
	}

	async #load(owner: Owner, after: string | undefined, signal: AbortSignal): Promise<void> {
		const result = await this.#options.load(owner, after === undefined ? { signal } : { signal, after });
		if (this.#options.owner() !== owner || signal.aborted) return;
		const { state } = this;
		if (!result.ok) {
			const { failure } = result;
			this.#set(state.kind === 'ready' ? { ...state, failure } : { kind: 'failed', failure });
			return;
		}
		const { items, skipped, next, total, isPartial } = result.value;
		const before = after !== undefined && state.kind === 'ready' ? state : { items: [], skipped: [] };
		const known = new Set(before.items.map(({ id }) => id));
		this.#set({
			kind: 'ready',
			items: [...before.items, ...items.filter(({ id }) => !known.has(id))],
			skipped: [...before.skipped, ...skipped],
			...compact({ next, total }),
			...(isPartial ? { isPartial } : {}),
			loadedAt: Date.now(),
		});
	}

	#onOwner(): void {
		this.#running?.abort.abort();
		this.#running = undefined;
		const present = this.#options.owner() !== undefined;
		this.#set({ kind: present ? 'loading' : 'signedOut' });
		if (present) void this.refresh();
	}

	#setItems(change: (items: readonly T[]) => readonly T[]): void {
		if (this.#state.kind === 'ready') this.#set({ ...this.#state, items: change(this.#state.items) });
	}

	#set(state: ListState<T>): void {
		this.#state = state;
		this.#changed.fire(state);
	}
}
