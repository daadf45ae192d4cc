import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { SignedIn } from '../../../../src/core/account/session.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { Deployment } from '../../../../src/core/deployments/deployment.ts';
import type { BalanceReader, BalanceReading } from '../../../../src/core/spending/balanceReader.ts';
import { createBalanceItem } from '../../../../src/editor/spending/balanceItem.ts';
import { remindOfWarm } from '../../../../src/editor/spending/warmReminder.ts';
import { ofService } from '../../../support/connection.ts';
import { commands, editor, window } from '../../support/vscode.ts';

const signedIn = (account = 'me') =>
	({
		state: 'signedIn',
		connection: { ...ofService, id: 'test', name: 'Test' },
		account: { id: account, label: account },
	}) as unknown as SignedIn;

describe('the balance in the status bar', () => {
	it('is in cents, negative too, colored below what runs and jobs need, and hidden while it is not known', () => {
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
		const reader = { latest: undefined as BalanceReading | undefined, onChange: changed.event };
		const session = { current: signedIn(), onDidChange: () => ({ dispose() {} }) };
		createBalanceItem(session, reader as unknown as BalanceReader);
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
		reader.latest = undefined;
		changed.fire(undefined);
		assert.equal(item.shown, false);
	});
});

describe('the reminder of deployments that cost without work', () => {
	let memory: vscode.Memento;
	const warm = (id: string, more: Partial<Deployment> = {}): Deployment => ({
		id,
		name: `Name of ${id}`,
		enabled: true,
		minInstances: 1,
		...more,
	});
	beforeEach(() => {
		const values = new Map<string, unknown>();
		memory = {
			get: (key: string, usual?: unknown) => values.get(key) ?? usual,
			update: async (key: string, value: unknown) => void values.set(key, value),
			keys: () => [...values.keys()],
		} as vscode.Memento;
	});
	afterEach(() => editor.reset());
	const texts = () => editor.messages.map(({ text }) => text);

	it('comes once for each deployment and account', async () => {
		await remindOfWarm(memory, signedIn(), [warm('a'), warm('cold', { minInstances: 0 })]);
		await remindOfWarm(memory, signedIn(), [warm('a')]);
		assert.deepEqual(texts(), [
			'"Name of a" always keeps 1 instance running, which costs money while nothing runs.',
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

	it('leads to the form of the deployment', async () => {
		const edited: unknown[] = [];
		commands.registerCommand('easel.editDeployment', (node) => edited.push(node));
		editor.answer = ([first]) => first;
		await remindOfWarm(memory, signedIn(), [warm('a')]);
		assert.deepEqual(edited, [{ kind: 'deployment', deployment: warm('a') }]);
	});

	it('takes a hostile name as text', async () => {
		await remindOfWarm(memory, signedIn(), [
			warm('a', { name: '[x](command:workbench.action.quit)\n$(bug)' }),
		]);
		assert.doesNotMatch(texts()[0] ?? '', /\]\(command|\n|\$\(bug/);
	});
});
