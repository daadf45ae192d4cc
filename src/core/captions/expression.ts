import * as l10n from '@vscode/l10n';

/** The options of a search: a plain text, or a regular expression as the person wrote it. */
interface ExpressionOptions {
	readonly expression: boolean;
	readonly matchCase: boolean;
}

type ReadExpression =
	| { readonly ok: true; readonly expression: RegExp }
	| { readonly ok: false; readonly problem: string };

/**
 * Returns the regular expression for a search. A person's expression may take unlimited time: run it where it can be
 * stopped. `^` and `$` match at line ends.
 */
export function readExpression(find: string, { expression, matchCase }: ExpressionOptions): ReadExpression {
	if (find === '') return { ok: false, problem: l10n.t('Enter the text to find.') };
	const flags = matchCase ? 'gm' : 'gim';
	if (!expression) return { ok: true, expression: new RegExp(escaped(find), `${flags}u`) };
	try {
		return { ok: true, expression: new RegExp(find, `${flags}u`) };
	} catch {
		// Without Unicode rules more spellings are allowed, such as an escaped hyphen.
	}
	try {
		return { ok: true, expression: new RegExp(find, flags) };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		const colon = reason.lastIndexOf(': ');
		return {
			ok: false,
			problem: l10n.t('The regular expression is not valid: {0}.', reason.slice(colon + 1).trim()),
		};
	}
}

function escaped(text: string): string {
	return text.toWellFormed().replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
