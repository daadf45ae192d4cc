/** A small copy of a picture, and how large the picture itself is. */
export interface Thumbnail {
	readonly url: string;
	readonly width: number;
	readonly height: number;
}

const longestSide = 192;
const atOnce = 3;
const kept = 3000;

async function makeThumbnail(src: string): Promise<Thumbnail> {
	const reply = await fetch(src);
	if (!reply.ok) throw new Error(`The picture could not be read (${reply.status}).`);
	const picture = await createImageBitmap(await reply.blob());
	const { width, height } = picture;
	const scale = Math.min(1, longestSide / Math.max(width, height));
	const canvas = new OffscreenCanvas(
		Math.max(1, Math.round(width * scale)),
		Math.max(1, Math.round(height * scale)),
	);
	const context = canvas.getContext('2d');
	if (context === null) throw new Error('There is no canvas.');
	context.imageSmoothingQuality = 'medium';
	context.drawImage(picture, 0, 0, canvas.width, canvas.height);
	picture.close();
	const small = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
	return { url: URL.createObjectURL(small), width, height };
}

/**
 * Makes thumbnails, a few at a time and the visible ones first: the full pictures of a long strip would
 * take gigabytes once decoded.
 */
export class Thumbnails {
	readonly #made = new Map<string, Thumbnail | 'unreadable'>();
	readonly #running = new Set<string>();
	readonly #changed: () => void;
	#wanted: readonly string[] = [];

	/** @param changed is called after a thumbnail was made. */
	constructor(changed: () => void) {
		this.#changed = changed;
	}

	/** `unreadable` means: show the picture itself, or nothing. */
	get(src: string): Thumbnail | 'unreadable' | undefined {
		return this.#made.get(src);
	}

	/** Says which thumbnails are needed now, most urgent first; what was wanted before is dropped. */
	want(sources: readonly string[]): void {
		this.#wanted = sources;
		this.#advance();
	}

	#advance(): void {
		for (const src of this.#wanted) {
			if (this.#running.size >= atOnce) return;
			if (this.#made.has(src) || this.#running.has(src)) continue;
			this.#running.add(src);
			void this.#make(src);
		}
	}

	async #make(src: string): Promise<void> {
		let made: Thumbnail | 'unreadable';
		try {
			made = await makeThumbnail(src);
		} catch {
			made = 'unreadable';
		}
		this.#running.delete(src);
		this.#made.set(src, made);
		this.#forgetOldest();
		this.#changed();
		this.#advance();
	}

	#forgetOldest(): void {
		for (const [src, made] of this.#made) {
			if (this.#made.size <= kept) return;
			this.#made.delete(src);
			if (made !== 'unreadable') URL.revokeObjectURL(made.url);
		}
	}
}
