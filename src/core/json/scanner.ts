import * as l10n from '@vscode/l10n';
import type { Finding } from '../base/findings.ts';
import {
	backslash,
	comma,
	isDigit,
	minus,
	openBrace,
	openBracket,
	plus,
	point,
	quote,
	slash,
} from './characters.ts';

/** A place where the text is not JSON, and the expected text. */
export type SyntaxProblem = Pick<Finding, 'range' | 'message'>;

/** The kind of value that begins at the reader's position. */
type ValueKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null' | 'none';

/** Allowed before the first character of a text, as a mark of its encoding. */
const byteOrderMark = 0xfeff;

/** A text that is not JSON at all would otherwise have a problem at every word. */
const mostProblems = 1000;

/** Reads the tokens of JSON one by one: white space, strings, numbers, names. `JsonReader` reads objects and arrays. */
export class JsonScanner {
	readonly text: string;
	/** Comments and trailing commas are allowed, as in the language "JSON with Comments"; otherwise they are problems. */
	readonly comments: boolean;
	/** Offset of the next character to read. */
	position: number;
	/** Problems found so far, in text order. */
	problems: SyntaxProblem[] = [];
	private escaped = false;

	constructor(text: string, position = 0, comments = false) {
		this.text = text;
		this.position = position;
		this.comments = comments;
	}

	/** Skips white space and comments. Returns the next character code, -1 at the end. */
	peek(): number {
		const { text } = this;
		for (;;) {
			const code = this.position < text.length ? text.charCodeAt(this.position) : -1;
			if (code === 32 || code === 10 || code === 13 || code === 9) {
				this.position++;
			} else if (code === byteOrderMark) {
				if (this.position > 0)
					this.problem(
						this.position,
						this.position + 1,
						l10n.t('The invisible character U+FEFF is not allowed here.'),
					);
				this.position++;
			} else if (code !== slash || !this.skipComment()) {
				return code;
			}
		}
	}

	private skipComment(): boolean {
		const { text, position } = this;
		const next = text.charCodeAt(position + 1);
		if (next !== slash && next !== 42) return false;
		const close = next === slash ? text.indexOf('\n', position) : text.indexOf('*/', position + 2);
		this.position = close < 0 ? text.length : next === slash ? close : close + 2;
		if (next !== slash && close < 0)
			this.problem(position, position + 2, l10n.t('This comment is never closed.'));
		else if (!this.comments)
			this.problem(position, this.position, l10n.t('Comments are not allowed in JSON.'));
		return true;
	}

	kind(): ValueKind {
		switch (this.peek()) {
			case openBrace:
				return 'object';
			case openBracket:
				return 'array';
			case quote:
				return 'string';
			case 116:
				return this.text.startsWith('true', this.position) ? 'true' : 'none';
			case 102:
				return this.text.startsWith('false', this.position) ? 'false' : 'none';
			case 110:
				return this.text.startsWith('null', this.position) ? 'null' : 'none';
			case plus:
			case minus:
			case point:
			case 73:
			case 78:
				return 'number';
			default:
				return isDigit(this.text.charCodeAt(this.position)) ? 'number' : 'none';
		}
	}

	/**
	 * Moves past the string at the position. A line break ends it with a problem, so that a missing quote costs one line.
	 * Returns the offset after the last character of its contents.
	 */
	skipString(): number {
		const { text } = this;
		const { length } = text;
		const start = this.position;
		let at = start + 1;
		this.escaped = false;
		for (; at < length; at++) {
			const code = text.charCodeAt(at);
			if (code === quote) {
				this.position = at + 1;
				return at;
			}
			if (code === backslash) {
				this.escaped = true;
				const next = text.charCodeAt(at + 1);
				if (next === 10 || next === 13 || at + 1 >= length) continue;
				if (!'"\\/bfnrtu'.includes(text.charAt(at + 1))) {
					this.problem(at, at + 2, l10n.t('This escape does not exist in JSON.'));
				} else if (next === 117 && !/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) {
					this.problem(at, at + 2, l10n.t('A \\u escape needs four hexadecimal digits.'));
				}
				at++;
			} else if (code < 32) {
				if (code === 10 || code === 13) break;
				this.problem(at, at + 1, l10n.t('A control character must be written as an escape.'));
			}
		}
		// The comma at the end of the line was hardly meant as a part of the text.
		if (at > start + 1 && text.charCodeAt(at - 1) === comma) at--;
		this.position = at;
		this.problem(start, at, l10n.t('This string has no closing quote.'));
		return at;
	}

	readString(): string {
		const start = this.position + 1;
		const end = this.skipString();
		const raw = this.text.slice(start, end);
		return this.escaped ? decodeEscapes(raw) : raw;
	}

	/** Reads a number in its original spelling; `NaN` and the infinities too, with a problem. */
	readNumber(): string {
		const { text } = this;
		const start = this.position;
		let at = start;
		for (; at < text.length; at++) {
			const code = text.charCodeAt(at);
			const part =
				isDigit(code) ||
				code === plus ||
				code === minus ||
				code === point ||
				(code >= 65 && code <= 90) ||
				(code >= 97 && code <= 122);
			if (!part) break;
		}
		this.position = at;
		const spelling = text.slice(start, at);
		if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(spelling)) {
			this.problem(start, at, l10n.t('"{0}" is not a number in JSON.', spelling.slice(0, 40)));
		}
		return spelling;
	}

	skipWord(kind: 'true' | 'false' | 'null'): void {
		this.position += kind.length;
		const start = this.position;
		while (/[A-Za-z0-9_]/.test(this.text.charAt(this.position))) this.position++;
		if (this.position > start) this.problem(start, this.position, l10n.t('A value ends before this.'));
	}

	/** Records a problem of this range; of very many, only the first ones. */
	problem(start: number, end: number, message: string): void {
		if (this.problems.length < mostProblems) this.problems.push({ range: { start, end }, message });
	}
}

const simpleEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function decodeEscapes(raw: string): string {
	return raw.replace(
		/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g,
		(_all, hex: string | undefined, letter: string | undefined) =>
			hex === undefined
				? (simpleEscapes[letter ?? ''] ?? letter ?? '')
				: String.fromCharCode(Number.parseInt(hex, 16)),
	);
}
