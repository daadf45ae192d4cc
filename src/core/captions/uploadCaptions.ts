import { Emitter } from '../base/emitter.ts';

/** Absolute path of a caption file that an upload sends, and its name there. */
interface CaptionSource {
	readonly path: string;
	readonly name: string;
}

/** The captions of one upload, by the absolute path of the caption of their medium. */
interface Noted {
	readonly texts: ReadonlyMap<string, string>;
	readonly sources: ReadonlyMap<string, CaptionSource>;
}

/**
 * Captions that uploads will send in another form than in the folder: written, or converted to UTF-8, for the upload
 * only, or taken from a file with another name. A person who edits the captions of a folder must see them, too, or
 * would write them a second time.
 */
export class UploadCaptions {
	readonly #changed = new Emitter<void>();
	readonly onDidChange = this.#changed.event;
	readonly #noted = new Map<object, Noted>();

	/** Replaces the captions of one upload; called when they have changed. */
	note(upload: object, texts: Noted['texts'], sources: Noted['sources'] = new Map()): void {
		if (texts.size + sources.size === 0) this.#noted.delete(upload);
		else this.#noted.set(upload, { texts, sources });
		this.#changed.fire();
	}

	/** Returns the text that an upload sends as the caption at this absolute path; undefined if it sends the file. */
	captionFor(path: string): string | undefined {
		return this.#first(({ texts }) => texts.get(path));
	}

	/** Returns the file that an upload sends for the caption that would be at this absolute path; undefined if it sends no other. */
	sourceFor(path: string): CaptionSource | undefined {
		return this.#first(({ sources }) => sources.get(path));
	}

	#first<T>(find: (noted: Noted) => T | undefined): T | undefined {
		return [...this.#noted.values()].map(find).find((found) => found !== undefined);
	}
}
