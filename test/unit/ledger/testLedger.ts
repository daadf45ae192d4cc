import { systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import { type LedgerOptions, openLedger } from '../../../src/core/ledger/open.ts';
import { runMarksLayout } from '../../../src/core/runs/history/marks.ts';
import type { Run } from '../../../src/core/runs/run.ts';
import { runLayout } from '../../../src/core/runs/runTable.ts';
import { transferLayout } from '../../../src/core/transfers/transferTable.ts';

/** Opens the ledger as the product does, with a thread that writes. */
export function openTestLedger(path: string, more: Partial<LedgerOptions> = {}): Promise<Ledger> {
	return openLedger({
		path,
		tables: [runLayout, runMarksLayout, transferLayout],
		log: silentLog,
		clock: systemClock,
		...more,
	});
}

export function run(id: string, more: Partial<Run> = {}): Run {
	return {
		id,
		connectionId: 'sandbox',
		accountId: 'me',
		target: { kind: 'deployment', id: 'd1', name: 'Text to image' },
		documentName: 'harbour.json',
		state: 'queued',
		summary: {
			mode: 'overrides',
			changed: [],
			seed: '18446744073709551615',
			outputTitles: { '38:42': 'Save' },
		},
		submittedAt: 1000,
		files: [],
		texts: [],
		...more,
	};
}
