/** Words longer than this are not compared; no genuine name comes near it. */
const longest = 120;

/** The limits for the differences between a word and its match. */
interface Closeness {
	/** The number of letters of the word that allow one difference. */
	readonly lettersPerSlip: number;
	/** The most differences of all. */
	readonly mostSlips: number;
}

interface ClosestMatch {
	readonly match: string;
	/**
	 * True if any other candidate differs twice as much from it, and the two begin alike: safe to apply without a
	 * question.
	 */
	readonly clear: boolean;
}

/** For keys and short values, which often look alike. */
export const keyCloseness: Closeness = { lettersPerSlip: 4, mostSlips: 3 };

/** For names of classes, inputs and files. */
const usual: Closeness = { lettersPerSlip: 3, mostSlips: 4 };

/**
 * Returns the candidate most similar to `word`; undefined if none is close. Differences are letters to insert, remove,
 * replace or swap; case and separators (`_`, `-`, space) only decide between equals. A word of two or three letters
 * must share its first letter with the match; a word of one letter has none. An array of candidates must not change
 * later.
 */
export function closestMatch(
	word: string,
	candidates: Iterable<string>,
	{ lettersPerSlip, mostSlips }: Closeness = usual,
): ClosestMatch | undefined {
	const wanted = joined(word);
	if (wanted.length < 2 || word.length > longest) return undefined;
	const limit = Math.max(1, Math.min(mostSlips, Math.floor(wanted.length / lettersPerSlip)));
	let best: { readonly match: string; readonly slips: number; readonly style: number } | undefined;
	let runnerUp = Number.POSITIVE_INFINITY;
	const letters = letterSet(wanted);
	for (const { match, other, letters: others } of prepared(candidates)) {
		// One difference adds one letter and takes one away at most: nearly all candidates end here.
		if (Math.abs(other.length - wanted.length) > limit || bitCount(letters ^ others) > 2 * limit) continue;
		if (match === word) continue;
		if (wanted.length < 4 && other.charAt(0) !== wanted.charAt(0)) continue;
		const slips = editDistance(wanted, other, Math.min(limit, (best?.slips ?? limit) + 1));
		if (slips > limit) continue;
		const style = best?.slips === slips ? styleDistance(word, match) : 0;
		if (best === undefined || slips < best.slips || (slips === best.slips && style < best.style)) {
			runnerUp = Math.min(runnerUp, best?.slips ?? Number.POSITIVE_INFINITY);
			best = { match, slips, style: style === 0 ? styleDistance(word, match) : style };
		} else runnerUp = Math.min(runnerUp, slips);
	}
	if (best === undefined) return undefined;
	const alike = joined(best.match).charAt(0) === wanted.charAt(0);
	return { match: best.match, clear: best.slips === 0 || (alike && runnerUp >= best.slips * 2) };
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

/**
 * Returns whether two spellings name the same version or size: `wan22` and `wan21`, `int4` and `int8` are close to each
 * other, and one is not a misspelling of the other.
 */
export function sameDigits(one: string, other: string): boolean {
	return one.replace(/\D/g, '') === other.replace(/\D/g, '');
}

/** Returns a name without the characters that separate words, and without capitals. */
function joined(name: string): string {
	return name.replaceAll(/[\s_-]/g, '').toLowerCase();
}

interface Candidate {
	readonly match: string;
	/** The normalized name for comparison. */
	readonly other: string;
	readonly letters: number;
}

const preparedLists = new WeakMap<object, readonly Candidate[]>();

/** Returns normalized candidates. Lists are prepared once, since a check matches every unknown name of a document. */
function prepared(candidates: Iterable<string>): readonly Candidate[] {
	const known = preparedLists.get(candidates);
	if (known !== undefined) return known;
	const list = Array.from(candidates, (match) => {
		const other = joined(match);
		return { match, other, letters: letterSet(other) };
	});
	if (Array.isArray(candidates)) preparedLists.set(candidates, list);
	return list;
}

/** Returns the set of letters that a text contains, a bit for each; different letters may share one. */
function letterSet(text: string): number {
	let letters = 0;
	for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
	return letters;
}

function bitCount(bits: number): number {
	let count = 0;
	for (let left = bits; left !== 0; left &= left - 1) count++;
	return count;
}

/** Counts the differences between two spellings of a name, such as capitals and separators. */
function styleDistance(one: string, other: string): number {
	let differences = Math.abs(one.length - other.length);
	for (let at = 0; at < Math.min(one.length, other.length); at++) if (one[at] !== other[at]) differences++;
	return differences;
}

/**
 * Rows of the table of distances: reused, since a check may compare thousands of names. Longer texts are never
 * compared.
 */
const rows = [0, 1, 2].map(() => new Uint16Array(2 * longest + 2));

/**
 * Returns the number of letters to insert, remove, replace or swap between two texts; stops early above `most`.
 * Computes only the cells that can stay within `most`.
 */
function editDistance(one: string, other: string, most: number): number {
	if (one === other) return 0;
	const over = most + 1;
	if (Math.abs(one.length - other.length) > most || other.length > 2 * longest) return over;
	let [beforeLast, last, row] = rows as [Uint16Array, Uint16Array, Uint16Array];
	for (let j = 0; j <= other.length; j++) last[j] = Math.min(j, over);
	for (let i = 1; i <= one.length; i++) {
		const from = Math.max(1, i - most);
		const to = Math.min(other.length, i + most);
		const letter = one.charCodeAt(i - 1);
		row[from - 1] = from === 1 ? Math.min(i, over) : over;
		let least = row[from - 1] ?? over;
		for (let j = from; j <= to; j++) {
			const same = letter === other.charCodeAt(j - 1) ? 0 : 1;
			let cost = Math.min((last[j] ?? over) + 1, (row[j - 1] ?? over) + 1, (last[j - 1] ?? over) + same);
			if (
				i > 1 &&
				j > 1 &&
				letter === other.charCodeAt(j - 2) &&
				one.charCodeAt(i - 2) === other.charCodeAt(j - 1)
			) {
				cost = Math.min(cost, (beforeLast[j - 2] ?? over) + 1);
			}
			row[j] = Math.min(cost, over);
			if (cost < least) least = cost;
		}
		// The next row looks one cell further than this one went.
		if (to < other.length) row[to + 1] = over;
		if (least > most) return over;
		[beforeLast, last, row] = [last, row, beforeLast];
	}
	return last[other.length] ?? over;
}
