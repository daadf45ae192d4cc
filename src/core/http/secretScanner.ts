import {
	atSign,
	backslash,
	carriageReturn,
	closingBrace,
	colon,
	comma,
	dot,
	doubleQuote,
	endsBareValue,
	equals,
	escapedSpaces,
	hash,
	isBase64,
	isBreak,
	isDataHeader,
	isQuote,
	isSpace,
	isWord,
	isWordOrSign,
	letterU,
	newline,
	question,
	singleQuote,
	slash,
	space,
} from './scanCharacters.ts';
import { isKnownKey, isSecretHeader, isSecretName } from './secretNames.ts';

/** The parts that {@link scanSecrets} removes, in addition to the name, the password and the query of each address. */
interface ScanRules {
	/** The text in place of the query of an address. */
	readonly query: string;
	/** Takes out bearer values, values of members with names such as `access_token`, and keys of known shapes. */
	readonly credentials?: boolean;
	/** The text that replaces these. Default: `(secret)`. */
	readonly credential?: string;
	/** Cuts the bytes of data URIs. */
	readonly dataBytes?: boolean;
	/** Ends the scan once this many characters have been written. Default: all of them. */
	readonly limit?: number;
}

const usualReplacement = '(secret)';

const longestName = 64;
const longestGap = 8;
const longestDataHeader = 200;
const shortestDataBytes = 32;

/**
 * Removes secrets from a text: the name, password, query and fragment of every address, and the matches of `rules`.
 * Reads plain text and JSON text alike, also JSON within JSON, where `/` and `&` may be written as `\/` and `\u0026`; a
 * JSON text stays one. Hand-written, since regular expressions for this take quadratic time; this is linear.
 */
export function scanSecrets(text: string, rules: ScanRules): string {
	return new Scan(text, rules).run();
}

class Scan {
	readonly #text: string;
	readonly #rules: ScanRules;
	readonly #replacement: string;
	#out = '';
	/** The text before this place has been written or dropped. */
	#done = 0;
	/** The number of characters in the text that the last character read takes. */
	#width = 1;

	constructor(text: string, rules: ScanRules) {
		this.#text = text;
		this.#rules = rules;
		this.#replacement = rules.credential ?? usualReplacement;
	}

	run(): string {
		const { limit = Number.POSITIVE_INFINITY, query, credentials } = this.#rules;
		const { length } = this.#text;
		let at = 0;
		let inAddress = false;
		while (at < length && this.#out.length + at - this.#done <= limit) {
			if (!credentials && !inAddress) {
				// Only the word before a colon matters, and finding that is much faster than reading each word.
				const end = this.#text.indexOf(':', at);
				if (end < 0) {
					at = length;
					break;
				}
				const next = this.#afterWord(this.#wordStart(at, end), end);
				inAddress = next.startsAddress;
				at = Math.max(next.at, end + 1);
				continue;
			}
			const char = this.#read(at);
			if (isWord(char)) {
				const end = this.#wordEnd(at);
				const next = this.#afterWord(at, end);
				inAddress ||= next.startsAddress;
				at = next.at;
			} else if (inAddress && (char === question || char === hash)) {
				const end = this.#addressEnd(at);
				this.#replace(at, end, query);
				inAddress = false;
				at = end;
			} else {
				if (isBreak(char)) inAddress = false;
				at += this.#width;
			}
		}
		this.#write(at);
		return this.#out;
	}

	/** Decides from the word between `start` and `end`; the scan continues at `at`. */
	#afterWord(start: number, end: number): { at: number; startsAddress: boolean } {
		const { credentials, dataBytes } = this.#rules;
		if (start === end) return { at: end, startsAddress: false };
		const word = this.#text.slice(start, Math.min(end, start + longestName + 1));
		const authority = this.#authorityStart(end);
		if (authority !== undefined) return { at: this.#withoutUser(authority), startsAddress: true };
		let at: number | undefined;
		if (dataBytes && word.toLowerCase() === 'data') at = this.#cutData(end);
		if (credentials) at ??= this.#credential(word, start, end);
		return { at: at ?? end, startsAddress: false };
	}

	/** Returns the offset after `://`; undefined if that does not follow. */
	#authorityStart(at: number): number | undefined {
		let place = at;
		for (const wanted of [colon, slash, slash]) {
			if (this.#read(place) !== wanted) return undefined;
			place += this.#width;
		}
		return place;
	}

	/** Leaves out `name:password@`; the place of the host. */
	#withoutUser(start: number): number {
		let host = start;
		let mayBePassword = false;
		for (let at = start; at < this.#text.length; at += this.#width) {
			const char = this.#read(at);
			if (isBreak(char) || char === slash) break;
			if (char === colon) mayBePassword = true;
			// No valid address has these in a password, but a typed one may.
			if ((char === question || char === hash) && !mayBePassword) break;
			if (char === atSign) host = at + this.#width;
		}
		if (host > start) this.#replace(start, host, '');
		return host;
	}

	#addressEnd(start: number): number {
		let at = start;
		while (at < this.#text.length) {
			const char = this.#read(at);
			const next = at + this.#width;
			// A query may contain apostrophes; one that closes a quotation is followed by something other than a word
			// or sign.
			if (isBreak(char) && !(char === singleQuote && isWordOrSign(this.#read(next)))) break;
			at = next;
		}
		return at;
	}

	/** Returns the offset after a replaced credential, or `undefined`. */
	#credential(word: string, start: number, end: number): number | undefined {
		if (isKnownKey(word, end - start)) {
			// A signed token has several parts with dots between them.
			const last = this.#runEnd(end, (char) => isWord(char) || char === dot);
			this.#replace(start, last, this.#replacement);
			return last;
		}
		const name = word.length > longestName ? '' : word.toLowerCase();
		if (name === 'bearer' || name === 'basic') {
			const value = this.#runEnd(end, isSpace);
			const last = this.#runEnd(value, (char) => !isBreak(char) && char !== comma && char !== closingBrace);
			if (value === end || last === value) return undefined;
			this.#replace(value, last, this.#replacement);
			return last;
		}
		return isSecretName(name) ? this.#namedValue(name, end) : undefined;
	}

	/** Replaces the value after a name: `"name": "value"`, `name=value`, and `Name: value` of a header. */
	#namedValue(name: string, nameEnd: number): number | undefined {
		const closing = this.#quoteAt(nameEnd);
		let at = this.#skipSpaces(closing?.end ?? nameEnd);
		const separator = this.#text.charCodeAt(at);
		if (separator !== colon && separator !== equals) return undefined;
		at = this.#skipSpaces(at + 1);
		const opening = this.#quoteAt(at);
		let end: number;
		if (opening !== undefined) {
			at = opening.end;
			end = this.#closingQuote(at, opening);
		} else if (separator === equals) {
			end = this.#runEnd(at, (char) => !isBreak(char) && !endsBareValue(char));
		} else if (closing === undefined && isSecretHeader(name)) {
			end = this.#runEnd(at, (char) => char !== newline && char !== carriageReturn && !isQuote(char));
		} else {
			return undefined;
		}
		if (end === at) return undefined;
		this.#replace(at, end, this.#replacement);
		return end;
	}

	/** Returns the offset after a quote that follows, with the backslashes that the nesting of JSON adds before it. */
	#quoteAt(at: number): Quote | undefined {
		const place = this.#backslashesEnd(at);
		const char = this.#text.charCodeAt(place);
		return char === doubleQuote || char === singleQuote
			? { char, backslashes: place - at, end: place + 1 }
			: undefined;
	}

	/** Returns the end of the quoted value: the next quote of the same kind and depth, or the end of the text. */
	#closingQuote(start: number, opening: Quote): number {
		let at = start;
		while (at < this.#text.length) {
			const quote = this.#quoteAt(at);
			if (quote?.char === opening.char && quote.backslashes <= opening.backslashes) return at;
			at = quote?.end ?? Math.max(at + 1, this.#backslashesEnd(at));
		}
		return at;
	}

	/** Cuts the bytes of a data URI with a header at `start`. Returns the offset after them. */
	#cutData(start: number): number | undefined {
		const header = this.#text.slice(start, start + longestDataHeader);
		const marker = ';base64,';
		const length = header.toLowerCase().indexOf(marker);
		if (length < 0 || header.charCodeAt(0) !== colon) return undefined;
		for (let index = 1; index < length; index += 1) {
			if (!isDataHeader(header.charCodeAt(index))) return undefined;
		}
		const bytes = start + length + marker.length;
		const end = this.#runEnd(bytes, isBase64);
		if (end - bytes < shortestDataBytes) return undefined;
		this.#replace(bytes, end, '…');
		return end;
	}

	/** Returns the start of the word that ends at `end`: not before `least`, and no longer than names are. */
	#wordStart(least: number, end: number): number {
		let at = end;
		while (at > least && at > end - longestName && isWord(this.#text.charCodeAt(at - 1))) at -= 1;
		return at;
	}

	#wordEnd(start: number): number {
		let at = start;
		while (at < this.#text.length && isWord(this.#text.charCodeAt(at))) at += 1;
		// A word may begin with an escaped character, which takes more than one in the text.
		return at === start ? start + this.#width : at;
	}

	#runEnd(start: number, belongs: (char: number) => boolean): number {
		let at = start;
		while (at < this.#text.length && belongs(this.#read(at))) at += this.#width;
		return at;
	}

	#skipSpaces(start: number): number {
		let at = start;
		while (at < start + longestGap && isSpace(this.#text.charCodeAt(at))) at += 1;
		return at;
	}

	#backslashesEnd(start: number): number {
		let at = start;
		while (this.#text.charCodeAt(at) === backslash) at += 1;
		return at;
	}

	/** Returns the character at a place, with JSON escapes resolved if they hide `/` or a code; `#width` is its length. */
	#read(at: number): number {
		const char = this.#text.charCodeAt(at);
		this.#width = 1;
		if (char !== backslash) return char;
		const end = this.#backslashesEnd(at);
		const next = this.#text.charCodeAt(end);
		this.#width = end - at;
		if (next === slash) {
			this.#width += 1;
			return slash;
		}
		// An escaped line break or tab: without this, its letter would belong to the word that follows.
		if (escapedSpaces.has(next)) {
			this.#width += 1;
			return space;
		}
		if (next === letterU) {
			const code = this.#text.slice(end + 1, end + 5);
			if (/^[\da-f]{4}$/i.test(code)) {
				this.#width += 5;
				return Number.parseInt(code, 16);
			}
		}
		return backslash;
	}

	#replace(start: number, end: number, by: string): void {
		this.#write(start);
		this.#out += by;
		this.#done = end;
	}

	#write(to: number): void {
		if (to > this.#done) this.#out += this.#text.slice(this.#done, to);
		this.#done = Math.max(this.#done, to);
	}
}

interface Quote {
	readonly char: number;
	readonly backslashes: number;
	readonly end: number;
}
