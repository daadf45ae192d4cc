/** Words longer than this are not compared; no genuine name comes near it. */
const longest = 120;

/**
 * The candidate that reads most like `word`, or undefined when none is close: at most a third of the letters, and no more
 * than `most`, may differ. Upper and lower case count as half a difference.
 */
export function nearest(word: string, candidates: Iterable<string>, most = 4): string | undefined {
	if (word.length === 0 || word.length > longest) return undefined;
	let best: string | undefined;
	let limit = Math.max(1, Math.min(most, word.length / 3)) + 0.01;
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

/**
 * Does `word` read like `meant` mistyped, rather than like the name of something else? Node packs name their own variants
 * with a sign, a number, a prefix or a suffix (`ImageFlip+`, `CLIPLoaderGGUF`); a slip changes letters within.
 */
export function isSlip(word: string, meant: string): boolean {
	if (joined(word) === joined(meant)) return true;
	if (word.replaceAll(/\p{L}/gu, '') !== meant.replaceAll(/\p{L}/gu, '')) return false;
	const extra = word.startsWith(meant)
		? word.slice(meant.length)
		: word.endsWith(meant)
			? word.slice(0, -meant.length)
			: '';
	// A letter struck twice is a slip even at the end.
	return extra === '' || extra === meant.at(-1) || extra === meant.at(0);
}

/** Without what separates words, and without capitals. */
function joined(name: string): string {
	return name.replaceAll(/[\s_-]/g, '').toLowerCase();
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
