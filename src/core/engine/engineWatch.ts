import { type Disposable, Emitter } from '../base/emitter.ts';
import type { Failure, Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import { modelFolders, modelsIn, queue } from './engineClient.ts';
import type { EngineQueue } from './parseReplies.ts';

/** A list that is read when it is first looked at. */
export type Looked<T> =
	| { readonly kind: 'reading' }
	| { readonly kind: 'failed'; readonly failure: Failure }
	| { readonly kind: 'ready'; readonly value: T };

/** State of an engine that does not answer, as opposed to one that answers with a failure. */
export interface Silence {
	readonly failure: Failure;
	/** The time of its last answer, in milliseconds since 1970; undefined if it never answered. */
	readonly since: number | undefined;
}

/** Replies of a proxy without a running engine. */
const unavailableStatuses: readonly (number | undefined)[] = [502, 503, 504];

/** Returns whether a failure means that no engine answers. */
export function isSilence({ kind, status }: Failure): boolean {
	return kind === 'network' || kind === 'timeout' || unavailableStatuses.includes(status);
}

type Ask<T> = (service: Service) => Promise<Result<T>>;

/** The state of the engine in use for a view: its queue and its models. Nothing is requested before someone opens it. */
export class EngineWatch implements Disposable {
	readonly #service: () => Service | undefined;
	readonly #changed = new Emitter<string>();
	/** Fires with `queue`, `models` or `models/FOLDER` after that has changed. */
	readonly onDidChange = this.#changed.event;
	readonly #known = new Map<string, Looked<unknown>>();
	#of: Service | undefined;
	#answeredAt: number | undefined;
	#silent: Failure | undefined;

	/** @param service returns the calls of the engine; undefined while the connection is not one. */
	constructor(service: () => Service | undefined) {
		this.#service = service;
	}

	queue(): Looked<EngineQueue> {
		return this.#look('queue', queue);
	}

	folders(): Looked<readonly string[]> {
		return this.#look('models', modelFolders);
	}

	models(folder: string): Looked<readonly string[]> {
		return this.#look(`models/${folder}`, (service) => modelsIn(service, folder));
	}

	/** Returns the failure of the latest request if the engine did not answer it. */
	silence(): Silence | undefined {
		if (this.#current() === undefined || this.#silent === undefined) return undefined;
		return { failure: this.#silent, since: this.#answeredAt };
	}

	/** Requests the queue again, if it was opened. */
	async refreshQueue(): Promise<void> {
		if (this.#current() && this.#known.has('queue')) await this.#read('queue', queue);
	}

	/** Forgets everything; visible parts are read again. */
	forget(): void {
		const keys = [...this.#known.keys()];
		this.#known.clear();
		for (const key of keys) this.#changed.fire(key);
	}

	dispose(): void {
		this.#changed.dispose();
		this.#known.clear();
	}

	/** Returns the engine in use; forgets data of another one. */
	#current(): Service | undefined {
		const service = this.#service();
		if (service !== this.#of) {
			this.#known.clear();
			this.#answeredAt = undefined;
			this.#silent = undefined;
		}
		this.#of = service;
		return service;
	}

	#look<T>(key: string, ask: Ask<T>): Looked<T> {
		if (this.#current() === undefined) return { kind: 'reading' };
		const known = this.#known.get(key);
		if (known !== undefined) return known as Looked<T>;
		this.#known.set(key, { kind: 'reading' });
		void this.#read(key, ask);
		return { kind: 'reading' };
	}

	async #read(key: string, ask: Ask<unknown>): Promise<void> {
		const service = this.#of;
		if (service === undefined) return;
		const reply = await ask(service);
		if (this.#current() !== service) return;
		const wasSilent = this.#silent !== undefined;
		if (reply.ok || !isSilence(reply.failure)) {
			this.#silent = undefined;
			this.#answeredAt = Date.now();
		} else this.#silent = reply.failure;
		const now: Looked<unknown> = reply.ok
			? { kind: 'ready', value: reply.value }
			: { kind: 'failed', failure: reply.failure };
		const before = this.#known.get(key);
		this.#known.set(key, now);
		const changed = JSON.stringify(before) !== JSON.stringify(now);
		if (changed) this.#changed.fire(key);
		// The row of the engine is drawn again with that of the queue.
		const isSilent = this.#silent !== undefined;
		if (wasSilent !== isSilent && !(changed && key === 'queue')) this.#changed.fire('queue');
	}
}
