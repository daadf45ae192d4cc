import source from 'worker:./thumbnailWorker.ts';

/** A picture to be made small: the longest side in pixels. */
export interface ScaleQuestion {
	readonly id: number;
	readonly picture: Blob | ImageBitmap;
	readonly side: number;
}

/** Without `small` the picture cannot be read. */
export interface ScaleAnswer {
	readonly id: number;
	readonly small?: Blob;
}

export interface WantedThumbnail {
	readonly address: string;
	readonly kind: 'image' | 'video';
}

const usualSide = 256;
const usuallyKept = 1000;
const picturesAtOnce = 4;
/** A video that shows no frame within this time, in milliseconds, has none for us. */
const videoPatience = 8000;

/**
 * Thumbnails of the media that are visible, nearest first: pictures are decoded and scaled in a worker, of videos one at a
 * time gives its first frame. What scrolls away before its turn is not made.
 */
export class WorkerThumbnails {
	readonly #changed: () => void;
	readonly #side: number;
	readonly #kept: number;
	/** Addresses of the small pictures, the last wanted at the end; undefined for what cannot be read. */
	readonly #made = new Map<string, string | undefined>();
	readonly #running = new Map<string, WantedThumbnail['kind']>();
	readonly #answers = new Map<number, (small: Blob | undefined) => void>();
	#wanted: readonly WantedThumbnail[] = [];
	#worker: Worker | undefined;
	#last = 0;

	/**
	 * @param changed is called after a thumbnail was made.
	 * @param options `side`: the longest side in pixels; `kept`: how many are kept, some 10 KB each.
	 */
	constructor(changed: () => void, { side = usualSide, kept = usuallyKept } = {}) {
		this.#changed = changed;
		this.#side = side;
		this.#kept = kept;
	}

	/** The address of the small picture, `unreadable`, or undefined while it is not made. */
	get(address: string): string | 'unreadable' | undefined {
		return this.#made.has(address) ? (this.#made.get(address) ?? 'unreadable') : undefined;
	}

	/** Says which thumbnails are needed now, most urgent first; what was wanted before is dropped. */
	want(wanted: readonly WantedThumbnail[]): void {
		this.#wanted = wanted;
		for (const { address } of wanted.toReversed()) {
			if (!this.#made.has(address)) continue;
			const made = this.#made.get(address);
			this.#made.delete(address);
			this.#made.set(address, made);
		}
		this.#advance();
	}

	#advance(): void {
		const running = [...this.#running.values()];
		let videos = running.filter((kind) => kind === 'video').length;
		let pictures = running.length - videos;
		for (const wanted of this.#wanted) {
			if (this.#made.has(wanted.address) || this.#running.has(wanted.address)) continue;
			if (wanted.kind === 'video' ? videos >= 1 : pictures >= picturesAtOnce) continue;
			if (wanted.kind === 'video') videos++;
			else pictures++;
			this.#running.set(wanted.address, wanted.kind);
			void this.#make(wanted);
		}
	}

	async #make({ address, kind }: WantedThumbnail): Promise<void> {
		let small: Blob | undefined;
		try {
			small = await this.#scale(kind === 'video' ? await firstFrame(address) : await load(address));
		} catch {
			// It stays without a picture.
		}
		this.#running.delete(address);
		this.#made.set(address, small && URL.createObjectURL(small));
		this.#forgetOldest();
		this.#changed();
		this.#advance();
	}

	#scale(picture: Blob | ImageBitmap): Promise<Blob | undefined> {
		this.#worker ??= this.#start();
		this.#last++;
		const id = this.#last;
		const question: ScaleQuestion = { id, picture, side: this.#side };
		return new Promise((resolve) => {
			this.#answers.set(id, resolve);
			this.#worker?.postMessage(question, picture instanceof ImageBitmap ? [picture] : []);
		});
	}

	#start(): Worker {
		const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
		worker.addEventListener('message', ({ data }: MessageEvent<ScaleAnswer>) => {
			this.#answers.get(data.id)?.(data.small);
			this.#answers.delete(data.id);
		});
		return worker;
	}

	#forgetOldest(): void {
		for (const [address, made] of this.#made) {
			if (this.#made.size <= this.#kept) return;
			this.#made.delete(address);
			if (made !== undefined) URL.revokeObjectURL(made);
		}
	}
}

async function load(address: string): Promise<Blob> {
	const reply = await fetch(address);
	if (!reply.ok) throw new Error(`The picture could not be read (${reply.status}).`);
	return reply.blob();
}

/** The frame of a video a moment after its start, where a fade from black has begun. */
async function firstFrame(address: string): Promise<ImageBitmap> {
	const video = document.createElement('video');
	video.crossOrigin = 'anonymous';
	video.muted = true;
	video.preload = 'auto';
	try {
		await new Promise<void>((resolve, reject) => {
			const timer = window.setTimeout(() => reject(new Error('The video shows no frame.')), videoPatience);
			const end = (settle: () => void) => () => {
				clearTimeout(timer);
				settle();
			};
			video.addEventListener('seeked', end(resolve), { once: true });
			video.addEventListener(
				'error',
				end(() => reject(new Error('The video cannot be played.'))),
				{ once: true },
			);
			video.addEventListener(
				'loadeddata',
				() => {
					video.currentTime = Math.min(0.1, Number.isFinite(video.duration) ? video.duration / 2 : 0.1);
				},
				{ once: true },
			);
			video.src = address;
		});
		return await createImageBitmap(video);
	} finally {
		video.removeAttribute('src');
		video.load();
	}
}
