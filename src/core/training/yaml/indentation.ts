import * as l10n from '@vscode/l10n';
import { type Fix, fix, type SyntaxProblem, type TextEdit, type TextRange } from '../../base/findings.ts';
import { counted } from '../../base/language.ts';
import { lineAt, withoutComment } from './lines.ts';

interface Line extends TextRange {
	/** The column of the key or value after the indentation and the dashes. */
	readonly column: number;
	/** True if it ends with a colon, so that more lines belong below it. */
	readonly opens: boolean;
	readonly indent: string;
}

const shape = /^([ \t]*)((?:- +)*)/;

function readLine(text: string, range: TextRange): Line | undefined {
	const content = text.slice(range.start, range.end);
	if (content.trim() === '' || content.trimStart().startsWith('#')) return undefined;
	const match = shape.exec(content);
	const indent = match?.[1] ?? '';
	const bare = withoutComment(content).trimEnd();
	return { ...range, indent, column: match?.[0].length ?? 0, opens: bare.endsWith(':') };
}

/** Returns the nearest line above with content. */
function above(text: string, line: TextRange): Line | undefined {
	for (let at = line.start - 1; at >= 0; ) {
		const range = lineAt(text, at);
		const found = readLine(text, range);
		if (found !== undefined) return found;
		at = range.start - 1;
	}
	return undefined;
}

const keyLine = /^ *(?:- +)*["']?[\w.-]+["']? *:(?:\s|$)/;

/**
 * Returns the key below `line` that is indented more although `line` has its value already. The reader takes the two for one value that
 * runs over both lines, and points at the first.
 */
export function deeperKey(text: string, line: TextRange): TextRange | undefined {
	const here = readLine(text, line);
	if (here === undefined || here.opens || line.end + 1 >= text.length) return undefined;
	if (!/^[^:]*:\s+[^:\s][^:]*$/.test(text.slice(line.start, line.end))) return undefined;
	for (let at = text.indexOf('\n', line.end) + 1; at > 0; at = text.indexOf('\n', at) + 1) {
		const next = lineAt(text, at);
		const below = readLine(text, next);
		if (below === undefined) continue;
		return below.indent.length > here.column && keyLine.test(text.slice(next.start, next.end))
			? next
			: undefined;
	}
	return undefined;
}

/** Describes where a key belongs that fits no line above it; undefined for lines that are not keys. */
export function describeIndent(text: string, line: TextRange): SyntaxProblem | undefined {
	const content = text.slice(line.start, line.end);
	const here = readLine(text, line);
	if (here === undefined || !keyLine.test(content) || /^ *- /.test(content)) return undefined;
	let column: number | undefined;
	let probe = above(text, line);
	// The first line of a section may have any deeper indentation.
	if (probe?.opens === true && here.column > probe.column) return undefined;
	const deeper = probe !== undefined && !probe.opens && here.column > probe.column;
	if (deeper) column = probe?.column;
	else {
		// The columns in use above, from the innermost outwards: the nearest was meant.
		let least = Number.POSITIVE_INFINITY;
		for (; probe !== undefined && least > 0; probe = above(text, probe)) {
			if (probe.column >= least) continue;
			least = probe.column;
			if (column === undefined || Math.abs(least - here.column) < Math.abs(column - here.column))
				column = least;
		}
	}
	if (column === undefined || column === here.column) return undefined;

	return {
		range: { start: line.start + here.column, end: line.start + content.trimEnd().length },
		message: deeper
			? l10n.t('This line is indented more than the line above it, which already has its value.')
			: l10n.t('The indentation of this line matches none of the lines above it.'),
		remedy: counted(
			column,
			l10n.t('Indent it with 1 space, like its neighbors.'),
			l10n.t('Indent it with {0} spaces, like its neighbors.'),
		),
		fixes: fix(
			counted(column, l10n.t('Indent with 1 space'), l10n.t('Indent with {0} spaces')),
			shifted(text, line, here, column),
			true,
		),
	};
}

/** Moves a line with the lines below it; lines below a section stay if its own lines are in place already. */
function shifted(text: string, line: TextRange, here: Line, column: number): readonly TextEdit[] {
	const by = column - here.indent.length;
	const block = here.opens ? line : blockOf(text, line, true);
	const edits: TextEdit[] = [];
	for (let at = block.start; at <= block.end; ) {
		const range = lineAt(text, at);
		const each = readLine(text, range);
		if (each !== undefined) {
			const newText = ' '.repeat(Math.max(0, each.indent.length + by));
			edits.push({ range: { start: range.start, end: range.start + each.indent.length }, newText });
		}
		const next = text.indexOf('\n', range.end);
		if (next < 0) break;
		at = next + 1;
	}
	return edits;
}

/**
 * Returns one fix for all tabs used as indentation. If every indentation consists of tabs, each becomes two spaces;
 * between lines with spaces, a line is aligned with the one above it, or two columns deeper if that one opens a
 * section.
 */
export function tabFix(text: string): readonly Fix[] {
	const edits: TextEdit[] = [];
	const pure = !/^ +\S/m.test(text);
	/** The columns of the tabs seen so far. */
	const known = new Map<number, number>();
	let before: { readonly column: number; readonly opens: boolean } = { column: 0, opens: false };
	for (let at = 0; at < text.length; ) {
		const range = lineAt(text, at);
		const next = text.indexOf('\n', range.end);
		at = next < 0 ? text.length : next + 1;
		const line = readLine(text, range);
		if (line === undefined) continue;
		const { indent } = line;
		const tabs = indent.split('\t').length - 1;
		const spaces = indent.length - tabs;
		let column = spaces;
		if (tabs > 0) {
			const base = pure ? tabs * 2 : (known.get(tabs) ?? before.column + (before.opens ? 2 : 0) - spaces);
			known.set(tabs, base);
			column = Math.max(0, base + spaces);
			edits.push({
				range: { start: range.start, end: range.start + indent.length },
				newText: ' '.repeat(column),
			});
		}
		before = { column: column + line.column - indent.length, opens: line.opens };
	}
	return fix(l10n.t('Indent with spaces'), edits, true);
}

/** Returns a line with all lines below it; with `beside` also the directly following lines at the same level. */
export function blockOf(text: string, line: TextRange, beside: boolean): TextRange {
	const here = readLine(text, line);
	if (here === undefined) return line;
	let { opens } = here;
	let { end } = line;
	for (let at = text.indexOf('\n', end) + 1; at > 0; at = text.indexOf('\n', at) + 1) {
		const range = lineAt(text, at);
		const below = readLine(text, range);
		if (below === undefined) continue;
		const level = below.indent.length - here.indent.length;
		if (level < 0 || (level === 0 && !beside) || (level > 0 && !opens)) break;
		if (level === 0) ({ opens } = below);
		end = range.end;
	}
	return { start: line.start, end };
}

/** Returns the text with spaces in place of lines that begin with a tab, so that every other offset stays. */
export function withoutTabbed(text: string): string {
	return text.replace(/^[ ]*\t[^\r\n]*/gm, (line) => ' '.repeat(line.length));
}
