import * as l10n from '@vscode/l10n';
import { fix, insertion, type SyntaxProblem, type TextRange } from '../../base/findings.ts';
import { pathsOfKey } from '../schema.ts';
import { quote } from './edits.ts';
import { withoutComment } from './lines.ts';

const glued = /^(\s*(?:- +)*)([A-Za-z_]\w*):([^\s:/].*)$/;
const bare = /^(\s*(?:- +)*)([A-Za-z_]\w*) +([^\s:].*)$/;

/** Describes a line that looks like `key: value` but lacks its colon or the space after it. */
export function describeKeyLine(text: string, line: TextRange): SyntaxProblem | undefined {
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
export function describeColon(text: string, line: TextRange): SyntaxProblem | undefined {
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
