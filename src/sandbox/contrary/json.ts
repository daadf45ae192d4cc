/** A record of a reply that may be changed. */
export type Members = Record<string, unknown>;

export function isMembers(value: unknown): value is Members {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !isSpelled(value);
}

/** Returns whether a number keeps its own spelling. */
function isSpelled(value: object): boolean {
	return rawJson.isRawJSON(value);
}

const rawJson = JSON as unknown as {
	isRawJSON(value: unknown): boolean;
	rawJSON(text: string): object;
};

/** Reads a reply; numbers beyond a double keep their spelling. Undefined if it is not JSON. */
export function readReply(text: string): unknown {
	try {
		return JSON.parse(text, function keep(_name: string, value: unknown, ...[context]: readonly unknown[]) {
			const source = (context as { readonly source?: string } | undefined)?.source;
			if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
			return rawJson.rawJSON(source);
		} as (name: string, value: unknown) => unknown);
	} catch {
		return undefined;
	}
}

/** Written as `NaN`, `Infinity` and `-Infinity`, as Python's services do and JSON does not. */
export const notNumbers = ['NaN', 'Infinity', '-Infinity'].map((word) => `\u0001${word}`) as [
	string,
	string,
	string,
];

export function writeReply(value: unknown): string {
	return JSON.stringify(value).replaceAll(/"\\u0001(-?[A-Za-z]+)"/g, '$1');
}

/** Returns a copy that may be changed independently. */
export function copied<T>(value: T): T {
	if (Array.isArray(value)) return value.map(copied) as T;
	if (!isMembers(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copied(each)])) as T;
}
