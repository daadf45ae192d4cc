import type { Finding } from './findings.ts';

/** A place in a text, lines and characters from 0. */
interface TextPosition {
	readonly line: number;
	readonly character: number;
}

/** Turns offsets of a text into lines and characters. */
export function textPositions(text: string): (offset: number) => TextPosition {
	const starts = [0];
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
	return (offset) => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((starts[middle] ?? 0) <= offset) low = middle;
			else high = middle - 1;
		}
		return { line: low, character: offset - (starts[low] ?? 0) };
	};
}

/** Joins a problem and its fix into one text. */
export function findingSentence({ message, remedy }: Pick<Finding, 'message' | 'remedy'>): string {
	return remedy === undefined ? message : `${message} ${remedy}`;
}
