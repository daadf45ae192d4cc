import type { TextRange } from '../base/findings.ts';
import { readJson } from '../json/tolerant.ts';
import { isObject, type JsonObject } from '../json/value.ts';

/** The data of a class that a list of classes shows. */
export interface ClassSummary {
	readonly displayName: string;
	readonly category: string;
	readonly deprecated: boolean;
}

/** The classes of a description, by name, each read on request. */
export interface ClassEntries {
	readonly names: readonly string[];
	readonly dialect: 'old' | 'new';
	/** Returns the entry of a class in the server's form. */
	get(className: string): JsonObject | undefined;
	summary(className: string): ClassSummary | undefined;
	/** Types that any class outputs. */
	readonly outputTypes: ReadonlySet<string>;
}

/** Fields that only engines newer than 0.3.64 emit. */
export const newerFields: ReadonlySet<string> = new Set([
	'is_input_list',
	'output_matchtypes',
	'has_intermediate_output',
	'search_aliases',
	'price_badge',
]);

const tab = 9;
const space = 32;
const quote = 34;
const comma = 44;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** Values nest no deeper in texts that are read in pieces; deeper ones are left to the tolerant reader. */
const deepest = 64;
/** Characters between two chances for other work: a millisecond or two. */
const pieceLength = 256 * 1024;

/** A text that is not laid out as a description is: it is left to the tolerant reader. */
class Irregular extends Error {}

/** The range of the entry of a class, and what a list shows of it. */
type Place = TextRange & ClassSummary;

/**
 * The places of the classes in the text of an `object_info.json`: some megabytes are looked through once, and only the classes that
 * a document uses are ever parsed. Knows `NaN` and the infinities. `advance` works through one piece.
 */
class ClassIndex implements ClassEntries {
	readonly outputTypes = new Set<string>();
	dialect: 'old' | 'new' = 'old';
	readonly #text: string;
	readonly #places = new Map<string, Place>();
	#at = 0;
	#first = true;

	constructor(text: string) {
		this.#text = text;
		this.#at = this.#skipSpace(text.charCodeAt(0) === 0xfeff ? 1 : 0);
		this.#expect(openBrace);
	}

	get names(): readonly string[] {
		return [...this.#places.keys()];
	}

	get(className: string): JsonObject | undefined {
		const place = this.#places.get(className);
		if (!place) return undefined;
		const entry = readEntry(this.#text.slice(place.start, place.end));
		return isObject(entry) ? entry : undefined;
	}

	summary(className: string): ClassSummary | undefined {
		return this.#places.get(className);
	}

	/** Works through the next piece; true at the end of the text. */
	advance(): boolean {
		const until = this.#at + pieceLength;
		while (this.#at < until) {
			this.#at = this.#skipSpace(this.#at);
			if (this.#text.charCodeAt(this.#at) === closeBrace) {
				if (this.#skipSpace(this.#at + 1) < this.#text.length) throw new Irregular();
				return true;
			}
			if (!this.#first) this.#expect(comma);
			this.#first = false;
			this.#class();
		}
		return false;
	}

	/** Reads `"Name": { ... }`. */
	#class(): void {
		const name = this.#key();
		const start = this.#at;
		if (this.#text.charCodeAt(start) !== openBrace) {
			this.#at = this.#skipValue(start);
			this.#places.delete(name);
			return;
		}
		this.#at++;
		let [displayName, category, deprecated, newer] = ['', '', false, false];
		let [hasInput, isNode] = [false, false];
		let output: number | undefined;
		for (let first = true; ; first = false) {
			this.#at = this.#skipSpace(this.#at);
			if (this.#text.charCodeAt(this.#at) === closeBrace) break;
			if (!first) this.#expect(comma);
			const key = this.#key();
			const value = this.#at;
			const code = this.#text.charCodeAt(value);
			this.#at = this.#skipValue(value);
			if (key === 'input') hasInput = code === openBrace;
			else if (key === 'class_type') isNode = code === quote;
			else if (key === 'display_name') displayName = code === quote ? this.#string(value) : '';
			else if (key === 'category') category = code === quote ? this.#string(value) : '';
			else if (key === 'deprecated') deprecated = this.#text.startsWith('true', value);
			else if (key === 'output') output = code === openBracket ? value : undefined;
			else if (newerFields.has(key)) newer = true;
		}
		this.#at++;
		this.#places.delete(name);
		if (!hasInput || isNode) return;
		if (newer) this.dialect = 'new';
		if (output !== undefined) this.#collectTypes(output);
		this.#places.set(name, { start, end: this.#at, displayName, category, deprecated });
	}

	/** Collects the texts of the array at a place; nested lists of values are not types. */
	#collectTypes(start: number): void {
		let at = this.#skipSpace(start + 1);
		while (this.#text.charCodeAt(at) !== closeBracket) {
			if (this.#text.charCodeAt(at) === quote) this.outputTypes.add(this.#string(at));
			at = this.#skipSpace(this.#skipValue(at));
			if (this.#text.charCodeAt(at) === comma) at = this.#skipSpace(at + 1);
		}
	}

	/** Reads a key and its colon; afterwards the position is that of the value. */
	#key(): string {
		this.#at = this.#skipSpace(this.#at);
		if (this.#text.charCodeAt(this.#at) !== quote) throw new Irregular();
		const key = this.#string(this.#at);
		this.#at = this.#skipSpace(this.#skipString(this.#at));
		this.#expect(colon);
		this.#at = this.#skipSpace(this.#at);
		return key;
	}

	#expect(code: number): void {
		if (this.#text.charCodeAt(this.#at) !== code) throw new Irregular();
		this.#at++;
	}

	#skipSpace(from: number): number {
		let at = from;
		for (;;) {
			const code = this.#text.charCodeAt(at);
			if (code !== space && !(code >= tab && code <= 13)) return at;
			at++;
		}
	}

	#string(start: number): string {
		const end = this.#skipString(start);
		const raw = this.#text.slice(start + 1, end - 1);
		if (!raw.includes('\\')) return raw;
		const read = readJson(`"${raw}"`);
		return typeof read === 'string' ? read : '';
	}

	/** Returns the place after the quoted text at `start`. */
	#skipString(start: number): number {
		const text = this.#text;
		for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
			let slashes = 0;
			while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
			if (slashes % 2 === 0) return end + 1;
		}
		throw new Irregular();
	}

	/** Returns the place after the value at `start`. */
	#skipValue(start: number): number {
		const text = this.#text;
		const first = text.charCodeAt(start);
		if (first === quote) return this.#skipString(start);
		if (first !== openBrace && first !== openBracket) return this.#skipWord(start);
		const open = [first];
		let at = start + 1;
		while (open.length > 0) {
			if (at >= text.length) throw new Irregular();
			const code = text.charCodeAt(at);
			if (code === quote) {
				at = this.#skipString(at);
				continue;
			}
			if (code === openBrace || code === openBracket) {
				if (open.push(code) > deepest) throw new Irregular();
			} else if (code === closeBrace || code === closeBracket) {
				if (open.pop() !== code - 2) throw new Irregular();
			}
			at++;
		}
		return at;
	}

	/** Skips a number or a word. */
	#skipWord(start: number): number {
		const text = this.#text;
		let at = start;
		for (;;) {
			const code = text.charCodeAt(at);
			// Anything that ends a word; it must have a character.
			if (code === comma || code === closeBrace || code === closeBracket || code <= space) break;
			if (Number.isNaN(code) || code === quote || code === colon || code === openBrace) throw new Irregular();
			at++;
		}
		if (at === start) throw new Irregular();
		return at;
	}
}

/** Returns the index of a text; undefined for one that is not laid out as a description is, or damaged. */
export function indexClasses(text: string): ClassIndex | undefined {
	return regular(() => {
		const index = new ClassIndex(text);
		while (!index.advance());
		return index;
	});
}

/** Indexes a text like `indexClasses`, with room for other work between the pieces. */
export async function indexClassesGently(text: string): Promise<ClassIndex | undefined> {
	const index = regular(() => new ClassIndex(text));
	if (index === undefined) return undefined;
	for (;;) {
		const ended = regular(() => index.advance());
		if (ended !== false) return ended && index;
		await new Promise((resolve) => setTimeout(resolve));
	}
}

function regular<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch (cause) {
		if (cause instanceof Irregular) return undefined;
		throw cause;
	}
}

/**
 * Matches numbers with more digits than a double may hold. Without them, `JSON.parse` reads the same as the tolerant
 * parser and is ten times as fast.
 */
const longNumber = /\d{16}/;

function readEntry(text: string) {
	if (longNumber.test(text)) return readJson(text);
	try {
		return JSON.parse(text);
	} catch {
		return readJson(text);
	}
}
