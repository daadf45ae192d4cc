/** A piece of two texts, in the order of reading. */
interface DifferencePiece {
	readonly kind: 'same' | 'removed' | 'added';
	readonly text: string;
}

/** Longer differences, in pairs of words, are shown as one replacement. */
const mostPairs = 250_000;

/** Compares two texts word by word. The pieces that are not `added` are the first text, those not `removed` the second. */
export function differenceOf(before: string, after: string): readonly DifferencePiece[] {
	const a = wordsAndGaps(before);
	const b = wordsAndGaps(after);
	let start = 0;
	while (start < a.length && start < b.length && a[start] === b[start]) start++;
	let end = 0;
	while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
		end++;
	return merged([
		{ kind: 'same', text: a.slice(0, start).join('') },
		...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
		{ kind: 'same', text: a.slice(a.length - end).join('') },
	]);
}

function wordsAndGaps(text: string): readonly string[] {
	return text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? [];
}

/** Returns the difference that keeps the longest common subsequence of words. */
function middle(a: readonly string[], b: readonly string[]): DifferencePiece[] {
	if (a.length * b.length > mostPairs)
		return [
			{ kind: 'removed', text: a.join('') },
			{ kind: 'added', text: b.join('') },
		];
	const width = b.length + 1;
	const longest = new Uint16Array((a.length + 1) * width);
	const at = (row: number, column: number): number => longest[row * width + column] ?? 0;
	for (let row = a.length - 1; row >= 0; row--)
		for (let column = b.length - 1; column >= 0; column--)
			longest[row * width + column] =
				a[row] === b[column]
					? at(row + 1, column + 1) + 1
					: Math.max(at(row + 1, column), at(row, column + 1));
	const pieces: DifferencePiece[] = [];
	let row = 0;
	let column = 0;
	while (row < a.length || column < b.length) {
		if (row < a.length && column < b.length && a[row] === b[column]) {
			pieces.push({ kind: 'same', text: a[row] ?? '' });
			row++;
			column++;
		} else if (column >= b.length || (row < a.length && at(row + 1, column) >= at(row, column + 1))) {
			pieces.push({ kind: 'removed', text: a[row] ?? '' });
			row++;
		} else {
			pieces.push({ kind: 'added', text: b[column] ?? '' });
			column++;
		}
	}
	return pieces;
}

function merged(pieces: readonly DifferencePiece[]): readonly DifferencePiece[] {
	const result: DifferencePiece[] = [];
	for (const piece of pieces) {
		if (piece.text === '') continue;
		const last = result.at(-1);
		if (last?.kind === piece.kind)
			result[result.length - 1] = { kind: last.kind, text: last.text + piece.text };
		else result.push(piece);
	}
	return result;
}
