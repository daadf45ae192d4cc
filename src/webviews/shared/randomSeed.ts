/** Every seed that was seen takes these. */
const largest = 2 ** 31 - 1;

/** Returns a random number within a range, as digits. */
export function randomSeed({
	min = 0,
	max = largest,
}: {
	readonly min?: number;
	readonly max?: number;
}): string {
	const [lowest, highest] = [Math.max(min, 0), Math.min(max, largest)];
	const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
	return String(lowest + (random % (Math.max(highest - lowest, 0) + 1)));
}
