import { parentPort } from 'node:worker_threads';
import type { WorkerCall } from '../../../src/core/ledger/workerMessages.ts';

/** The thread of the ledger, which ends at the record `deadly`. */
parentPort?.on('message', (call: WorkerCall) => {
	if (call.kind === 'write' && call.operations.some((each) => each.kind === 'put' && each.id === 'deadly')) {
		process.exit();
	}
});
await import('../../../src/core/ledger/worker.ts');
