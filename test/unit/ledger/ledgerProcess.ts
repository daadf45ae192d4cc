import { compact } from '../../../src/core/base/compact.ts';
import type { Run } from '../../../src/core/runs/run.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { openTestLedger } from './testLedger.ts';

/** A window's process: opens the ledger, competes for a lease, writes runs of its own and increments a shared one. */
const [path = '', name = '', count = ''] = process.argv.slice(2);
const run = (id: string, connectionId: string): Run => ({
	id,
	connectionId,
	accountId: 'a',
	target: { kind: 'deployment', id: 'd', name: 'D' },
	documentName: 'x.json',
	state: 'queued',
	summary: { mode: 'inline', changed: [], outputTitles: {} },
	submittedAt: 0,
	files: [],
	texts: [],
});
const ledger = await openTestLedger(path);
const runs = new RunTable(ledger);
const leased = await ledger.leases.lease('poll', name, 60_000);
for (let index = 0; index < Number(count); index++) {
	await runs.put(run(`${name}-${index}`, 'c'));
	const up = () => runs.update('shared', (shared) => ({ ...shared, submittedAt: shared.submittedAt + 1 }));
	if ((await up()) === undefined) {
		// The first one makes it; the lease decides, since only one process has it.
		if (leased) await runs.put(run('shared', 'other'));
		while ((await up()) === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
console.log(JSON.stringify({ ...compact({ problem: ledger.problem }), leased }));
await ledger.close();
