import source from 'worker:./thumbnailWorker.ts';
import { firstFrame } from '../firstFrame.ts';
import { startWorker } from '../startWorker.ts';
import { withTimeout } from '../timeout.ts';
import type { ScaleAnswer, ScaleQuestion } from './thumbnailWorker.ts';

/** A small copy of a picture or of a frame of a video, and how large that itself is, in pixels. */
export interface Thumbnail {
	readonly url: string;
	readonly width: number;
	readonly height: number;
}

export interface WantedThumbnail {
	readonly address: string;
	readonly kind: 'image' | 'video';
}

const usualSide = 192;
const usuallyKept = 3000;
/** Each player has a decoder, and each picture that is decoded takes tens of megabytes. */
const atOnce: Readonly<Record<WantedThumbnail['kind'], number>> = { image: 4, video: 2 };
/**
 * Milliseconds that making one may take, for each attempt. On a busy computer some players never begin: another one
 * usually does, so the long wait for a slow one comes last.
 */
const patience: Readonly<Record<WantedThumbnail['kind'], readonly number[]>> = {
	image: [60_000, 60_000],
	video: [8000, 8000, 20_000, 20_000, 20_000, 40_000],
};
const scalePatience = 60_000;
const notInTime = 'The picture was not made in time.';
const mostTries = Math.max(...Object.values(patience).map(({ length }) => length));

/** There is a file, but no picture in it that the browser knows: another try would find the same. */
class NoPicture extends Error {}

/**
 * Thumbnails of the visible pictures and videos, nearest first: pictures are decoded and scaled in a worker, off the scrolling thread,
 * since the full pictures of a long list would take gigabytes once decoded. A row that scrolls away before its turn is not made. A failed
 * one is tried again, after everything that was tried less often.
 */
export class Thumbnails {
	readonly #changed: () => void;
	readonly #side: number;
	readonly #kept: number;
	/** The last wanted at the end. */
	readonly #made = new Map<string, Thumbnail | 'unreadable'>();
	/** The number of times that making one has failed. */
	readonly #failed = new Map<string, number>();
	readonly #running = new Map<string, WantedThumbnail['kind']>();
	/** Thumbnails in progress that are no longer wanted, so that their failure does not matter. */
	readonly #outdated = new Set<string>();
	/** The wanted thumbnails, by requester. */
	readonly #wanted = new Map<unknown, readonly WantedThumbnail[]>();
	readonly #answers = new Map<number, (answer: ScaleAnswer | undefined) => void>();
	#worker: Worker | undefined;
	#last = 0;
	#frame: number | undefined;

	/**
	 * @param changed called after thumbnails were made, at most once for each frame that the browser draws.
	 * @param options `side`: the longest side in pixels; `kept`: the number kept, some 10 KB each.
	 */
	constructor(changed: () => void, { side = usualSide, kept = usuallyKept } = {}) {
		this.#changed = changed;
		this.#side = side;
		this.#kept = kept;
	}

	/** Returns a thumbnail; `unreadable` means: show the picture itself, or nothing. Undefined while it is not made. */
	get(address: string): Thumbnail | 'unreadable' | undefined {
		return this.#made.get(address);
	}

	/**
	 * Requests the thumbnails needed now, most urgent first; drops those wanted before.
	 * @param by identifies the part of a view, if several parts request thumbnails.
	 */
	want(wanted: readonly WantedThumbnail[], by?: unknown): void {
		this.#wanted.set(by, wanted);
		for (const { address } of wanted.toReversed()) {
			const made = this.#made.get(address);
			if (made === undefined) continue;
			this.#made.delete(address);
			this.#made.set(address, made);
		}
		this.#advance();
	}

	/** Forgets unreadable files: their content may have changed, so they are tried again on request. */
	forgetUnreadable(addresses: readonly string[]): void {
		for (const address of addresses) {
			this.#failed.delete(address);
			if (this.#running.has(address)) this.#outdated.add(address);
			else if (this.#made.get(address) === 'unreadable') this.#made.delete(address);
		}
	}

	#advance(): void {
		const all = [...this.#wanted.values()].flat();
		for (let before = 0; before < mostTries; before++)
			for (const wanted of all) {
				const { address, kind } = wanted;
				if (this.#made.has(address) || this.#running.has(address)) continue;
				if ((this.#failed.get(address) ?? 0) !== before || this.#isFull(kind)) continue;
				this.#running.set(address, kind);
				void this.#make(wanted, before);
			}
	}

	#isFull(kind: WantedThumbnail['kind']): boolean {
		let count = 0;
		for (const running of this.#running.values()) if (running === kind) count++;
		return count >= atOnce[kind];
	}

	async #make({ address, kind }: WantedThumbnail, before: number): Promise<void> {
		let made: Thumbnail | 'unreadable' | undefined;
		try {
			const time = patience[kind][before] ?? 0;
			// The browser shares the failure of an address among its players, so each attempt has an address of its own.
			const own = before === 0 ? address : `${address}#${before}`;
			const picture = kind === 'video' ? firstFrame(own, time) : withTimeout(load(address), time, notInTime);
			made = await this.#scale(await picture);
		} catch (cause) {
			if (cause instanceof NoPicture || before + 1 >= patience[kind].length) made = 'unreadable';
		}
		this.#running.delete(address);
		const outdated = this.#outdated.delete(address);
		if (outdated && typeof made !== 'object') this.#failed.delete(address);
		else if (made === undefined) this.#failed.set(address, before + 1);
		else {
			this.#failed.delete(address);
			this.#made.set(address, made);
			this.#forgetOldest();
			this.#frame ??= requestAnimationFrame(() => {
				this.#frame = undefined;
				this.#changed();
			});
		}
		this.#advance();
	}

	async #scale(picture: Blob | ImageBitmap): Promise<Thumbnail> {
		this.#worker ??= this.#start();
		const worker = this.#worker;
		this.#last++;
		const id = this.#last;
		const question: ScaleQuestion = { id, picture, side: this.#side };
		const { promise, resolve } = Promise.withResolvers<ScaleAnswer | undefined>();
		this.#answers.set(id, resolve);
		worker.postMessage(question, picture instanceof ImageBitmap ? [picture] : []);
		const answer = await withTimeout(promise, scalePatience, notInTime).catch(() => this.#end(worker));
		if (answer === undefined) throw new Error('The worker has ended.');
		const { made } = answer;
		if (made === undefined) {
			// A frame was a picture already, so that its problem may be temporary.
			throw picture instanceof Blob ? new NoPicture() : new Error('The frame cannot be scaled.');
		}
		return { url: URL.createObjectURL(made.small), width: made.width, height: made.height };
	}

	#start(): Worker {
		const worker = startWorker(source);
		worker.addEventListener('message', ({ data }: MessageEvent<ScaleAnswer>) => {
			this.#answers.get(data.id)?.(data);
			this.#answers.delete(data.id);
		});
		// It could not start, or ran out of memory: its tasks go to the next one.
		worker.addEventListener('error', () => this.#end(worker));
		return worker;
	}

	#end(worker: Worker): undefined {
		if (this.#worker !== worker) return;
		this.#worker = undefined;
		worker.terminate();
		for (const answer of this.#answers.values()) answer(undefined);
		this.#answers.clear();
	}

	#forgetOldest(): void {
		for (const [address, made] of this.#made) {
			if (this.#made.size <= this.#kept) return;
			this.#made.delete(address);
			if (made !== 'unreadable') URL.revokeObjectURL(made.url);
		}
	}
}

async function load(address: string): Promise<Blob> {
	const reply = await fetch(address);
	if (reply.status === 404) throw new NoPicture();
	if (!reply.ok) throw new Error(`The picture could not be read (${reply.status}).`);
	return reply.blob();
}
