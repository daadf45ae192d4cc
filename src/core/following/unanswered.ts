import type { Clock } from '../base/clock.ts';

/** The error of a question to a window that has no person but still has a process, for hours on another computer. */
export class Unanswered extends Error {
	constructor() {
		super('The window of the editor does not answer.');
	}
}

/** Milliseconds without an answer after which a window counts as gone. */
const patienceMs = 20_000;

/** Waits for the answer of a window. Throws `Unanswered` if none arrives. */
export async function answered<T>(asked: PromiseLike<T>, clock: Clock): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const stop = clock.after(patienceMs, () => reject(new Unanswered()));
	try {
		return await Promise.race([asked, promise]);
	} finally {
		stop();
	}
}
