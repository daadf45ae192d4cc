import * as l10n from '@vscode/l10n';
import { fix, type TextRange } from '../../base/findings.ts';
import { numberText } from '../../base/language.ts';
import { JsonReader } from '../../json/reader.ts';
import type { SyntaxProblem } from '../../json/scanner.ts';
import type { CheckContext } from '../context.ts';
import { isPlaced, strayVariables, tokenHolders, tokenPlaces } from '../hubToken.ts';
import { hubVariable, isHubVariable, tokenKeys } from '../hubVariable.ts';
import { longestText, mostValues } from '../yaml/document.ts';
import { placeholder, quote, removeEntry } from '../yaml/edits.ts';
import { lineStart } from '../yaml/lines.ts';
import type { Entry, ScalarNode, TrainingNode } from '../yaml/node.ts';

/**
 * Checks the text itself: syntax errors, tokens in plain text, placeholders without a value.
 * @returns whether the toolkit reads the same values from it
 */
export function checkText(context: CheckContext): boolean {
	const { document } = context.config;
	if (document.refused !== undefined) {
		context.own('too-large', 'error', { range: firstLine(document.text), ...refusals[document.refused] });
		if (document.refused === 'tooLong') return true;
	}
	const asJson = context.options.isJson === true && context.local;
	const misread = asJson && checkJson(context);
	if (!asJson) {
		for (const problem of document.problems) {
			const { range, message, remedy, fixes = [] } = problem;
			context.error(42253, { range, message, remedy, fixes });
		}
	}
	// A file of nothing but repetitions is not fixed line by line.
	const few = document.duplicates.length <= 100;
	for (const { key, map, first, second } of document.duplicates) {
		const remove = (entry: Entry) =>
			few ? fix(l10n.t('Remove this {0}', key), removeEntry(document.text, map, entry)) : [];
		context.own('duplicate-key', 'warning', {
			range: first.keyRange,
			fixes: remove(first),
			message: l10n.t('"{0}" is set twice here, and the toolkit keeps only the last one.', key),
			remedy: l10n.t('Remove one of them.'),
			tags: ['unnecessary'],
		});
		context.own('duplicate-key', 'hint', {
			range: second.keyRange,
			fixes: remove(second),
			message: l10n.t('This "{0}" replaces the one above it.', key),
			remedy: l10n.t('Remove one of them.'),
		});
	}
	checkCharacters(context);
	if (!asJson) checkSeparators(context);
	checkDates(context);
	checkSecrets(context);
	checkHubVariables(context);
	checkPlaceholders(context);
	return !misread;
}

/** Reports the places where a text is not JSON; returns whether any were found. */
function checkJson(context: CheckContext): boolean {
	const problems = jsonProblems(context.text);
	for (const { range, message } of problems) {
		context.error(42253, {
			range,
			message: l10n.t('{0} The toolkit reads a file of this name as JSON, and stops.', message),
			remedy: l10n.t('Correct it, or save the file as YAML with the ending .yaml.'),
		});
	}
	return problems.length > 0;
}

/** More problems are not informative. */
const mostJsonProblems = 100;

/** Returns the places where a text is not JSON to a parser without comments and trailing commas. */
function jsonProblems(text: string): readonly SyntaxProblem[] {
	// The toolkit inserts the values of variables before it parses. A number of the same length keeps all places.
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
	return found.slice(0, mostJsonProblems).map(({ range: { start, end }, message }) => ({
		range: { start, end: Math.max(end, Math.min(start + 1, text.length)) },
		message,
	}));
}

/** Returns the place of a character. */
function rangeOf(start: number): TextRange {
	return { start, end: start + 1 };
}

/** Characters that the toolkit's loader refuses anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const unprintable = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/g;

function checkCharacters(context: CheckContext): void {
	const all = [...context.text.matchAll(unprintable)].map(({ index }) => index);
	const [first] = all;
	if (first === undefined) return;
	const others = all.length - 1;
	const code = context.text.charCodeAt(first).toString(16).toUpperCase().padStart(4, '0');
	context.error(42253, {
		range: rangeOf(first),
		message: l10n.t(
			'There is an invisible control character (U+{0}) here, and the toolkit accepts none.',
			code,
		),
		remedy:
			others === 0
				? l10n.t('Remove it.')
				: others === 1
					? l10n.t('Remove it and the other below.')
					: l10n.t('Remove it and the {0} others below.', others),
		fixes: fix(
			others === 0 ? l10n.t('Remove the character') : l10n.t('Remove all such characters'),
			all.map((start) => ({ range: rangeOf(start), newText: '' })),
			true,
		),
	});
}

function checkSeparators(context: CheckContext): void {
	const { separators } = context.config.document;
	const [first] = separators;
	if (first === undefined) return;
	context.own('line-separator', 'warning', {
		range: rangeOf(first),
		message: l10n.t('An invisible line separator is here. The line ends at it for the toolkit.'),
		remedy:
			separators.length === 1
				? l10n.t('Replace it with a space.')
				: l10n.t('Replace all {0} with spaces.', numberText(separators.length)),
		fixes: fix(
			l10n.t('Replace with spaces'),
			separators.map((start) => ({ range: rangeOf(start), newText: ' ' })),
			true,
		),
	});
}

/** A text that the toolkit's loader reads as a date, with or without a time. */
const date =
	/^\d{4}-(?:\d\d-\d\d|\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;

/** Dates without quotes: the toolkit writes the whole configuration as JSON, which has no dates. */
function checkDates(context: CheckContext): void {
	const { root } = context.config.document;
	if (root === undefined || !/\d{4}-\d\d?-\d/.test(context.text)) return;
	const seen = new Set<TrainingNode>();
	const walk = (node: TrainingNode) => {
		if (seen.has(node)) return;
		seen.add(node);
		if (node.kind === 'map') for (const entry of node.entries) walk(entry.value);
		else if (node.kind === 'list') for (const item of node.items) walk(item);
		else if (node.style === 'plain' && !node.tagged && date.test(node.source)) report(node);
	};
	const report = ({ range, source }: ScalarNode) => {
		context.own('wrong-type', context.local ? 'error' : 'warning', {
			range,
			message: l10n.t('Without quotes YAML reads {0} as a date, and the toolkit stops at dates.', source),
			remedy: l10n.t('Put it in quotes.'),
			fixes: fix(l10n.t('Put it in quotes'), { range, newText: quote(source) }, true),
		});
	};
	walk(root);
}

const refusals = {
	tooLong: {
		message: l10n.t(
			'The document is longer than {0} characters, so it is not checked.',
			numberText(longestText),
		),
		remedy: l10n.t('Remove everything that does not belong to the configuration.'),
	},
	tooDeep: {
		message: l10n.t('The document is nested too deeply to be read.'),
		remedy: l10n.t('Remove repeated brackets or indentation.'),
	},
	tooManyValues: {
		message: l10n.t(
			'With all aliases followed the document contains more than {0} values, which would use up the memory of the program that loads it.',
			numberText(mostValues),
		),
		remedy: l10n.t('Write out the repeated parts, or remove the aliases of aliases.'),
	},
} as const;

function firstLine(text: string): TextRange {
	const end = text.indexOf('\n');
	return { start: 0, end: Math.min(end < 0 ? text.length : end, 200) };
}

/** Shapes of tokens that must not be written into a file. */
const secret =
	/\b(?:hf_[A-Za-z0-9]{20,}|github_pat_\w{20,}|gh[pousr]_[A-Za-z0-9]{30,}|sk-[A-Za-z0-9_-]{24,}|AKIA[0-9A-Z]{16}|r8_[A-Za-z0-9]{30,})/g;
const anyMark = /hf_|github_pat_|gh[pousr]_|sk-|AKIA|r8_/;
/** A value under a key with a secret name; plain words such as `true` are not secret. */
const named =
	/^[ \t-]*["']?((?:[A-Za-z]+_)*(?:token|api_key|secret|password))["']?[ \t]*:[ \t]*(["']?)([A-Za-z0-9_.~+/=-]{16,})\2[ \t]*(?:#.*)?$/gim;

function checkSecrets(context: CheckContext): void {
	const { text } = context;
	const reported = new Set<number>();
	const report = (start: number, value: string, key?: string) => {
		if (reported.has(start)) return;
		reported.add(start);
		const isHub = value.startsWith('hf_') || (key !== undefined && tokenKeys.has(key));
		const variable = isHub ? hubVariable : value.startsWith('gh') ? 'GITHUB_TOKEN' : 'TOKEN';
		const range = { start, end: start + value.length };
		const edit = { range, newText: placeholder(variable) };
		context.own('literal-token', 'warning', {
			range,
			message: l10n.t('This token is readable: anyone who gets this file can use it.'),
			remedy: isHub
				? l10n.t(
						'Store it in Easel and write {0}, which is replaced with the token when the job is sent. If the file was ever shared, revoke the token.',
						placeholder(variable),
					)
				: l10n.t(
						'Write {0} and keep the token in the environment. If the file was ever shared, revoke the token.',
						placeholder(variable),
					),
			fixes: isHub
				? [
						{
							title: l10n.t('Store the Token and Write {0}', placeholder(variable)),
							edits: [edit],
							act: 'storeHubToken',
						},
					]
				: fix(l10n.t('Replace with {0}', placeholder(variable)), edit, true),
		});
	};
	if (anyMark.test(text)) for (const match of text.matchAll(secret)) report(match.index, match[0]);
	if (/(?:token|api_key|secret|password)["']?[ \t]*:/i.test(text)) {
		for (const match of text.matchAll(named)) {
			const [, key, , value = ''] = match;
			report(match.index + match[0].indexOf(value, match[0].indexOf(':')), value, key);
		}
	}
}

/** Checks that the variable of the model-hub token is only in the places for the token. */
function checkHubVariables(context: CheckContext): void {
	if (context.local) return;
	const { text, config } = context;
	const stray = strayVariables(config.document);
	if (stray.length === 0) return;
	const place = tokenHolders(config.root).find(isPlaced)?.path ?? tokenPlaces[0];
	for (const range of stray) {
		const before = text.slice(lineStart(text, range.start), range.start);
		const isComment = before.trimStart().startsWith('#');
		context.own('misplaced-token', 'error', {
			range,
			message: l10n.t(
				'The model-hub token does not belong here: it would be part of names, samples or metadata, which others see.',
			),
			remedy: l10n.t(
				'Remove it here, and write {0} only as the whole value of "{1}".',
				placeholder(hubVariable),
				place,
			),
			fixes: isComment ? fix(l10n.t('Write {0}', hubVariable), { range, newText: hubVariable }, true) : [],
		});
	}
}

function checkPlaceholders(context: CheckContext): void {
	const { text, options } = context;
	const { hasVariable } = options;
	if (hasVariable === undefined || !text.includes('${')) return;
	for (const match of text.matchAll(/\$\{([^{}\n]+)\}/g)) {
		const name = match[1] ?? '';
		// If it runs elsewhere, the environment here does not show whether a token is stored.
		if (isHubVariable(name) && options.hasHubToken !== undefined && !context.local) continue;
		if (hasVariable(name)) continue;
		const line = text.slice(lineStart(text, match.index), match.index);
		const range = { start: match.index, end: match.index + match[0].length };
		// A token is given when the job is sent or started, so its absence here means little.
		if (/TOKEN|KEY|SECRET/.test(name)) {
			context.own('placeholder', 'info', {
				range,
				message: l10n.t(
					'The variable "{0}" has no value on this computer, and the job needs one when it starts.',
					name,
				),
				remedy: l10n.t('Give {0} a value where the job is started.', name),
			});
			continue;
		}
		context.own('placeholder', 'warning', {
			range,
			message: line.trimStart().startsWith('#')
				? l10n.t(
						'The variable "{0}" has no value here, and the toolkit stops at every variable without one, even in a comment.',
						name,
					)
				: l10n.t(
						'The variable "{0}" has no value here, and the toolkit stops at every variable without one.',
						name,
					),
			remedy: l10n.t('Set {0} in the environment, or write the value itself.', name),
		});
	}
}
