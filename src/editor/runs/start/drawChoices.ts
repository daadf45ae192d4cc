import type * as vscode from 'vscode';
import type { DrawChoices } from '../../../core/runs/start/runSource.ts';

const storageKey = 'easel.drawChoices';
const remembered = 200;

interface Choice {
	readonly document: string;
	readonly draws: boolean;
}

/** Whether the dynamic prompts of documents are drawn from, kept with the workspace. */
export class DocumentDraws implements DrawChoices {
	readonly #state: vscode.Memento;

	constructor(state: vscode.Memento) {
		this.#state = state;
	}

	of(documentUri: string): boolean | undefined {
		return this.#all().find(({ document }) => document === documentUri)?.draws;
	}

	async remember(document: string, draws: boolean): Promise<void> {
		if (this.of(document) === draws) return;
		const others = this.#all().filter((known) => known.document !== document);
		await this.#state.update(storageKey, [{ document, draws }, ...others].slice(0, remembered));
	}

	#all(): readonly Choice[] {
		return this.#state.get<readonly Choice[]>(storageKey, []);
	}
}
