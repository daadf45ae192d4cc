/** Whether a host name or address means this computer. */
export function isLoopback(hostname: string): boolean {
	const host = hostname
		.toLowerCase()
		.replace(/^\[|\]$/g, '')
		.replace(/\.$/, '');
	return (
		host === 'localhost' ||
		host.endsWith('.localhost') ||
		host === '::1' ||
		/^127(\.\d{1,3}){3}$/.test(host) ||
		/^::ffff:(127\.|7f)/.test(host)
	);
}
