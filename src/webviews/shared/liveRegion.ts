/** Shortest time between two sentences, in milliseconds: a screen reader must be able to finish one. */
const pauseMs = 4000;

/** The text of a polite live region while something moves fast: at most one sentence in a while, the last one always. */
export class LiveRegion {
	readonly #say: (text: string) => void;
	#waiting: string | undefined;
	#timer: number | undefined;

	constructor(say: (text: string) => void) {
		this.#say = say;
	}

	/** Announces a text. @param atOnce for ends and similar messages: replaces waiting texts and does not wait itself. */
	say(text: string, atOnce = false): void {
		if (this.#timer !== undefined && !atOnce) {
			this.#waiting = text;
			return;
		}
		this.clear();
		this.#say(text);
		this.#timer = window.setTimeout(() => {
			this.#timer = undefined;
			if (this.#waiting !== undefined) this.say(this.#waiting);
		}, pauseMs);
	}

	/** Forgets the waiting announcement. */
	clear(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#waiting = undefined;
	}
}
