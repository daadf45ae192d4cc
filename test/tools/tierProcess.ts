// Runs test files of one tier as its parent names them, and sends their outcomes.

import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import { compact } from '../../src/core/base/compact.ts';
import { type Outcome, reportTo } from './outcome.ts';

/** How the tests of a tier run; the only argument of the process, as JSON. */
export interface TierOrder {
	/** A module of `TierHooks`. */
	readonly hooks?: string;
	/** Milliseconds that one test may take before it counts as hanging. */
	readonly timeout: number;
	readonly grep?: string;
}

/** The exports of a module of hooks. */
interface TierHooks {
	/** Hooks of every file. */
	readonly mochaHooks?: Mocha.RootHookObject;
	/** Ends the shared resources of the files in this process. */
	readonly end?: () => Promise<void>;
}

/** Milliseconds for the end, after which the process exits anyway: nothing waits for it. */
const endLimit = 20_000;

const order: TierOrder = JSON.parse(process.argv[2] ?? '{}');
const hooks: TierHooks = order.hooks === undefined ? {} : await import(pathToFileURL(order.hooks).href);

process.on('message', async (files: readonly string[]) => process.send?.(await outcomeOf(files)));
process.once('disconnect', async () => {
	setTimeout(() => process.exit(1), endLimit);
	await hooks.end?.();
	// Anything that a test left running must not keep the whole run from ending.
	process.exit();
});

function outcomeOf(files: readonly string[]): Promise<Outcome> {
	return new Promise((resolve, reject) => {
		let outcome: Outcome;
		const mocha = new Mocha({
			timeout: order.timeout,
			...compact({ rootHooks: hooks.mochaHooks, grep: order.grep }),
			reporter: reportTo(console.log, (total) => {
				outcome = total;
			}),
		});
		for (const file of files) mocha.addFile(file);
		const end = () => {
			// Otherwise it would continue to listen to the errors of this process.
			mocha.dispose();
			resolve(outcome);
		};
		mocha.loadFilesAsync().then(() => mocha.run(end), reject);
	});
}
