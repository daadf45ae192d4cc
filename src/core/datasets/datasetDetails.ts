import type { SessionSource, SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { type Disposable, Emitter, type Event } from '../base/emitter.ts';
import type { Failure } from '../base/failure.ts';
import { datasetStatus } from './client.ts';
import type { Dataset, DatasetFile } from './dataset.ts';
import type { DatasetStore } from './datasetStore.ts';

/** The known files of a dataset. A failure keeps the earlier ones. */
export interface DatasetDetail {
	readonly files?: readonly DatasetFile[];
	readonly failure?: Failure;
}

interface Known extends DatasetDetail {
	/** The state and time of the record that the files belong to. */
	readonly version: string;
}

interface DatasetDetailsOptions {
	readonly session: SessionSource;
	readonly store: DatasetStore;
	/** Hears of listeners that throw. */
	readonly onError?: (error: unknown) => void;
}

/** Maximum number of questions in progress: a list of datasets must not become a storm of calls. */
const parallel = 2;

/**
 * The files of the visible datasets, which the list of the service omits. Each is requested once, and again when its record has changed;
 * others are never requested.
 */
export class DatasetDetails {
	readonly #options: DatasetDetailsOptions;
	readonly #known = new Map<string, Known>();
	readonly #waiting = new Map<string, string>();
	readonly #running = new Set<string>();
	readonly #changed: Emitter<string>;
	readonly #watch: Disposable;

	constructor(options: DatasetDetailsOptions) {
		this.#options = options;
		this.#changed = new Emitter(options.onError);
		this.#watch = options.session.onDidChange(() => {
			this.#known.clear();
			this.#waiting.clear();
			this.#running.clear();
		});
	}

	/** Fires with the id of a dataset when something is known of its files. */
	get onDidChange(): Event<string> {
		return this.#changed.event;
	}

	of(id: string): DatasetDetail | undefined {
		return this.#known.get(id);
	}

	/** Requests the files of a dataset unless they are known as of this record, or already requested. */
	want(dataset: Dataset): void {
		const { id } = dataset;
		const version = versionOf(dataset);
		if (this.#known.get(id)?.version === version || this.#running.has(id)) return;
		this.#waiting.set(id, version);
		this.#next();
	}

	/**
	 * Marks details as stale, for one dataset or all: the next `want` requests them again. The known details stay until
	 * then.
	 */
	outdate(id?: string): void {
		for (const each of id === undefined ? [...this.#known.keys()] : [id]) {
			const known = this.#known.get(each);
			if (known !== undefined) this.#known.set(each, { ...known, version: '' });
		}
	}

	dispose(): void {
		this.#watch.dispose();
		this.#waiting.clear();
		this.#changed.dispose();
	}

	#next(): void {
		const { current } = this.#options.session;
		if (current.state !== 'signedIn') return;
		for (const [id, version] of this.#waiting) {
			if (this.#running.size >= parallel) return;
			this.#waiting.delete(id);
			this.#running.add(id);
			void this.#ask(current, id, version);
		}
	}

	async #ask(owner: SignedIn, id: string, version: string): Promise<void> {
		const { session, store } = this.#options;
		const reply = await datasetStatus(owner.service, id);
		if (session.current !== owner) return;
		this.#running.delete(id);
		if (reply.ok) {
			const { files = [], ...record } = reply.value;
			const listed = store.byId(id);
			if (listed !== undefined && versionOf(listed) !== versionOf(record)) store.replace(record);
			// The version from the list, which may be newer: the next `want` compares with it.
			this.#known.set(id, { version: versionOf(store.byId(id) ?? record), files });
		} else {
			const { files } = this.#known.get(id) ?? {};
			this.#known.set(id, { version, failure: reply.failure, ...compact({ files }) });
		}
		this.#changed.fire(id);
		this.#next();
	}
}

function versionOf({ state, updatedAt }: Dataset): string {
	return `${state} ${updatedAt}`;
}
