import * as z from 'zod/mini';
import type { Ledger } from '../ledger/ledger.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';

/** The data to continue an interrupted transfer. Contains no address. */
export interface TransferRecord {
	/** Stable key of the transfer, unique among all. */
	readonly id: string;
	/** Absent in records of earlier versions, which knew downloads only. */
	readonly direction?: 'down' | 'up';
	/** The owner of the file, for instance the id of a run. */
	readonly owner?: string;
	readonly state?: 'waiting' | 'running' | 'failed';
	/** Strong validator of the bytes already on disk. */
	readonly validator?: string;
	/** Length of the whole file in bytes, if known. */
	readonly total?: number;
	/** Bytes at the last write of this record; the file on disk decides. */
	readonly done?: number;
}

const members = {
	id: z.string(),
	direction: z.exactOptional(z.enum(['down', 'up'])),
	owner: z.exactOptional(z.string()),
	state: z.exactOptional(z.enum(['waiting', 'running', 'failed'])),
	validator: z.exactOptional(z.string()),
	total: z.exactOptional(z.number()),
	done: z.exactOptional(z.number()),
} satisfies Record<keyof TransferRecord, z.ZodMiniType>;

const definition: TableDefinition<TransferRecord> = {
	layout: {
		name: 'transfers',
		firstVersion: 2,
		migrations: [
			`
			CREATE TABLE transfers (id TEXT PRIMARY KEY, record TEXT NOT NULL, revision INTEGER NOT NULL) WITHOUT ROWID;
			CREATE INDEX transfers_by_revision ON transfers (revision);
			`,
		],
	},
	schema: z.looseObject(members),
	columns: () => ({}),
};

export const transferLayout = definition.layout;

/** The unfinished transfers. */
export class TransferTable extends RecordTable<TransferRecord> {
	constructor(ledger: Ledger) {
		super(ledger, definition);
	}

	async removeOf(owner: string): Promise<void> {
		const records = this.select(`WHERE json_extract(record, '$.owner') = ?`, owner);
		await Promise.all(records.map(({ id }) => this.remove(id)));
	}
}
