import { compact } from '../../core/base/compact.ts';
import type { JsonObject } from '../../core/json/value.ts';
import type { SandboxContext } from '../base/context.ts';
import { type Engine, type EngineEnding, runErrorCodes } from '../engine/engine.ts';
import { hardwareFacts } from '../engine/hardware.ts';
import { runError } from '../engine/outcome.ts';
import type { Instance } from './fleet.ts';
import type { Ending, RequestRecord, Requests } from './records.ts';
import { storedName } from './storedName.ts';

interface RunningParts {
	readonly sandbox: SandboxContext;
	readonly requests: Requests;
	readonly engine: Engine;
	/** Called with the outcome of a request, and its cost in millionths of a US dollar. */
	readonly onEnd: (requestId: string, ending: Ending, cost?: number) => void;
}

export class RunningRequests {
	readonly #parts: RunningParts;
	readonly #running = new Map<string, { readonly instance: Instance; readonly abort: AbortController }>();

	constructor(parts: RunningParts) {
		this.#parts = parts;
	}

	/** Lets the engine work on a request; `resumed` if it has already begun. */
	start(
		request: RequestRecord,
		instance: Instance,
		extraData: JsonObject | undefined,
		resumed: boolean,
	): void {
		const { sandbox, requests, engine, onEnd } = this.#parts;
		const abort = new AbortController();
		this.#running.set(request.id, { instance, abort });
		const job = {
			id: request.id,
			resumed,
			document: requests.document(request.id),
			hardware: request.hardware,
			uploads: instance.uploads,
			signal: abort.signal,
			...compact({ extraData }),
		};
		engine
			.run(job)
			.then((ending) =>
				abort.signal.aborted ? undefined : sandbox.clock.during(this.#store(request, ending)),
			)
			.catch((error: unknown) => {
				if (abort.signal.aborted) return;
				const details = error instanceof Error ? error.message : String(error);
				onEnd(request.id, {
					state: 'failed',
					error: runError('EngineError', details, runErrorCodes.engineLost),
				});
			});
	}

	/** Records that the request is no longer running; returns the instance that had it, if any. */
	end(requestId: string): Instance | undefined {
		const running = this.#running.get(requestId);
		this.#running.delete(requestId);
		running?.abort.abort();
		return running?.instance;
	}

	/** Drops all work without ending any request. */
	drop(reason?: symbol): void {
		for (const { abort } of this.#running.values()) abort.abort(reason);
		this.#running.clear();
	}

	async #store(request: RequestRecord, ending: EngineEnding): Promise<void> {
		const { sandbox, onEnd } = this.#parts;
		if (ending.state === 'succeeded') {
			for (const file of ending.files) await sandbox.blobs.write(request.id, storedName(file), file.bytes);
		}
		const cost = Math.round((ending.busyMs / 1000) * hardwareFacts(request.hardware).microdollarsPerSecond);
		if (this.#running.get(request.id)?.abort.signal.aborted !== false) return;
		onEnd(request.id, ending.state === 'failed' ? { state: 'failed', error: ending.error } : ending, cost);
	}
}
