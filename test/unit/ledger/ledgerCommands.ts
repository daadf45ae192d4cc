import { createInterface } from 'node:readline';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { openTestLedger, run } from './testLedger.ts';

/** A window's process that obeys commands: `put ID`, `list`; answers each line with one of JSON. */
const [path = ''] = process.argv.slice(2);
const ledger = await openTestLedger(path);
const runs = new RunTable(ledger);
const problem = () => ledger.problem ?? null;
console.log(JSON.stringify({ problem: problem() }));
for await (const line of createInterface({ input: process.stdin })) {
	const [command, id = ''] = line.split(' ');
	if (command === 'put') console.log(JSON.stringify({ put: await runs.put(run(id)), problem: problem() }));
	else console.log(JSON.stringify(runs.of({ connectionId: 'sandbox', limit: 99 }).map((each) => each.id)));
}
await ledger.close();
