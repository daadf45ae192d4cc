import { Emitter, type Event } from '../base/emitter.ts';
import type { Session, SessionSource } from './session.ts';

/** Holds the one session value. A replacement with the same value changes nothing, so that identity means "nothing happened". */
export class SessionStore implements SessionSource {
	#current: Session;
	readonly #changed: Emitter<Session>;
	/** A listener may replace the session; those after it then get the newer one only. */
	readonly onDidChange: Event<Session> = (listener) =>
		this.#changed.event((session) => (session === this.#current ? listener(session) : undefined));

	/** @param onError gets exceptions of listeners; the other listeners are still called */
	constructor(first: Session, onError?: (error: unknown) => void) {
		this.#current = first;
		this.#changed = new Emitter(onError);
	}

	get current(): Session {
		return this.#current;
	}

	replace(next: Session): void {
		if (next === this.#current) return;
		this.#current = next;
		this.#changed.fire(next);
	}
}
