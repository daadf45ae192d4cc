import { join } from 'node:path';
import { type Clock, systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Ledger, TableLayout } from '../../../src/core/ledger/ledger.ts';
import { openLedger } from '../../../src/core/ledger/open.ts';
import { writeHere } from '../../../src/core/ledger/writer.ts';

/**
 * Opens the history in a folder. It is written in this thread, since a separate thread does not follow a clock of the
 * test; the tests of the ledger cover that one.
 */
export function ledgerIn(
	folder: string,
	tables: readonly TableLayout[],
	clock: Clock = systemClock,
): Promise<Ledger> {
	return openLedger({ path: join(folder, 'history.db'), tables, log: silentLog, clock, writer: writeHere });
}
