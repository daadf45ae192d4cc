/** Real milliseconds that the sandbox outlives its last holder, and that it waits for a first one. */
const graceMs = 15_000;
const firstWaitMs = 60_000;

/** Counts the holders of the sandbox, and calls `unused` without any. */
export class Holders {
	readonly #unused: (() => void) | undefined;
	#holders = 0;
	#timer: NodeJS.Timeout | undefined;

	/** @param unused called after the last holder has left; without it, the sandbox stays. */
	constructor(unused: (() => void) | undefined) {
		this.#unused = unused;
		this.#arm(firstWaitMs);
	}

	enter(): void {
		this.#holders++;
		clearTimeout(this.#timer);
	}

	leave(): void {
		this.#holders--;
		if (this.#holders === 0) this.#arm(graceMs);
	}

	get isShared(): boolean {
		return this.#holders > 1;
	}

	close(): void {
		clearTimeout(this.#timer);
	}

	#arm(milliseconds: number): void {
		if (this.#unused !== undefined) this.#timer = setTimeout(this.#unused, milliseconds);
	}
}
