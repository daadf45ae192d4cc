import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demo } from '../../conformance/support.ts';
import { until } from '../support/until.ts';
import { window } from '../support/vscode.ts';
import { type Call, type Made, type ParityRow, type Records, stateOf } from './rows.ts';
import { listsTargets, workflow } from './runRows.ts';
import type { ParityWorld } from './world.ts';

/** Members with a seed, or made from one. */
const drawn = ['seed', 'digest', 'changed.to', 'search', 'signatures', 'replayDigest'];

const hasSent =
	(count: number) =>
	({ runs = [] }: Records) =>
		runs.filter((run) => JSON.stringify(run).includes('"requestId"')).length === count;

/** Starts a batch of two runs; one waits, since the first shows the cost of each. */
const started = async (call: Call, world: ParityWorld): Promise<Made> => {
	const { path } = await workflow(call, world);
	const input = { path, deployment: demo.harbour, seeds: 2, maxUsd: 5 };
	const { batch } = await call<{ batch: { id: string } }>('run.batch', input);
	await until('the first run', () => hasSent(1)(world.records()));
	return { id: batch.id };
};

const paused = async (call: Call, world: ParityWorld): Promise<Made> => {
	const made = await started(call, world);
	await call('batch.pause', made);
	return made;
};

/** Puts a table of one row next to a workflow. */
const table = async (call: Call, world: ParityWorld): Promise<Made> => {
	const made = await workflow(call, world);
	const path = join(world.folder, 'harbor.sweep.csv');
	await writeFile(path, '3.steps,6.text\n4,"fog, dawn"\n');
	return { ...made, table: path };
};

export const batchRows: readonly ParityRow[] = [
	{
		act: 'run.sweep',
		prepare: table,
		drawn: ['search'],
		program: ({ table: path }) => ({ path, deployment: demo.harbour }),
		window: async ({ command, choose, open }, { path: document = '', table: path = '' }) => {
			await open(document, 'json');
			const run = command('easel.runSweep', await open(path, 'csv'));
			await choose('Harbour (SD 1.5)');
			await choose('Run');
			await run;
		},
		isDone: hasSent(1),
		differs: [listsTargets],
	},
	{
		act: 'run.batch',
		prepare: workflow,
		drawn,
		program: ({ path }) => ({ path, deployment: demo.harbour, seeds: 1 }),
		window: async ({ command, choose, enter, open }, { path = '' }) => {
			const run = command('easel.runWithSeeds', await open(path, 'json'));
			await choose('Harbour (SD 1.5)');
			await enter('1');
			await choose('Run');
			await run;
		},
		isDone: hasSent(1),
		differs: [listsTargets],
	},
	{
		act: 'batch.pause',
		prepare: started,
		drawn,
		program: ({ id }) => ({ id }),
		window: ({ command }, { id }) => command('easel.pauseBatch', id),
		terminal: ({ id = '' }) => ['batches', 'pause', id],
	},
	{
		act: 'batch.continue',
		prepare: paused,
		drawn,
		program: ({ id }) => ({ id, unlimited: true }),
		window: ({ command }, { id }) => {
			// Without a limit from now on.
			Object.assign(window, { showInputBox: async () => '' });
			return command('easel.continueBatch', id);
		},
		isDone: hasSent(2),
	},
	{
		act: 'batch.cancel',
		prepare: started,
		drawn,
		program: ({ id }) => ({ id, wait: true }),
		window: ({ command }, { id }) => command('easel.cancelBatch', id),
		terminal: ({ id = '' }) => ['batches', 'cancel', id],
		isDone: ({ batches }) => stateOf(batches) === 'canceled',
	},
];
