import type { TextRange } from '../../base/findings.ts';

/** Returns the start of the line of an offset. */
export function lineStart(text: string, offset: number): number {
	// Searching backwards from before the start would find a line break at the start itself.
	return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the line at an offset, without its line break. */
export function lineAt(text: string, offset: number): TextRange {
	const at = Math.min(Math.max(offset, 0), text.length);
	const start = lineStart(text, at);
	const next = text.indexOf('\n', at);
	let end = next < 0 ? text.length : next;
	if (end > start && text.charCodeAt(end - 1) === 13) end--;
	return { start, end };
}

/** Returns a line without its comment, which begins at a # at the start of the line or after a space. */
export function withoutComment(line: string): string {
	for (let at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1))
		if (at === 0 || isSpace(line.charCodeAt(at - 1))) return line.slice(0, at);
	return line;
}

function isSpace(code: number): boolean {
	return code === 32 || code === 9;
}

/** Returns the quoted texts of a line; an unclosed quote opens none. */
export function quotedParts(line: string): readonly TextRange[] {
	const parts: TextRange[] = [];
	const unclosed = new Set<string>();
	for (let at = 0; at < line.length; at++) {
		const mark = line.charAt(at);
		if ((mark !== '"' && mark !== "'") || unclosed.has(mark)) continue;
		const close = closing(line, at, mark);
		if (close < 0) unclosed.add(mark);
		else {
			parts.push({ start: at, end: close + 1 });
			at = close;
		}
	}
	return parts;
}

function closing(line: string, open: number, mark: string): number {
	for (let at = open + 1; at < line.length; at++) {
		if (mark === '"' && line.charAt(at) === '\\') at++;
		else if (line.charAt(at) === mark) return at;
	}
	return -1;
}
