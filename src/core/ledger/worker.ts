import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerCall, WorkerData, WorkerReport } from './workerMessages.ts';
import { FileWriter } from './writer.ts';

/** The thread that writes the ledger, so that no slow disk and no lock of another program ever stops the extension host. */

const port = parentPort;
if (!port) throw new Error('This is a worker thread of the ledger.');
const report = (message: WorkerReport): void => port.postMessage(message);

const { path, tables } = workerData as WorkerData;
const writer = new FileWriter(path, tables, {
	onFile: (file) => report({ kind: 'file', file }),
	onWaiting: () => report({ kind: 'waiting' }),
	onError: (message, error) => report({ kind: 'error', message, error: String(error) }),
});

port.on('message', async (call: WorkerCall) => {
	switch (call.kind) {
		case 'write':
			report({ kind: 'written', outcomes: await writer.write(call.operations) });
			break;
		case 'damaged':
			writer.damaged(call.path);
			break;
		case 'close':
			await writer.close();
			report({ kind: 'closed' });
			port.close();
			break;
	}
});
report({ kind: 'opened', file: await writer.open() });
