/** The handle of a subscription: disposing of it ends the subscription. Safe to call more than once. */
export interface Disposable {
	dispose(): void;
}

/** Subscribes a listener. Shaped like the event of an editor, so that one can be used where the other is expected. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/**
 * One source of events. A listener that throws affects only itself: its error goes to `onError`, and the others are
 * still called. Without `onError` it is thrown again, uncaught, after all were called. Adding or removing a listener
 * during an event takes effect with the next one.
 */
export class Emitter<T> {
	readonly #listeners = new Set<{ readonly call: (value: T) => unknown }>();
	readonly #onError: (error: unknown) => void;

	constructor(onError: (error: unknown) => void = throwLater) {
		this.#onError = onError;
	}

	readonly event: Event<T> = (listener) => {
		// An entry for each subscription, so that the same function can listen twice.
		const entry = { call: listener };
		this.#listeners.add(entry);
		return { dispose: () => this.#listeners.delete(entry) };
	};

	fire(value: T): void {
		for (const entry of [...this.#listeners]) {
			try {
				entry.call(value);
			} catch (error) {
				this.#onError(error);
			}
		}
	}

	dispose(): void {
		this.#listeners.clear();
	}
}

function throwLater(error: unknown): void {
	queueMicrotask(() => {
		throw error;
	});
}
