import * as z from 'zod/mini';
import type { Ledger } from '../ledger/ledger.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';

/** What is needed to go on with an interrupted download. No address is kept. */
export interface TransferRecord {
	/** Stable key of the transfer, unique among all. */
	readonly id: string;
	/** Validator of the bytes already on disk (`ETag` or `Last-Modified`). */
	readonly validator?: string;
	/** Length of the whole file in bytes, when the service told it. */
	readonly total?: number;
}

const members = {
	id: z.string(),
	validator: z.exactOptional(z.string()),
	total: z.exactOptional(z.number()),
} satisfies Record<keyof TransferRecord, z.ZodMiniType>;

const definition: TableDefinition<TransferRecord> = {
	layout: {
		name: 'transfers',
		migrations: [
			'CREATE TABLE transfers (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;',
			`
			ALTER TABLE transfers ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
			CREATE INDEX transfers_by_revision ON transfers (revision);
			`,
		],
	},
	schema: z.object(members),
	columns: () => ({}),
};

export const transferLayout = definition.layout;

/** The transfers that were begun and are not finished. */
export class TransferTable extends RecordTable<TransferRecord> {
	constructor(ledger: Ledger) {
		super(ledger, definition);
	}
}
