import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/core/base/clock.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { PollSchedule } from '../../src/core/following/pollSchedule.ts';
import { hasEnded } from '../../src/core/runs/run.ts';
import { TransferQueue } from '../../src/core/transfers/transferQueue.ts';
import { TransferTable } from '../../src/core/transfers/transferTable.ts';
import {
	type Length,
	mean,
	requestCaps,
	seen,
	seenEvery,
	follow as simulate,
	spread,
} from '../unit/following/simulation.ts';
import { numbers } from '../unit/following/support.ts';
import { ManualClock } from '../unit/runs/clocks.ts';
import { FakeSession } from '../unit/runs/fakeService.ts';
import { InstantService } from '../unit/runs/instantService.ts';
import { openHistory, origin, plan } from '../unit/runs/window.ts';
import { closeRuns, openRuns } from '../unit/support/runServices.ts';
import { type BenchRow, median } from './row.ts';

/** The cost and the delays of following. Times in milliseconds of the simulated clock. */
interface Followed {
	readonly delays: readonly number[];
	readonly polls: number;
	readonly mostPollsInASecond: number;
}

/** Follows simultaneous runs of these lengths by the real service until the last has ended. */
async function follow(lengths: readonly number[]): Promise<Followed> {
	const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
	const clock = new ManualClock();
	const service = new InstantService(clock, lengths);
	const ledger = await openHistory(folder, clock);
	const runService = openRuns({
		ledger,
		queue: new TransferQueue({ store: new TransferTable(ledger), clock: systemClock }),
		session: new FakeSession(service.session('bench')),
		archiveFolder: folder,
		log: silentLog,
		clock,
		windowId: 'bench',
	});
	const delays: number[] = [];
	runService.onDidChange((run) => {
		if (hasEnded(run)) delays.push(clock.now() - service.endOf(run.requestId ?? ''));
	});
	for (const _ of lengths) await runService.start(plan, origin);
	while (delays.length < lengths.length) await clock.advance(1000);
	closeRuns(runService);
	await ledger.close();
	rmSync(folder, { recursive: true, force: true });
	const polls = service.polls.map(({ at }) => at);
	return {
		delays,
		polls: polls.length,
		mostPollsInASecond: Math.max(
			...polls.map((at) => polls.filter((other) => other >= at && other < at + 1000).length),
		),
	};
}

/** Measures detection delay and polls of runs of several lengths, against polling at a fixed interval of 5 seconds. */
export async function bench(): Promise<readonly BenchRow[]> {
	const rows: BenchRow[] = [];
	for (const seconds of [2, 20, 200]) {
		// Lengths that do not agree with the rhythm by chance.
		const single: Followed[] = [];
		for (let index = 0; index < 20; index++) single.push(await follow([seconds * (1000 + 9.7 * index)]));
		const delays = single.flatMap((followed) => followed.delays);
		const every5s = single.map((_, index) =>
			seenEvery(5000, { queuedMs: 0, runMs: seconds * (1000 + 9.7 * index) }),
		);
		rows.push(
			{
				name: `run of ${seconds} s: end seen after, mean`,
				value: Math.round(mean(delays)),
				unit: 'ms',
				budget: 2300,
				peer: { name: 'every 5 s', value: Math.round(mean(every5s.map(({ lateMs }) => lateMs))) },
			},
			{
				name: `run of ${seconds} s: end seen after, worst`,
				value: Math.round(Math.max(...delays)),
				unit: 'ms',
				budget: Math.min(5000, Math.max(1000, seconds * 250)),
				peer: { name: 'every 5 s', value: Math.round(Math.max(...every5s.map(({ lateMs }) => lateMs))) },
			},
			{
				name: `run of ${seconds} s: polls, result included`,
				value: Math.round(mean(single.map(({ polls }) => polls)) * 10) / 10,
				unit: 'polls',
				peer: {
					name: 'every 5 s',
					value: Math.round(mean(every5s.map(({ polls }) => polls)) * 10) / 10,
				},
			},
		);
	}
	const many = await follow(Array.from({ length: 100 }, (_, index) => 20_000 + index * 50));
	rows.push({
		name: '100 runs of 20 s at once: most polls in a second',
		value: many.mostPollsInASecond,
		unit: 'polls/s',
		budget: 5,
	});
	return [...rows, ...unlearned(), ...learned()];
}

/** Measures single runs without earlier ones, with lengths distributed evenly over a range. */
function unlearned(): readonly BenchRow[] {
	const schedule = new PollSchedule(requestCaps, []);
	return [
		[0, 600],
		[55, 65],
		[180, 220],
		[480, 600],
	].flatMap(([from = 0, to = 0]): readonly BenchRow[] => {
		const random = numbers(7);
		const lengths = Array.from({ length: 4000 }, () => ({
			queuedMs: 0,
			runMs: 1000 * (from + (to - from) * random()),
		}));
		const ours = lengths.map((length) => seen(schedule, length));
		const every5s = lengths.map((length) => seenEvery(5000, length));
		const polls = mean(every5s.map((each) => each.polls));
		return [
			{
				name: `run of ${from} to ${to} s: end seen after, mean`,
				value: Math.round(mean(ours.map(({ lateMs }) => lateMs))),
				unit: 'ms',
				budget: 2300,
				peer: { name: 'every 5 s', value: Math.round(mean(every5s.map(({ lateMs }) => lateMs))) },
			},
			{
				name: `run of ${from} to ${to} s: polls, mean`,
				value: Math.round(mean(ours.map((each) => each.polls)) * 10) / 10,
				unit: 'polls',
				...(to > 100 ? { budget: Math.round(1.35 * polls * 10) / 10 } : {}),
				peer: { name: 'every 5 s', value: Math.round(polls * 10) / 10 },
			},
		];
	});
}

/** Measures how much earlier runs teach: the same simulated runs without knowledge and after five and twenty earlier ones. */
function learned(): readonly BenchRow[] {
	const rounds = 400;
	const warm = (runMs: number, share: number) => (random: () => number) => ({
		queuedMs: 500,
		runMs: spread(runMs, share, random),
	});
	const kinds: readonly (readonly [string, (random: () => number) => Length, boolean])[] = [
		['200 s, within 10 %', warm(200_000, 0.1), true],
		['200 s, within 30 %', warm(200_000, 0.3), false],
		[
			'150 s, half of them after a cold start of 90 s',
			(random) => ({
				queuedMs: random() < 0.5 ? 500 : spread(90_000, 0.2, random),
				runMs: spread(150_000, 0.1, random),
			}),
			true,
		],
		['20 s, within 10 %', warm(20_000, 0.1), true],
		['2 s, within 10 %', warm(2000, 0.1), true],
	];
	return kinds.flatMap(([name, length, reached]) => {
		const usual = simulate(length, 0, rounds);
		return [5, 20].flatMap((known): readonly BenchRow[] => {
			const after = simulate(length, known, rounds);
			const title = `run of ${name}, ${known} earlier ones`;
			const late = (of: typeof after) => of.map(({ lateMs }) => lateMs);
			const polls = (of: typeof after) => of.map((seen) => seen.polls);
			return [
				{
					name: `${title}: end seen after, median`,
					value: Math.round(median(late(after))),
					unit: 'ms',
					...(reached ? { budget: 1000 } : {}),
					peer: { name: 'unlearned', value: Math.round(median(late(usual))) },
				},
				{
					name: `${title}: end seen after, mean`,
					value: Math.round(mean(late(after))),
					unit: 'ms',
					peer: { name: 'unlearned', value: Math.round(mean(late(usual))) },
				},
				{
					name: `${title}: polls, median`,
					value: median(polls(after)),
					unit: 'polls',
					budget: 20,
					peer: { name: 'unlearned', value: median(polls(usual)) },
				},
				{
					name: `${title}: polls, mean`,
					value: Math.round(mean(polls(after)) * 10) / 10,
					unit: 'polls',
					peer: { name: 'unlearned', value: Math.round(mean(polls(usual)) * 10) / 10 },
				},
			];
		});
	});
}
