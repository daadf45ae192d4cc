import { trimEndOf } from '../base/trimEnd.ts';

/**
 * Returns the address of an engine as written, without a trailing slash; undefined for an empty or invalid text:
 * another protocol, or a name and a password, which are secrets and must not be in a setting.
 */
export function engineAddress(text: unknown): string | undefined {
	const url = typeof text === 'string' && text.trim() !== '' ? URL.parse(text.trim()) : null;
	if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
	if (url.username !== '' || url.password !== '') return undefined;
	return trimEndOf(url.origin + url.pathname, /\//);
}
