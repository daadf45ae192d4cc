import type { Session, SessionSource } from '../../core/account/session.ts';
import type { Capabilities } from '../../core/connection/connection.ts';

/** Returns the session for those who need a capability of the connection: signed out while the connection does not have it. */
export function capableSession(source: SessionSource, capability: keyof Capabilities): SessionSource {
	// The same session must return the same value for each request.
	const known = new WeakMap<Session, Session>();
	const seen = (session: Session): Session => {
		if (session.connection.capabilities[capability]) return session;
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
