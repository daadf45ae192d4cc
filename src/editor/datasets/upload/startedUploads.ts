import type * as vscode from 'vscode';
import { type UploadSelection, uploadSelectionKey } from '../../../core/datasets/report/selection.ts';

/** Workspace state: which selection an upload was started from, newest last. */
const storeKey = 'uploads.selections';
const mostRemembered = 20;

type Stored = readonly (readonly [selection: UploadSelection, uploadId: string])[];

/** Remembers which selection an upload belongs to, so that both find each other again after a reload. */
export class StartedUploads {
	readonly #state: vscode.Memento;

	constructor(state: vscode.Memento) {
		this.#state = state;
	}

	uploadOf(selection: UploadSelection): string | undefined {
		const wanted = uploadSelectionKey(selection);
		return this.#all.find(([each]) => uploadSelectionKey(each) === wanted)?.[1];
	}

	selectionOf(uploadId: string): UploadSelection | undefined {
		return this.#all.find(([, id]) => id === uploadId)?.[0];
	}

	remember(selection: UploadSelection, uploadId: string): void {
		this.#set([...this.#without(selection), [selection, uploadId]]);
	}

	forget(selection: UploadSelection): void {
		this.#set(this.#without(selection));
	}

	get #all(): Stored {
		return this.#state.get<Stored>(storeKey) ?? [];
	}

	#without(selection: UploadSelection): Stored {
		const unwanted = uploadSelectionKey(selection);
		return this.#all.filter(([each]) => uploadSelectionKey(each) !== unwanted);
	}

	#set(all: Stored): void {
		void this.#state.update(storeKey, all.slice(-mostRemembered));
	}
}
