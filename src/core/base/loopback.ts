/** Returns a host in one spelling, without the brackets of IPv6 and the dot that ends a full name. */
export function plainHost(hostname: string): string {
	return hostname
		.toLowerCase()
		.replace(/^\[|\]$/g, '')
		.replace(/\.$/, '');
}

/** Returns whether a host name or address means this computer. */
export function isLoopback(hostname: string): boolean {
	const host = plainHost(hostname);
	return (
		host === 'localhost' ||
		host.endsWith('.localhost') ||
		host === '::1' ||
		/^127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/.test(host) ||
		/^::ffff:(127\.|7f)/.test(host)
	);
}

/** Returns whether a web address leads to this computer. */
export function isOnThisComputer(address: string): boolean {
	return isLoopback(URL.parse(address)?.hostname ?? '');
}

/** Returns whether data sent to an address can be read in transit. */
export function isUnencrypted(address: string): boolean {
	const url = URL.parse(address);
	return url?.protocol === 'http:' && !isLoopback(url.hostname);
}
