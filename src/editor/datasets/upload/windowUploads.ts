import type { SessionSource } from '../../../core/account/session.ts';
import { type Disposable, Emitter, type Event } from '../../../core/base/emitter.ts';
import type { Dataset } from '../../../core/datasets/dataset.ts';
import type { UploadService } from '../../../core/datasets/upload/service.ts';
import type { Upload } from '../../../core/datasets/upload/upload.ts';
import { LazyService, type WindowParts } from '../../shell/lazyService.ts';

/** The window's access to uploads. They are also opened after a sign-in, so that those of an earlier window continue. */
export class WindowUploads extends LazyService<UploadService, Upload> {
	readonly #datasets: Emitter<Dataset>;
	readonly #sessionWatch: Disposable;

	constructor(parts: WindowParts, session: SessionSource) {
		super(parts, parts.opened.uploads, 'uploads', (service) => service.uploads());
		const { log } = parts;
		this.#datasets = new Emitter((error) => log.error('A listener of datasets failed.', error));
		parts.opened.uploads.onDidMake((service) =>
			service.onDidDescribe((dataset) => this.#datasets.fire(dataset)),
		);
		this.#sessionWatch = session.onDidChange(({ state }) => {
			if (state === 'signedIn')
				this.open().catch((error) => log.error('The history of uploads could not be opened.', error));
		});
	}

	/** Fires with a dataset each time the service has described it for an upload. */
	get onDidDescribe(): Event<Dataset> {
		return this.#datasets.event;
	}

	override dispose(): void {
		this.#sessionWatch.dispose();
		super.dispose();
		this.#datasets.dispose();
	}
}
