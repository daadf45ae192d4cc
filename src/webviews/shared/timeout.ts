/** Returns the value of a promise; rejects with `why` if it takes longer than `patience` milliseconds. */
export async function withTimeout<T>(promise: Promise<T>, patience: number, why: string): Promise<T> {
	const late = Promise.withResolvers<never>();
	const timer = window.setTimeout(() => late.reject(new Error(why)), patience);
	return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
