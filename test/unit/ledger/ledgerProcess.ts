import { silentLog } from '../../../src/core/base/log.ts';
import { openLedger } from '../../../src/core/ledger/open.ts';
import type { Run } from '../../../src/core/runs/run.ts';

/** A window's process: opens the ledger, competes for a lease, writes runs of its own and counts up one that all share. */
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
const ledger = await openLedger(path, silentLog);
const leased = await ledger.lease('poll', name, 60_000);
for (let index = 0; index < Number(count); index++) {
	await ledger.putRun(run(`${name}-${index}`, 'c'));
	const up = () =>
		ledger.updateRun('shared', (shared) => ({ ...shared, submittedAt: shared.submittedAt + 1 }));
	if ((await up()) === undefined) {
		// Whoever comes first makes it; the lease decides, since only one process has it.
		if (leased) await ledger.putRun(run('shared', 'other'));
		while ((await up()) === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
console.log(JSON.stringify({ ...(ledger.problem === undefined ? {} : { problem: ledger.problem }), leased }));
await ledger.close();
