// Runs inside the extension host, where the editor calls `run`.

import { appendFileSync, writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import { compact } from '../../src/core/base/compact.ts';
import type { ReportFiles } from './host.ts';
import { type Outcome, reportTo } from './outcome.ts';
import type { TierOrder } from './tierProcess.ts';

/** Put in place when this file is bundled. */
declare const hostOrder: TierOrder & ReportFiles & { readonly suites: string };

/** Runs the suites and writes their counts to the file that the waiting process looks for. */
export async function run(): Promise<void> {
	const outcome = await new Promise<Outcome>((resolve) => {
		const mocha = new Mocha({
			timeout: hostOrder.timeout,
			...compact({ grep: hostOrder.grep }),
			reporter: reportTo((line) => appendFileSync(hostOrder.reportFile, `${line}\n`), resolve),
		});
		mocha.addFile(hostOrder.suites);
		mocha.run();
	});
	writeFileSync(hostOrder.outcomeFile, JSON.stringify(outcome));
}
