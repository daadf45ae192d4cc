import type { Event } from '../base/emitter.ts';
import type { Connection } from '../connection/connection.ts';
import type { Service } from '../http/transport.ts';

/** The account that the token belongs to (`GET /api/auth/me`). */
export interface Account {
	readonly id: string;
	/** The account's e-mail address, or its id if the service sends none. */
	readonly label: string;
	readonly tokenType?: string;
}

/**
 * Signed out, or signed in to one connection as one account: an immutable value, replaced at each change.
 * Keep the value before an `await` and compare identity after it.
 */
export type Session =
	| {
			readonly state: 'signedOut';
			readonly connection: Connection;
			/** True if the service refused the stored sign-in, which is being verified again automatically. */
			readonly isChecked?: boolean;
	  }
	| {
			readonly state: 'signedIn';
			readonly connection: Connection;
			readonly account: Account;
			readonly service: Service;
	  };

/** The account of all runs on an engine, which knows no accounts. */
export const engineAccountId = 'engine';

export type SignedIn = Extract<Session, { readonly state: 'signedIn' }>;

/** The account, with its connection, that something on this computer belongs to. */
export interface Owner {
	readonly connectionId: string;
	readonly accountId: string;
}

export function ownerOf({ connection, account }: SignedIn): Owner {
	return { connectionId: connection.id, accountId: account.id };
}

/** Returns whether a record belongs to the account that is signed in, on its connection. */
export function isOwn(kept: Owner, { connection, account }: SignedIn): boolean {
	return kept.connectionId === connection.id && kept.accountId === account.id;
}

/** The read side of the session, for everyone but the account room. */
export interface SessionSource {
	readonly current: Session;
	readonly onDidChange: Event<Session>;
}
