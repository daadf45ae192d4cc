import { systemClock } from '../../base/clock.ts';

/** Milliseconds by which nothing is delayed more, where the node info of a target is slow to come. */
const usualPatienceMs = 1500;

/** Resolves with the value of a promise where that comes soon. */
export function soon<T>(promise: Promise<T>, patienceMs = usualPatienceMs): Promise<T | undefined> {
	let stop: () => void = () => undefined;
	const patience = new Promise<undefined>((resolve) => {
		stop = systemClock.after(patienceMs, () => resolve(undefined));
	});
	return Promise.race([promise, patience]).finally(() => stop());
}
