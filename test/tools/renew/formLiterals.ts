/** Stands for a value that is not plain in the source: a call, a function, a name from another file. */
export const unreadable = Symbol('unreadable');

/**
 * Returns the plain value of a constant of a JavaScript source: texts, numbers, booleans, lists and objects, resolving
 * names of plain constants of the same source. Nothing of the source is run. Undefined if the constant does not exist.
 */
export function constantOf(source: string, name: string): unknown {
	const start = new RegExp(`\\b(?:const|let|var)\\s+${name}\\s*=`).exec(source);
	return start === null ? undefined : new Reader(source, start.index + start[0].length).value();
}

class Reader {
	readonly #source: string;
	#at: number;

	constructor(source: string, at: number) {
		this.#source = source;
		this.#at = at;
	}

	/** Reads the value that begins here; anything after it up to the next comma or closing bracket makes it unreadable. */
	value(): unknown {
		const found = this.#plain();
		this.#skipSpace();
		const next = this.#source.charAt(this.#at);
		if (found !== unreadable && (next === '' || ',;]}.'.includes(next))) {
			// Methods of a list that sort or filter it keep its content readable.
			if (next !== '.') return found;
			this.#skipExpression();
			return Array.isArray(found) ? found : unreadable;
		}
		this.#skipExpression();
		return unreadable;
	}

	#plain(): unknown {
		this.#skipSpace();
		const rest = this.#source.slice(this.#at, this.#at + 200);
		const first = rest.charAt(0);
		if (first === '{') return this.#group();
		if (first === '[') return this.#list();
		if (first === '"' || first === "'") return this.#text();
		const word = /^(?:-?\d[\d.eE+-]*|void 0|[A-Za-z_$][\w$]*)/.exec(rest)?.[0];
		if (word === undefined) return unreadable;
		this.#at += word.length;
		if (word === 'true' || word === 'false') return word === 'true';
		if (word === 'null') return null;
		if (word === 'undefined' || word === 'void 0') return undefined;
		if (/^[-\d]/.test(word)) return Number(word);
		return constantOf(this.#source, word) ?? unreadable;
	}

	#group(): Record<string, unknown> {
		const members: Record<string, unknown> = {};
		this.#at += 1;
		while (this.#more('}')) {
			const key = /^(?:"([^"\\]*)"|'([^'\\]*)'|([A-Za-z_$][\w$]*))\s*:/.exec(
				this.#source.slice(this.#at, this.#at + 300),
			);
			if (key === null) {
				this.#skipExpression();
				continue;
			}
			this.#at += key[0].length;
			members[key[1] ?? key[2] ?? key[3] ?? ''] = this.value();
		}
		return members;
	}

	#list(): unknown[] {
		const items: unknown[] = [];
		this.#at += 1;
		while (this.#more(']')) items.push(this.value());
		return items;
	}

	/** Returns whether another member follows; otherwise moves past the closing bracket. */
	#more(closing: string): boolean {
		this.#skipSpace();
		while (this.#source.charAt(this.#at) === ',') {
			this.#at += 1;
			this.#skipSpace();
		}
		const next = this.#source.charAt(this.#at);
		if (next === closing) this.#at += 1;
		return next !== closing && next !== '';
	}

	#text(): unknown {
		const start = this.#at;
		this.#skipQuoted();
		const source = this.#source.slice(start, this.#at);
		const inner = source.slice(1, -1);
		if (!inner.includes('\\')) return inner;
		try {
			return source.startsWith('"') ? (JSON.parse(source) as unknown) : unreadable;
		} catch {
			return unreadable;
		}
	}

	#skipQuoted(): void {
		const mark = this.#source.charAt(this.#at);
		this.#at += 1;
		while (this.#at < this.#source.length && this.#source.charAt(this.#at) !== mark)
			this.#at += this.#source.charAt(this.#at) === '\\' ? 2 : 1;
		this.#at += 1;
	}

	/** Moves to the comma or bracket that ends the expression. */
	#skipExpression(): void {
		let depth = 0;
		while (this.#at < this.#source.length) {
			const letter = this.#source.charAt(this.#at);
			if ('"\'`'.includes(letter)) {
				this.#skipQuoted();
				continue;
			}
			if ('([{'.includes(letter)) depth += 1;
			else if (')]}'.includes(letter)) {
				if (depth === 0) return;
				depth -= 1;
			} else if (depth === 0 && (letter === ',' || letter === ';')) return;
			this.#at += 1;
		}
	}

	#skipSpace(): void {
		const space = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
		space.lastIndex = this.#at;
		this.#at += space.exec(this.#source)?.[0].length ?? 0;
	}
}
