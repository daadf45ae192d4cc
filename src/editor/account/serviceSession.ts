import type { Session, SessionSource } from '../../core/account/session.ts';

/** The session as those see it who need the service: signed out while the connection is an engine of one's own. */
export function serviceSession(source: SessionSource): SessionSource {
	// The same session must be the same value each time it is asked for.
	const known = new WeakMap<Session, Session>();
	const seen = (session: Session): Session => {
		if (!session.connection.engine) return session;
		const out = known.get(session) ?? { state: 'signedOut', connection: session.connection };
		known.set(session, out);
		return out;
	};
	return {
		get current() {
			return seen(source.current);
		},
		onDidChange: (listener) => source.onDidChange((session) => listener(seen(session))),
	};
}
