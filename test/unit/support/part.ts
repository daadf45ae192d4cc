/** The part of something that a test gives: any of its members, and of what those are or return any of theirs. */
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
 * Takes a part for the whole, where the code that is tested uses no other: a member that the whole does not have, or has of another type, is
 * an error of the compiler.
 */
export function part<T>(given: Part<T>): T {
	return given as T;
}
