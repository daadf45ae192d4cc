import * as l10n from '@vscode/l10n';
import { type Json, jsonText } from '../json/exact.ts';

/** Characters of a description that are shown. */
export const longestDescription = 1000;

/** Returns a text of the service as one line, without control characters and direction marks. */
export function cleaned(text: string): string {
	return (
		text
			.slice(0, 4 * longestDescription)
			.toWellFormed()
			// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
			.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ')
			.trim()
	);
}

export function printed(value: Json): string {
	try {
		return jsonText(value);
	} catch {
		return l10n.t('(too deeply nested to show)');
	}
}
