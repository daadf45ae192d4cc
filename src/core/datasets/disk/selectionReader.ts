import * as l10n from '@vscode/l10n';
import { type Scan, type ScanProgress, scanSelection } from './scan.ts';

/** A selection of files and folders: being read, read, or ended by something that no sentence of a file covers. */
type SelectionState =
	| { readonly kind: 'scanning'; readonly progress: ScanProgress }
	| { readonly kind: 'ready'; readonly scan: Scan }
	| { readonly kind: 'failed'; readonly sentence: string };

const nothingYet: ScanProgress = { found: 0, done: 0, bytes: 0 };

/** Reads a selection of files and folders, and reads it again; a later read supersedes an earlier one. */
export class SelectionReader {
	/** Absolute paths of the files and folders. */
	readonly paths: readonly string[];
	readonly #onProgress: () => void;
	#reading: AbortController | undefined;
	#state: SelectionState = { kind: 'scanning', progress: nothingYet };

	constructor(paths: readonly string[], onProgress: () => void) {
		this.paths = paths;
		this.#onProgress = onProgress;
	}

	get state(): SelectionState {
		return this.#state;
	}

	/** Reads everything. Never rejects. @returns false if another read supersedes it. */
	async read(): Promise<boolean> {
		this.#state = { kind: 'scanning', progress: nothingYet };
		return this.#read((signal) =>
			scanSelection(this.paths, {
				signal,
				onProgress: (progress) => {
					this.#state = { kind: 'scanning', progress };
					this.#onProgress();
				},
			}),
		);
	}

	/**
	 * Reads changed and new files; the earlier scan stays until then. Never rejects.
	 * @returns false if another read supersedes it.
	 */
	async readAgain(known: Scan): Promise<boolean> {
		return this.#read((signal) => scanSelection(this.paths, { signal, known }));
	}

	dispose(): void {
		this.#reading?.abort();
	}

	async #read(scan: (signal: AbortSignal) => Promise<Scan>): Promise<boolean> {
		this.#reading?.abort();
		const reading = new AbortController();
		this.#reading = reading;
		const { signal } = reading;
		try {
			const read = await scan(signal);
			if (!signal.aborted) this.#state = { kind: 'ready', scan: read };
		} catch (error) {
			if (!signal.aborted) this.#state = { kind: 'failed', sentence: unreadable(error) };
		}
		return !signal.aborted;
	}
}

function unreadable(error: unknown): string {
	return l10n.t('The selection cannot be read: {0}', error instanceof Error ? error.message : String(error));
}
