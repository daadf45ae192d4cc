import { outputLifetimeMs } from '../../core/wire/limits.ts';
import type { SandboxContext } from '../base/context.ts';

/** Removes output files after their seven days. */
export class OutputRetention {
	readonly #sandbox: SandboxContext;
	readonly #table: string;
	#waiting = false;

	constructor(sandbox: SandboxContext, table: 'requests' | 'model_requests') {
		this.#sandbox = sandbox;
		this.#table = table;
	}

	/** Sets the alarm for the oldest files, if there are any and no alarm is set. */
	watch(): void {
		const { db, clock } = this.#sandbox;
		const sql = `SELECT min(finished_at) AS at FROM ${this.#table} WHERE files_removed = 0`;
		const oldest = db.get(sql)?.at;
		if (this.#waiting || typeof oldest !== 'number') return;
		this.#waiting = true;
		clock.at(oldest + outputLifetimeMs, () => {
			this.#waiting = false;
			this.#sweep().catch((error: unknown) =>
				this.#sandbox.log(`old outputs could not be removed: ${String(error)}`),
			);
		});
	}

	async #sweep(): Promise<void> {
		const { db, clock, blobs } = this.#sandbox;
		const sql = `SELECT id FROM ${this.#table} WHERE files_removed = 0 AND finished_at <= ?`;
		for (const { id } of db.all(sql, clock.now() - outputLifetimeMs)) {
			db.run(`UPDATE ${this.#table} SET files_removed = 1 WHERE id = ?`, String(id));
			await blobs.remove(String(id));
		}
		this.watch();
	}
}
