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

/** Returns a function that works something out once for each object, and remembers it while the object exists. */
export function onceFor<Of extends object, T>(workOut: (of: Of) => T): (of: Of) => T {
	const kept = new WeakMap<Of, { readonly value: T }>();
	return (of) => {
		let known = kept.get(of);
		if (!known) {
			known = { value: workOut(of) };
			kept.set(of, known);
		}
		return known.value;
	};
}
