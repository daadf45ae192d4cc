/**
 * Text that is fit for a log or a screen: the given secrets, bearer values and the query of every address are
 * replaced, control characters become spaces, and it ends after `limit` characters.
 */
export function maskText(text: string, secrets: readonly (string | undefined)[] = [], limit = 1000): string {
	const masked = maskSecrets(text, secrets)
		.replace(/\b(bearer|basic)\s+[^\s"',}]+/gi, '$1 (secret)')
		.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, '$1')
		.replace(/(\bhttps?:\/\/[^\s?#"'<>]+)[?#][^\s"'<>]*/gi, '$1?(hidden)')
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is removed.
		.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
	return masked.length > limit ? `${masked.slice(0, limit)} ...` : masked;
}

/** The text without the given secrets, also where they stand in JSON within the text. */
export function maskSecrets(text: string, secrets: readonly (string | undefined)[]): string {
	let masked = text;
	for (const secret of secrets) {
		if (secret === undefined || secret === '') continue;
		masked = masked
			.replaceAll(JSON.stringify(secret).slice(1, -1), '(secret)')
			.replaceAll(secret, '(secret)');
	}
	return masked;
}
