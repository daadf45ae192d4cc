import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { SessionSource } from '../../../../src/core/account/session.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { success } from '../../../../src/core/base/failure.ts';
import type { Batch } from '../../../../src/core/batches/batch.ts';
import { batchCommands } from '../../../../src/editor/runs/batches/commands.ts';
import { BatchNotifier } from '../../../../src/editor/runs/batches/notifier.ts';
import { batchRow, batchTooltip } from '../../../../src/editor/runs/batches/row.ts';
import type { WindowRunBatches } from '../../../../src/editor/runs/batches/windowRunBatches.ts';
import { actsOf } from '../../support/acts.ts';
import { batchRecord } from '../../support/batchRecord.ts';
import { part } from '../../support/part.ts';
import { runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { commands, editor, window } from '../../support/vscode.ts';

describe('messages about batches', () => {
	let changed: Emitter<Batch>;
	let session: Emitter<unknown>;
	let unfinished: Batch[];
	let claimed: Set<string>;
	let own: boolean;
	let executed: unknown[][];
	let revealed: string[];
	let notifier: BatchNotifier;
	const { executeCommand } = commands;

	beforeEach(() => {
		[changed, session, unfinished, claimed, own] = [new Emitter(), new Emitter(), [], new Set(), true];
		[executed, revealed] = [[], []];
		commands.executeCommand = async (...args: unknown[]) => void executed.push(args);
		const claim = async (id: string) => !claimed.has(id) && claimed.add(id) !== undefined;
		notifier = new BatchNotifier({
			batches: part<WindowRunBatches>({
				onDidChange: changed.event,
				unfinished: () => unfinished,
				isOwn: () => own,
				opened: { claimPause: claim, claimNotification: ({ id }: Batch) => claim(id) },
			}),
			windowRuns: {
				opened: {
					get: (id: string) => runRecord({ id, state: 'unsent', notice: 'The service refuses it.' }),
				},
			} as never,
			session: { onDidChange: session.event as never },
			reveal: async (id) => void revealed.push(id),
		});
	});
	afterEach(() => {
		notifier.dispose();
		commands.executeCommand = executeCommand;
		editor.reset();
	});

	const settled = () => new Promise((resolve) => setImmediate(resolve));
	const { texts } = editor;
	const paused = (more: Partial<Batch> = {}) =>
		batchRecord({ id: 'b', name: 'fox.json', state: 'paused', notice: 'Paused: No money.', ...more });

	it('explain an automatic pause once, and continue or cancel the batch', async () => {
		for (const [answer, command] of [
			['Continue', 'easel.continueBatch'],
			['Cancel All', 'easel.cancelBatch'],
		]) {
			claimed.clear();
			executed = [];
			editor.answer = (buttons) => buttons.find((button) => button === answer);
			changed.fire(paused());
			changed.fire(paused());
			await until('the command', () => executed.length > 0);
			await settled();
			assert.deepEqual(executed, [[command, 'b']]);
		}
		assert.deepEqual(texts(), [
			'4 seeds of fox.json: Paused: No money.',
			'4 seeds of fox.json: Paused: No money.',
		]);
	});

	it('ignore a batch paused by the user, one already reported, and another account', async () => {
		const { notice: _, ...byPerson } = paused();
		changed.fire(byPerson);
		changed.fire(paused({ pauseSaid: true }));
		own = false;
		changed.fire(paused());
		await settled();
		assert.deepEqual(texts(), []);
		own = true;
		unfinished = [paused()];
		session.fire(undefined);
		await until('the message', () => texts().length === 1);
	});

	it('do not report an end while the setting for runs is off', async () => {
		editor.set('easel.notifyWhenRunEnds', false);
		changed.fire(batchRecord({ id: 'b', name: 'fox.json', state: 'ended', refused: [1, 2] }));
		await until('the claim', () => claimed.has('b'));
		await settled();
		assert.deepEqual(texts(), []);
	});

	it('count the possibly sent runs of an ended batch, since nothing else reports them', async () => {
		editor.answer = ([show]) => show;
		const counts = { ...batchRecord({ id: 'b' }).counts, uncertain: 3 };
		changed.fire(batchRecord({ id: 'b', name: 'fox.json', state: 'ended', counts }));
		await until('the row', () => revealed.length > 0);
		assert.match(
			texts()[0] ?? '',
			/^4 seeds of fox\.json: it is unknown whether the service received 3 of 4 runs, so they were not sent again\./,
		);
		assert.deepEqual(revealed, ['b']);
	});

	it('report the rejected runs of an ended batch, and nothing if its runs suffice', async () => {
		editor.answer = ([show]) => show;
		changed.fire(batchRecord({ id: 'good', state: 'ended' }));
		changed.fire(batchRecord({ id: 'b', name: 'fox.json', state: 'ended', refused: [1, 2] }));
		await until('the row', () => revealed.length > 0);
		assert.deepEqual(texts(), ['4 seeds of fox.json: 2 of 4 were refused. The service refuses it.']);
		assert.deepEqual(revealed, ['b']);
	});
});

describe('commands on batches', () => {
	let batch: Batch;
	let calls: unknown[][];
	let handlers: ReturnType<typeof batchCommands>;

	beforeEach(() => {
		calls = [];
		batch = batchRecord({ id: 'b', state: 'paused' });
		const call =
			(name: string) =>
			async (...args: unknown[]) => {
				calls.push([name, ...args]);
				return success(batch);
			};
		const service = {
			get: (id: string) => (id === 'b' ? batch : undefined),
			of: () => [batch],
			itemIds: () => [],
			pause: call('pause'),
			continue: call('continue'),
			cancel: call('cancel'),
		};
		const batches = part<WindowRunBatches>({ open: async () => service });
		const { connectionId, accountId } = batch;
		const session = part<SessionSource>({
			current: { state: 'signedIn', connection: { id: connectionId }, account: { id: accountId } },
		});
		handlers = batchCommands({
			acts: actsOf(session, {
				batches: async () => service,
				runs: async () => ({ runs: () => [], estimates: { expected: async () => ({ count: 0 }) } }),
			}),
			batches,
		});
		window.showInputBox = async (options: unknown) => editor.ask(options);
	});
	afterEach(() => editor.reset());

	it('pause, continue and cancel the row, or the ID from a message', async () => {
		await handlers['easel.pauseBatch']({ kind: 'batch', batch, runs: [] });
		await handlers['easel.continueBatch']('b');
		await handlers['easel.cancelBatch']('b');
		await handlers['easel.cancelBatch']('gone');
		await handlers['easel.cancelBatch'](undefined);
		assert.deepEqual(calls, [
			['pause', 'b'],
			['continue', 'b', {}],
			['cancel', 'b'],
		]);
	});

	it('report that all runs have ended, instead of canceling them', async () => {
		batch = batchRecord({ id: 'b', name: 'fox.json', state: 'ended' });
		await handlers['easel.cancelBatch']('b');
		assert.deepEqual([calls, editor.messages.at(-1)?.text], [[], 'All runs of "fox.json" have ended.']);
	});

	it('continue with the same number of further failures, and with the entered cost', async () => {
		const counts = { ...batch.counts, failed: 3 };
		batch = batchRecord({ id: 'b', state: 'paused', maxFailures: 2, maxMicrodollars: 1_500_000, counts });
		let options: vscode.InputBoxOptions | undefined;
		let typed: string | undefined = '2.25';
		editor.ask = (asked) => {
			options = asked as vscode.InputBoxOptions;
			return typed;
		};
		await handlers['easel.continueBatch']('b');
		assert.equal(options?.value, '1.50');
		for (const wrong of ['0', '-1', 'ten', '1e3', '12345678'])
			assert.match(String(options?.validateInput?.(wrong)), /such as 12\.50/, wrong);
		for (const right of ['', ' 3 ', '0.000001', '2,5'])
			assert.equal(options?.validateInput?.(right), undefined);
		typed = '';
		await handlers['easel.continueBatch']('b');
		typed = undefined;
		await handlers['easel.continueBatch']('b');
		assert.deepEqual(calls, [
			['continue', 'b', { maxFailures: 2, maxMicrodollars: 2_250_000 }],
			['continue', 'b', { maxFailures: 2 }],
		]);
	});
});

describe('the row of a batch', () => {
	it('shows hostile names as plain text', () => {
		const batch = batchRecord({ name: '$(trash)\n![x](command:evil).json', notice: '[y](command:evil)' });
		const item = batchRow(batch, undefined);
		assert.doesNotMatch(String(item.label), /\$\(|\n/);
		assert.doesNotMatch(batchTooltip(batch, undefined, 0).value, /\]\(command:/);
	});
});
