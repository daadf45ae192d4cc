import type { Blobs } from '../store/blobs.ts';
import type { Database } from '../store/database.ts';
import type { VirtualClock } from './clock.ts';

/** The services that all rooms of the sandbox share. */
export interface SandboxContext {
	readonly clock: VirtualClock;
	readonly db: Database;
	/** Output files, by request. */
	readonly blobs: Blobs;
	/** Uploaded files, by instance. */
	readonly uploads: Blobs;
	/** Origins without a trailing slash, known once the servers listen. */
	readonly origins: { api: string; storage: string };
	/** Signs output addresses. */
	readonly secret: () => string;
	readonly log: (line: string) => void;
}
