import type { SignedIn } from '../account/session.ts';
import type { Failure } from '../base/failure.ts';
import { datasetStatus } from './client.ts';
import type { Dataset } from './dataset.ts';
import type { DatasetStore } from './datasetStore.ts';
import { decidingUpload } from './upload/deciding.ts';
import type { Upload } from './upload/upload.ts';

/** The datasets of the account as the service lists them, with the uploads to them from this computer. */
export class AccountDatasets {
	readonly #service: SignedIn['service'];
	readonly #store: DatasetStore;
	readonly #uploads: () => readonly Upload[];

	/** @param uploads returns the uploads from this computer to datasets of the account. */
	constructor({ service }: SignedIn, store: DatasetStore, uploads: () => readonly Upload[]) {
		this.#service = service;
		this.#store = store;
		this.#uploads = uploads;
	}

	/** Asks for the list; why that did not work. */
	async refresh(): Promise<Failure | undefined> {
		await this.#store.refresh();
		const { state } = this.#store;
		return state.kind === 'failed' || state.kind === 'ready' ? state.failure : undefined;
	}

	/** Asks for a dataset of the list, with its files if the service returns them; undefined without a list. */
	async find(wanted: string): Promise<Dataset | 'missing' | undefined> {
		const { state } = this.#store;
		if (state.kind !== 'ready') return undefined;
		const listed = state.items.find(({ name }) => name === wanted);
		if (listed === undefined) return 'missing';
		const status = await datasetStatus(this.#service, listed.id);
		if (!status.ok) return listed;
		this.#store.replace(status.value);
		return { ...listed, ...status.value };
	}

	names(): readonly string[] {
		return this.#store.items.map(({ name }) => name);
	}

	/** Returns the number of files that an upload to a dataset has left out, if the dataset still lacks some. */
	missingFiles({ id, files }: Pick<Dataset, 'id' | 'files'>): number | undefined {
		const upload = decidingUpload(id, this.#uploads(), files);
		return upload?.state === 'incomplete' ? upload.files.count - upload.files.done : undefined;
	}
}
