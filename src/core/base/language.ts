import * as l10n from '@vscode/l10n';
import { getOrMake } from './lazy.ts';

/** Texts of a language by their English ones, as the package has them. */
export type Texts = Readonly<Record<string, string>>;

let id = 'en';
let chosen: Texts = {};
/** Formats by their options: creating one takes a hundred times as long as using it. */
const formats = new Map<string, { format(value: number): string }>();
const lists = new Map<Intl.ListFormatType, Intl.ListFormat>();

/**
 * Sets the language of texts, numbers and times. Call it before other modules load, since some create their texts then:
 * the first import of a program does it (`editor/shell/language.ts`, `webviews/shared/language.ts`, `cli/language.ts`).
 * @param language as in BCP 47
 * @param texts of that language; missing ones are shown in English
 */
export function speak(language: string, texts: Texts = {}): void {
	id = language;
	chosen = texts;
	formats.clear();
	lists.clear();
	l10n.config({ contents: texts });
}

/** Returns the chosen language with its texts, for pages in the same language. */
export function spoken(): { readonly language: string; readonly texts: Texts } {
	return { language: id, texts: chosen };
}

/** Returns a number as the chosen language writes it: `2,000`, `2.000`. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
	const key = `n${JSON.stringify(options)}`;
	return getOrMake(formats, key, () => new Intl.NumberFormat(id, options)).format(value);
}

/** Returns a number of percent as the chosen language writes it, without a fraction unless `options` ask for one: `43%`, `43 %`. */
export function percentText(percent: number, options?: Intl.NumberFormatOptions): string {
	return numberText(percent / 100, { style: 'percent', ...options });
}

/** Returns the sign that the chosen language writes before a fraction: a point, a comma. */
export function decimalMark(): string {
	return numberText(0.5).slice(1, -1);
}

/** Returns a time in the chosen language and the reader's time zone. */
export function momentText(milliseconds: number, options: Intl.DateTimeFormatOptions): string {
	const key = `d${JSON.stringify(options)}`;
	return getOrMake(formats, key, () => new Intl.DateTimeFormat(id, options)).format(milliseconds);
}

/** Joins choices as the chosen language writes them: `one, two or three`. */
export function either(choices: readonly string[]): string {
	return listText('disjunction', choices);
}

/** Things in a row, as the chosen language writes them: `one, two and three`. */
export function allOf(things: readonly string[]): string {
	return listText('conjunction', things);
}

function listText(type: Intl.ListFormatType, items: readonly string[]): string {
	// The English texts here have no comma before the last item.
	const language = id === 'en' ? 'en-GB' : id;
	return getOrMake(lists, type, () => new Intl.ListFormat(language, { type })).format(items);
}

/** Returns the first of several things, and the number of the others: `one, two and 3 more`. */
export function firstOf(things: readonly string[], most: number): string {
	const shown = things.slice(0, most).join(', ');
	return things.length > most ? l10n.t('{0} and {1} more', shown, numberText(things.length - most)) : shown;
}

/** Returns the first of several lines, and a last one with the number of the others. */
export function firstLines(lines: readonly string[], most: number): readonly string[] {
	if (lines.length <= most) return lines;
	return [...lines.slice(0, most), l10n.t('and {0} more', numberText(lines.length - most))];
}

/** Returns a name in the quotation marks of the chosen language. */
export function quoted(name: string): string {
	return l10n.t('"{0}"', name);
}

/**
 * Returns a number with its noun, for example `counted(2000, l10n.t('1 file'), l10n.t('{0} files'))`: `2,000 files`.
 * @param many with `{0}` for the number
 */
export function counted(count: number, one: string, many: string): string {
	return count === 1 ? one : many.replace('{0}', numberText(count));
}

/** Returns a text of at most `most` UTF-16 units; one that is cut ends with an ellipsis. */
export function shortened(text: string, most: number): string {
	return text.length <= most
		? text
		: `${text
				.slice(0, most - 1)
				.toWellFormed()
				.trimEnd()}…`;
}

/** Returns a text that begins with a capital letter. */
export function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
