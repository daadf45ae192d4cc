import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { DeploymentStore } from '../../../../src/core/deployments/store.ts';
import type { DeploymentWork } from '../../../../src/editor/deployments/deploymentWork.ts';
import { manageCommands } from '../../../../src/editor/deployments/manageCommands.ts';
import type { DeploymentsNode } from '../../../../src/editor/deployments/nodes.ts';
import { editor, window } from '../../support/vscode.ts';
import { openPlayedAccount, type PlayedService } from './playedDeployments.ts';

describe('the commands that manage deployments', () => {
	let played: PlayedService;
	let account: Awaited<ReturnType<typeof openPlayedAccount>>;
	let store: DeploymentStore;
	let work: DeploymentWork;
	let opened: unknown[];
	let commands: ReturnType<typeof manageCommands>;

	const row = (id: string): DeploymentsNode => {
		const deployment = store.byId(id);
		assert.ok(deployment);
		return { kind: 'deployment', deployment };
	};
	const rows = (...ids: readonly string[]) => ids.map(row);
	const yes = ([first]: readonly string[]) => first;

	beforeEach(async () => {
		account = await openPlayedAccount();
		({ played, store, work } = account);
		opened = [];
		const forms = { open: async (identity: unknown) => void opened.push(identity) } as never;
		commands = manageCommands({ log: silentLog, store, work, forms, signedIn: async () => work.current });
	});
	afterEach(async () => {
		editor.reset();
		await account.close();
	});

	it('open a form for a new deployment and one for each that is edited', async () => {
		await commands['easel.newDeployment']();
		await commands['easel.editDeployment'](row('a'));
		assert.deepEqual(opened, [
			{ mode: 'new' },
			{ mode: 'edit', connectionId: 'user:test', deploymentId: 'a' },
		]);
	});

	it('disable several at once, after a question that says what ends and names them', async () => {
		await commands['easel.disableDeployment'](row('a'), rows('a', 'c'));
		const [question] = editor.messages;
		assert.equal(question?.text, 'Disable 2 deployments?');
		assert.match(question?.detail ?? '', /^Harbor, Pier\. .*requests in progress fail/);
		assert.deepEqual(played.sent, []);
		editor.answer = yes;
		await commands['easel.disableDeployment'](row('a'), rows('a', 'c'));
		assert.deepEqual(played.sent, [
			'PATCH a {"name":"Harbor","is_enabled":false}',
			'PATCH c {"name":"Pier","is_enabled":false}',
		]);
		assert.equal(store.byId('c')?.enabled, false);
	});

	it('touch only those of a selection that are not so already', async () => {
		played.records.set('c', { ...played.records.get('c'), is_enabled: false });
		await store.refresh();
		await commands['easel.enableDeployment'](row('a'), rows('a', 'b', 'c'));
		assert.deepEqual(played.sent, ['PATCH c {"name":"Pier","is_enabled":true}']);
	});

	it('say which of several failed, in words that run no command', async () => {
		played.refuses.add('b');
		editor.answer = yes;
		await commands['easel.deleteDeployment'](row('a'), rows('a', 'b', 'c'));
		assert.deepEqual([...played.records.keys()], ['b']);
		const last = editor.messages.at(-1);
		assert.equal(last?.kind, 'error');
		assert.match(
			last?.text ?? '',
			/^It failed for 1 of 3 deployments: "\[x\] \(command:steal\)"\. The service has a fault/,
		);
		assert.deepEqual(
			store.items.map(({ id }) => id),
			['b'],
		);
	});

	it('delete one after a question with its name, and take one that is gone already for deleted', async () => {
		const gonePier = row('c');
		await commands['easel.deleteDeployment'](row('a'));
		assert.equal(editor.messages[0]?.text, 'Delete "Harbor" for good?');
		assert.equal(editor.messages[0]?.modal, true);
		assert.equal(played.records.size, 3);
		played.records.delete('c');
		editor.answer = yes;
		await commands['easel.deleteDeployment'](gonePier);
		assert.ok(!editor.messages.some(({ kind }) => kind === 'error'));
	});

	it('go back before a change that was made here, after a question with both values', async () => {
		const owner = work.current;
		assert.ok(owner);
		await work.change(owner, 'a', { queueSize: 5, name: 'Harbour' });
		window.showQuickPick = async (all: readonly unknown[]) => all[0];
		await commands['easel.restoreDeployment'](row('a'));
		assert.match(editor.messages[0]?.detail ?? '', /Name: Harbour → Harbor; Queue size: 5 → 1/);
		assert.equal(played.records.get('a')?.queue_size, 5);
		editor.answer = yes;
		await commands['easel.restoreDeployment'](row('a'));
		assert.deepEqual([played.records.get('a')?.queue_size, played.records.get('a')?.name], [1, 'Harbor']);
		await commands['easel.restoreDeployment'](row('c'));
		assert.match(editor.messages.at(-1)?.text ?? '', /^No change of a deployment/);
	});

	it('create one like a deployment that was deleted here', async () => {
		editor.answer = yes;
		await commands['easel.deleteDeployment'](row('c'));
		window.showQuickPick = async (all: readonly unknown[]) => all[0];
		await commands['easel.restoreDeployment']();
		const made = [...played.records.values()].find(({ name }) => name === 'Pier');
		assert.deepEqual([made?.workflow_id, made?.queue_size], ['w', 1]);
		assert.notEqual(made?.id, 'c');
	});
});
