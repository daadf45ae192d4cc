/*
 * Text of the service and of documents for places in which the editor interprets marks: icons in labels, links in
 * notifications, Markdown in tooltips. It must be shown literally and never be interpreted.
 */

/** Control characters, line ends, and marks that turn the reading direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** Returns one visible line of at most `limit` UTF-16 units, in which `$(name)` draws no icon: for labels. */
export function labelText(text: string, limit = 200): string {
	const line = text.toWellFormed().replaceAll(steering, ' ').replaceAll('$(', '$ (').trim();
	return line.length <= limit ? line : `${line.slice(0, limit - 1).toWellFormed()}…`;
}

/**
 * Returns a text for notifications, in which the editor would turn `[words](command:...)` into a link that runs the
 * command.
 */
export function messageText(text: string): string {
	return text.toWellFormed().replaceAll(steering, ' ').replaceAll('](', '] (');
}

/**
 * Returns a text for Markdown, also in a cell of a table: every character that could mean something is written as its number. Escaping with
 * backslashes would leave bare addresses, entities and pipes.
 */
export function markdownText(text: string, limit = 400): string {
	return labelText(text, limit).replaceAll(
		/[^\p{L}\p{M}\p{N} ]/gu,
		(character) => `&#${character.codePointAt(0)};`,
	);
}
