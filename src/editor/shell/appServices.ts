import type { SessionSource } from '../../core/account/session.ts';
import type { Log } from '../../core/base/log.ts';

/** What every room of the editor may ask for, built once by the root. */
export interface AppServices {
	readonly log: Log;
	readonly session: SessionSource;
	/** Settles once it is known whether an account is signed in. */
	readonly ready: () => Promise<void>;
	/** Signs in to the current connection unless an account is; true when one is afterwards. */
	readonly signIn: () => Promise<boolean>;
}
