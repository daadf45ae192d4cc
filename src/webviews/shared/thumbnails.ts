import { kindOfFile } from '../../core/base/fileKind.ts';

/** A small copy of a picture or of the first frame of a video, and how large that itself is. */
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
	const bytes = await reply.blob();
	const isVideo = kindOfFile(new URL(src).pathname) === 'video';
	const picture = await (isVideo ? firstFrame(bytes) : createImageBitmap(bytes));
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

/** The first frame of a video. Rejects where the browser lacks the codec. */
async function firstFrame(bytes: Blob): Promise<ImageBitmap> {
	const video = document.createElement('video');
	const address = URL.createObjectURL(bytes);
	try {
		video.muted = true;
		video.preload = 'auto';
		await new Promise((resolve, reject) => {
			video.addEventListener('loadeddata', resolve);
			video.addEventListener('error', () => reject(new Error('The video cannot be played.')));
			video.src = address;
		});
		return await createImageBitmap(video);
	} finally {
		// A player that is left alone keeps its decoder, and there are few of them.
		video.removeAttribute('src');
		video.load();
		URL.revokeObjectURL(address);
	}
}

/**
 * Makes thumbnails of pictures and of the first frames of videos, a few at a time and the visible ones first: the full
 * pictures of a long strip would take gigabytes once decoded.
 */
export class Thumbnails {
	readonly #made = new Map<string, Thumbnail | 'unreadable'>();
	readonly #running = new Set<string>();
	readonly #changed: () => void;
	/** By who wants them. */
	readonly #wanted = new Map<unknown, readonly string[]>();

	/** @param changed is called after a thumbnail was made. */
	constructor(changed: () => void) {
		this.#changed = changed;
	}

	/** `unreadable` means: show the picture itself, or nothing. */
	get(src: string): Thumbnail | 'unreadable' | undefined {
		return this.#made.get(src);
	}

	/**
	 * Says which thumbnails are needed now, most urgent first; what was wanted before is dropped.
	 * @param by who wants them, where a view has several parts that do.
	 */
	want(sources: readonly string[], by?: unknown): void {
		this.#wanted.set(by, sources);
		this.#advance();
	}

	#advance(): void {
		for (const src of [...this.#wanted.values()].flat()) {
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
