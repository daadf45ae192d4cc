const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const codes = new TextEncoder().encode(digits);
/**
 * The value of each digit by its character, including those of the URL alphabet (RFC 4648, section 5); -1 for other
 * characters.
 */
const values = new Int8Array(128).fill(-1);
for (let value = 0; value < 64; value++) values[codes[value] ?? 0] = value;
values['-'.charCodeAt(0)] = 62;
values['_'.charCodeAt(0)] = 63;

/** Encodes bytes as Base64. Quick enough for many megabytes without Node. */
export function toBase64(bytes: Uint8Array): string {
	const { byteLength } = bytes;
	const text = new Uint8Array(Math.ceil(byteLength / 3) * 4);
	let to = 0;
	for (let from = 0; from < byteLength; from += 3) {
		const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
		text[to++] = codes[three >> 18] ?? 0;
		text[to++] = codes[(three >> 12) & 63] ?? 0;
		text[to++] = codes[(three >> 6) & 63] ?? 0;
		text[to++] = codes[three & 63] ?? 0;
	}
	text.fill('='.charCodeAt(0), to - ((3 - (byteLength % 3)) % 3));
	return new TextDecoder().decode(text);
}

/** Returns the bytes of Base64. Ignores characters that are not digits. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
	let [to, held, bits] = [0, 0, 0];
	for (let at = 0; at < text.length; at++) {
		const value = values[text.charCodeAt(at)] ?? -1;
		if (value < 0) continue;
		held = ((held << 6) | value) & 0xffff;
		bits += 6;
		if (bits < 8) continue;
		bits -= 8;
		bytes[to++] = held >> bits;
	}
	return bytes.slice(0, to);
}
