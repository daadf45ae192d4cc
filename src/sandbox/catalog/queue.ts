import type { Accounts } from '../account/accounts.ts';
import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import { loadMedia } from '../engine/media.ts';
import { runError } from '../engine/outcome.ts';
import type { Painter } from '../engine/painter.ts';
import { NodeFailure } from '../media/nodeFailure.ts';
import type { Catalog } from './catalog.ts';
import { mediaOf, planFiles } from './making.ts';
import type { CatalogModel } from './model.ts';
import type { ModelEnding, ModelRequest, ModelRequests } from './records.ts';

/** The number of simultaneous requests of one account on a model. */
const slots = 2;
/** Virtual milliseconds that a request waits at least. */
export const shortestWaitMs = 2000;

/** Numbers for `errorCode` of a failed request (docs/sandbox.md). */
const errorCodes = { balance: 400_002, refusedMedia: 20_004, failed: 20_005 } as const;

interface Parts {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly catalog: Catalog;
	readonly requests: ModelRequests;
	readonly faults: FaultPlan;
	readonly painter: Painter;
	/** Called when a request has ended. */
	readonly ended: () => void;
}

/** Moves requests to models through their states on the virtual clock: each model runs two of an account at a time. */
export class ModelQueue {
	readonly #parts: Parts;
	/** Ids of queued requests by account and model, in the order of submission. */
	readonly #waiting = new Map<string, string[]>();
	readonly #running = new Map<string, { readonly lane: string; readonly abort: AbortController }>();

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/** Resumes the stored requests. An interrupted request is made again, with its original end. */
	resume(): void {
		for (const request of this.#parts.requests.open()) {
			if (request.state === 'in_progress') this.#work(request);
			else this.enqueue(request);
		}
	}

	/** Lets a stored request wait for its turn. */
	enqueue(request: ModelRequest): void {
		const lane = laneOf(request);
		const queue = this.#waiting.get(lane) ?? [];
		this.#waiting.set(lane, queue);
		queue.push(request.id);
		this.#parts.sandbox.clock.at(request.readyAt, () => this.#settle(lane));
	}

	/** Returns the number of requests that will start before this one; 0 for one that does not wait. */
	position(request: ModelRequest): number {
		return Math.max(0, this.#waiting.get(laneOf(request))?.indexOf(request.id) ?? 0);
	}

	/** Returns the part of an account's balance that is left for another request, in addition to the running ones. */
	free(accountId: string): number {
		const { accounts, requests } = this.#parts;
		return (accounts.get(accountId)?.balance ?? 0) - requests.reserved(accountId);
	}

	/** Ends a request that waits; false for one that runs or has ended (wire-facts.md, section 8). */
	cancel(request: ModelRequest): boolean {
		if (request.state !== 'in_queue') return false;
		this.#leave(request);
		this.#finish(request, { state: 'canceled' });
		return true;
	}

	/** Checks the waiting requests again: other fault rules are in force. */
	replan(): void {
		for (const lane of this.#waiting.keys()) this.#settle(lane);
	}

	/** Drops all work without ending any request; the store still knows it. */
	forget(): void {
		for (const { abort } of this.#running.values()) abort.abort();
		this.#running.clear();
		this.#waiting.clear();
	}

	#settle(lane: string): void {
		const { requests, sandbox, faults } = this.#parts;
		for (const id of [...(this.#waiting.get(lane) ?? [])]) {
			const busy = [...this.#running.values()].filter((running) => running.lane === lane).length;
			const request = requests.get(id);
			if (busy >= slots) return;
			if (request === undefined || request.readyAt > sandbox.clock.now()) continue;
			if (faults.take('model-stuck', request.modelId) !== undefined) continue;
			this.#leave(request);
			this.#begin(request);
		}
	}

	#leave(request: ModelRequest): void {
		const queue = this.#waiting.get(laneOf(request));
		const index = queue?.indexOf(request.id) ?? -1;
		if (index >= 0) queue?.splice(index, 1);
	}

	#begin(request: ModelRequest): void {
		const { requests } = this.#parts;
		if (this.free(request.accountId) < request.price) {
			const details = 'The balance of the account no longer covers this run. Top it up and submit again.';
			this.#finish(request, failed('InsufficientResources', details, errorCodes.balance));
			return;
		}
		requests.start(request.id);
		const started = requests.get(request.id);
		if (started !== undefined) this.#work(started);
	}

	#work(request: ModelRequest): void {
		const { catalog } = this.#parts;
		const abort = new AbortController();
		this.#running.set(request.id, { lane: laneOf(request), abort });
		const model = catalog.get(request.modelId);
		void this.#run(request, model, abort.signal).then((ending) => {
			if (abort.signal.aborted) return;
			try {
				this.#finish(request, ending);
			} catch (error) {
				this.#finish(request, failedBy(error));
			}
			this.#running.delete(request.id);
			this.#settle(laneOf(request));
		});
	}

	async #run(
		request: ModelRequest,
		model: CatalogModel | undefined,
		signal: AbortSignal,
	): Promise<ModelEnding> {
		const { sandbox, faults } = this.#parts;
		const { clock } = sandbox;
		if (model === undefined)
			return failed('ResourceNotFound', 'The model has left the catalog.', errorCodes.failed);
		const end = (request.startedAt ?? clock.now()) + model.runMs;
		const fault = faults.take('model-failed', model.id);
		try {
			const [ending] = await Promise.all([
				fault === undefined
					? clock.during(this.#make(request, model, signal))
					: failed('ModelError', fault.message ?? 'The model ran out of memory.', errorCodes.failed),
				clock.sleep(end - clock.now(), signal),
			]);
			return ending;
		} catch (error) {
			return failedBy(error);
		}
	}

	async #make(request: ModelRequest, model: CatalogModel, signal: AbortSignal): Promise<ModelEnding> {
		const { sandbox, painter } = this.#parts;
		let picture: Uint8Array | undefined;
		for (const { kind, url } of mediaOf(model.schema, request.inputs)) {
			const media = await loadMedia(url, { get: async () => undefined }, signal);
			if (media === undefined || 'problem' in media)
				return failed('MediaError', media?.problem ?? 'A medium is missing.', errorCodes.refusedMedia);
			if (kind === 'image') picture ??= media.bytes;
		}
		const { files, output } = planFiles(model, request.inputs, picture);
		try {
			for (const file of files)
				await sandbox.blobs.write(request.id, file.name, await painter.modelOutput(file.output));
		} catch (error) {
			if (!(error instanceof NodeFailure)) throw error;
			return failed('MediaError', error.message, errorCodes.refusedMedia);
		}
		return { state: 'succeeded', output };
	}

	/** Writes the end of a request and its cost together. Only a success costs anything. */
	#finish(request: ModelRequest, ending: ModelEnding): void {
		const { sandbox, accounts, requests, ended } = this.#parts;
		const cost = ending.state === 'succeeded' ? request.price : 0;
		sandbox.db.transaction(() => {
			if (requests.finish(request.id, ending, cost) && cost > 0) accounts.take(request.accountId, cost);
		});
		if (cost > 0) accounts.taken(request.accountId);
		ended();
	}
}

function laneOf({ accountId, modelId }: ModelRequest): string {
	return `${accountId}\n${modelId}`;
}

function failed(error: string, details: string, errorCode: number): ModelEnding {
	return { state: 'failed', error: runError(error, details, errorCode) };
}

function failedBy(error: unknown): ModelEnding {
	return failed('ModelError', error instanceof Error ? error.message : String(error), errorCodes.failed);
}
