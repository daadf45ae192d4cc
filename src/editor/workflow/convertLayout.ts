import { applyEdits, format } from 'jsonc-parser';

/** A text laid out over lines with nothing else changed: the order of keys and the spelling of numbers stay. */
export function laidOut(text: string): string {
	return applyEdits(
		text,
		format(text, undefined, { insertSpaces: true, tabSize: 2, insertFinalNewline: true }),
	);
}
