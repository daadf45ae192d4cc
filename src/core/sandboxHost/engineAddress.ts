/**
 * Returns the address of an engine as written, without a trailing slash; undefined for an empty or invalid text:
 * another protocol, or a name and a password, which are secrets and must not be in a setting.
 */
export function engineAddress(text: unknown): string | undefined {
	const url = typeof text === 'string' && text.trim() !== '' ? URL.parse(text.trim()) : null;
	if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
	if (url.username !== '' || url.password !== '') return undefined;
	let address = url.origin + url.pathname;
	while (address.endsWith('/')) address = address.slice(0, -1);
	return address;
}
