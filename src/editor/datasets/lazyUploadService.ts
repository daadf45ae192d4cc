import type * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import { type Disposable, Emitter, type Event } from '../../core/base/emitter.ts';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import type { Dataset } from '../../core/datasets/dataset.ts';
import type { Upload } from '../../core/datasets/upload.ts';
import type { UploadService } from '../../core/datasets/uploadService.ts';
import type { LazyLedger } from '../shell/lazyLedger.ts';
import { readSetting } from '../shell/settings.ts';

/**
 * The window's way to uploads. The history file and the service are opened on first need, or when someone signs in, so that
 * uploads of an earlier window continue; never during activation. Until then there is no upload, and listeners are called as soon as
 * there is one.
 */
export class LazyUploadService implements vscode.Disposable {
	readonly #ledger: LazyLedger;
	readonly #log: Log;
	readonly #session: SessionSource;
	readonly #opened: Lazy<UploadService>;
	readonly #changed: Emitter<Upload>;
	readonly #removed: Emitter<string>;
	readonly #datasets: Emitter<Dataset>;
	readonly #sessionWatch: Disposable;
	#started = false;

	constructor(ledger: LazyLedger, log: Log, session: SessionSource) {
		this.#ledger = ledger;
		this.#log = log;
		this.#session = session;
		const onError = (error: unknown) => log.error('A listener of uploads failed.', error);
		this.#changed = new Emitter(onError);
		this.#removed = new Emitter(onError);
		this.#datasets = new Emitter(onError);
		this.#opened = lazy(
			() => this.#open(),
			(service) => service.dispose(),
		);
		this.#sessionWatch = session.onDidChange(({ state }) => {
			if (state === 'signedIn')
				this.open().catch((error) => log.error('The history of uploads could not be opened.', error));
		});
	}

	/** Fires after each change of an upload, and as bytes leave. */
	get onChange(): Event<Upload> {
		return this.#changed.event;
	}

	/** Fires with the id of an upload after it has left the history. */
	get onRemove(): Event<string> {
		return this.#removed.event;
	}

	/** Fires with a dataset each time the service has described it for an upload. */
	get onDataset(): Event<Dataset> {
		return this.#datasets.event;
	}

	/** Opens the history (once) and continues what had not ended. */
	async open(): Promise<UploadService> {
		const service = await this.#opened.get();
		if (!this.#started) {
			this.#started = true;
			service.resume();
			for (const upload of service.uploads()) this.#changed.fire(upload);
		}
		return service;
	}

	/** The service, if the history is open already. */
	get opened(): UploadService | undefined {
		return this.#opened.value;
	}

	dispose(): void {
		this.#sessionWatch.dispose();
		this.#opened.dispose();
		this.#changed.dispose();
		this.#removed.dispose();
		this.#datasets.dispose();
	}

	async #open(): Promise<UploadService> {
		const [{ UploadService }, opened] = await Promise.all([import('../signedIn.ts'), this.#ledger.open()]);
		const service = new UploadService({
			...opened,
			session: this.#session,
			log: this.#log,
			parallel: () => readSetting('easel.uploads.parallel'),
		});
		service.onChange((upload) => this.#changed.fire(upload));
		service.onRemove((id) => this.#removed.fire(id));
		service.onDataset((dataset) => this.#datasets.fire(dataset));
		return service;
	}
}
