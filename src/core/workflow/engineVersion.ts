/** Returns the numbers of a version such as `0.27.1`, `v0.3.64` or `0.3.64-dev`; undefined if the text names none. */
function numbersOf(version: string): readonly number[] | undefined {
	const found = /^\s*v?([0-9]{1,6}(?:\.[0-9]{1,6}){0,3})(?![0-9.])/i.exec(version)?.[1];
	return found?.split('.').map(Number);
}

/** Reads the version, reduced to its numbers; undefined if the text names none. */
export function readEngineVersion(text: string): string | undefined {
	return numbersOf(text)?.join('.');
}

/** Compares versions of the engine: negative if `left` is older, positive if it is newer. */
export function compareVersions(left: string, right: string): number {
	const [first, second] = [numbersOf(left) ?? [], numbersOf(right) ?? []];
	for (let index = 0; index < Math.max(first.length, second.length); index++) {
		const difference = (first[index] ?? 0) - (second[index] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}
