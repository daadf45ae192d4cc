import { compact } from '../base/compact.ts';
import type { Leases, Ledger } from './ledger.ts';
import { isHeldSql, monotonicMs } from './operations.ts';
import { prepared } from './prepared.ts';

export class LeaseTable implements Leases {
	readonly #ledger: Pick<Ledger, 'read' | 'write'>;
	readonly #now: () => number;

	/** @param now returns milliseconds since 1970. */
	constructor(ledger: Pick<Ledger, 'read' | 'write'>, now: () => number) {
		this.#ledger = ledger;
		this.#now = now;
	}

	async lease(name: string, owner: string, ttlMs: number, note?: string): Promise<boolean> {
		const outcome = await this.#ledger.write({
			kind: 'lease',
			name,
			owner,
			ttlMs: Math.round(ttlMs),
			...compact({ note }),
			now: Math.round(this.#now()),
			askedAt: monotonicMs(),
		});
		return outcome === 'done';
	}

	leased(name: string): boolean {
		return this.#ledger.read(false, (database) => {
			const row = prepared(database, `SELECT 1 AS held FROM leases WHERE name = ?2 AND ${isHeldSql}`).get(
				Math.round(this.#now()),
				name,
			);
			return row !== undefined;
		});
	}

	noteOf(name: string): string | undefined {
		return this.#ledger.read(undefined, (database) => {
			const note = prepared(database, 'SELECT note FROM leases WHERE name = ?').get(name)?.note;
			return typeof note === 'string' ? note : undefined;
		});
	}

	async release(name: string, owner: string): Promise<void> {
		await this.#ledger.write({ kind: 'release', name, owner, now: Math.round(this.#now()) });
	}
}
