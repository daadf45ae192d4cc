import { scanSecrets } from './secretScanner.ts';

/**
 * Text that is fit for a log or a screen: the given secrets, bearer values, members that are secrets by their name, and the
 * query of every address are replaced, control characters become spaces, and it ends after `limit` characters.
 */
export function maskText(text: string, secrets: readonly (string | undefined)[] = [], limit = 1000): string {
	const masked = scanSecrets(maskSecrets(text, secrets), { query: '?(hidden)', credentials: true, limit });
	const shown = masked.length > limit ? `${masked.slice(0, limit)} ...` : masked;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is removed.
	return shown.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
}

/** The text without the given secrets, also where they occur in JSON or in an address within the text. */
export function maskSecrets(text: string, secrets: readonly (string | undefined)[]): string {
	let masked = text;
	// The longest first: a secret may be the beginning of another.
	const given = secrets.filter((secret) => secret !== undefined && secret !== '') as readonly string[];
	for (const secret of given.toSorted((a, b) => b.length - a.length)) {
		const spellings = new Set([JSON.stringify(secret).slice(1, -1), secret, encoded(secret)]);
		for (const spelling of spellings) masked = masked.replaceAll(spelling, '(secret)');
	}
	return masked;
}

function encoded(secret: string): string {
	return encodeURIComponent(secret.toWellFormed());
}
