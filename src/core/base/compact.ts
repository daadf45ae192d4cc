/** `T` without its `undefined` members, as an optional member of an exact type requires. */
type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
	[K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out every member that is `undefined`. */
export function compact<T extends object>(members: T): Compact<T> {
	const kept: Record<PropertyKey, unknown> = {};
	// Long lists consist of such records: pairs of names and values would take five times as long, a list of the names twice.
	for (const name in members) {
		const value = members[name];
		if (value !== undefined) kept[name] = value;
	}
	return kept as Compact<T>;
}
