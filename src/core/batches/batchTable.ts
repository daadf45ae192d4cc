import type { Ledger } from '../ledger/ledger.ts';
import { MovingTable, movingDefinition } from '../ledger/movingTable.ts';
import { type Batch, batchHasEnded, movingBatchStates } from './batch.ts';
import { batchSchema } from './batchSchema.ts';

const definition = movingDefinition<Batch>('batches', batchSchema);

export const batchLayout = definition.layout;

/** The batches of all connections and accounts. */
export class BatchTable extends MovingTable<Batch> {
	constructor(ledger: Ledger) {
		super(ledger, definition, movingBatchStates);
	}
}

/** Returns whether a batch in the history has not ended, so that it still depends on its runs. */
export function holdsItems(ledger: Ledger): (batchId: string) => boolean {
	const batches = new BatchTable(ledger);
	return (batchId) => {
		const batch = batches.get(batchId);
		return batch !== undefined && !batchHasEnded(batch);
	};
}
