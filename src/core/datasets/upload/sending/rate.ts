/** The progress of an upload so far. */
export interface Done {
	readonly bytes: number;
	readonly files: number;
}

/** Each file costs a call, however small it is: about the time of this number of bytes. */
const callBytes = 64 * 1024;

/** Milliseconds over which the rate is measured, and between two samples of it. */
const windowMs = 15_000;
const momentMs = 250;
/** No estimate is given before this time: the first moments are not representative. */
const leastMs = 1500;

/** Measures the rate of an upload over the last seconds, and how long it will take at that rate. */
export class UploadRate {
	#moments: (Done & { readonly at: number })[] = [];

	/** Notes the bytes that are done. `now` in milliseconds. */
	note(done: Done, now: number): void {
		const last = this.#moments.at(-1);
		// A clock that was set back restarts the measurement.
		if (last && now < last.at) this.#moments = [];
		else if (last && now - last.at < momentMs) return;
		this.#moments.push({ ...done, at: now });
		while ((this.#moments[0]?.at ?? now) < now - windowMs) this.#moments.shift();
	}

	/** Returns the rate in bytes a second; `undefined` while too little is known. */
	bytesPerSecond(): number | undefined {
		return this.#perSecond(({ bytes }) => bytes);
	}

	secondsLeft(left: Done): number | undefined {
		const work = ({ bytes, files }: Done) => bytes + files * callBytes;
		const rate = this.#perSecond(work);
		return rate === undefined || rate <= 0 ? undefined : Math.ceil(work(left) / rate);
	}

	#perSecond(measure: (done: Done) => number): number | undefined {
		const [first] = this.#moments;
		const last = this.#moments.at(-1);
		if (!first || !last || last.at - first.at < leastMs) return undefined;
		return Math.max(0, Math.round(((measure(last) - measure(first)) * 1000) / (last.at - first.at)));
	}
}
