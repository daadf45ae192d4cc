import * as z from 'zod/mini';

type Members = Readonly<Record<string, z.ZodMiniType>>;

/** Immutable at every depth. */
type Frozen<T> = T extends readonly (infer Item)[]
	? readonly Frozen<Item>[]
	: T extends object
		? { readonly [Name in keyof T]: Frozen<T[Name]> }
		: T;

export type RecordOf<Schema extends z.ZodMiniType> = z.output<Schema>;

/** Returns the schema of a kept record or a part of one. It is loose: members of later versions stay. */
export function record<M extends Members>(
	members: M,
): z.ZodMiniType<Frozen<z.output<z.ZodMiniObject<M, z.core.$strip>>>> {
	return z.looseObject(members) as never;
}
