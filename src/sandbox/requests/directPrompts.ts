import { compact } from '../../core/base/compact.ts';
import type { Json, JsonObject } from '../../core/json/value.ts';
import type { Accounts } from '../account/accounts.ts';
import type { SandboxContext } from '../base/context.ts';
import { type Engine, type EngineEnding, runErrorCodes } from '../engine/engine.ts';
import { hardwareFacts } from '../engine/hardware.ts';
import { runError, type StoredOutputs } from '../engine/outcome.ts';
import type { Instance } from './fleet.ts';
import type { Scheduler } from './scheduler.ts';
import { storedName } from './storedName.ts';

/** A document submitted directly to the engine of an instance, bypassing the queue of the service. */
export interface DirectPrompt {
	readonly id: string;
	/** Lower ones run first. */
	readonly number: number;
	/** JSON text. */
	readonly document: string;
	readonly extraData: JsonObject | undefined;
	/** The output nodes that run. */
	readonly outputs: readonly string[];
	/** Only these outputs were requested. */
	readonly targets?: readonly string[];
	startedAt?: number;
	finishedAt?: number;
	/** Its end; `interrupted` when a caller stopped it. */
	ending?: EngineEnding | 'interrupted';
}

/** The engine's own queue and history of one instance: lost with the instance, and with the process, as on a real machine. */
export interface InstanceState {
	readonly hardware: string;
	readonly accountId: string;
	readonly pending: DirectPrompt[];
	readonly done: DirectPrompt[];
	running?: { readonly prompt: DirectPrompt; readonly abort: AbortController };
	/** Ids that were deleted from the engine's history. */
	readonly hidden: Set<string>;
	submitted: number;
}

interface Parts {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly engine: Engine;
	readonly scheduler: Scheduler;
}

/** Runs documents that come through the instance proxy, whenever their instance has no request of the service to run. */
export class DirectPrompts {
	readonly #parts: Parts;
	readonly #instances = new Map<string, InstanceState>();

	constructor(parts: Parts) {
		this.#parts = parts;
		parts.scheduler.onFree = (instance) => this.#next(instance);
		parts.scheduler.onStopped = (instance) => this.#drop(instance.id);
	}

	/** Returns the prompts of an instance, initially none; `hardware` and `accountId` are those of its deployment. */
	of(instance: Instance, hardware: string, accountId: string): InstanceState {
		let state = this.#instances.get(instance.id);
		if (state === undefined) {
			state = { hardware, accountId, pending: [], done: [], hidden: new Set(), submitted: 0 };
			this.#instances.set(instance.id, state);
		}
		return state;
	}

	/** Queues a prompt and runs it as soon as the instance is free. */
	submit(instance: Instance, state: InstanceState, prompt: DirectPrompt): void {
		state.pending.push(prompt);
		state.pending.sort((a, b) => a.number - b.number);
		this.#next(instance);
	}

	/** Stops the current run; with an id only that. */
	interrupt(instance: Instance, state: InstanceState, id: string | undefined): void {
		const { running } = state;
		if (running !== undefined && (id === undefined || id === running.prompt.id)) {
			this.#end(instance, state, running.prompt, 'interrupted');
			running.abort.abort();
		} else if (running === undefined && instance.busyWith !== undefined) {
			if (id === undefined || id === instance.busyWith) this.#parts.scheduler.interrupt(instance.busyWith);
		}
	}

	#next(instance: Instance): void {
		const state = this.#instances.get(instance.id);
		const prompt = state?.pending[0];
		if (state === undefined || prompt === undefined || !this.#parts.scheduler.occupy(instance, prompt.id))
			return;
		state.pending.shift();
		void this.#run(instance, state, prompt);
	}

	async #run(instance: Instance, state: InstanceState, prompt: DirectPrompt): Promise<void> {
		const { sandbox, engine, accounts } = this.#parts;
		const abort = new AbortController();
		state.running = { prompt, abort };
		prompt.startedAt = sandbox.clock.now();
		const { document, extraData, targets } = prompt;
		const job = {
			id: prompt.id,
			document,
			hardware: state.hardware,
			uploads: instance.uploads,
			signal: abort.signal,
			...compact({ extraData, targets }),
		};
		const ending = await engine.run(job).catch((reason: unknown): EngineEnding => {
			const details = reason instanceof Error ? reason.message : String(reason);
			const error = runError('EngineError', details, runErrorCodes.engineLost);
			return { state: 'failed', error, busyMs: 0 };
		});
		if (abort.signal.aborted) return;
		if (ending.state === 'succeeded') {
			for (const file of ending.files)
				await instance.uploads.set(promptFile(prompt.id, storedName(file)), file.bytes);
		}
		if (abort.signal.aborted) return;
		this.#end(instance, state, prompt, ending);
		const seconds = ending.busyMs / 1000;
		accounts.charge(
			state.accountId,
			Math.round(seconds * hardwareFacts(state.hardware).microdollarsPerSecond),
		);
	}

	#end(
		instance: Instance,
		state: InstanceState,
		prompt: DirectPrompt,
		ending: EngineEnding | 'interrupted',
	): void {
		prompt.ending = ending;
		prompt.finishedAt = this.#parts.sandbox.clock.now();
		state.done.push(prompt);
		delete state.running;
		this.#parts.scheduler.release(instance);
	}

	#drop(instanceId: string): void {
		const state = this.#instances.get(instanceId);
		this.#instances.delete(instanceId);
		state?.running?.abort.abort();
	}
}

/** Returns the name under which an instance keeps a file that a prompt has made: no upload can have that name. */
export function promptFile(promptId: string, name: string): string {
	return `\0${promptId}/${name}`;
}

/** Returns the outputs of a prompt that has ended well. */
export function outputsOf({ ending }: DirectPrompt): StoredOutputs {
	return typeof ending === 'object' && ending.state === 'succeeded' ? ending.outputs : {};
}

/** Returns the part of `extra_data` that the engine shows: never a key of a partner. */
export function shownExtraData(extraData: JsonObject | undefined): Readonly<Record<string, Json>> {
	return Object.fromEntries(
		Object.entries(extraData ?? {}).filter(([name]) => !/^(api_key|auth_token)_/.test(name)),
	);
}
