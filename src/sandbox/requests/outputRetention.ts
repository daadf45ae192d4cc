import { outputLifetimeMs } from '../../core/wire/limits.ts';
import type { SandboxContext } from '../base/context.ts';

/** Returns a function that sets the alarm to remove the oldest output files of a queue after their seven days, unless it is set. */
export function outputRetention(sandbox: SandboxContext, table: 'requests' | 'model_requests'): () => void {
	const { db, clock, blobs, log } = sandbox;
	let waiting = false;
	return watch;

	function watch(): void {
		const oldest = db.get(`SELECT min(finished_at) AS at FROM ${table} WHERE files_removed = 0`)?.at;
		if (waiting || typeof oldest !== 'number') return;
		waiting = true;
		clock.at(oldest + outputLifetimeMs, () => {
			waiting = false;
			sweep().catch((error: unknown) => log(`old outputs could not be removed: ${String(error)}`));
		});
	}

	async function sweep(): Promise<void> {
		const sql = `SELECT id FROM ${table} WHERE files_removed = 0 AND finished_at <= ?`;
		for (const { id } of db.all(sql, clock.now() - outputLifetimeMs)) {
			db.run(`UPDATE ${table} SET files_removed = 1 WHERE id = ?`, String(id));
			await blobs.remove(String(id));
		}
		watch();
	}
}
