/*
 * Text of the service and of documents on its way to places in which the editor reads marks of its own: icons in labels,
 * links in notifications, Markdown in tooltips. Each must be shown as it is and never mean anything.
 */

/** Control characters, line ends, and marks that turn the reading direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** Returns one visible line of at most `limit` UTF-16 units, in which `$(name)` draws no icon: for labels. */
export function labelText(text: string, limit = 200): string {
	const line = text.toWellFormed().replaceAll(steering, ' ').replaceAll('$(', '$ (').trim();
	return line.length <= limit ? line : `${line.slice(0, limit - 1).toWellFormed()}…`;
}

/** Returns a text for notifications, where the editor makes a link of `[words](command:...)` that runs the command. */
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
