import * as l10n from '@vscode/l10n';
import { type Document, visit, type YAMLParseError } from 'yaml';
import {
	type Fix,
	fix,
	insertion,
	type SyntaxProblem,
	secondDocument,
	type TextEdit,
	type TextRange,
} from '../../base/findings.ts';
import { pathsOfKey } from '../schema.ts';
import { quote } from './edits.ts';
import { deeperKey, describeIndent, tabFix } from './indentation.ts';
import { lineAt, quotedParts, withoutComment } from './lines.ts';

const opensDouble = /^\s*(?:- +|[\w.-]+ *: +|- +[\w.-]+ *: +)("(?:[^"\\]|\\.)*)$/;
const opensSingle = /^\s*(?:- +|[\w.-]+ *: +|- +[\w.-]+ *: +)('(?:[^']|'')*)$/;

/** Returns whether an error reports that the indentation of a line does not fit the lines around it. */
export function isOutOfPlace({ code, message }: YAMLParseError): boolean {
	return (
		/^(?:BAD_INDENT|BLOCK_AS_IMPLICIT_KEY|MULTILINE_IMPLICIT_KEY)$/.test(code) ||
		/^Sequence item/.test(message)
	);
}

/** Returns the line that causes an error: for a quote that is never closed the line that opens it, else the line of the error. */
export function culpritLine(text: string, offset: number, code: string): TextRange {
	const line = lineAt(text, offset);
	if (code === 'BAD_DQ_ESCAPE') return line;
	const deeper = code === 'BLOCK_AS_IMPLICIT_KEY' ? deeperKey(text, line) : undefined;
	if (deeper !== undefined) return deeper;
	let probe = line;
	// A quote without an end runs to the end of the text, however far above it began.
	const furthest =
		code === 'MISSING_CHAR' && offset >= text.trimEnd().length - 1 ? Number.POSITIVE_INFINITY : 4;
	for (let back = 0; back < furthest; back++) {
		const content = text.slice(probe.start, probe.end);
		if (opensDouble.test(content) || opensSingle.test(content) || leavesOpen(content)) return probe;
		if (probe.start === 0) break;
		probe = lineAt(text, probe.start - 1);
	}
	// An error at the end of the text or on an empty line belongs to the last line with content.
	let last = line;
	while (last.start > 0 && text.slice(last.start, last.end).trim() === '')
		last = lineAt(text, last.start - 1);
	return last;
}

/** Returns whether a line opens more lists or mappings than it closes, ignoring quotes and comments. */
function leavesOpen(content: string): boolean {
	const parts = quotedParts(content);
	let depth = 0;
	let last = '';
	let next = 0;
	for (let at = 0; at < content.length; at++) {
		const part = parts[next];
		if (part !== undefined && at === part.start) {
			last = content.charAt(at);
			at = part.end - 1;
			next++;
			continue;
		}
		const letter = content.charAt(at);
		if (letter === '#' && (at === 0 || /\s/.test(content.charAt(at - 1)))) break;
		if (letter === '[' || letter === '{') depth++;
		else if (letter === ']' || letter === '}') depth--;
		if (letter.trim() !== '') last = letter;
	}
	return depth > 0 && last !== '[' && last !== '{' && last !== ',';
}

/** Describes in plain words a parse error and its fix. */
export function describeSyntax(
	text: string,
	readable: string,
	error: YAMLParseError,
	line: TextRange,
): SyntaxProblem {
	const content = readable.slice(line.start, line.end);
	const range = visible(text, line);
	const bracket = /^(\s*(?:- +)?(?:[\w.-]+ *: +)?)(\[(?:trigger|name)\].*)$/.exec(content.trimEnd());
	if (bracket?.[1] !== undefined && bracket[2] !== undefined) {
		const start = line.start + bracket[1].length;
		const value = { start, end: start + bracket[2].length };
		const newText = `"${bracket[2].replace(/(["\\])/g, '\\$1')}"`;
		return {
			range: value,
			message: l10n.t(
				'A value that begins with {0} reads as the start of a list, so the text after it is an error.',
				bracket[2].startsWith('[name') ? '[name]' : '[trigger]',
			),
			remedy: l10n.t('Put the whole value in quotes.'),
			fixes: fix(l10n.t('Put the value in quotes'), { range: value, newText }, true),
		};
	}
	const open = opensDouble.exec(content)?.[1] ?? opensSingle.exec(content)?.[1];
	if (open !== undefined) {
		const mark = open.charAt(0);
		const end = line.start + content.trimEnd().length;
		return {
			range: { start: line.end - open.length, end: Math.max(end, line.end - open.length + 1) },
			message: l10n.t(
				'The quote that opens here is never closed on its line, so the toolkit reads on into the lines below.',
			),
			remedy:
				mark === '"'
					? l10n.t('Close the text with a double quote.')
					: l10n.t('Close the text with a single quote.'),
			fixes: fix(l10n.t('Close the quote'), insertion(end, mark), true),
		};
	}
	if (leavesOpen(content)) {
		return {
			range,
			message: l10n.t(
				'A list or mapping opens on this line and is never closed, so the toolkit reads on into the lines below.',
			),
			remedy: l10n.t('Add the closing ] or }.'),
		};
	}
	if (error.code === 'BAD_DQ_ESCAPE') return badEscape(text, line, error);
	if (error.code === 'TAB_AS_INDENT') {
		return {
			range,
			message: l10n.t('This line is indented with a tab, which YAML does not allow.'),
			remedy: l10n.t('Indent with spaces.'),
			fixes: tabFix(text),
		};
	}
	if (error.code === 'MULTIPLE_DOCS') return { range, ...secondDocument };
	if (isOutOfPlace(error)) {
		const misplaced = describeIndent(text, line);
		if (misplaced !== undefined) return misplaced;
		const colon = describeColon(text, line);
		if (colon !== undefined) return colon;
	}
	if (error.code === 'MULTILINE_IMPLICIT_KEY' || error.code === 'MISSING_CHAR') {
		const unfinished = describeKeyLine(text, line);
		if (unfinished !== undefined) return unfinished;
	}
	const spot = within(text, error.pos[0], error.pos[1], line);
	return {
		range: spot,
		message: l10n.t('This is not valid YAML: {0}', wording[error.code] ?? sentence(error.message)),
		remedy:
			remedies[error.code] ?? l10n.t('Compare the indentation and punctuation with the lines around it.'),
	};
}

const wording: Readonly<Record<string, string>> = {
	BAD_INDENT: l10n.t('the indentation does not match any line above it.'),
	BLOCK_AS_IMPLICIT_KEY: l10n.t('a line that already has a "key: value" has a second one.'),
	MISSING_CHAR: l10n.t('a closing mark, colon or comma is missing.'),
	IMPOSSIBLE: l10n.t('this is not allowed here.'),
	UNEXPECTED_TOKEN: l10n.t('this is neither part of the value before it nor a new key.'),
	BAD_ALIAS: l10n.t('an alias needs a name.'),
	MULTILINE_IMPLICIT_KEY: l10n.t('a key must be on one line and end with a colon.'),
	MISSING_ANCHOR: l10n.t('an anchor needs a name.'),
};

const remedies: Readonly<Record<string, string>> = {
	BAD_INDENT: l10n.t('Indent the line like its neighbors.'),
	BLOCK_AS_IMPLICIT_KEY: l10n.t(
		'Start a new line for the second key, or put the value in quotes if the colon is part of the text.',
	),
	MULTILINE_IMPLICIT_KEY: l10n.t('Add the colon after the key, or put the text in quotes.'),
	MISSING_CHAR: l10n.t('Add the missing mark, or put the text in quotes.'),
	UNEXPECTED_TOKEN: l10n.t('Put the value in quotes if these characters are part of it.'),
};

function sentence(message: string): string {
	const text = message.trim().replace(/\s+/g, ' ');
	return `${text.charAt(0).toLowerCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

function badEscape(text: string, line: TextRange, error: YAMLParseError): SyntaxProblem {
	const content = text.slice(line.start, line.end);
	let edit: TextEdit | undefined;
	for (const part of quotedParts(content)) {
		const body = content.slice(part.start + 1, part.end - 1);
		if (content.charAt(part.start) !== '"' || !body.includes('\\')) continue;
		const start = line.start + part.start;
		const end = line.start + part.end;
		if (error.pos[0] < start || error.pos[0] > end) continue;
		edit = { range: { start, end }, newText: `'${body.replace(/'/g, "''")}'` };
	}
	return {
		range: within(text, error.pos[0], error.pos[0] + 2, line),
		message: l10n.t('A backslash inside double quotes starts an escape, and this escape does not exist.'),
		remedy: l10n.t('Use single quotes, forward slashes, or a double backslash.'),
		fixes: fix(l10n.t('Use single quotes'), edit, true),
	};
}

const glued = /^(\s*(?:- +)*)([A-Za-z_]\w*):([^\s:/].*)$/;
const bare = /^(\s*(?:- +)*)([A-Za-z_]\w*) +([^\s:].*)$/;

/** Describes a line that looks like `key: value` but lacks its colon or the space after it. */
function describeKeyLine(text: string, line: TextRange): SyntaxProblem | undefined {
	const content = text.slice(line.start, line.end);
	const match = glued.exec(content) ?? bare.exec(content);
	const [, before = '', key = ''] = match ?? [];
	if (match === null || pathsOfKey(key).length === 0) return undefined;
	const space = glued.test(content);
	const start = line.start + before.length;
	const at = start + key.length + (space ? 1 : 0);
	return {
		range: { start, end: line.start + content.trimEnd().length },
		message: space
			? l10n.t('"{0}" needs a space after its colon; the toolkit stops here.', key)
			: l10n.t('"{0}" needs a colon; the toolkit stops here.', key),
		remedy: space ? l10n.t('Put a space after {0}:.', key) : l10n.t('Write {0}: and the value.', key),
		fixes: fix(
			space ? l10n.t('Add the space') : l10n.t('Add the colon'),
			insertion(at, space ? ' ' : ':'),
			true,
		),
	};
}

const twice = /^(\s*(?:- +)*)([^\s:"'[{-][^:"'[{]*): +([^\s"'[{].*)$/;

/** Returns a text with a colon in it and no quotes around it: the reader takes the part before the colon as a key. */
function describeColon(text: string, line: TextRange): SyntaxProblem | undefined {
	const content = withoutComment(text.slice(line.start, line.end)).trimEnd();
	const [, before = '', key = '', value = ''] = twice.exec(content) ?? [];
	if (key === '' || !value.includes(': ')) return undefined;
	const quoted = pathsOfKey(key).length > 0 ? value : content.slice(before.length);
	const range = { start: line.start + content.length - quoted.length, end: line.start + content.length };
	return {
		range,
		message: l10n.t('A colon followed by a space starts a value, and this line already has one.'),
		remedy: l10n.t(
			'Put the text in quotes if the colon is part of it, or start a new line for the second key.',
		),
		fixes: fix(l10n.t('Put the text in quotes'), { range, newText: quote(quoted) }, true),
	};
}

/** Describes how to end a quoted text that contains its last quote. */
export function describeRunOn(text: string, range: TextRange): SyntaxProblem {
	const line = lineAt(text, range.start);
	const end = Math.min(range.end, line.end);
	const double = text.charAt(range.start) === '"';
	// The character before the last quote makes it part of the text.
	const extra = { start: end - 2, end: end - 1 };
	return {
		range: { start: range.start, end },
		message: double
			? l10n.t(
					'The backslash makes the last quote part of the text, so the toolkit reads on to the next quote below and stops there.',
				)
			: l10n.t(
					'Two single quotes are one quote inside the text, so the toolkit reads on to the next quote below and stops there.',
				),
		remedy: double ? l10n.t('Remove the backslash.') : l10n.t('End the text with one quote.'),
		fixes: fix(
			double ? l10n.t('Remove the backslash') : l10n.t('Remove one quote'),
			{ range: extra, newText: '' },
			true,
		),
	};
}

/** Returns the visible part of a line. */
function visible(text: string, line: TextRange): TextRange {
	const content = text.slice(line.start, line.end);
	const start = line.start + (content.length - content.trimStart().length);
	return { start: Math.min(start, line.end), end: line.start + content.trimEnd().length || line.end };
}

/** Returns the range of an error, limited to its line and not empty unless the line is. */
function within(text: string, from: number, to: number, line: TextRange): TextRange {
	const start = Math.min(Math.max(from, line.start), line.end);
	const end = Math.min(Math.max(to, start), line.end);
	return end > start ? { start, end } : visible(text, line);
}

/** More tabs are not informative, and each is searched for from the start of its line. */
const mostTabs = 100;

/**
 * Tabs that separate or end things. Lenient readers accept them, but the toolkit's loader stops at every tab
 * outside quotes, comments and block texts.
 */
export function tabProblems(text: string, document: Document.Parsed): readonly SyntaxProblem[] {
	if (!text.includes('\t')) return [];
	const safe: TextRange[] = [];
	visit(document, {
		Scalar(_key, node) {
			if (node.type !== undefined && node.type !== 'PLAIN' && node.range)
				safe.push({ start: node.range[0], end: node.range[1] });
		},
	});
	safe.sort((one, other) => one.start - other.start);
	const problems: SyntaxProblem[] = [];
	let indented: readonly Fix[] | undefined;
	let next = 0;
	for (let at = text.indexOf('\t'); at >= 0 && problems.length < mostTabs; ) {
		let end = at + 1;
		while (text.charCodeAt(end) === 9) end++;
		while (next < safe.length && (safe[next]?.end ?? 0) <= at) next++;
		const inside = (safe[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
		if (!inside && inComment(text, at)) end = lineAt(text, at).end;
		else if (!inside) {
			const range = { start: at, end };
			const trailing = end >= text.length || text.charCodeAt(end) === 10 || text.charCodeAt(end) === 13;
			const leads = text.slice(lineAt(text, at).start, at).trim() === '' && !trailing;
			if (leads) indented ??= tabFix(text);
			problems.push({
				range,
				message: l10n.t('There is a tab here, and the toolkit stops at any tab outside quotes.'),
				remedy: l10n.t('Use spaces.'),
				fixes: leads
					? (indented ?? [])
					: fix(
							trailing ? l10n.t('Remove the tab') : l10n.t('Replace the tab with a space'),
							{ range, newText: trailing ? '' : ' ' },
							true,
						),
			});
		}
		at = text.indexOf('\t', end);
	}
	return problems;
}

function inComment(text: string, at: number): boolean {
	const line = lineAt(text, at);
	const before = text.slice(line.start, at);
	return /(^|[ \t])#/.test(before);
}
