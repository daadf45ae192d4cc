import type { Texts } from '../language.ts';

/**
 * Returns the texts with English literals in a script. Each is the literal argument of a call, in quotes that do not
 * occur within it: the bundler chooses such quotes.
 * @param texts of a language by their English ones
 */
export function textsIn(script: string, texts: Texts): Texts {
	const literals = ['"', "'", '`'].flatMap((quote) => script.split(quote));
	const english = new Set(literals.map((literal) => (literal.includes('\\') ? unescaped(literal) : literal)));
	return Object.fromEntries(Object.entries(texts).filter(([text]) => english.has(text)));
}

/** Returns texts as an element of a page, for `webviews/shared/language.ts`. @param nonce for pages that need one */
export function textsElement(texts: Texts, nonce?: string): string {
	const attribute = nonce === undefined ? '' : ` nonce="${nonce}"`;
	return `<script type="application/json" id="texts"${attribute}>${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>`;
}

/** Returns the text of a literal: the bundler writes non-ASCII characters as numbers. */
function unescaped(literal: string): string {
	return literal.replaceAll(
		/\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|(.))/gis,
		(_, byte?: string, unit?: string, point?: string, character?: string) =>
			character === undefined
				? String.fromCodePoint(Number.parseInt(byte ?? unit ?? point ?? '', 16))
				: character === 'n'
					? '\n'
					: character,
	);
}
