/** A number kept by its spelling because a double would change it; `JSON.stringify` writes it back unchanged. */
export interface RawNumber {
	readonly rawJSON: string;
}

/** The part of ECMAScript's "JSON.parse source text access" that is used here; the compiler's library lacks it. */
interface LosslessJson {
	parse(
		text: string,
		reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
	): unknown;
	rawJSON(text: string): RawNumber;
	isRawJSON(value: unknown): value is RawNumber;
}

export const losslessJson = JSON as unknown as LosslessJson;

/** Returns a number that is written as `spelling`, which must be a number in JSON. */
export function rawNumber(spelling: string): RawNumber {
	return losslessJson.rawJSON(spelling);
}

/** Returns whether a parsed value is a number that is kept by its spelling. */
export function isRawNumber(value: unknown): value is RawNumber {
	return losslessJson.isRawJSON(value);
}
