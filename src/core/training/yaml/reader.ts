import { Composer, type CST, type Document, isScalar, Lexer, Parser, visit, YAMLParseError } from 'yaml';
import type { TextRange } from '../../base/findings.ts';

/** The options of the library: bare texts, resolved by our own rules. */
export const parseOptions = {
	schema: 'failsafe',
	uniqueKeys: false,
	prettyErrors: false,
	stringKeys: false,
	logLevel: 'error',
} as const;

/** A text as the toolkit's loader reads it, or why it cannot. */
interface ReadYaml {
	readonly document: Document.Parsed;
	/**
	 * Set if the only fault is a quoted text that contains its last quote (`'it''`, `"sign\"`): the loader reads on to
	 * the next quote, however far.
	 */
	readonly runsOn?: TextRange;
}

/**
 * Parses without recording the place of each error: a text with many errors would take seconds for that alone. Throws a
 * `RangeError` if values are nested too deeply. The library requires quoted texts and `[]` or `{}` over several lines
 * to be indented more than their key, and treats a lesser indentation as their end. The toolkit's loader has no such
 * rule: only the quote or bracket ends them. So the loader's way decides validity; for invalid texts, the library's way
 * finds better which line was meant to end.
 */
export function readYaml(text: string): ReadYaml {
	const { stackTraceLimit } = Error;
	Error.stackTraceLimit = 0;
	try {
		const open = strayQuote(text);
		const first = open === undefined ? undefined : compose(text, new Lexer());
		// If the loader cannot read the text either, its errors add nothing new.
		if (first?.errors[0]?.code === 'MISSING_CHAR' && within(first.errors[0].pos[0], open))
			return { document: first };
		const document = compose(text, looseLexer());
		if (document.errors.length === 0) return { document };
		const lined = first ?? compose(text, new Lexer());
		if (lined.errors.length > 0) return { document: lined };
		const runsOn = firstRunOn(text, lined);
		return runsOn === undefined ? { document } : { document: lined, runsOn };
	} finally {
		Error.stackTraceLimit = stackTraceLimit;
	}
}

/** A value that begins with a quote and has no second one on its line, after a dash, a key, or both. */
const opens = /^[ ]*(?:- +|[\w.-]+ *: +|- +[\w.-]+ *: +)(?:"(?:[^"\\]|\\.)*|'(?:[^']|'')*)$/;

/** Returns whether the value on a line begins with a quote that the line does not close. */
function opensQuote(line: string): boolean {
	const first = line.search(/["']/);
	if (first < 0) return false;
	const mark = line.charAt(first);
	const next = line.indexOf(mark, first + 1);
	// The usual case first: the next quote closes the first one.
	if (next > 0 && (mark === '"' ? line.charAt(next - 1) !== '\\' : line.charAt(next + 1) !== mark))
		return false;
	return opens.test(line);
}

/**
 * Returns the first line that opens a quote, if the next such quote below is followed by more text: neither way of
 * parsing accepts that as a text of several lines. Undefined without such a line, or if it may be one.
 */
function strayQuote(text: string): TextRange | undefined {
	for (let start = 0; start < text.length; ) {
		const next = text.indexOf('\n', start);
		const end = next < 0 ? text.length : next;
		const line = text.slice(start, end);
		if (opensQuote(line)) {
			const mark = /["']/.exec(line)?.[0] ?? '"';
			const rest = afterQuote(text, end, mark);
			return rest === undefined || /^[ \t]*[^\s,\]}#:]/.test(rest) ? { start, end } : undefined;
		}
		start = end + 1;
	}
	return undefined;
}

/** Returns the text after the next closing quote on its line; undefined without such a quote. */
function afterQuote(text: string, from: number, mark: string): string | undefined {
	let at = from;
	for (;;) {
		at = text.indexOf(mark, at);
		if (at < 0) return undefined;
		const escaped = mark === '"' ? backslashesBefore(text, at) % 2 === 1 : text.charAt(at + 1) === mark;
		if (!escaped) break;
		at += mark === '"' ? 1 : 2;
	}
	const end = text.indexOf('\n', at);
	return text.slice(at + 1, end < 0 ? text.length : end);
}

function backslashesBefore(text: string, at: number): number {
	let count = 0;
	while (text.charCodeAt(at - 1 - count) === 92) count++;
	return count;
}

function within(offset: number, range: TextRange | undefined): boolean {
	return range !== undefined && offset >= range.start && offset <= range.end + 1;
}

function compose(text: string, lexer: Lexer): Document.Parsed {
	let first: Document.Parsed | undefined;
	for (const document of new Composer(parseOptions).compose(tokens(text, lexer), true, text.length)) {
		if (first === undefined) first = document as Document.Parsed;
		else {
			const [start, end] = document.range;
			first.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', 'A second document begins.'));
			break;
		}
	}
	// The composer yields an empty document at the least.
	const document = first as Document.Parsed;
	if (document.errors.some(({ code }) => code === 'MISSING_CHAR'))
		document.errors = document.errors.filter((error) => !isJoinedComment(text, error));
	return document;
}

/**
 * Returns whether an error is about a comment right after a quote or bracket. The library requires a space before it,
 * the toolkit's loader does not.
 */
function isJoinedComment(text: string, { code, pos }: YAMLParseError): boolean {
	return (
		code === 'MISSING_CHAR' && text.charAt(pos[0]) === '#' && /["'[\]{},:]/.test(text.charAt(pos[0] - 1))
	);
}

/**
 * Returns the documents of a text and the parts between them. As a list, since passing each one on separately takes
 * longer.
 */
function tokens(text: string, lexer: Lexer): readonly CST.Token[] {
	const parser = new Parser();
	const { stack } = parser as unknown as ParserInside;
	const found: CST.Token[] = [];
	for (const lexeme of lexer.lex(text)) {
		for (const token of parser.next(lexeme)) found.push(token);
		if (stack.length > deepestValue) throw new RangeError('nested too deeply');
	}
	for (const token of parser.end()) found.push(token);
	return found;
}

/**
 * Far beyond any configuration. The code that reads the values later calls itself for each level, and a text of brackets alone would take
 * seconds.
 */
const deepestValue = 1000;

/** The collections that are open at the position of the library's parser, with the scalar in them. */
interface ParserInside {
	readonly stack: readonly unknown[];
}

/** The parts of the library's lexer that read texts over several lines. */
interface LexerInside {
	/** The indentation that a line needs to continue the value of the line above. */
	indentNext: number;
	parseQuotedScalar: () => Generator<string, unknown>;
	parseFlowCollection: () => Generator<string, unknown>;
}

/** Returns a lexer that requires no indentation of quoted texts and of the content of brackets. */
function looseLexer(): Lexer {
	const lexer = new Lexer();
	const inside = lexer as unknown as LexerInside;
	for (const method of ['parseQuotedScalar', 'parseFlowCollection'] as const) {
		const original = inside[method].bind(inside);
		inside[method] = function* () {
			const { indentNext } = inside;
			inside.indentNext = 0;
			const next = yield* original();
			inside.indentNext = indentNext;
			return next;
		};
	}
	return lexer;
}

function firstRunOn(text: string, document: Document.Parsed): TextRange | undefined {
	let found: TextRange | undefined;
	visit(document, (_key, node) => {
		if (!isScalar(node) || !node.range || !node.type?.startsWith('QUOTE')) return undefined;
		const range = { start: node.range[0], end: node.range[1] };
		if (isClosed(text.slice(range.start, range.end))) return undefined;
		found = range;
		return visit.BREAK;
	});
	return found;
}

/** Returns whether a quoted text ends with its own quote: the last one of `'it''` and of `"sign\"` belongs to the text. */
export function isClosed(source: string): boolean {
	if (source.startsWith("'")) return /^'(?:[^']|'')*'$/.test(source);
	return !source.startsWith('"') || /^"(?:[^"\\]|\\.)*"$/s.test(source);
}
