import { writeFile } from 'node:fs/promises';
import sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { systemClock } from '../../src/core/base/clock.ts';
import { compact } from '../../src/core/base/compact.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { openLedger } from '../../src/core/ledger/open.ts';
import { layouts } from '../../src/core/operations/node/work.ts';
import { RunTable } from '../../src/core/runs/runTable.ts';
import { SpendingTable } from '../../src/core/spending/spendingTable.ts';
import { CommandLine } from '../conformance/commandLineWorld.ts';
import { demo } from '../conformance/support.ts';
import { type BenchRow, median } from './row.ts';

const runs = 10_000;
const rounds = 7;
const commands: readonly (readonly string[])[] = [
	['runs', 'list'],
	['spending'],
	['spending', '--by', 'day'],
];

/**
 * Measures the commands that read the history, with one run in it and with many: complete commands, each in a separate
 * process.
 */
export async function bench(): Promise<readonly BenchRow[]> {
	const world = await CommandLine.open('--speed', '100');
	try {
		await writeFile(world.place('harbor.json'), JSON.stringify(sample));
		const { run } = await world.json('run', 'harbor.json', '--on', demo.harbour, '--yes', '--wait');
		const few = await measured(world);
		await multiply(world, run.id);
		const many = await measured(world);
		return commands.map((command, at) => ({
			name: `easel ${command.join(' ')}, ${runs.toLocaleString('en-US')} runs in the history`,
			value: many[at] ?? Number.NaN,
			unit: 'ms',
			budget: 1000,
			peer: { name: 'one run', value: few[at] ?? Number.NaN },
		}));
	} finally {
		await world.end();
	}
}

/** Milliseconds of each command from its start to its end. */
async function measured(world: CommandLine): Promise<readonly number[]> {
	const times = commands.map((): number[] => []);
	for (let round = 0; round < rounds; round++)
		for (const [at, command] of commands.entries()) {
			const start = performance.now();
			const { status, err } = await world.easel(...command);
			if (status !== 0) throw new Error(`easel ${command.join(' ')}: ${err}`);
			times[at]?.push(performance.now() - start);
		}
	return times.map(median);
}

/** Writes the run into the history again and again, ten minutes earlier each time. */
async function multiply(world: CommandLine, id: string): Promise<void> {
	const path = world.place('data', 'history.db');
	const ledger = await openLedger({ path, tables: layouts, log: silentLog, clock: systemClock });
	const [table, spending] = [new RunTable(ledger), new SpendingTable(ledger)];
	const run = table.get(id);
	const paid = spending.get(id);
	if (run === undefined || paid === undefined) throw new Error('The history has no run.');
	await Promise.all(
		Array.from({ length: runs - 1 }, async (_, at) => {
			const ago = (at + 1) * 600_000;
			const earlier = (moment: number | undefined) => (moment === undefined ? undefined : moment - ago);
			const copy = { id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` };
			const { endedAt, beforeAt, readAt } = paid;
			await table.put({ ...run, ...copy, submittedAt: run.submittedAt - ago });
			await spending.put({
				...paid,
				...copy,
				startedAt: paid.startedAt - ago,
				...compact({ endedAt: earlier(endedAt), beforeAt: earlier(beforeAt), readAt: earlier(readAt) }),
			});
		}),
	);
	await ledger.close();
}
