import type { Node } from 'yaml';
import type { SyntaxProblem, TextRange } from '../../base/findings.ts';
import { Converter, type Duplicate } from './converter.ts';
import { blockOf, describeIndent, withoutTabbed } from './indentation.ts';
import { lineAt } from './lines.ts';
import type { TrainingNode } from './node.ts';
import { readYaml } from './reader.ts';
import { culpritLine, describeRunOn, describeSyntax, isOutOfPlace, tabProblems } from './syntax.ts';

/** Texts longer than this (in UTF-16 units) are not read: no genuine configuration comes near it. */
export const longestText = 1_000_000;

/** More values than this after following all aliases would exhaust the trainer's memory. */
export const mostValues = 200_000;

/** A text of only brackets takes the parser longest; genuine configurations have fewer. */
const mostBrackets = 50_000;

/** A training configuration with the exact place of every key and value. */
export interface TrainingDocument {
	/** The text as it was given, which is compared and sent. */
	readonly source: string;
	/** The text as the toolkit's loader divides it into lines: each character that ends a line is replaced by a line feed. */
	readonly text: string;
	/** The places of characters that end a line for the loader, and that editors and other readers do not take for its end. */
	readonly separators: readonly number[];
	/** Undefined when nothing could be read. */
	readonly root: TrainingNode | undefined;
	readonly problems: readonly SyntaxProblem[];
	readonly duplicates: readonly Duplicate[];
	/** The reason why the document was not read, or not read in full. */
	readonly refused?: 'tooLong' | 'tooDeep' | 'tooManyValues';
	/** True if a syntax error forced some lines to be skipped: missing parts may be in them. */
	readonly partial: boolean;
	/** True when anchors, aliases or merges tie places together. */
	readonly anchored: boolean;
}

/**
 * Parses a training configuration. Never throws: an unreadable part becomes a problem with its place, its lines are
 * skipped, and the rest is parsed.
 */
export function parseTraining(text: string): TrainingDocument {
	const separators = [...text.matchAll(/[\x85\u2028\u2029]/g)].map(({ index }) => index);
	return { ...readLines(text.replace(/[\x85\u2028\u2029]|\r(?!\n)/g, '\n')), source: text, separators };
}

type ReadLines = Omit<TrainingDocument, 'source' | 'separators'>;

function readLines(text: string): ReadLines {
	if (text.length > longestText) return unread(text, 'tooLong');
	if (hasManyBrackets(text)) return unread(text, 'tooDeep');
	try {
		return read(text);
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		return unread(text, 'tooDeep');
	}
}

function unread(text: string, refused: NonNullable<TrainingDocument['refused']>): ReadLines {
	return { text, root: undefined, problems: [], duplicates: [], refused, partial: true, anchored: false };
}

function hasManyBrackets(text: string): boolean {
	if (text.length <= mostBrackets) return false;
	let count = 0;
	for (const _ of text.matchAll(/[[\]{}]/g)) if (++count > mostBrackets) return true;
	return false;
}

function read(text: string): ReadLines {
	const problems: SyntaxProblem[] = [];
	let readable = text;
	let { document, runsOn } = readYaml(readable);
	// Each round skips the lines of the first error; three rounds get past the usual number of unfinished places.
	for (let round = 0; round < 3; round++) {
		const [error] = document.errors;
		if (runsOn !== undefined) {
			problems.push(describeRunOn(text, runsOn));
			readable = blank(readable, lineAt(readable, runsOn.start));
			({ document, runsOn } = readYaml(readable));
			continue;
		}
		if (error === undefined) break;
		if (/call stack/i.test(error.message)) throw new RangeError('nested too deeply');
		if (error.code === 'MULTIPLE_DOCS') {
			// The loader uses the first document, which is complete.
			problems.push(describeSyntax(text, readable, error, lineAt(text, error.pos[0])));
			break;
		}
		const line = culpritLine(readable, error.pos[0], error.code);
		problems.push(describeSyntax(text, readable, error, line));
		if (error.code === 'TAB_AS_INDENT') readable = withoutTabbed(readable);
		else {
			const whole = isOutOfPlace(error)
				? blockOf(readable, line, describeIndent(readable, line) !== undefined)
				: line;
			readable = blank(readable, whole);
		}
		({ document, runsOn } = readYaml(readable));
	}
	const converter = new Converter(readable);
	const root = converter.convert(document.contents as Node | null);
	problems.push(...converter.problems, ...tabProblems(readable, document));
	const partial = readable !== text;
	const { duplicates, anchored } = converter;
	const base = { text, root, problems, duplicates, partial, anchored };
	return size(root, new Map()) > mostValues ? { ...base, root: undefined, refused: 'tooManyValues' } : base;
}

/** Replaces a line by spaces, so that every other offset stays; keeps its dash if more keys of the item follow. */
function blank(text: string, range: TextRange): string {
	const line = text.slice(range.start, range.end);
	const dash = /^ *- +(?=[\w"'])/.exec(line)?.[0] ?? '';
	const next = lineAt(text, text.indexOf('\n', range.end) + 1);
	const following = text.slice(next.start, next.end);
	const more = dash !== '' && next.start > range.end && /^ *[\w.-]+ *:/.test(following);
	const kept = more && following.search(/\S/) === dash.length ? dash : '';
	return (
		text.slice(0, range.start) +
		kept +
		line.slice(kept.length).replace(/[^\r\n]/g, ' ') +
		text.slice(range.end)
	);
}

/** Counts values with every alias followed, in time linear to the text. */
function size(node: TrainingNode | undefined, known: Map<TrainingNode, number>): number {
	if (node === undefined || node.kind === 'scalar') return 1;
	const before = known.get(node);
	if (before !== undefined) return before;
	known.set(node, 1);
	let sum = 1;
	if (node.kind === 'map') for (const entry of node.entries) sum += size(entry.value, known);
	else for (const item of node.items) sum += size(item, known);
	known.set(node, sum);
	return sum;
}
