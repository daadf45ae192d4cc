/** Returns rows as CSV after RFC 4180, with the mark by which spreadsheets recognize UTF-8. */
export function csvText(rows: readonly (readonly string[])[]): string {
	return `\uFEFF${csvLines(rows)}`;
}

/** Returns rows as CSV after RFC 4180, for programs that would take the mark for a part of the first name. */
export function csvLines(rows: readonly (readonly string[])[]): string {
	return rows.map((cells) => `${cells.map((text) => quoted(harmlessCell(text))).join(',')}\r\n`).join('');
}

/** Characters with which a spreadsheet begins a formula, in the forms that it takes for them, also after spaces. */
const formula = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212|%]/u;

const formulaCharacter = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212|%]/u;

/** Guards a possible formula at places where a cell would end in a spreadsheet that separates by semicolons or tabs. */
function guardLater(text: string): string {
	return text.replaceAll(/[\s\p{C}";]+/gu, (between, at: number) => {
		const last = Math.max(...[...';\t\r\n'].map((separator) => between.lastIndexOf(separator)));
		const next = text.charAt(at + between.length);
		return last < 0 || !formulaCharacter.test(next)
			? between
			: `${between.slice(0, last + 1)}'${between.slice(last + 1)}`;
	});
}

/** Returns a text that a spreadsheet shows unchanged: a possible formula gets an apostrophe, as a person would type it. */
export function harmlessCell(text: string): string {
	if (/^-\d+(?:\.\d+)?$/.test(text)) return text;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
	const clean = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ');
	const guarded = guardLater(clean);
	return formula.test(guarded) ? `'${guarded}` : guarded;
}

function quoted(text: string): string {
	return /[",\r\n\t;]|^'|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
