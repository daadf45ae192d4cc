import type * as vscode from 'vscode';

/** Workspace state: which report an upload was started from, newest last. */
const storeKey = 'uploads.reports';
const mostRemembered = 20;

type Stored = readonly (readonly [reportKey: string, uploadId: string])[];

/** Remembers which report an upload belongs to, so that both find each other again after a reload. */
export class StartedUploads {
	readonly #state: vscode.Memento;

	constructor(state: vscode.Memento) {
		this.#state = state;
	}

	uploadOf(reportKey: string): string | undefined {
		return this.#all.find(([key]) => key === reportKey)?.[1];
	}

	reportOf(uploadId: string): string | undefined {
		return this.#all.find(([, id]) => id === uploadId)?.[0];
	}

	remember(reportKey: string, uploadId: string): void {
		this.#set([...this.#without(reportKey), [reportKey, uploadId]]);
	}

	forget(reportKey: string): void {
		this.#set(this.#without(reportKey));
	}

	get #all(): Stored {
		return this.#state.get<Stored>(storeKey) ?? [];
	}

	#without(reportKey: string): Stored {
		return this.#all.filter(([key]) => key !== reportKey);
	}

	#set(all: Stored): void {
		void this.#state.update(storeKey, all.slice(-mostRemembered));
	}
}
