import type { Clock } from '../../base/clock.ts';

/** Milliseconds to wait for the node info of a target. */
const usualPatienceMs = 1500;

/** Resolves with the value of a promise, or with undefined after `patienceMs`. */
export function soon<T>(
	clock: Clock,
	promise: Promise<T>,
	patienceMs = usualPatienceMs,
): Promise<T | undefined> {
	let stop: () => void = () => undefined;
	const patience = new Promise<undefined>((resolve) => {
		stop = clock.after(patienceMs, () => resolve(undefined));
	});
	return Promise.race([promise, patience]).finally(() => stop());
}
