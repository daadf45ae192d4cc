/** The longest prefix code of the format, and the longest one of the code that writes the lengths of others. */
const longestCode = 15;
const longestLengthCode = 7;
/** The order in which the lengths of the code of lengths are written. */
const lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** Bits from the lowest up, as lossless WebP has them. */
export class LosslessBits {
	#bytes = new Uint8Array(1 << 16);
	#length = 0;
	#pending = 0;
	#count = 0;

	/** Writes bits, at most 16 in a call. */
	write(value: number, bits: number): void {
		this.#pending |= value << this.#count;
		this.#count += bits;
		while (this.#count >= 8) {
			this.#push(this.#pending & 0xff);
			this.#pending >>>= 8;
			this.#count -= 8;
		}
	}

	finish(): Buffer {
		if (this.#count > 0) this.#push(this.#pending & 0xff);
		return Buffer.from(this.#bytes.subarray(0, this.#length));
	}

	#push(byte: number): void {
		if (this.#length === this.#bytes.length) {
			const larger = new Uint8Array(this.#length * 2);
			larger.set(this.#bytes);
			this.#bytes = larger;
		}
		this.#bytes[this.#length++] = byte;
	}
}

/** A code by symbol. */
export interface PrefixCode {
	/** Bits in the order of writing. */
	readonly codes: Uint16Array;
	/** The declared length of each code; 0 for symbols that do not occur. */
	readonly lengths: Uint8Array;
	/** The number of bits written for each symbol: its length, but none if it is the only one. */
	readonly widths: Uint8Array;
}

/** Returns the best code for symbols that occur so often. */
export function prefixCode(counts: Uint32Array, longest = longestCode): PrefixCode {
	let lengths = lengthsFor(counts);
	// Rare symbols count for more until no code is too long.
	for (let least = 1; Math.max(...lengths) > longest; least *= 2) {
		lengths = lengthsFor(counts.map((count) => (count === 0 ? 0 : Math.max(count, least))));
	}
	const single = lengths.reduce((used, length) => used + (length > 0 ? 1 : 0), 0) < 2;
	return {
		lengths,
		codes: canonical(lengths),
		widths: single ? new Uint8Array(lengths.length) : lengths,
	};
}

/** Returns the depth of each symbol in the tree that repeatedly joins the two rarest. */
function lengthsFor(counts: Uint32Array): Uint8Array {
	const lengths = new Uint8Array(counts.length);
	let groups = [...counts.entries()].flatMap(([symbol, count]) =>
		count === 0 ? [] : [{ count, symbols: [symbol] }],
	);
	const [only] = groups;
	if (groups.length === 1 && only !== undefined) lengths[only.symbols[0] ?? 0] = 1;
	groups.sort((one, other) => other.count - one.count);
	while (groups.length > 1) {
		const last = groups.pop();
		const next = groups.pop();
		if (last === undefined || next === undefined) break;
		const joined = { count: last.count + next.count, symbols: [...last.symbols, ...next.symbols] };
		for (const symbol of joined.symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
		let place = groups.length;
		while (place > 0 && (groups[place - 1]?.count ?? 0) < joined.count) place--;
		groups = [...groups.slice(0, place), joined, ...groups.slice(place)];
	}
	return lengths;
}

/** Codes in the order of length and symbol, their bits turned around. */
function canonical(lengths: Uint8Array): Uint16Array {
	const codes = new Uint16Array(lengths.length);
	let code = 0;
	for (let length = 1; length <= longestCode; length++) {
		for (const [symbol, each] of lengths.entries()) {
			if (each !== length) continue;
			let turned = 0;
			for (let bit = 0; bit < length; bit++) turned |= ((code >> bit) & 1) << (length - 1 - bit);
			codes[symbol] = turned;
			code++;
		}
		code <<= 1;
	}
	return codes;
}

/** Writes a code as the lengths of its symbols, which are encoded in turn. */
export function writeCode(bits: LosslessBits, { lengths }: PrefixCode): void {
	const used = [...lengths.entries()].filter(([, length]) => length > 0).map(([symbol]) => symbol);
	const [first = 0, second] = used;
	if (used.length <= 2 && Math.max(first, second ?? 0) < 256) {
		bits.write(1, 1);
		bits.write(used.length > 1 ? 1 : 0, 1);
		bits.write(1, 1);
		bits.write(first, 8);
		if (second !== undefined) bits.write(second, 8);
		return;
	}
	const counts = new Uint32Array(19);
	for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
	const inner = prefixCode(counts, longestLengthCode);
	bits.write(0, 1);
	bits.write(lengthOrder.length - 4, 4);
	for (const symbol of lengthOrder) bits.write(inner.lengths[symbol] ?? 0, 3);
	bits.write(0, 1);
	for (const length of lengths) bits.write(inner.codes[length] ?? 0, inner.widths[length] ?? 0);
}
