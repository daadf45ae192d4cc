import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { openTestLedger } from './testLedger.ts';

const program = join(import.meta.dirname, 'ledgerProcess.ts');
const processes = 4;
const runsEach = 40;

describe('the ledger of several processes', () => {
	it('is created once by simultaneous opens, and keeps all writes', async () => {
		const folder = newFolder();
		const path = join(folder, 'history.db');
		const answers = await Promise.all(
			Array.from({ length: processes }, async (_, index) => {
				const child = spawn(process.execPath, [program, path, `p${index}`, String(runsEach)]);
				let output = '';
				child.stdout.on('data', (text) => {
					output += text;
				});
				let trouble = '';
				child.stderr.on('data', (text) => {
					trouble += text;
				});
				const [status] = await once(child, 'close');
				assert.equal(status, 0, trouble);
				return output;
			}),
		);
		const read = answers.map((answer) => JSON.parse(answer) as { problem?: string; leased: boolean });
		assert.deepEqual(
			read.map(({ problem }) => problem),
			read.map(() => undefined),
		);
		assert.equal(read.filter(({ leased }) => leased).length, 1);
		const ledger = await openTestLedger(path);
		const runs = new RunTable(ledger);
		assert.equal(runs.of({ connectionId: 'c', limit: 1000 }).length, processes * runsEach);
		assert.equal(runs.get('shared')?.submittedAt, processes * runsEach);
		await ledger.close();
	});
});
