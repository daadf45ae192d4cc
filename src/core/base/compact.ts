/** `T` without its `undefined` members: what an optional member of an exact type wants. */
type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
	[K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out every member that is `undefined`. */
export function compact<T extends object>(members: T): Compact<T> {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Compact<T>;
}
