import type { SessionSource } from '../../../core/account/session.ts';
import type { Disposable } from '../../../core/base/emitter.ts';
import type { UploadService } from '../../../core/datasets/upload/service.ts';
import type { Upload } from '../../../core/datasets/upload/upload.ts';
import { LazyService, type WindowParts } from '../../shell/lazyService.ts';

/** The window's access to uploads. They are also opened after a sign-in, so that those of an earlier window continue. */
export class WindowUploads extends LazyService<UploadService, Upload> {
	readonly #sessionWatch: Disposable;

	constructor(parts: WindowParts, session: SessionSource) {
		super(parts, parts.opened.uploads, 'uploads', (service) => service.uploads());
		const { log } = parts;
		this.#sessionWatch = session.onDidChange(({ state }) => {
			if (state === 'signedIn')
				this.open().catch((error) => log.error('The history of uploads could not be opened.', error));
		});
	}

	override dispose(): void {
		this.#sessionWatch.dispose();
		super.dispose();
	}
}
