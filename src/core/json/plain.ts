import { closeBrace, closeBracket, comma, quote } from './characters.ts';
import { JsonScanner } from './scanner.ts';

/**
 * Returns JSON with comments and trailing commas as JSON without them; nothing else changes, neither order nor the
 * spelling of numbers. For a text without other mistakes: unreadable parts are copied unchanged.
 */
export function plainJson(text: string): string {
	const scanner = new JsonScanner(text, 0, true);
	const pieces: string[] = [];
	/** The index in `pieces` of a comma that is superfluous if a closer follows. */
	let lastComma = -1;
	for (;;) {
		const code = scanner.peek();
		if (code === -1) return pieces.join('');
		const start = scanner.position;
		if (code === quote) scanner.skipString();
		else scanner.position = wordEnd(text, start);
		if ((code === closeBrace || code === closeBracket) && lastComma >= 0) pieces[lastComma] = '';
		lastComma = code === comma ? pieces.length : -1;
		pieces.push(text.slice(start, scanner.position), gapAfter(text, scanner));
	}
}

/** Returns the offset after the number, word or punctuation at `start`. */
function wordEnd(text: string, start: number): number {
	const word = /[\w+.-]*/y;
	word.lastIndex = start;
	word.test(text);
	return Math.max(word.lastIndex, start + 1);
}

/** Returns the following white space, up to the next word or comment. */
function gapAfter(text: string, scanner: JsonScanner): string {
	const gap = /[ \t\r\n]*/y;
	gap.lastIndex = scanner.position;
	gap.test(text);
	const start = scanner.position;
	scanner.position = gap.lastIndex;
	return text.slice(start, gap.lastIndex);
}
