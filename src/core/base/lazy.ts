export interface Lazy<T> {
	/** Loads at the first call; all calls share the one value. After a rejection, the next call tries again. */
	get(): Promise<T>;
	/** The value, if loaded. */
	readonly value: T | undefined;
	/** Ends the value with `end`, also one that is still loading; `get` rejects from then on. */
	dispose(): void;
}

/**
 * Loads `T` on first use. `end` is called with the loaded value when the owner is disposed of, `begin` once after loading, before the first
 * `get` resolves.
 */
export function lazy<T>(
	load: () => Promise<T>,
	end: (value: T) => unknown = () => undefined,
	begin: (value: T) => void = () => undefined,
): Lazy<T> {
	let loading: Promise<T> | undefined;
	let loaded: { readonly value: T } | undefined;
	let disposed = false;
	return {
		get value() {
			return loaded?.value;
		},
		get() {
			if (disposed) return Promise.reject(closed());
			loading ??= load().then(
				(value) => {
					if (disposed) {
						end(value);
						throw closed();
					}
					loaded = { value };
					begin(value);
					return value;
				},
				(error: unknown) => {
					loading = undefined;
					throw error;
				},
			);
			return loading;
		},
		dispose() {
			if (disposed) return;
			disposed = true;
			if (loaded) end(loaded.value);
			loaded = undefined;
		},
	};
}

function closed(): Error {
	return new Error('This part of Easel has been closed.');
}

/**
 * Returns a function that works something out once for each object, and remembers it while the object exists.
 * @param keyOf returns the object for which it is the same; the object itself by default
 */
export function onceFor<Of extends object, T>(
	workOut: (of: Of) => T,
	keyOf: (of: Of) => object = (of) => of,
): (of: Of) => T {
	const kept = new WeakMap<object, { readonly value: T }>();
	return (of) => getOrMake(kept, keyOf(of), () => ({ value: workOut(of) })).value;
}

/** Returns the value of a key in a map. A missing value is made and added to the map; `undefined` is not added. */
export function getOrMake<Key, Value, Made extends Value | undefined>(
	map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
	key: Key,
	make: () => Made,
): Value | Made {
	const known = map.get(key);
	if (known !== undefined) return known;
	const made = make();
	if (made !== undefined) map.set(key, made);
	return made;
}
