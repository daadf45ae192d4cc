/** The four addresses of the service, without a trailing slash. */
export type Addresses = Readonly<Record<'baseUrl' | 'modelApiUrl' | 'webUrl' | 'trainerUrl', string>>;

/** Makes each of the four addresses by its name. */
export function addressesBy(make: (name: keyof Addresses) => string): Addresses {
	return {
		baseUrl: make('baseUrl'),
		modelApiUrl: make('modelApiUrl'),
		webUrl: make('webUrl'),
		trainerUrl: make('trainerUrl'),
	};
}

/** Returns the addresses of a connection without its other members. */
export function addressesOf(connection: Addresses): Addresses {
	return addressesBy((name) => connection[name]);
}

/** Returns the origins that may see the token of a connection. */
export function ownOrigins(connection: Addresses): ReadonlySet<string> {
	const origins = Object.values(addressesOf(connection)).map(
		(address) => URL.parse(address)?.origin ?? 'null',
	);
	return new Set(origins.filter((origin) => origin !== 'null'));
}
