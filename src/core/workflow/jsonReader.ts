import type { TextRange } from '../findings.ts';

/** A place where the text is not JSON, and what was expected there. */
export interface SyntaxProblem {
	readonly range: TextRange;
	readonly message: string;
}

/** What kind of value begins at the reader's position. */
export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null' | 'none';

const quote = 34;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
const openBracket = 91;
const closeBracket = 93;
const comma = 44;
const colon = 58;
const slash = 47;

/**
 * Reads JSON in one pass without building a tree, and goes on after a mistake. What it reads from a position
 * depends on the text from there on and on nothing before it; re-reading a single value relies on that.
 */
export class JsonReader {
	readonly text: string;
	/** Offset of the next character to read. */
	position: number;
	/** Problems found so far, in text order. */
	problems: SyntaxProblem[] = [];
	private escaped = false;

	constructor(text: string, position = 0) {
		this.text = text;
		this.position = position;
	}

	/** Skips white space, and comments (which are problems: the engine refuses them). Returns the next character code, -1 at the end. */
	peek(): number {
		const { text } = this;
		for (;;) {
			const code = this.position < text.length ? text.charCodeAt(this.position) : -1;
			if (code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff) {
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
		this.problem(position, this.position, 'Comments are not allowed in JSON.');
		return true;
	}

	/** Kind of the value that begins at the next character. */
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
			case 43:
			case 45:
			case 46:
			case 73:
			case 78:
				return 'number';
			default: {
				const code = this.text.charCodeAt(this.position);
				return code >= 48 && code <= 57 ? 'number' : 'none';
			}
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
					this.problem(at, at + 2, 'This escape does not exist in JSON.');
				} else if (next === 117 && !/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) {
					this.problem(at, at + 2, 'A \\u escape needs four hexadecimal digits.');
				}
				at++;
			} else if (code < 32) {
				if (code === 10 || code === 13) break;
				this.problem(at, at + 1, 'A control character must be written as an escape.');
			}
		}
		// The comma at the end of the line was hardly meant as a part of the text.
		if (at > start + 1 && text.charCodeAt(at - 1) === comma) at--;
		this.position = at;
		this.problem(start, at, 'This text has no closing quote.');
		return at;
	}

	/** Reads the string at the position. */
	readString(): string {
		const start = this.position + 1;
		const end = this.skipString();
		const raw = this.text.slice(start, end);
		return this.escaped ? decodeEscapes(raw) : raw;
	}

	/** Reads a number as it is spelt; `NaN` and the infinities too, with a problem. */
	readNumber(): string {
		const { text } = this;
		const start = this.position;
		let at = start;
		for (; at < text.length; at++) {
			const code = text.charCodeAt(at);
			const part =
				(code >= 48 && code <= 57) ||
				code === 43 ||
				code === 45 ||
				code === 46 ||
				(code >= 65 && code <= 90) ||
				(code >= 97 && code <= 122);
			if (!part) break;
		}
		this.position = at;
		const spelling = text.slice(start, at);
		if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(spelling)) {
			this.problem(start, at, `"${spelling.slice(0, 40)}" is not a number in JSON.`);
		}
		return spelling;
	}

	/** Moves past `true`, `false` or `null`. */
	skipWord(kind: 'true' | 'false' | 'null'): void {
		this.position += kind.length;
		const start = this.position;
		while (/[A-Za-z0-9_]/.test(this.text.charAt(this.position))) this.position++;
		if (this.position > start) this.problem(start, this.position, 'A value ends before this.');
	}

	/**
	 * Reads the members of the object at the position. `member` is called with the reader before each value and must
	 * move past it. Ends after the closing brace, or returns false where the object cannot go on without one.
	 */
	readObject(member: (key: string, keyStart: number, keyEnd: number) => void): boolean {
		this.position++;
		for (let first = true; ; first = false) {
			let code = this.peek();
			if (!first && code !== closeBrace) {
				if (code === comma) {
					const at = this.position++;
					code = this.peek();
					if (code === closeBrace)
						this.problem(at, at + 1, 'A comma must not stand before the closing brace.');
				} else if (code === quote) {
					this.problem(this.position, this.position + 1, 'A comma is missing before this.');
				}
			}
			if (code === closeBrace) {
				this.position++;
				return true;
			}
			if (code !== quote) {
				if (!this.recover(closeBrace, 'A name in double quotes or a closing brace is expected here.'))
					return false;
				continue;
			}
			const keyStart = this.position;
			const key = this.readString();
			const keyEnd = this.position;
			code = this.peek();
			if (code === colon) {
				this.position++;
			} else {
				this.problem(keyEnd, keyEnd, 'A colon is missing after this name.');
				if (code === comma || code === closeBrace || code === closeBracket || code === -1 || code === quote) {
					if (code !== quote || !this.valueFollows()) continue;
				}
			}
			member(key, keyStart, keyEnd);
		}
	}

	/** After a name without colon: is the quote at the position a value, and not the next name? */
	private valueFollows(): boolean {
		const from = this.position;
		const { problems } = this;
		this.problems = [];
		this.skipString();
		const name = this.peek() === colon;
		this.position = from;
		this.problems = problems;
		return !name;
	}

	/** Reads the elements of the array at the position; `element` must move past each value. */
	readArray(element: (index: number) => void): void {
		this.position++;
		let index = 0;
		for (let first = true; ; first = false) {
			let code = this.peek();
			if (!first && code !== closeBracket) {
				if (code === comma) {
					const at = this.position++;
					code = this.peek();
					if (code === closeBracket)
						this.problem(at, at + 1, 'A comma must not stand before the closing bracket.');
				} else if (this.kind() !== 'none') {
					this.problem(this.position, this.position + 1, 'A comma is missing before this.');
				}
			}
			if (code === closeBracket) {
				this.position++;
				return;
			}
			if (code === colon || this.kind() === 'none') {
				if (!this.recover(closeBracket, 'A value or a closing bracket is expected here.')) return;
				continue;
			}
			element(index++);
		}
	}

	/** Moves past the value at the position, whatever it is, without recursion. False where there is none. */
	skipValue(): boolean {
		const kind = this.kind();
		switch (kind) {
			case 'string':
				this.skipString();
				return true;
			case 'number':
				this.readNumber();
				return true;
			case 'true':
			case 'false':
			case 'null':
				this.skipWord(kind);
				return true;
			case 'none':
				this.missingValue();
				return false;
			default:
				this.skipContainer();
				return true;
		}
	}

	/** Reports that a value is missing here, and moves past a word that is none; with `always`, past one character at least. */
	missingValue(always = false): void {
		const start = this.position;
		while (/[A-Za-z0-9_$.+-]/.test(this.text.charAt(this.position))) this.position++;
		if (always && this.position === start) this.position++;
		this.problem(start, this.position, 'A value is missing here.');
	}

	private skipContainer(): void {
		const closers: number[] = [];
		const from = this.position;
		/** What may come next: the first or a further member, a member's value, or what follows a value. */
		let state: 'first' | 'member' | 'value' | 'after' = 'value';
		do {
			const code = this.peek();
			if (code === -1) {
				this.problem(from, from + 1, 'This is never closed.');
				return;
			}
			if (code === closeBrace || code === closeBracket) {
				if (state === 'value' || state === 'member')
					this.problem(this.position, this.position, 'Something is missing before this.');
				this.close(closers, code);
				state = 'after';
			} else if (state === 'after') {
				if (code === comma) this.position++;
				else this.problem(this.position, this.position + 1, 'A comma is missing before this.');
				if (code === colon) this.position++;
				state = 'member';
			} else if (state !== 'value' && closers.at(-1) === closeBrace) {
				if (code === quote) this.skipString();
				else this.missingValue(true);
				if (this.peek() === colon) this.position++;
				else this.problem(this.position, this.position, 'A colon is missing before this.');
				state = 'value';
			} else if (code === openBrace || code === openBracket) {
				closers.push(code === openBrace ? closeBrace : closeBracket);
				this.position++;
				state = 'first';
			} else {
				if (this.kind() === 'none') this.missingValue(code !== comma);
				else this.skipValue();
				state = 'after';
			}
		} while (closers.length > 0);
	}

	/** Moves past a closer, and with it out of everything that should have been closed before. */
	private close(closers: number[], code: number): void {
		if (closers.at(-1) !== code) {
			this.problem(this.position, this.position + 1, 'This closes something else than what is open.');
			if (closers.includes(code)) while (closers.at(-1) !== code) closers.pop();
			else closers.push(code);
		}
		closers.pop();
		this.position++;
	}

	/** Skips what is not understood up to the next comma, quote or `closer`. False where the enclosing value is over. */
	private recover(closer: number, message: string): boolean {
		const { text } = this;
		const start = this.position;
		let at = start;
		for (; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (code === comma || code === quote || code === closer || code === closeBrace || code === closeBracket)
				break;
			if (code === openBrace || code === openBracket) {
				this.problem(start, Math.max(at, start + 1), message);
				this.position = at;
				this.skipContainer();
				return true;
			}
		}
		this.problem(start, Math.min(text.length, Math.max(at, start + 1)), message);
		this.position = at;
		if (at >= text.length) return false;
		const code = text.charCodeAt(at);
		// A closer of the other kind ends an enclosing value: leave it to whoever opened that one.
		if (code !== closer && (code === closeBrace || code === closeBracket)) return false;
		// What stopped the search without moving would stop it again.
		if (at === start && code !== closer && code !== quote) this.position++;
		if (at === start && code === quote && closer === closeBracket) this.position++;
		return true;
	}

	/** Notes a problem of this range. */
	problem(start: number, end: number, message: string): void {
		this.problems.push({ range: { start, end }, message });
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
