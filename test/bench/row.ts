/** One measured figure of a bench file; `npm run bench` prints them all in one table. */
export interface BenchRow {
	readonly name: string;
	readonly value: number;
	readonly unit: string;
	/** The bound for the figure: at most this, or at least this if more is better. */
	readonly budget?: number;
	/** Default true: seconds and bytes. False for rates. */
	readonly lowerIsBetter?: boolean;
	/** The same work done by something else in the same process and run. */
	readonly peer?: { readonly name: string; readonly value: number };
}

/** The function that every file in `test/bench` exports under the name `bench`. */
export type Bench = () => Promise<readonly BenchRow[]>;

/** Returns the median of the values, so that one disturbed round does not count. */
export function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns the milliseconds that work takes: the middle of some rounds. */
export function timed(rounds: number, work: () => unknown): number {
	const times = Array.from({ length: rounds }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	});
	return median(times);
}
