import type { Clock } from '../base/clock.ts';

/** A window without a person whose process still runs, for hours on another computer: its questions get no answer. */
export class Unanswered extends Error {
	constructor() {
		super('The window of the editor does not answer.');
	}
}

/** Milliseconds without an answer after which a window counts as gone. */
const patienceMs = 20_000;

/** Waits for the answer of a window. Throws `Unanswered` where nothing comes. */
export async function answered<T>(asked: PromiseLike<T>, clock: Clock): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const stop = clock.after(patienceMs, () => reject(new Unanswered()));
	try {
		return await Promise.race([asked, promise]);
	} finally {
		stop();
	}
}
