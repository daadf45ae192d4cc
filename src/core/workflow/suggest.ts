/** Words longer than this are not compared; no genuine name comes near it. */
const longest = 120;

/**
 * The candidate that reads most like `word`, or undefined when none is close: at most a third of the letters may
 * differ. Upper and lower case count as half a difference.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
	if (word.length === 0 || word.length > longest) return undefined;
	let best: string | undefined;
	let limit = Math.max(1, Math.min(4, word.length / 3)) + 0.01;
	for (const candidate of candidates) {
		if (candidate === word || Math.abs(candidate.length - word.length) >= limit) continue;
		const distance = editDistance(word, candidate, limit);
		if (distance < limit) {
			limit = distance;
			best = candidate;
		}
	}
	return best;
}

/** Number of letters to insert, remove, replace or swap; gives up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		let smallest = i;
		const letter = a.charAt(i - 1);
		for (let j = 1; j <= b.length; j++) {
			const other = b.charAt(j - 1);
			const change = letter === other ? 0 : letter.toLowerCase() === other.toLowerCase() ? 0.5 : 1;
			let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + change);
			if (i > 1 && j > 1 && letter === b.charAt(j - 2) && a.charAt(i - 2) === other) {
				cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
			}
			row.push(cost);
			if (cost < smallest) smallest = cost;
		}
		if (smallest >= limit) return limit;
		beforeLast = last;
		last = row;
	}
	return last[b.length] ?? limit;
}
