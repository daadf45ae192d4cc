import { withoutHidden } from './hidden.ts';
import { scanSecrets } from './secretScanner.ts';

/**
 * Masks a text for a log or a screen: the given secrets, bearer values, members with secret names, and the query of
 * every address are replaced, control characters become spaces, invisible ones are removed, and it ends after `limit`
 * characters.
 */
export function maskText(text: string, secrets: readonly (string | undefined)[] = [], limit = 1000): string {
	// First, since the parts around such a character may be a secret together.
	const masked = scan(maskEncoded(maskSecrets(withoutHidden(text), secrets)), limit);
	const shown = masked.length > limit ? `${masked.slice(0, limit)} ...` : masked;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
	return shown.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
}

function scan(text: string, limit = Number.POSITIVE_INFINITY): string {
	return scanSecrets(text, { query: '?(hidden)', credentials: true, limit });
}

/** The most times that a text is decoded: it may be in an address that is in another. */
const mostDecodings = 3;

/** Returns the text without secrets in words that are encoded as within an address. Other words stay. */
function maskEncoded(text: string): string {
	if (!text.includes('%')) return text;
	const parts = text.split(/([\s"<>]+)/).map((part) => {
		if (!part.includes('%')) return part;
		const rest = decoded(scan(part));
		return scan(rest) === rest ? part : encodeURI(scan(decoded(part)).toWellFormed());
	});
	return parts.join('');
}

function decoded(text: string): string {
	let plain = text;
	for (let round = 0; round < mostDecodings && plain.includes('%'); round++)
		plain = plain.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
			try {
				return decodeURIComponent(bytes);
			} catch {
				return bytes;
			}
		});
	return plain;
}

/** A shorter secret would also be masked in unrelated words. */
const shortestSecret = 8;

/**
 * Returns the text without the given secrets of some length, also if they occur in JSON, in an address or in a form within the text, or in
 * one within another.
 */
export function maskSecrets(text: string, secrets: readonly (string | undefined)[]): string {
	let masked = text;
	// The longest first: a secret may be the beginning of another.
	const given = secrets.filter(
		(secret) => secret !== undefined && secret.length >= shortestSecret,
	) as readonly string[];
	for (const secret of given.toSorted((a, b) => b.length - a.length)) {
		for (const spelling of spellingsOf(secret)) masked = masked.replaceAll(spelling, '(secret)');
	}
	return masked;
}

/**
 * The spellings of a text within JSON, for which some programs also escape punctuation, and within an address or a
 * form.
 */
const writings: readonly ((text: string) => string)[] = [
	inJson,
	(text) => inJson(text).replaceAll('/', '\\/'),
	(text) => inJson(text).replace(/[&<>='+]/g, escapedSign),
	inAddress,
	(text) => inAddress(text).replaceAll('%20', '+'),
	(text) => inAddress(text).replace(/%../g, (byte) => byte.toLowerCase()),
];

/** Returns the spellings of a secret: unchanged, within another text, or in one within another; the longest first. */
function spellingsOf(secret: string): readonly string[] {
	const once = writings.map((write) => write(secret));
	const twice = [...new Set(once)].flatMap((text) => writings.map((write) => write(text)));
	return [...new Set([secret, ...once, ...twice])].sort((a, b) => b.length - a.length);
}

function inJson(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

function inAddress(text: string): string {
	return encodeURIComponent(text.toWellFormed());
}

function escapedSign(sign: string): string {
	return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
