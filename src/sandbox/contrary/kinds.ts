/** Each kind of oddity with the share of the replies that could have it and do. */
const shares = {
	// Oddities in the form of a record.
	words: 0.4,
	'unknown-words': 0.15,
	'member-names': 0.4,
	numbers: 0.3,
	times: 0.4,
	wrappers: 0.3,
	missing: 0.3,
	extra: 0.3,
	order: 0.5,
	'zero-code': 0.25,
	'failure-code': 0.5,
	'success-codes': 0.3,
	'output-shapes': 0.8,
	'not-numbers': 0.3,
	pages: 0.2,
	'bare-refusals': 0.5,
	// Oddities in the time at which a record is written.
	stale: 0.25,
	'late-results': 0.5,
	'late-lists': 0.4,
	// Other replies in place of the expected one.
	'stray-401': 0.01,
	'stray-404': 0.03,
	'rate-limit': 0.03,
	'server-errors': 0.04,
	'html-pages': 0.03,
	// Files and callbacks.
	redirects: 0.2,
	'expired-addresses': 0.15,
	'file-pages': 0.05,
	'file-types': 0.3,
	'whole-files': 0.3,
	callbacks: 0.4,
} as const;

export type OddityKind = keyof typeof shares;

export const oddityKinds = Object.keys(shares) as readonly OddityKind[];

/** Returns the fraction of the possible cases in which a kind is drawn, 0 to 1. */
export function shareOf(kind: OddityKind): number {
	return shares[kind];
}

/** The choice that `--contrary` makes. */
export interface ContraryChoice {
	/** Any text; the same one draws the same oddities. */
	readonly seed: string;
	readonly kinds: ReadonlySet<OddityKind>;
}

/** Reads `SEED` or `SEED:KIND,KIND`. Throws an `Error` with a sentence. */
export function readContrary(text: string): ContraryChoice {
	const [seed = '', list] = text.split(/:(.*)/s);
	if (seed === '') throw new Error('--contrary needs a seed, such as --contrary 7.');
	if (list === undefined) return { seed, kinds: new Set(oddityKinds) };
	const named = list.split(',').map((name) => name.trim());
	const unknown = named.filter((name) => !oddityKinds.includes(name as OddityKind));
	if (unknown.length > 0)
		throw new Error(
			`--contrary does not know "${unknown.join(', ')}". The kinds are ${oddityKinds.join(', ')}.`,
		);
	return { seed, kinds: new Set(named as OddityKind[]) };
}
