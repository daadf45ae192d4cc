import type { SessionSource, SignedIn } from '../../core/account/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { OpenLedger } from '../../core/operations/services.ts';
import type { Acts } from './acts/acts.ts';

/** The existing connections, and the way to switch to another one. */
export interface OtherConnections {
	all(): readonly Connection[];
	/** Switches to another connection; true if an account is signed in there afterwards. */
	switchTo(connection: Connection): Promise<boolean>;
}

/** The services of every room of the editor, built once by the root. */
export interface AppServices {
	readonly log: Log;
	readonly clock: Clock;
	/** The history file of this computer with its services, opened on first use and never during activation. */
	readonly ledger: Lazy<OpenLedger>;
	readonly acts: Acts;
	readonly session: SessionSource;
	/** Settles once it is known whether an account is signed in. */
	readonly ready: () => Promise<void>;
	/** Returns the session of the connection in use, after a sign-in if needed; undefined if the person does not sign in. */
	readonly signedIn: () => Promise<SignedIn | undefined>;
}
