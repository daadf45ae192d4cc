import * as l10n from '@vscode/l10n';
import { JsonReader } from '../json/reader.ts';
import type { SyntaxProblem } from '../json/scanner.ts';

/** More problems are not informative. */
const most = 100;

/** Returns the places where a text is not JSON to a parser without comments and trailing commas. */
export function jsonProblems(text: string): readonly SyntaxProblem[] {
	// The toolkit inserts the values of variables before it parses.
	const filled = text.replace(/\$\{[^{}]+\}/g, (placeholder) => '1'.repeat(placeholder.length));
	const reader = new JsonReader(filled);
	reader.skipValue();
	const rest = reader.peek();
	const found = [...reader.problems];
	if (rest !== -1)
		found.push({
			range: { start: reader.position, end: reader.position + 1 },
			message: l10n.t('Unexpected text after the end of the configuration.'),
		});
	return found.slice(0, most).map(({ range: { start, end }, message }) => ({
		range: { start, end: Math.max(end, Math.min(start + 1, text.length)) },
		message,
	}));
}
