// Runs the test files of one tier in a process of their own and sends the counts to its parent.

import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import { compact } from '../../src/core/base/compact.ts';
import { reportTo } from './outcome.ts';

/** The parent's order, which is the only argument, as JSON. */
export interface TierOrder {
	readonly files: readonly string[];
	/** A module that exports `mochaHooks`. */
	readonly hooks?: string;
	readonly timeout: number;
	readonly grep?: string;
}

process.once('disconnect', () => process.exit(1));

const order: TierOrder = JSON.parse(process.argv[2] ?? '{}');
const hooks =
	order.hooks === undefined ? undefined : (await import(pathToFileURL(order.hooks).href)).mochaHooks;
const mocha = new Mocha({
	timeout: order.timeout,
	...compact({ rootHooks: hooks, grep: order.grep }),
	reporter: reportTo(console.log, (outcome) => {
		// A process that a test left running must not keep the whole run from ending.
		process.send?.(outcome, () => process.exit());
	}),
});
for (const file of order.files) mocha.addFile(file);
await mocha.loadFilesAsync();
mocha.run();
