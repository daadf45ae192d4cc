import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import { batchRows } from './batchRows.ts';
import { byAgent, byProgram, inTerminal, withProgram, withWindow } from './callers.ts';
import { datasetRows } from './datasetRows.ts';
import { deploymentRows } from './deploymentRows.ts';
import { jobRows } from './jobRows.ts';
import type { Difference, Made, ParityRow, Records } from './rows.ts';
import { runRows } from './runRows.ts';
import { ParityWorld } from './world.ts';

type Caller = 'program' | Difference['caller'];

const whose = { why: 'It has a token alone, and asks whose it is.', path: /^GET \/api\/auth\/me / };
const followed = {
	why: 'What moves is asked about for as long as it does.',
	path: /^GET \S+\/status /,
};
const balance = /^GET \/prod\/v2\/balance /;

/** Reads that a caller makes with every act, each with the reason. */
const ownReads: Readonly<Record<Caller, readonly { readonly why: string; readonly path: RegExp }[]>> = {
	program: [whose, followed],
	terminal: [
		whose,
		followed,
		{ why: 'A command waits at its end for what has ended to be paid.', path: balance },
	],
	agent: [whose, followed, { why: 'Each question to its person names the balance.', path: balance }],
	window: [
		followed,
		{
			why: 'It draws the list of deployments, with their states.',
			path: /^GET \/prod\/v2\/deployments(?:\?| |\/[0-9a-f-]{36} )/,
		},
		{ why: 'It draws the balance.', path: balance },
	],
};

/** Members of records that come with a poll, which may be later or never. */
const followedMembers: readonly string[] = ['queuePosition', 'serviceStatus'];

/** The recorded starter of a run or a batch; undefined for a person in the window. */
const starters: Readonly<Record<Caller, string | undefined>> = {
	program: undefined,
	window: undefined,
	terminal: 'commandLine',
	agent: 'agent',
};

/** The effects of an act: the calls that change something in their order, those that read, and the history. */
interface Outcome {
	readonly changes: readonly string[];
	readonly reads: readonly string[];
	readonly records: Records;
}

const rows: readonly ParityRow[] = [...deploymentRows, ...datasetRows, ...jobRows, ...runRows, ...batchRows];

async function outcomeOf(row: ParityRow, caller: Caller): Promise<Outcome> {
	const world = await ParityWorld.open(row.speed ?? 0.0001);
	try {
		const made: Made = row.prepare === undefined ? {} : await withProgram(world, row.prepare);
		const earlier = world.records();
		await act(world, row, caller, made);
		const { records, ...calls } = await world.outcome();
		for (const table of ['runs', 'batches'])
			for (const started of recordsOf(records, table).slice(earlier[table]?.length ?? 0)) {
				assert.equal(started.startedBy, starters[caller], `${row.act}: whom ${table} are started for`);
				delete started.startedBy;
			}
		return { ...calls, records: withoutMembers(records, followedMembers) as Records };
	} finally {
		await world.end();
	}
}

async function act(world: ParityWorld, row: ParityRow, caller: Caller, made: Made): Promise<void> {
	const { isDone = () => true } = row;
	const settled = () =>
		until('the end of what the act leads to', () => {
			const records = world.records();
			return isDone(records) && hasBalances(records);
		});
	switch (caller) {
		case 'program':
			return byProgram(world, row.act, row.program(made), settled);
		case 'terminal':
			return inTerminal(world, row.terminal?.(made) ?? []);
		case 'agent': {
			const [tool, input] = row.agent?.(made) ?? assert.fail();
			return byAgent(world, tool, input, settled);
		}
		case 'window':
			return withWindow(world, async (window) => {
				await row.window?.(window, made);
				await settled();
			});
	}
}

describe('an act has the same effect for every caller:', () => {
	for (const row of rows) {
		it(row.act, async () => {
			const expected = await outcomeOf(row, 'program');
			for (const caller of ['window', 'terminal', 'agent'] as const) {
				if (row[caller] === undefined) continue;
				const { changes, reads, records } = await outcomeOf(row, caller);
				const differences = (row.differs ?? []).filter((each) => each.caller === caller);
				const also = [
					...ownReads[caller].map(({ path }) => path),
					...differences.flatMap(({ alsoReads = [] }) => alsoReads),
				];
				const not = ownReads.program.map(({ path }) => path);
				const without = (all: readonly string[], paths: readonly RegExp[]) =>
					all.filter((read) => !paths.some((path) => path.test(read))).toSorted();
				const members = [...(row.drawn ?? []), ...differences.flatMap((each) => each.members ?? [])];
				assert.deepEqual(
					{ caller, changes, reads: without(reads, also), records: withoutMembers(records, members) },
					{
						caller,
						changes: expected.changes,
						reads: without(expected.reads, [...also, ...not]),
						records: withoutMembers(expected.records, members),
					},
				);
			}
		});
	}
});

/** Returns whether each start has the balance before it, which may be read after the start. */
function hasBalances(records: Records): boolean {
	return recordsOf(records, 'spending').every((start) => 'before' in start);
}

function recordsOf(records: Records, table: string): readonly { startedBy?: unknown }[] {
	return (records[table] ?? []).map((row) => (row as { record: { startedBy?: unknown } }).record);
}

/** Returns a value without members, however deep: by their names, or by the name of the member that has them and their own. */
function withoutMembers(value: unknown, members: readonly string[], owner = ''): unknown {
	if (Array.isArray(value)) return value.map((each) => withoutMembers(each, members, owner));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => !members.includes(name) && !members.includes(`${owner}.${name}`))
			.map(([name, each]) => [name, withoutMembers(each, members, name)]),
	);
}
