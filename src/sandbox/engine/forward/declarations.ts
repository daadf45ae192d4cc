import { isArray, type Json, member, parseKnownJson } from '../../../core/json/value.ts';
import type { InputSpec } from '../catalog.ts';
import type { Declarations } from '../engine.ts';
import type { EngineClient } from './client.ts';

/** Real milliseconds for which the node info of an engine is valid. */
const freshMs = 30_000;

/** The node info of an engine, read once for calls that follow each other. */
export class NodeInfo {
	readonly #client: EngineClient;
	#read: { readonly at: number; readonly text: Promise<string> } | undefined;
	#parsed: { readonly text: string; readonly declarations: Declarations } | undefined;

	constructor(client: EngineClient) {
		this.#client = client;
	}

	/** Returns JSON text as the engine sent it. Throws `NoAnswer`. */
	text(): Promise<string> {
		const now = performance.now();
		if (this.#read === undefined || now - this.#read.at > freshMs) {
			const text = this.#client.readText('/object_info', undefined, this.#client.times.longCall);
			const read = { at: now, text };
			this.#read = read;
			text.catch(() => {
				if (this.#read === read) this.#read = undefined;
			});
		}
		return this.#read.text;
	}

	/** Throws `NoAnswer`. */
	async declarations(): Promise<Declarations> {
		const text = await this.text();
		if (this.#parsed?.text !== text) {
			const info = parseKnownJson(text);
			this.#parsed = { text, declarations: { input: (className, name) => inputOf(info, className, name) } };
		}
		return this.#parsed.declarations;
	}
}

function inputOf(info: Json, className: unknown, name: string): InputSpec | undefined {
	if (typeof className !== 'string') return undefined;
	const inputs = member(member(info, className), 'input');
	for (const part of ['required', 'optional']) {
		const declared = member(member(inputs, part), name);
		if (isArray(declared) && declared.length > 0) return declared as unknown as InputSpec;
	}
	return undefined;
}
