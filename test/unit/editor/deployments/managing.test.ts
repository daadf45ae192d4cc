import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { DeploymentStore } from '../../../../src/core/deployments/store.ts';
import { manageCommands } from '../../../../src/editor/deployments/manageCommands.ts';
import type { DeploymentsNode } from '../../../../src/editor/deployments/nodes.ts';
import { editor } from '../../support/vscode.ts';
import { openPlayedAccount, type PlayedService } from './playedDeployments.ts';

describe('the commands that manage deployments', () => {
	let played: PlayedService;
	let account: Awaited<ReturnType<typeof openPlayedAccount>>;
	let store: DeploymentStore;
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
		({ played, store } = account);
		opened = [];
		const forms = { open: async (identity: unknown) => void opened.push(identity) } as never;
		commands = manageCommands({ ...account, log: silentLog, forms });
	});
	afterEach(async () => {
		editor.reset();
		await account.close();
	});

	it('open a form for a new deployment and one for each edited one', async () => {
		await commands['easel.newDeployment']();
		await commands['easel.editDeployment'](row('a'));
		assert.deepEqual(opened, [
			{ mode: 'new' },
			{ mode: 'edit', connectionId: 'user:test', deploymentId: 'a' },
		]);
	});

	it('disable several at once, after a question with their names and the consequences', async () => {
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

	it('change only deployments of a selection not yet in that state', async () => {
		played.records.set('c', { ...played.records.get('c'), is_enabled: false });
		await store.refresh();
		await commands['easel.enableDeployment'](row('a'), rows('a', 'b', 'c'));
		assert.deepEqual(played.sent, ['PATCH c {"name":"Pier","is_enabled":true}']);
	});

	it('name the failed deployments of several, in text without commands', async () => {
		played.refuses.add('b');
		editor.answer = yes;
		await commands['easel.deleteDeployment'](row('a'), rows('a', 'b', 'c'));
		assert.deepEqual([...played.records.keys()], ['b']);
		const last = editor.messages.at(-1);
		assert.equal(last?.kind, 'error');
		assert.match(
			last?.text ?? '',
			/^Failed for 1 of 3 deployments: "\[x\] \(command:steal\)"\. The service has a fault/,
		);
		assert.deepEqual(
			store.items.map(({ id }) => id),
			['b'],
		);
	});

	it('delete one after a question with its name, and restore it from the list of changes', async () => {
		await commands['easel.deleteDeployment'](row('c'));
		assert.equal(editor.messages[0]?.text, 'Delete "Pier" for good?');
		assert.equal(editor.messages[0]?.modal, true);
		assert.equal(played.records.size, 3);
		await commands['easel.restoreDeployment'](row('c'));
		assert.match(editor.messages.at(-1)?.text ?? '', /^No deployment has been changed/);
		editor.answer = yes;
		await commands['easel.deleteDeployment'](row('c'));
		editor.pick = ([latest]) => latest;
		await commands['easel.restoreDeployment']();
		assert.match(editor.messages.at(-2)?.detail ?? '', /^It gets a new ID\. Name: Pier/);
		assert.equal(editor.messages.at(-1)?.text, 'Restored the settings of "Pier".');
		assert.deepEqual(
			store.items.map(({ name }) => name),
			['Pier', 'Harbor', '[x](command:steal)'],
		);
	});

	it('ask before they enable one that costs money while idle', async () => {
		played.records.set('c', { ...played.records.get('c'), is_enabled: false, min_instances: 1 });
		await store.refresh();
		await commands['easel.enableDeployment'](row('c'));
		assert.match(editor.messages[0]?.detail ?? '', /One instance keeps running/);
		assert.deepEqual(played.sent, []);
	});
});
