/** Durations of at least this number of earlier runs are needed for an expectation. */
export const enoughEarlier = 5;

interface ExpectationLimits {
	/** Polls that may be spent, on average, until the end is seen. */
	readonly polls: number;
	/** Shortest and longest time between two polls, in milliseconds. */
	readonly minMs: number;
	readonly maxMs: number;
}

/** The time when something is expected to end, derived from the durations of earlier ones. */
export interface ExpectedEnd {
	/** The elapsed milliseconds beyond which no end is expected: longer than all earlier items. */
	readonly horizonMs: number;
	/** Returns the milliseconds to the next poll of something that has lasted for `elapsedMs`, which is less than the horizon. */
	delayAfter(elapsedMs: number): number;
}

/**
 * The chance that this one differs from all before: it fails immediately, or takes up to ten times longer than the
 * longest.
 */
const strangerChance = 0.04;

/**
 * The degree to which the distance of polls follows the chance of an end: 0.5 gives the least mean delay, higher values
 * the least median.
 */
const focus = 1.4;

/** Two durations closer than this (relative) count as the same. */
const leastSpread = 0.02;

const firstMs = 500;
const points = 240;

/**
 * Learns from durations (milliseconds, at least two). The chance of an end at each time is a mixture of bell curves
 * around the logarithms of the durations, each as wide as the distance to its neighbors, so that two clusters (cold and
 * warm starts) stay separate. Polls are closest at the most likely end, given that it has not come yet, and use up the
 * budget on average.
 */
export function expectEnd(durationsMs: readonly number[], limits: ExpectationLimits): ExpectedEnd {
	const bells = bellsOf(durationsMs);
	const longest = Math.max(firstMs, ...durationsMs);
	const horizonMs = longest * Math.exp(2 * Math.max(...bells.map(({ width }) => width)));
	const cells = cellsUntil(horizonMs, (logMs) => ({
		open: remaining(bells, logMs, longest),
		density: density(bells, logMs, longest),
	}));
	const gap = ({ pull }: Cell, scale: number) => clamp(scale * pull, limits);
	// The scale at which the expected number of polls is the allowed one, by halving in the logarithm.
	let [low, high] = [-40, 40];
	for (let round = 0; round < 40; round++) {
		const middle = (low + high) / 2;
		const scale = Math.exp(middle);
		const expected = cells.reduce((sum, cell) => sum + (cell.open * cell.lengthMs) / gap(cell, scale), 0);
		if (expected > limits.polls) low = middle;
		else high = middle;
	}
	const scale = Math.exp(high);
	return {
		horizonMs,
		delayAfter(elapsedMs) {
			// One poll is due when the parts of the gaps that have passed sum up to one.
			let passed = 0;
			for (const cell of cells) {
				const from = Math.max(cell.fromMs, elapsedMs);
				const within = cell.fromMs + cell.lengthMs - from;
				if (within <= 0) continue;
				const here = gap(cell, scale);
				if (passed + within / here >= 1) return clamp(from + (1 - passed) * here - elapsedMs, limits);
				passed += within / here;
			}
			return clamp(horizonMs - elapsedMs, limits);
		},
	};
}

interface Bell {
	/** Natural logarithm of a duration. */
	readonly middle: number;
	readonly width: number;
}

interface Cell {
	readonly fromMs: number;
	readonly lengthMs: number;
	/** The chance that the end comes after the middle of this stretch. */
	readonly open: number;
	/** The relative distance between polls in this stretch: the likelier the end, the shorter. */
	readonly pull: number;
}

function bellsOf(durationsMs: readonly number[]): readonly Bell[] {
	const middles = durationsMs.map((duration) => Math.log(Math.max(firstMs, duration)));
	const mean = middles.reduce((sum, middle) => sum + middle, 0) / middles.length;
	const variance = middles.reduce((sum, middle) => sum + (middle - mean) ** 2, 0) / (middles.length - 1);
	const overall = Math.sqrt(variance);
	return middles.map((middle) => {
		const distances = middles.map((other) => Math.abs(other - middle)).sort((a, b) => a - b);
		return { middle, width: Math.max(leastSpread, Math.min(overall, distances[2] ?? overall)) };
	});
}

/** Stretches of time up to the horizon, each the same factor longer than the one before. */
function cellsUntil(
	horizonMs: number,
	chances: (logMs: number) => { readonly open: number; readonly density: number },
): readonly Cell[] {
	const cells: Cell[] = [];
	const factor = Math.log(horizonMs / firstMs) / points;
	for (let index = -1; index < points; index++) {
		const fromMs = index < 0 ? 0 : firstMs * Math.exp(factor * index);
		const untilMs = firstMs * Math.exp(factor * (index + 1));
		const logMs = index < 0 ? Math.log(firstMs) : (Math.log(fromMs) + Math.log(untilMs)) / 2;
		const { open, density } = chances(logMs);
		const rate = density / Math.exp(logMs) / open;
		cells.push({ fromMs, lengthMs: untilMs - fromMs, open, pull: rate ** -focus });
	}
	return cells;
}

/** Logistic bells: like the normal ones, with tails that allow for surprises. */
const steepness = 1.702;

function remaining(bells: readonly Bell[], logMs: number, longestMs: number): number {
	const sum = bells.reduce(
		(so, { middle, width }) => so + 1 / (1 + Math.exp((steepness * (logMs - middle)) / width)),
		0,
	);
	const stranger = Math.max(0, Math.min(1, (Math.log(10 * longestMs) - logMs) / strangerRange(longestMs)));
	return ((1 - strangerChance) * sum) / bells.length + strangerChance * stranger;
}

/** Returns the density per unit of the logarithm. */
function density(bells: readonly Bell[], logMs: number, longestMs: number): number {
	const sum = bells.reduce((so, { middle, width }) => {
		const fall = Math.exp((-steepness * Math.abs(logMs - middle)) / width);
		return so + ((steepness / width) * fall) / (1 + fall) ** 2;
	}, 0);
	return ((1 - strangerChance) * sum) / bells.length + strangerChance / strangerRange(longestMs);
}

/** Strangers are as likely in any stretch as in one twice as long that begins twice as late. */
function strangerRange(longestMs: number): number {
	return Math.log((10 * longestMs) / firstMs);
}

function clamp(ms: number, { minMs, maxMs }: ExpectationLimits): number {
	return Math.min(maxMs, Math.max(minMs, ms));
}
