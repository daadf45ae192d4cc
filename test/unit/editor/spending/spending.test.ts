import assert from 'node:assert/strict';
import type { SignedIn } from '../../../../src/core/account/session.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { Deployment } from '../../../../src/core/deployments/deployment.ts';
import type { BalanceReader, BalanceReading } from '../../../../src/core/spending/balanceReader.ts';
import type { Spending } from '../../../../src/core/spending/spending.ts';
import { createBalanceItem } from '../../../../src/editor/spending/balanceItem.ts';
import { showSpending } from '../../../../src/editor/spending/show.ts';
import { remindOfWarm } from '../../../../src/editor/spending/warmReminder.ts';
import { ofService } from '../../../support/connection.ts';
import { part } from '../../support/part.ts';
import { Memento } from '../../support/real.ts';
import { editor, type PickRow, window } from '../../support/vscode.ts';

const signedIn = (account = 'me') =>
	part<SignedIn>({
		state: 'signedIn',
		connection: { ...ofService, id: 'test', name: 'Test' },
		account: { id: account, label: account },
	});

describe('the balance in the status bar', () => {
	it('is in cents, even negative, colored below the minimum of runs and jobs, and hidden while unknown', () => {
		const item = {
			text: '',
			backgroundColor: undefined as { id?: string } | undefined,
			shown: false,
			tooltip: '',
		};
		Object.assign(window, {
			createStatusBarItem: () =>
				Object.assign(item, {
					show: () => {
						item.shown = true;
					},
					hide: () => {
						item.shown = false;
					},
					dispose() {},
				}),
		});
		const changed = new Emitter<BalanceReading | undefined>();
		let waits = 0;
		const reader = {
			latest: undefined as BalanceReading | undefined,
			onDidChange: changed.event,
			wantSoon: () => waits++,
		};
		const focus = new Emitter<{ focused: boolean }>();
		Object.assign(window, { onDidChangeWindowState: focus.event });
		const session = { current: signedIn(), onDidChange: () => ({ dispose() {} }) };
		createBalanceItem(session, part<BalanceReader>(reader));
		assert.equal(item.shown, false);
		const shows = (microdollars: number) => {
			reader.latest = { microdollars, currency: 'USD', at: 0 };
			changed.fire(reader.latest);
			return [item.text, item.backgroundColor?.id];
		};
		assert.deepEqual(shows(25_009_999), ['$(credit-card) 25.00 USD', undefined]);
		assert.deepEqual(shows(1_000_000), ['$(credit-card) 1.00 USD', undefined]);
		assert.deepEqual(shows(999_999), ['$(credit-card) 0.99 USD', 'statusBarItem.warningBackground']);
		assert.match(item.tooltip, /Training jobs still start/);
		assert.deepEqual(shows(499_999), ['$(credit-card) 0.49 USD', 'statusBarItem.errorBackground']);
		assert.deepEqual(shows(-1_200_000), ['$(credit-card) -1.20 USD', 'statusBarItem.errorBackground']);
		focus.fire({ focused: false });
		assert.equal(waits, 0);
		focus.fire({ focused: true });
		assert.equal(waits, 1, 'it may have been topped up');
		shows(25_000_000);
		focus.fire({ focused: true });
		assert.equal(waits, 1);
		reader.latest = undefined;
		changed.fire(undefined);
		assert.equal(item.shown, false);
	});
});

describe('the reminder of idle deployments with costs', () => {
	let memory: Memento;
	const warm = (id: string, more: Partial<Deployment> = {}): Deployment => ({
		id,
		name: `Name of ${id}`,
		enabled: true,
		minInstances: 1,
		...more,
	});
	beforeEach(() => {
		memory = new Memento();
	});
	afterEach(() => editor.reset());
	const { texts } = editor;

	it('is shown once per deployment and account', async () => {
		await remindOfWarm(memory, signedIn(), [warm('a'), warm('cold', { minInstances: 0 })]);
		await remindOfWarm(memory, signedIn(), [warm('a')]);
		assert.deepEqual(texts(), [
			'"Name of a" always keeps 1 instance running, which is billed even when idle.',
		]);
		await remindOfWarm(memory, signedIn(), [warm('a'), warm('b', { minInstances: 3 })]);
		await remindOfWarm(memory, signedIn('someone else'), [warm('a')]);
		assert.equal(texts().length, 3);
		assert.match(texts()[1] ?? '', /"Name of b" always keeps 3 instances running/);
	});

	it('is one message for several, and none for a disabled one', async () => {
		const disabled = warm('c', { enabled: false });
		await remindOfWarm(memory, signedIn(), [warm('a'), warm('b'), disabled]);
		assert.equal(texts().length, 1);
		assert.match(texts()[0] ?? '', /So does 1 more deployment; a flame/);
	});

	it('links to the form of the deployment', async () => {
		const edited = editor.calls('easel.editDeployment');
		editor.answer = ([first]) => first;
		await remindOfWarm(memory, signedIn(), [warm('a')]);
		assert.deepEqual(edited, [{ kind: 'deployment', deployment: warm('a') }]);
	});

	it('shows a hostile name as plain text', async () => {
		await remindOfWarm(memory, signedIn(), [
			warm('a', { name: '[x](command:workbench.action.quit)\n$(bug)' }),
		]);
		assert.doesNotMatch(texts()[0] ?? '', /\]\(command|\n|\$\(bug/);
	});
});

describe('the list of expenses', () => {
	afterEach(() => editor.reset());

	it('combines simultaneous work in one row with links, and shows expenses elsewhere', async () => {
		const minute = 60_000;
		const spent = (id: string, from: number, to: number, before: number, after: number): Spending => ({
			id,
			kind: 'deployment',
			targetId: 'd',
			name: `Run ${id}`,
			connectionId: 'test',
			accountId: 'me',
			startedAt: from * minute,
			endedAt: to * minute,
			readAt: to * minute,
			before,
			after,
		});
		const records = [
			spent('odd', 90, 91, 24_900_000, 100_000),
			spent('c', 3, 8, 25_000_000, 24_946_660),
			spent('b', 2, 7, 25_000_000, 24_950_000),
			spent('a', 0, 1, 25_002_000, 25_000_000),
		];
		const history = { records: () => records, spentToday: () => 53_340 };
		const lists: (readonly PickRow[])[] = [];
		editor.pick = (rows) => {
			lists.push(rows);
			return rows.find(({ label }) => /at the same time|Run b/.test(label));
		};
		const shown = editor.calls('easel.showRun');
		const reader = { latest: { microdollars: 100_000, currency: 'USD', at: 0 } };
		await showSpending({ history, reader, dispose() {} } as never);
		const rows = (lists[0] ?? []).map(({ label, description = '', detail = '' }) =>
			[label, description, detail].join(' | '),
		);
		const of = (word: string) => rows.find((row) => row.includes(word)) ?? assert.fail(rows.join('\n'));
		assert.match(of('today'), /About 0\.053 USD today/);
		assert.match(
			of('2 at the same time'),
			/about 0\.053 USD \| Run c, Run b .* 25\.00 USD before, 24\.94 USD after/,
		);
		assert.match(of('Run odd'), /about 0\.002 USD .* 24\.80 USD more was spent elsewhere/);
		assert.match(of('Run a'), / 0\.002 USD \|/);
		assert.deepEqual(
			lists[1]?.map(({ label }) => label.replace(/^\S+ /, '')),
			['Run c', 'Run b'],
		);
		assert.deepEqual(shown, ['b']);
	});

	it('has one row for the runs of a batch until their cost is known', async () => {
		const ended = (id: string, batchId?: string): Spending => ({
			id,
			kind: 'deployment',
			targetId: 'd',
			name: 'harbor on Pier',
			connectionId: 'test',
			accountId: 'me',
			startedAt: 0,
			endedAt: 1,
			...(batchId === undefined ? {} : { batchId }),
		});
		const records = [ended('a', 'b'), ended('c', 'b'), ended('alone')];
		let shown: readonly string[] = [];
		editor.pick = (rows) => {
			shown = rows.map(({ label, description = '' }) => `${label.replace(/^\S+ /, '')}: ${description}`);
		};
		const history = { records: () => records, spentToday: () => 0 };
		await showSpending({ history, reader: {}, dispose() {} } as never);
		assert.deepEqual(shown.slice(3), ['2 runs of a batch: cost unknown', 'harbor on Pier: cost unknown']);
	});
});
