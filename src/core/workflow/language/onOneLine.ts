import type { TextEdit, TextRange } from '../../base/findings.ts';

/** The replacement of a range as one of a part of a line, with the rest of the range removed. */
interface OneLine {
	/** The part of the range on the line of the cursor. */
	readonly range: TextRange;
	/** Removes the rest of the range. */
	readonly rest: readonly TextEdit[];
}

/** Turns the replacement of a range into one on the line of a cursor within it: an editor takes no suggestion for several lines. */
export function onOneLine(text: string, range: TextRange, offset: number): OneLine {
	let start = Math.max(range.start, text.lastIndexOf('\n', offset - 1) + 1);
	while (start < offset && /\s/.test(text.charAt(start))) start++;
	const [line = ''] = /^[^\r\n]*/.exec(text.slice(offset, range.end)) ?? [];
	const end = offset + line.length;
	const rest = [
		{ range: { start: range.start, end: start }, newText: '' },
		{ range: { start: end, end: range.end }, newText: '' },
	];
	return { range: { start, end }, rest: rest.filter((edit) => edit.range.start < edit.range.end) };
}
