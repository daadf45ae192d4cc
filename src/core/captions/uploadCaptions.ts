import { Emitter, type Event } from '../base/emitter.ts';

/**
 * Captions that uploads will send in place of what is on disk: written, or made UTF-8, for the upload only. Who edits the captions of a
 * folder must see them, too, or would write them a second time.
 */
export class UploadCaptions {
	readonly #changed = new Emitter<void>();
	readonly #texts = new Map<object, ReadonlyMap<string, string>>();

	/** They have changed. */
	get onDidChange(): Event<void> {
		return this.#changed.event;
	}

	/** Notes those of one upload, by the absolute path of the caption file, in place of those that it had before. */
	note(upload: object, texts: ReadonlyMap<string, string>): void {
		const before = this.#texts.get(upload) ?? new Map<string, string>();
		if (before.size === texts.size && [...texts].every(([path, text]) => before.get(path) === text)) return;
		if (texts.size === 0) this.#texts.delete(upload);
		else this.#texts.set(upload, texts);
		this.#changed.fire();
	}

	/** Returns the text that an upload sends as the caption at this absolute path; undefined where it sends the file. */
	captionFor(path: string): string | undefined {
		for (const texts of this.#texts.values()) {
			const text = texts.get(path);
			if (text !== undefined) return text;
		}
		return undefined;
	}
}
