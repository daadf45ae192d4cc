import * as l10n from '@vscode/l10n';
import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from './characters.ts';
import { JsonScanner } from './scanner.ts';

/** The expected closers of the open objects and lists. Finds out whether one is expected without a search. */
class OpenContainers {
	readonly #closers: number[] = [];
	#braces = 0;

	get innermost(): number | undefined {
		return this.#closers.at(-1);
	}

	has(closer: number): boolean {
		return closer === closeBrace ? this.#braces > 0 : this.#closers.length > this.#braces;
	}

	push(closer: number): void {
		this.#closers.push(closer);
		if (closer === closeBrace) this.#braces++;
	}

	pop(): void {
		if (this.#closers.pop() === closeBrace) this.#braces--;
	}
}

/**
 * Reads JSON in one pass without building a tree, and continues after a mistake. The result from a position
 * depends on the text from there on and on nothing before it; re-reading a single value relies on that.
 */
export class JsonReader extends JsonScanner {
	/**
	 * Reads the members of the object at the position. `member` is called with the reader before each value and must
	 * move past it. Ends after the closing brace, or returns false if the object cannot continue without one.
	 */
	readObject(member: (key: string, keyStart: number, keyEnd: number) => void): boolean {
		this.position++;
		for (let first = true; ; first = false) {
			let code = this.peek();
			if (!first && code !== closeBrace) {
				if (code === comma) {
					const at = this.position++;
					code = this.peek();
					if (code === closeBrace && !this.comments)
						this.problem(at, at + 1, l10n.t('A comma is not allowed before the closing brace.'));
				} else if (code === quote) {
					this.problem(this.position, this.position + 1, l10n.t('A comma is missing before this.'));
				}
			}
			if (code === closeBrace) {
				this.position++;
				return true;
			}
			if (code !== quote) {
				if (!this.recover(closeBrace, l10n.t('A name in double quotes or a closing brace is expected here.')))
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
				this.problem(keyEnd, keyEnd, l10n.t('A colon is missing after this name.'));
				if (code === comma || code === closeBrace || code === closeBracket || code === -1 || code === quote) {
					if (code !== quote || !this.valueFollows()) continue;
				}
			}
			member(key, keyStart, keyEnd);
		}
	}

	/** Returns whether, after a name without a colon, the quote at the position begins a value, and not the next name. */
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
					if (code === closeBracket && !this.comments)
						this.problem(at, at + 1, l10n.t('A comma is not allowed before the closing bracket.'));
				} else if (this.kind() !== 'none') {
					this.problem(this.position, this.position + 1, l10n.t('A comma is missing before this.'));
				}
			}
			if (code === closeBracket) {
				this.position++;
				return;
			}
			if (code === colon || this.kind() === 'none') {
				if (!this.recover(closeBracket, l10n.t('A value or a closing bracket is expected here.'))) return;
				continue;
			}
			element(index++);
		}
	}

	/** Moves past any value at the position, without recursion. False without a value. */
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

	/** Reports a missing value, and moves past a word that is not a value; with `always`, past at least one character. */
	missingValue(always = false): void {
		const start = this.position;
		while (/[A-Za-z0-9_$.+-]/.test(this.text.charAt(this.position))) this.position++;
		if (always && this.position === start) this.position++;
		this.problem(start, this.position, l10n.t('A value is missing here.'));
	}

	private skipContainer(): void {
		const open = new OpenContainers();
		const from = this.position;
		/** The expected token: the first or a further member, a member's value, or the token after a value. */
		let state: 'first' | 'member' | 'value' | 'after' = 'value';
		do {
			const code = this.peek();
			if (code === -1) {
				this.problem(from, from + 1, l10n.t('This is never closed.'));
				return;
			}
			if (code === closeBrace || code === closeBracket) {
				if (state === 'value' || (state === 'member' && !this.comments))
					this.problem(this.position, this.position, l10n.t('Something is missing before this.'));
				this.close(open, code);
				state = 'after';
			} else if (state === 'after') {
				if (code === comma) this.position++;
				else this.problem(this.position, this.position + 1, l10n.t('A comma is missing before this.'));
				if (code === colon) this.position++;
				state = 'member';
			} else if (state !== 'value' && open.innermost === closeBrace) {
				if (code === quote) this.skipString();
				else this.missingValue(true);
				if (this.peek() === colon) this.position++;
				else this.problem(this.position, this.position, l10n.t('A colon is missing before this.'));
				state = 'value';
			} else if (code === openBrace || code === openBracket) {
				open.push(code === openBrace ? closeBrace : closeBracket);
				this.position++;
				state = 'first';
			} else {
				if (this.kind() === 'none') this.missingValue(code !== comma);
				else this.skipValue();
				state = 'after';
			}
		} while (open.innermost !== undefined);
	}

	/** Moves past a closer, and closes everything that should have been closed before. */
	private close(open: OpenContainers, code: number): void {
		if (open.innermost !== code) {
			this.problem(
				this.position,
				this.position + 1,
				l10n.t('This does not match the open bracket or brace.'),
			);
			if (open.has(code)) while (open.innermost !== code) open.pop();
			else open.push(code);
		}
		open.pop();
		this.position++;
	}

	/** Skips unreadable text up to the next comma, quote or `closer`. False if the enclosing value has ended. */
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
		// A closer of the other kind ends an enclosing value: leave it to that value's reader.
		if (code !== closer && (code === closeBrace || code === closeBracket)) return false;
		// A character that stopped the search without moving would stop it again.
		if (at === start && code !== closer && code !== quote) this.position++;
		if (at === start && code === quote && closer === closeBracket) this.position++;
		return true;
	}
}
