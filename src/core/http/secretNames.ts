/** Names of members with secret values, in lower case and without `-` and `_`. */
const secretNames = new Set([
	'authorization',
	'proxyauthorization',
	'cookie',
	'setcookie',
	'pwd',
	'passwd',
	'sig',
]);
const secretEndings = [
	'token',
	'apikey',
	'secret',
	'password',
	'passphrase',
	'credential',
	'signature',
	'devicecode',
];
/** As members of a JSON object these are recognized by their prefix: `api_key_comfy_org`. */
const secretBeginnings = ['apikey', 'authtoken'];
/** Names that mean a secret also before a bare `: `, as in a header. */
const headerNames = new Set(['authorization', 'proxyauthorization', 'xapikey', 'cookie', 'setcookie']);

/** Prefixes of keys of other services, with the shortest length of such a key. */
const keyShapes: readonly (readonly [string, number])[] = [
	['hf_', 20],
	['sk-', 20],
	['ghp_', 20],
	['comfyui-', 24],
	['eyJ', 16],
];

/** Returns whether a name, in any spelling, is that of a secret. */
export function isSecretName(name: string): boolean {
	const plain = plainName(name);
	return (
		secretNames.has(plain) ||
		secretEndings.some((ending) => plain.endsWith(ending)) ||
		secretBeginnings.some((beginning) => plain.startsWith(beginning))
	);
}

/** Returns whether a name means a secret also before a bare `: `. */
export function isSecretHeader(name: string): boolean {
	return headerNames.has(plainName(name));
}

function plainName(name: string): string {
	return name.toLowerCase().replaceAll('_', '').replaceAll('-', '');
}

/** Returns whether a word of the given length begins like a key of a known service. */
export function isKnownKey(word: string, length: number): boolean {
	return keyShapes.some(([beginning, least]) => word.startsWith(beginning) && length >= least);
}
