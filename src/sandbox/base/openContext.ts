import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Blobs } from '../store/blobs.ts';
import type { Database } from '../store/database.ts';
import { type ClockMark, VirtualClock } from './clock.ts';
import type { SandboxContext } from './context.ts';

/** Real milliseconds between two notes of the time of the virtual clock. */
export const clockNoteMs = 1000;

/**
 * Opens the services that the rooms share, on a data folder: the clock continues from its last time, and earlier signed addresses stay
 * valid.
 */
export function openContext(
	db: Database,
	folder: string,
	speed: number,
	log: (line: string) => void,
): SandboxContext {
	const mark = db.readMeta('clock');
	const latest = (column: string, table: string) =>
		Number(db.get(`SELECT max(${column}) AS at FROM ${table}`)?.at ?? 0);
	const notBefore = Math.max(
		...['requests', 'model_requests'].flatMap((table) =>
			['created_at', 'finished_at'].map((column) => latest(column, table)),
		),
		...['created_at', 'started_at', 'finished_at', 'charged_until'].map((column) =>
			latest(column, 'training_jobs'),
		),
	);
	let secret: string | undefined;
	return {
		db,
		log,
		clock: new VirtualClock(
			speed,
			mark === undefined ? undefined : (JSON.parse(mark) as ClockMark),
			notBefore,
			// A busy process may be late to note it.
			clockNoteMs * 1.5,
		),
		blobs: new Blobs(join(folder, 'outputs')),
		uploads: new Blobs(join(folder, 'uploads')),
		origins: { api: '', storage: '' },
		secret: () => {
			secret ??= db.readMeta('secret');
			if (secret === undefined) {
				secret = randomBytes(32).toString('hex');
				db.writeMeta('secret', secret);
			}
			return secret;
		},
	};
}

/** Stores the time, so that the clock continues from here at the next start on the same data. */
export function noteClock({ db, clock }: Pick<SandboxContext, 'db' | 'clock'>): void {
	db.writeMeta('clock', JSON.stringify(clock.mark()));
}
