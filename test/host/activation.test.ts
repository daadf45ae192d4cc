import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { viewIds } from '../../src/editor/shell/ids.ts';
import { commandIds } from '../../src/manifest/all.ts';
import { until } from './until.ts';

function extension(): vscode.Extension<unknown> {
	const found = vscode.extensions.getExtension('easel.easel');
	assert.ok(found, 'the extension is not installed in this host');
	return found;
}

describe('the extension in its host', () => {
	it('becomes active automatically with a JSON document', async () => {
		await vscode.workspace.openTextDocument({ language: 'json', content: '{}' });
		await until(
			() => extension().isActive,
			(isActive) => isActive,
			'the extension active',
		);
	});

	it('shows the texts of its manifest instead of their keys', () => {
		const { description, contributes } = extension().packageJSON;
		assert.match(description, /^Run node-graph /);
		assert.doesNotMatch(JSON.stringify(contributes), /"%[^"]+%"/);
	});

	it('answers to every command of the manifest', async () => {
		await extension().activate();
		const registered = new Set(await vscode.commands.getCommands(true));
		assert.deepEqual(
			commandIds.filter((id) => !registered.has(id)),
			[],
		);
	});

	it('can show every view', async () => {
		await extension().activate();
		const registered = new Set(await vscode.commands.getCommands(true));
		for (const id of viewIds) {
			assert.ok(registered.has(`${id}.focus`), `${id} is not declared`);
			await vscode.commands.executeCommand(`${id}.focus`);
		}
	});

	it('offers its sign-in, without an account before the first one', async () => {
		await extension().activate();
		assert.deepEqual(await vscode.authentication.getAccounts('easel'), []);
		await assert.rejects(async () => vscode.authentication.getAccounts('nobody'), /nobody/);
	});
});
