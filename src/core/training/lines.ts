import type { TextRange } from '../base/findings.ts';

/** Where the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
	// Searching backwards from before the start would find a line break at the start itself.
	return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The line that holds an offset, without its line break. */
export function lineAt(text: string, offset: number): TextRange {
	const at = Math.min(Math.max(offset, 0), text.length);
	const start = lineStart(text, at);
	const next = text.indexOf('\n', at);
	let end = next < 0 ? text.length : next;
	if (end > start && text.charCodeAt(end - 1) === 13) end--;
	return { start, end };
}
