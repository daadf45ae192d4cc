import type { Session, SessionSource } from './session.ts';

/** Holds the one session value. A replacement with the same value is none, so that identity means "nothing happened". */
export class SessionStore implements SessionSource {
	#current: Session;
	readonly #listeners = new Set<(session: Session) => void>();

	constructor(first: Session) {
		this.#current = first;
	}

	get current(): Session {
		return this.#current;
	}

	onChange(listener: (session: Session) => void): () => void {
		// A wrapper of its own, so that one function can listen twice and stop once.
		const own = (session: Session) => listener(session);
		this.#listeners.add(own);
		return () => this.#listeners.delete(own);
	}

	/**
	 * Puts a new session in place and tells every listener; one that throws does not keep it from the others,
	 * and its error is thrown at the end.
	 */
	replace(next: Session): void {
		if (next === this.#current) return;
		this.#current = next;
		const thrown: unknown[] = [];
		for (const listener of [...this.#listeners]) {
			// A listener may have replaced the session; the rest have then been told of the newer one.
			if (this.#current !== next) break;
			try {
				listener(next);
			} catch (cause) {
				thrown.push(cause);
			}
		}
		if (thrown.length > 0) throw new AggregateError(thrown, 'A listener of the session failed.');
	}
}
