import * as l10n from '@vscode/l10n';
import { jsonText } from '../json/exact.ts';

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

/** Returns a value as JSON for a person; one that nests too deeply is only named. */
export function printed(value: unknown, write: (value: unknown) => string = jsonText): string {
	try {
		return write(value);
	} catch {
		return l10n.t('(too deeply nested to show)');
	}
}
