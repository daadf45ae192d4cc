import * as z from 'zod/mini';
import type { Ledger } from '../ledger/ledger.ts';
import { type RecordOf, record } from '../ledger/recordSchema.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';

/** The data to continue an interrupted transfer. Contains no address. */
const schema = record({
	/** Stable key of the transfer, unique among all. */
	id: z.string(),
	/** Absent in records of earlier versions, which knew downloads only. */
	direction: z.exactOptional(z.enum(['down', 'up'])),
	/** The owner of the file, for instance the id of a run. */
	owner: z.exactOptional(z.string()),
	state: z.exactOptional(z.enum(['waiting', 'running', 'failed'])),
	/** Strong validator of the bytes already on disk. */
	validator: z.exactOptional(z.string()),
	/** Length of the whole file in bytes, if known. */
	total: z.exactOptional(z.number()),
	/** Bytes at the last write of this record; the file on disk decides. */
	done: z.exactOptional(z.number()),
});

export interface TransferRecord extends RecordOf<typeof schema> {}

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
	schema,
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
