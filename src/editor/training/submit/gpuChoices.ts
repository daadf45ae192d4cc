import type * as vscode from 'vscode';
import type { Connection } from '../../../core/connection/connection.ts';
import { trainingGpus } from '../../../core/jobs/gpus.ts';
import type { Gpu } from '../../../core/jobs/job.ts';
import { documentKey } from '../documentKey.ts';

const storageKey = 'easel.training.gpus';
const remembered = 200;

interface Remembered extends Gpu {
	readonly document: string;
}

/** The machine chosen last for each document, kept with the workspace. */
export class GpuChoices {
	readonly #state: vscode.Memento;
	readonly #connection: () => Pick<Connection, 'dialect'>;

	constructor(state: vscode.Memento, connection: () => Pick<Connection, 'dialect'>) {
		this.#state = state;
		this.#connection = connection;
	}

	/** The machines that can be chosen now, the default of the service first. */
	get offered(): readonly [Gpu, ...Gpu[]] {
		return trainingGpus(this.#connection());
	}

	/** Returns the machine for a document; the service's default if none was chosen. */
	of(document: vscode.Uri): Gpu {
		const known = this.#all().find((each) => each.document === documentKey(document));
		const gpu = this.offered.find(({ type, count }) => type === known?.type && count === known.count);
		return gpu ?? this.offered[0];
	}

	async remember(document: vscode.Uri, { type, count }: Gpu): Promise<void> {
		const key = documentKey(document);
		const others = this.#all().filter((each) => each.document !== key);
		await this.#state.update(storageKey, [{ document: key, type, count }, ...others].slice(0, remembered));
	}

	#all(): readonly Remembered[] {
		return this.#state.get<readonly Remembered[]>(storageKey, []);
	}
}
