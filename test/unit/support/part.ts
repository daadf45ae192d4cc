/** The part of something that a test provides: any of its members, recursively, also of return values. */
export type Part<T> = T extends (...given: infer Given) => infer Returned
	? (...given: Given) => Part<Returned> | Part<Awaited<Returned>>
	: T extends Promise<infer Value>
		? Promise<Part<Value>>
		: T extends readonly (infer Item)[]
			? readonly Part<Item>[]
			: T extends object
				? { readonly [Key in keyof T]?: Part<T[Key]> | undefined }
				: T;

/**
 * Accepts a part as the whole, if the code under test uses no other: a member that the whole does not have, or has with
 * another type, is a compiler error.
 */
export function part<T>(given: Part<T>): T {
	return given as T;
}
