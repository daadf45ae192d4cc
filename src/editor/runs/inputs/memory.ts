import type * as vscode from 'vscode';
import { parseJson } from '../../../core/json/exact.ts';
import {
	type ContentsMemory,
	type RememberedInputs,
	rememberedInputs,
} from '../../../core/runs/inputs/contents.ts';

/** Workspace state: pairs of key and what is remembered, the latest first. */
const stateKey = 'runs.inputs';
const mostForms = 50;
/** Larger inputs are not kept, in UTF-16 units: the editor holds what it keeps of a workspace in memory, as one text. */
const largest = 200_000;

/** The inputs that were entered last for a target in this workspace. */
export class InputMemory implements ContentsMemory {
	readonly #state: vscode.Memento;
	readonly #key: string;

	constructor(state: vscode.Memento, key: string) {
		this.#state = state;
		this.#key = key;
	}

	get(): RememberedInputs | undefined {
		const found = this.#all().find(([key]) => key === this.#key)?.[1];
		const read = rememberedInputs.safeParse(found);
		return read.success && parseJson(read.data.body ?? '{}').ok ? read.data : undefined;
	}

	/** Whether inputs of this size are kept. */
	fits({ body = '', draft = '' }: RememberedInputs): boolean {
		return body.length + draft.length <= largest;
	}

	/** Keeps the inputs; of those that are too large (`fits`) only how they were edited, and the run. */
	async set(inputs: RememberedInputs): Promise<void> {
		const others = this.#all().filter(([key]) => key !== this.#key);
		const { body: _body, draft: _draft, ...rest } = inputs;
		const kept = [[this.#key, this.fits(inputs) ? inputs : rest] as const, ...others];
		await this.#state.update(stateKey, kept.slice(0, mostForms));
	}

	#all(): readonly (readonly [string, unknown])[] {
		const all = this.#state.get<unknown>(stateKey);
		return Array.isArray(all) ? all.filter((each) => Array.isArray(each) && typeof each[0] === 'string') : [];
	}
}
