import { DatabaseSync } from 'node:sqlite';

/** Milliseconds that each commit takes on the slow disk. */
export const syncMs = 200;

/** Makes every commit of this thread wait as for a slow disk. */
export function slowDown(): void {
	const { exec } = DatabaseSync.prototype;
	DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
		exec.call(this, sql);
		if (sql === 'COMMIT') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, syncMs);
	};
}
