/** Edits (insert, delete, replace, swap neighbours) between two texts; stops early above `most`. */
function distance(one: string, other: string, most: number): number {
	if (Math.abs(one.length - other.length) > most) return most + 1;
	let before: number[] = [];
	let row = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		let least = i;
		for (let j = 1; j <= other.length; j++) {
			const same = one.charCodeAt(i - 1) === other.charCodeAt(j - 1) ? 0 : 1;
			let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
			if (
				i > 1 &&
				j > 1 &&
				one.charCodeAt(i - 1) === other.charCodeAt(j - 2) &&
				one.charCodeAt(i - 2) === other.charCodeAt(j - 1)
			) {
				cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
			}
			next[j] = cost;
			if (cost < least) least = cost;
		}
		if (least > most) return most + 1;
		before = row;
		row = next;
	}
	return row[other.length] ?? most + 1;
}

/** Letters alone, in lower case: `batch-size` and `batchSize` become what `batch_size` becomes. */
function plain(text: string): string {
	return text.toLowerCase().replace(/[^a-z0-9.+:]/g, '');
}

/**
 * Whether two spellings name the same version or size: `wan22` and `wan21`, `int4` and `int8` are near each other, and one is
 * no slip of the pen for the other.
 */
export function sameFigures(one: string, other: string): boolean {
	return one.replace(/\D/g, '') === other.replace(/\D/g, '');
}

/** The candidate a person most likely meant, or undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
	const wanted = plain(word);
	if (wanted.length < 2 || wanted.length > 80) return undefined;
	const most = Math.max(1, Math.min(3, Math.floor(wanted.length / 4)));
	let best: string | undefined;
	let bestDistance = most + 1;
	for (const candidate of candidates) {
		const other = plain(candidate);
		if (other === wanted) return candidate;
		if (wanted.length < 4 && other.charAt(0) !== wanted.charAt(0)) continue;
		const found = distance(wanted, other, Math.min(most, bestDistance - 1));
		if (found < bestDistance) {
			best = candidate;
			bestDistance = found;
		}
	}
	return best;
}
