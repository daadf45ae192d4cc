/** The four addresses of the service, without a trailing slash. */
export interface Addresses {
	readonly baseUrl: string;
	readonly modelApiUrl: string;
	readonly webUrl: string;
	readonly trainerUrl: string;
}

/** Returns the origins that may see the token of a connection. */
export function ownOrigins(addresses: Addresses): ReadonlySet<string> {
	const all = [addresses.baseUrl, addresses.modelApiUrl, addresses.webUrl, addresses.trainerUrl];
	return new Set(
		all.map((address) => URL.parse(address)?.origin ?? 'null').filter((origin) => origin !== 'null'),
	);
}
