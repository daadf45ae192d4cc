import type { SessionSource } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { type Disposable, Emitter } from '../base/emitter.ts';
import { datasetStatus } from './client.ts';
import type { Dataset } from './dataset.ts';
import type { DatasetStore } from './datasetStore.ts';

/** A dataset that a configuration is checked against. */
interface KnownDataset {
	readonly state: string;
	/** Names; known in the state `READY`, otherwise empty. */
	readonly files: readonly string[];
}

interface AccountDatasetsOptions {
	readonly store: DatasetStore;
	readonly session: SessionSource;
}

/** Milliseconds for which an answer of the service is valid, good or bad. */
const keptMs = 60_000;

/** Number of datasets with remembered files. */
const rememberedLimit = 100;

interface Asked {
	readonly at: number;
	/** The last answer of the service: absent before the first one, `missing` if the dataset does not exist. */
	readonly dataset?: Dataset | 'missing';
	/** The record of the list at that time: a different one is a later answer. */
	readonly listed?: Dataset | undefined;
	readonly isAsking: boolean;
}

/**
 * Caches the facts about the account's datasets by name, for the checks of documents (it implements `DatasetKnowledge`
 * of the training room). Requests only datasets that are looked up, and answers immediately from the cache;
 * `onDidChange` fires when the cache has changed.
 */
export class AccountDatasets {
	readonly #options: AccountDatasetsOptions;
	readonly #changed = new Emitter<void>();
	/** Fires when an answer may have become another one. */
	readonly onDidChange = this.#changed.event;
	readonly #asked = new Map<string, Asked>();
	readonly #watches: readonly Disposable[];
	/** Names that a list did not have: still so while an old list is read again, or each finding about them would flicker. */
	readonly #missing = new Set<string>();
	#isReading = false;
	#listedAt = Number.NEGATIVE_INFINITY;

	constructor(options: AccountDatasetsOptions) {
		this.#options = options;
		this.#watches = [
			options.session.onDidChange(() => {
				this.#asked.clear();
				this.#missing.clear();
				this.#listedAt = Number.NEGATIVE_INFINITY;
			}),
			options.store.onDidChange(() => this.#changed.fire()),
		];
	}

	/** Returns the dataset of this name; `missing` if the account has none, `undefined` while unknown. */
	lookup(name: string): KnownDataset | 'missing' | undefined {
		const { store } = this.#options;
		this.#refreshList();
		const { state: list } = store;
		if (list.kind !== 'ready') return undefined;
		const isOld = Date.now() - list.loadedAt > keptMs;
		const listed = store.items.find((dataset) => dataset.name === name);
		if (listed === undefined) return this.#lookupUnlisted(name, isOld);
		this.#missing.delete(name);
		const asked = this.#asked.get(listed.id);
		const status = asked?.dataset;
		const latest = status !== undefined && asked !== undefined && asked.at > list.loadedAt ? status : listed;
		if (latest === 'missing') return 'missing';
		if (latest.state !== 'READY') return { state: latest.state, files: [] };
		this.#askStatus(listed.id);
		if (typeof status !== 'object' || status.state !== 'READY') return undefined;
		return { state: latest.state, files: (status.files ?? []).map((file) => file.name) };
	}

	/**
	 * Looks up a dataset that is not in the list. One that is newer than the list is not a mistake, so only answers of
	 * the service are repeated.
	 */
	#lookupUnlisted(name: string, isOld: boolean): 'missing' | undefined {
		if (!isOld) this.#missing.add(name);
		else if (!this.#isReading) this.#missing.delete(name);
		return this.#missing.has(name) ? 'missing' : undefined;
	}

	/** Returns the names to offer. */
	names(): readonly string[] {
		this.#refreshList();
		return this.#options.store.items.map(({ name }) => name);
	}

	/** Adds a dataset that the service has just described to another caller in this window. */
	note(dataset: Dataset): void {
		const { store } = this.#options;
		store.replace(dataset);
		const listed = store.byId(dataset.id);
		this.#remember(dataset.id, { at: Date.now(), dataset, listed, isAsking: false });
		this.#changed.fire();
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#changed.dispose();
	}

	/** Refreshes the list at most once a minute, with any outcome. */
	#refreshList(): void {
		const { store, session } = this.#options;
		const { state } = store;
		if (session.current.state !== 'signedIn') return;
		const since = Math.max(
			this.#listedAt,
			state.kind === 'ready' ? state.loadedAt : Number.NEGATIVE_INFINITY,
		);
		if (Date.now() - since <= keptMs) return;
		this.#listedAt = Date.now();
		this.#isReading = true;
		void store.refresh().then(() => {
			this.#isReading = false;
			// Without a new list, absence is no longer known.
			if (this.#missing.size > 0) this.#changed.fire();
		});
	}

	#askStatus(id: string): void {
		const { session } = this.#options;
		const { current } = session;
		const before = this.#asked.get(id);
		if (current.state !== 'signedIn') return;
		if (before !== undefined && (before.isAsking || Date.now() - before.at <= keptMs)) return;
		this.#remember(id, { at: Number.NEGATIVE_INFINITY, ...before, isAsking: true });
		void datasetStatus(current.service, id).then((reply) => {
			if (session.current !== current) return;
			const at = Date.now();
			if (reply.ok) return this.note(reply.value);
			const dataset = reply.failure.kind === 'notFound' ? 'missing' : before?.dataset;
			const listed = this.#options.store.byId(id);
			this.#remember(id, { at, listed, isAsking: false, ...compact({ dataset }) });
			if (dataset === 'missing') this.#changed.fire();
		});
	}

	#remember(id: string, asked: Asked): void {
		this.#asked.delete(id);
		this.#asked.set(id, asked);
		const [oldest] = this.#asked.keys();
		if (this.#asked.size > rememberedLimit && oldest !== undefined) this.#asked.delete(oldest);
	}
}
