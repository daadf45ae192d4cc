import { withoutHidden } from '../../core/http/hidden.ts';
import { indentedJson } from '../../core/json/indented.ts';

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Returns whether a character is a control character, a line or paragraph separator, or a mark for the direction of
 * writing. In a terminal they clear the screen, color the following text or begin lines of their own; a build log would
 * take such a line for a command.
 */
function isUnprintable(code: number): boolean {
	return (
		code < 0x20 ||
		(code >= 0x7f && code < 0xa0) ||
		code === 0x061c ||
		(code >= 0x200e && code <= 0x200f) ||
		(code >= 0x2028 && code <= 0x202e) ||
		(code >= 0x2066 && code <= 0x2069)
	);
}

function escaped(character: string): string {
	return isUnprintable(character.charCodeAt(0)) ? (short[character] ?? unitText(character)) : character;
}

function unitText(unit: string): string {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Names an invisible character. */
function named(character: string): string {
	return character.replaceAll(/[\s\S]/g, unitText);
}

/** Returns a text from a document or a file name as one line that a terminal shows literally. */
export function printable(text: string): string {
	return withoutHidden(text, named).replaceAll(/[^ -~]/g, escaped);
}

/** Maximum letters of a line that a person reads; the argument may be far longer. */
const longestLine = 1000;

/** Returns a line of a message for a terminal, cut if it is far too long. */
export function shortened(text: string): string {
	return printable(text.length <= longestLine ? text : `${text.slice(0, longestLine).toWellFormed()}…`);
}

/** Returns a value as JSON that a terminal shows literally. */
export function printableJson(value: unknown): string {
	// The remaining line breaks are between the members; replaced ones occur only in texts, where JSON allows it.
	return withoutHidden(indentedJson(value), named).replaceAll(/[^\n -~]/g, escaped);
}
