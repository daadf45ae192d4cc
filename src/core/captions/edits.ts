import * as l10n from '@vscode/l10n';

/*
 * Changes of many captions together, as functions from text to text. They are computed first, shown, and then applied
 * exactly as shown.
 */

interface Replace {
	readonly kind: 'replace';
	readonly find: string;
	/** For an expression, `$1` and `$<name>` mean its groups. */
	readonly replacement: string;
	readonly expression: boolean;
	readonly matchCase: boolean;
}

interface AddTag {
	readonly kind: 'prepend' | 'append';
	readonly text: string;
	/** Between the added text and the caption, for instance `, `. */
	readonly separator: string;
}

interface RemoveTag {
	readonly kind: 'removeTag';
	readonly tag: string;
}

export type Operation = Replace | AddTag | RemoveTag;

export interface CaptionText {
	readonly id: string;
	readonly text: string;
}

/** A change of one caption; it contains the text before, so that nothing newer is overwritten. */
export interface CaptionEdit {
	readonly id: string;
	readonly before: string;
	readonly after: string;
}

/** Something made for an operation, or why that is not possible, as a sentence. */
type Possible<T> = (T & { readonly ok: true }) | { readonly ok: false; readonly problem: string };

/** Returns the change of one text. */
function prepareOperation(operation: Operation): Possible<{ readonly apply: (text: string) => string }> {
	switch (operation.kind) {
		case 'replace': {
			const read = readExpression(operation);
			if (!read.ok) return read;
			const { replacement } = operation;
			// A function keeps `$` literal in a plain replacement.
			const by = operation.expression ? replacement : () => replacement;
			return { ok: true, apply: (text) => text.replace(read.expression, by as string) };
		}
		case 'prepend':
		case 'append': {
			const { kind, separator } = operation;
			const added = operation.text.trim();
			if (added === '') return { ok: false, problem: l10n.t('Enter the text to add.') };
			return { ok: true, apply: (text) => addTag(text, added, separator, kind) };
		}
		case 'removeTag': {
			const tag = operation.tag.trim().toLowerCase();
			if (tag === '') return { ok: false, problem: l10n.t('Enter the tag to remove.') };
			return { ok: true, apply: (text) => removeTag(text, tag) };
		}
	}
}

/** Computes the captions that an operation changes, with their new texts. */
export function planEdits(
	operation: Operation,
	captions: readonly CaptionText[],
): Possible<{ readonly edits: readonly CaptionEdit[] }> {
	const prepared = prepareOperation(operation);
	if (!prepared.ok) return prepared;
	const edits: CaptionEdit[] = [];
	for (const { id, text } of captions) {
		const after = prepared.apply(text);
		if (after !== text) edits.push({ id, before: text, after });
	}
	return { ok: true, edits };
}

/** Returns the tags of a caption: the texts between commas and line ends. */
export function tagsOf(text: string): readonly string[] {
	return text.split(/[,\n]/).flatMap((piece) => {
		const tag = piece.trim();
		return tag === '' ? [] : [tag];
	});
}

function addTag(text: string, added: string, separator: string, kind: 'prepend' | 'append'): string {
	const caption = text.trim();
	if (caption === '') return added;
	const present =
		tagsOf(text).includes(added) ||
		(kind === 'prepend' ? startsWithWords(caption, added) : endsWithWords(caption, added));
	if (present) return text;
	return kind === 'prepend' ? joined(added, text, separator) : joined(text, added, separator);
}

/** Returns `a` and `b` with `, ` between them; a trailing comma of `a` is not repeated. */
function joined(a: string, b: string, separator: string): string {
	const sign = separator.trim();
	if (sign === '' || !a.trimEnd().endsWith(sign)) return a + separator + b;
	return a.trimEnd() + separator.slice(separator.indexOf(sign) + sign.length) + b;
}

const isWordCharacter = (character: string | undefined): boolean =>
	character !== undefined && /[\p{L}\p{N}_]/u.test(character);

function startsWithWords(text: string, words: string): boolean {
	return text.startsWith(words) && !isWordCharacter(text[words.length]);
}

function endsWithWords(text: string, words: string): boolean {
	return text.endsWith(words) && !isWordCharacter(text[text.length - words.length - 1]);
}

/** @param tag in lower case. */
function removeTag(text: string, tag: string): string {
	const isTag = (piece: string): boolean => piece.trim().toLowerCase() === tag;
	const lines = text.split('\n').flatMap((line) => {
		const pieces = line.split(',');
		const kept = pieces.filter((piece) => !isTag(piece));
		if (kept.length === pieces.length) return [line];
		// The first tag of a line has no space before it.
		if (pieces[0] !== undefined && isTag(pieces[0]) && kept[0] !== undefined) kept[0] = kept[0].trimStart();
		return kept.length === 0 ? [] : [kept.join(',')];
	});
	return lines.join('\n');
}

/**
 * Returns the regular expression for a search. A person's expression may take unlimited time: run it where it can be
 * stopped. `^` and `$` match at line ends.
 */
function readExpression({ find, expression, matchCase }: Replace): Possible<{ readonly expression: RegExp }> {
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
