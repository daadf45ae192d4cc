import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { fetchBalance } from '../../../src/core/account/balance.ts';
import { type Clock, systemClock } from '../../../src/core/base/clock.ts';
import { failed, success } from '../../../src/core/base/failure.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import type { PaidStart } from '../../../src/core/records/startWatch.ts';
import { runLayout } from '../../../src/core/runs/runTable.ts';
import { BalanceReader } from '../../../src/core/spending/balanceReader.ts';
import type { CeilingAnswer, CeilingQuestion } from '../../../src/core/spending/ceiling.ts';
import { amountsOf } from '../../../src/core/spending/groups.ts';
import { SpendingHistory } from '../../../src/core/spending/spendingHistory.ts';
import { spendingLayout } from '../../../src/core/spending/spendingTable.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { TransferTable, transferLayout } from '../../../src/core/transfers/transferTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { fastClock, ManualClock } from '../runs/clocks.ts';
import { FakeService, FakeSession } from '../runs/fakeService.ts';
import { origin, plan } from '../runs/window.ts';
import { ledgerIn } from '../support/ledgerIn.ts';
import { closeRuns, openRuns } from '../support/runServices.ts';
import { until } from '../support/until.ts';

const usd = 1_000_000;
const minute = 60_000;

describe('spending', () => {
	const service = new FakeService();
	let folder: string;
	let ledger: Ledger;
	let clock: ManualClock;
	let session: FakeSession;
	/** The balance of the service, in millionths of a dollar; undefined while it cannot be read. */
	let balance: number | undefined;
	/** The times of requests for the balance, in minutes since the beginning. */
	let asked: number[];
	let questions: CeilingQuestion[];
	let answer: CeilingAnswer | Promise<CeilingAnswer>;
	let limit: number | undefined;
	let reader: BalanceReader;
	let history: SpendingHistory;
	let begin: number;

	before(() => service.start());
	after(() => service.stop());
	beforeEach(async () => {
		folder = newFolder();
		clock = new ManualClock();
		begin = clock.now();
		ledger = await ledgerIn(folder, [spendingLayout, runLayout, transferLayout]);
		session = new FakeSession(service.session('window'));
		balance = 5 * usd;
		asked = [];
		questions = [];
		answer = 'no';
		limit = undefined;
		const fetch: typeof fetchBalance = async () => {
			asked.push((clock.now() - begin) / minute);
			return balance === undefined
				? failed({ kind: 'network', message: 'No.', nextStep: 'Try again.', fixer: 'you' })
				: success({ microdollars: balance, currency: 'USD' });
		};
		reader = new BalanceReader({ session, clock, log: silentLog, fetch });
		history = open(ledger, clock);
	});
	afterEach(async () => {
		history.dispose();
		reader.dispose();
		await ledger.close();
	});

	function open(
		its: Ledger,
		time: Clock,
		ask = async (question: CeilingQuestion) => {
			questions.push(question);
			return answer;
		},
	): SpendingHistory {
		return new SpendingHistory({
			ledger: its,
			session,
			clock: time,
			log: silentLog,
			reader,
			limit: () => limit,
			ask,
			priceOf: async (_, id) => (id === 'priced' ? usd / 2 : undefined),
		});
	}

	const start = (id: string, more: Partial<PaidStart> = {}): PaidStart => ({
		id,
		kind: 'deployment',
		targetId: 'd',
		name: 'Harbour',
		...more,
	});
	const signedIn = () => {
		const { current } = session;
		assert.ok(current.state === 'signedIn');
		return current;
	};
	const shown = () => reader.latest?.microdollars;
	const mayIn = async (its: SpendingHistory, id: string, more?: Partial<PaidStart>, quietly = false) =>
		its.mayStart(signedIn(), await its.withExpected(signedIn(), start(id, more)), quietly);
	const may = (id: string, more?: Partial<PaidStart>) => mayIn(history, id, more);
	/** Records a run of a deployment that takes a minute and has this cost. */
	async function ran(id: string, cost: number, more?: Partial<PaidStart>): Promise<void> {
		history.started(signedIn(), start(id, more));
		await clock.advance(minute);
		balance = (balance ?? 0) - cost;
		history.ended(id);
		await clock.advance(2 * minute);
	}

	describe('the balance', () => {
		it('is read at most once a minute, however often requested, and then again', async () => {
			for (let index = 0; index < 10; index++) reader.want();
			await clock.advance(0);
			assert.deepEqual(asked, [0]);
			assert.equal(reader.latest?.microdollars, 5 * usd);
			await clock.advance(minute / 2);
			for (let index = 0; index < 10; index++) reader.want();
			await clock.advance(10 * minute);
			assert.deepEqual(asked, [0, 1]);
		});

		it('is read within seconds if the user waits for a change, even with a later reading planned', async () => {
			reader.want();
			await clock.advance(0);
			reader.want();
			balance = 30 * usd;
			reader.wantSoon();
			reader.wantSoon();
			await clock.advance(5000);
			assert.equal(shown(), 30 * usd);
			await clock.advance(2 * minute);
			assert.equal(asked.length, 2);
		});

		it('is reread at once after a different reply elsewhere, such as for a question', async () => {
			const { service: asked } = signedIn();
			const answering = {
				...asked,
				transport: { ...asked.transport, json: async () => success({ balance_microdollars: balance }) },
			} as typeof asked;
			reader.want();
			await clock.advance(0);
			balance = 0.3 * usd;
			session.replace({ ...signedIn(), service: answering });
			await fetchBalance(answering);
			await clock.advance(0);
			assert.equal(shown(), 0.3 * usd);
		});

		it('is read within a minute even after the clock was set back', async () => {
			reader.want();
			await clock.advance(0);
			clock.set(-600 * minute);
			reader.want();
			await clock.advance(minute);
			assert.equal(asked.length, 2);
		});

		it('is kept while unreadable, and belongs to one account', async () => {
			reader.want();
			await clock.advance(minute);
			balance = undefined;
			reader.want();
			await clock.advance(minute);
			assert.equal(reader.latest?.microdollars, 5 * usd);
			balance = 7 * usd;
			session.replace(service.session('window', 'someone else'));
			assert.equal(shown(), undefined);
			await clock.advance(0);
			assert.equal(shown(), 7 * usd);
			session.replace({ state: 'signedOut', connection: signedIn().connection });
			assert.equal(shown(), undefined);
			await clock.advance(10 * minute);
			assert.equal(asked.length, 3);
		});

		it('is shown again soon after the same account signs out and in', async () => {
			reader.want();
			await clock.advance(0);
			const before = signedIn();
			session.replace({ state: 'signedOut', connection: before.connection });
			assert.equal(shown(), undefined);
			session.replace(before);
			await clock.advance(5000);
			assert.equal(shown(), 5 * usd);
		});

		it('is not read for an account that signed out meanwhile', async () => {
			reader.want();
			await clock.advance(0);
			reader.want();
			session.replace({ state: 'signedOut', connection: signedIn().connection });
			await clock.advance(10 * minute);
			assert.deepEqual(asked, [0]);
		});
	});

	describe('a start', () => {
		it('is kept with the balance before and after', async () => {
			reader.want();
			await clock.advance(0);
			await ran('a', 30_000);
			const [record] = history.records(10);
			assert.deepEqual([record?.before, record?.after], [5 * usd, 5 * usd - 30_000]);
			assert.deepEqual(amountsOf(history.records(10)).get('a'), { microdollars: 30_000, basis: 'measured' });
		});

		it('has the reported cost, and none if it was never sent', async () => {
			history.started(signedIn(), start('a', { kind: 'model' }));
			history.ended('a', 27_500);
			history.started(signedIn(), start('b'));
			history.ended('b', 0);
			await clock.advance(3 * minute);
			const amounts = amountsOf(history.records(10));
			assert.deepEqual(amounts.get('a'), { microdollars: 27_500, basis: 'reported' });
			assert.deepEqual(amounts.get('b'), { microdollars: 0, basis: 'reported' });
		});

		it('belongs to the account that started it', async () => {
			await ran('a', 1);
			session.replace(service.session('window', 'someone else'));
			assert.deepEqual(history.records(10), []);
			await clock.advance(minute);
			assert.equal(history.spentToday(), 0);
		});

		it('ends once, regardless of later reports', async () => {
			history.started(signedIn(), start('a'));
			await clock.advance(minute);
			history.ended('a', 10);
			await clock.advance(minute);
			history.ended('a', 99);
			await clock.advance(minute);
			assert.equal(history.records(1)[0]?.reported, 10);
			assert.equal(history.records(1)[0]?.endedAt, begin + minute);
		});
	});

	describe('the daily limit', () => {
		beforeEach(async () => {
			reader.want();
			await clock.advance(0);
		});

		it('asks nothing if absent', async () => {
			await ran('a', 4 * usd);
			assert.equal(await may('b'), true);
			assert.equal(questions.length, 0);
		});

		it('asks before a start that would exceed it, by the usual cost of such a start', async () => {
			limit = usd;
			await ran('a', 0.4 * usd);
			assert.equal(await may('b'), true);
			await ran('b', 0.4 * usd);
			assert.equal(await may('c'), false);
			const [question] = questions;
			assert.deepEqual([question?.spent, question?.expected, question?.limit], [0.8 * usd, 0.4 * usd, usd]);
			answer = 'once';
			assert.equal(await may('c'), true);
			assert.equal(questions.length, 2);
		});

		it('counts starts in quick succession', async () => {
			limit = usd;
			await ran('a', 0.3 * usd);
			const allowed = [await may('b'), await may('c'), await may('d')];
			assert.deepEqual(allowed, [true, true, false]);
		});

		it('allows only as many simultaneous starts as fit', async () => {
			limit = usd;
			await ran('a', 0.3 * usd);
			const allowed = await Promise.all(['b', 'c', 'd', 'e'].map((id) => may(id)));
			assert.deepEqual(allowed, [true, true, false, false]);
		});

		it('adds up all starts of the day, however many', async () => {
			limit = 6 * usd;
			for (let index = 0; index < 600; index++) {
				history.started(signedIn(), start(`model ${index}`, { kind: 'model' }));
				history.ended(`model ${index}`, 10_000);
			}
			await until('all are written down', () => history.records(1000).length === 600);
			assert.equal(history.spentToday(), 6 * usd);
			assert.equal(await may('b', { kind: 'model' }), false);
			assert.equal(questions[0]?.spent, 6 * usd);
		});

		it('ignores entries of a clock far ahead, but counts those of one set back a little', async () => {
			limit = usd;
			const hour = 60 * minute;
			await clock.advance(new Date(begin).setHours(0, 0, 0, 0) + 36 * hour - begin);
			clock.set(40 * 24 * hour);
			await ran('ahead', 0.9 * usd);
			clock.set(-40 * 24 * hour);
			assert.equal(history.spentToday(), 0);
			await ran('a', 0.9 * usd);
			clock.set(-hour);
			assert.equal(history.spentToday(), 0.9 * usd);
			assert.equal(await may('b'), false);
		});

		it('asks one question for several starts at once', async () => {
			limit = 0.1 * usd;
			await ran('a', 0.4 * usd);
			let decide: (answer: CeilingAnswer) => void = () => undefined;
			answer = new Promise((resolve) => {
				decide = resolve;
			});
			const starts = ['b', 'c', 'd'].map((id) => may(id));
			await clock.advance(0);
			decide('once');
			assert.deepEqual(await Promise.all(starts), [true, true, true]);
			assert.equal(questions.length, 1);
			const [question] = questions;
			assert.deepEqual(
				question?.starts.map(({ id }) => id),
				['b', 'c', 'd'],
			);
			assert.deepEqual([question?.expected, question?.unknown], [1.2 * usd, 0]);
		});

		it('allows no start missing from the question, but asks about later ones', async () => {
			limit = 0.1 * usd;
			await ran('a', 0.4 * usd);
			let decide: (answer: CeilingAnswer) => void = () => undefined;
			answer = new Promise((resolve) => {
				decide = resolve;
			});
			const first = may('b');
			await until('the first question', () => questions.length === 1);
			const later = ['c', 'd', 'e'].map((id) => may(id));
			await clock.advance(0);
			answer = 'no';
			decide('once');
			assert.equal(await first, true);
			assert.deepEqual(await Promise.all(later), [false, false, false]);
			assert.deepEqual(
				questions.map(({ starts }) => starts.map(({ id }) => id)),
				[['b'], ['c', 'd', 'e']],
			);
		});

		it('asks once a day about starts of unknown cost while others are active', async () => {
			limit = usd;
			assert.equal(await may('a'), true);
			history.started(signedIn(), start('a'));
			assert.deepEqual(await Promise.all(['b', 'c'].map((id) => may(id))), [false, false]);
			assert.deepEqual([questions.length, questions[0]?.unknown, questions[0]?.expected], [1, 2, undefined]);
			answer = 'once';
			assert.equal(await may('d'), true);
			answer = 'no';
			for (let index = 0; index < 20; index++) assert.equal(await may(`more ${index}`), true);
			assert.equal(questions.length, 2);
			await clock.advance(24 * 60 * minute);
			assert.equal(await may('of the next day'), true);
			assert.equal(await may('another'), false);
		});

		it('derives the cost of a run from overlapping runs', async () => {
			limit = usd;
			for (const id of ['a', 'b']) history.started(signedIn(), start(id));
			await clock.advance(minute);
			balance = 4.2 * usd;
			for (const id of ['a', 'b']) history.ended(id);
			await clock.advance(2 * minute);
			assert.equal(history.spentToday(), 0.8 * usd);
			assert.equal(await may('c'), false);
			assert.equal(questions[0]?.expected, 0.4 * usd);
		});

		describe('in several windows', () => {
			/** The time does not move, but waiting ends. */
			const impatient: Clock = {
				now: () => clock.now(),
				after(_, callback) {
					const timer = setTimeout(callback, 1);
					return () => clearTimeout(timer);
				},
			};
			let others: { readonly ledger: Ledger; readonly history: SpendingHistory }[];

			beforeEach(async () => {
				others = [];
				for (let index = 0; index < 3; index++) {
					const its = await ledgerIn(folder, [spendingLayout, runLayout, transferLayout]);
					others.push({ ledger: its, history: open(its, impatient) });
				}
			});
			afterEach(async () => {
				for (const each of others) {
					each.history.dispose();
					await each.ledger.close();
				}
			});

			it('allows only as many starts together as fit', async () => {
				limit = usd;
				await ran('a', 0.4 * usd);
				const allowed = await Promise.all(others.map((window, index) => mayIn(window.history, `w${index}`)));
				assert.deepEqual(allowed.toSorted(), [false, false, true]);
				assert.equal(history.spentToday(), 0.8 * usd);
			});

			it('allows only as many of fifty starts as fit, one after another in each window', async () => {
				limit = 10 * usd;
				const model = { kind: 'model', targetId: 'priced' } as const;
				const inWindow = async (window: number) => {
					const its = others[window % others.length]?.history ?? assert.fail();
					const paid = await its.withExpected(signedIn(), start(`start ${window}`, model));
					if (!(await its.mayStart(signedIn(), paid, false))) return 0;
					its.started(signedIn(), paid);
					return 1;
				};
				const left = await Promise.all(Array.from({ length: 50 }, (_, index) => inWindow(index)));
				assert.equal(
					left.reduce<number>((sum, each) => sum + each, 0),
					20,
				);
				await until('all are written down', () => history.records(100).length === 20);
				assert.equal(history.spentToday(), 10 * usd);
			});

			it('asks again if another window starts something during the question', async () => {
				limit = 0.85 * usd;
				await ran('a', 0.4 * usd);
				const [one, other] = others;
				assert.ok(one && other);
				const decide: ((answer: CeilingAnswer) => void)[] = [];
				const ask = (question: CeilingQuestion): Promise<CeilingAnswer> => {
					questions.push(question);
					return new Promise((resolve) => decide.push(resolve));
				};
				const asking = open(one.ledger, impatient, ask);
				const big = mayIn(asking, 'big', { kind: 'model', targetId: 'priced' });
				await until('the question', () => decide.length === 1);
				assert.equal(await mayIn(other.history, 'b'), true);
				decide[0]?.('once');
				await until('the question with the new sum', () => decide.length === 2);
				assert.deepEqual(
					questions.map(({ spent }) => spent),
					[0.4 * usd, 0.8 * usd],
				);
				decide[1]?.('once');
				assert.equal(await big, true);
				asking.dispose();
			});

			it('asks in none of them for the rest of the day on request', async () => {
				limit = 0.1 * usd;
				await ran('a', 0.4 * usd);
				answer = 'today';
				assert.equal(await may('b'), true);
				answer = 'no';
				assert.ok(others[0]);
				assert.equal(await mayIn(others[0].history, 'c'), true);
				assert.equal(questions.length, 1);
			});
		});

		it('is not asked about again that day on request, but is on the next', async () => {
			limit = 0.1 * usd;
			await ran('a', 0.4 * usd);
			answer = 'today';
			assert.equal(await may('b'), true);
			assert.equal(await may('c'), true);
			assert.equal(questions.length, 1);
			await clock.advance(24 * 60 * minute);
			await ran('d', 0.4 * usd);
			answer = 'no';
			assert.equal(await may('e'), false);
			assert.equal(questions.length, 2);
		});

		it('starts over each day', async () => {
			limit = usd;
			await ran('a', 0.9 * usd);
			assert.equal(await may('b'), false);
			await clock.advance(24 * 60 * minute);
			assert.equal(await may('c'), true);
		});

		describe('for consecutive starts', () => {
			const mayAll = (count: number) =>
				history.mayStartAll(
					signedIn(),
					Array.from({ length: count }, (_, index) => start(`all ${index}`)),
				);

			it('asks about all of them at once if they could exceed it together', async () => {
				await ran('earlier', 0.1 * usd);
				limit = usd;
				assert.equal(await mayAll(8), 'below');
				assert.equal(questions.length, 0);
				assert.equal(await mayAll(20), 'no');
				assert.equal(questions.length, 1);
				assert.deepEqual(
					[questions[0]?.starts.length, questions[0]?.expected, questions[0]?.unknown],
					[20, 2 * usd, 0],
				);
				answer = 'once';
				assert.equal(await mayAll(20), 'agreed');
				assert.equal(await mayAll(20), 'agreed');
				assert.equal(questions.length, 3);
				answer = 'today';
				assert.equal(await mayAll(20), 'agreed');
				assert.equal(await mayAll(20), 'below', 'each of them leaves without a question today');
				assert.equal(await may('b'), true);
				assert.equal(questions.length, 4);
			});

			it('asks about several of unknown cost, and about none without a limit', async () => {
				assert.equal(await mayAll(50), 'below');
				limit = usd;
				assert.equal(await mayAll(1), 'below');
				assert.equal(await mayAll(2), 'no');
				assert.equal(questions[0]?.unknown, 2);
			});

			it('allows a quiet start if it fits, and else rejects it without a question', async () => {
				await ran('earlier', 0.4 * usd);
				limit = usd;
				const quietly = (id: string) => mayIn(history, id, {}, true);
				assert.equal(await quietly('a'), true);
				assert.equal(await quietly('b'), false);
				assert.deepEqual(questions, []);
			});
		});

		it('counts unfinished work at its expected cost from its start', async () => {
			limit = usd;
			const model = { kind: 'model', targetId: 'priced' } as const;
			const left: string[] = [];
			for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
				const paid = await history.withExpected(signedIn(), start(id, model));
				if (!(await history.mayStart(signedIn(), paid, false))) continue;
				history.started(signedIn(), paid);
				await until('it is written down', () => history.records(1)[0]?.id === id);
				left.push(id);
				await clock.advance(10 * minute);
			}
			assert.deepEqual(left, ['a', 'b']);
			assert.equal(history.spentToday(), usd);
			history.ended('a', 10_000);
			await until('the cost of the first', () => history.spentToday() === usd / 2 + 10_000);
			assert.equal(await may('i', { ...model, expected: 0.5 * usd }), false);
			assert.equal(await may('j', { ...model, expected: 0.4 * usd }), true);
		});

		it('names work not counted yet, and counts the loss of the balance since', async () => {
			limit = usd;
			const job = start('job', { kind: 'job', targetId: '1 x H', name: 'harbour_lora' });
			history.started(signedIn(), job);
			await clock.advance(10 * minute);
			balance = 1.7 * usd;
			assert.equal(await may('a', { expected: 1000 }), false);
			assert.deepEqual(
				questions.map(({ spent, uncounted }) => [spent, uncounted.map(({ name }) => name)]),
				[[3.3 * usd, ['harbour_lora']]],
			);
		});

		it('waits for the balance to fall before it reports a cost', async () => {
			history.started(signedIn(), start('a'));
			await clock.advance(minute);
			history.ended('a');
			await history.settle();
			assert.equal(history.records(1)[0]?.after, undefined);
			balance = 4.9 * usd;
			await clock.advance(2 * minute);
			assert.deepEqual(amountsOf(history.records(1)).get('a'), {
				microdollars: 0.1 * usd,
				basis: 'measured',
			});
		});

		it('uses the price of a model that never ran here', async () => {
			limit = 0.4 * usd;
			assert.equal(await may('a', { kind: 'model', targetId: 'priced' }), false);
			assert.equal(questions[0]?.expected, usd / 2);
			assert.equal(await may('b', { kind: 'model', targetId: 'free' }), true);
		});

		it('blocks runs of every kind, at their single starting point', async () => {
			limit = 0.1 * usd;
			await ran('earlier', 0.4 * usd);
			const runService = openRuns({
				ledger,
				queue: new TransferQueue({ store: new TransferTable(ledger), clock: systemClock }),
				session,
				archiveFolder: join(folder, 'runs'),
				log: silentLog,
				clock: fastClock(50),
				windowId: 'window',
				spending: history,
			});
			try {
				const refused = await runService.start(plan, origin);
				assert.ok(!refused.ok && refused.failure.kind === 'canceled');
				assert.equal(service.count('submit'), 0);
				assert.equal(runService.runs({ connectionId: 'test', limit: 10 }).length, 0);
				const model = { ...origin, target: { kind: 'model', id: 'maker/x', name: 'X' } } as const;
				assert.equal((await runService.start(plan, model)).ok, false);
				answer = 'once';
				const asking = runService.start(plan, origin);
				session.replace(service.session('window', 'someone else'));
				const switched = await asking;
				assert.match(switched.ok ? '' : switched.failure.message, /Nothing was started/);
				assert.equal(service.count('submit'), 0);
				session.replace(service.session('window'));
				const started = await runService.start(plan, origin);
				assert.ok(started.ok);
				await until('the start is written down', () =>
					history.records(10).some(({ id }) => id === started.value.id),
				);
				service.succeed(started.value.requestId ?? '', {});
				await until(
					'its end too',
					() => history.records(10).find(({ id }) => id === started.value.id)?.endedAt !== undefined,
				);
			} finally {
				closeRuns(runService);
			}
		});
	});
});
