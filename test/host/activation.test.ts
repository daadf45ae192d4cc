import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, viewIds } from '../../src/editor/shell/ids.ts';

function extension(): vscode.Extension<unknown> {
	const found = vscode.extensions.getExtension('easel.easel');
	assert.ok(found, 'the extension is not installed in this host');
	return found;
}

describe('the extension in its host', () => {
	before(async () => {
		await extension().activate();
	});

	it('is active', () => {
		assert.equal(extension().isActive, true);
	});

	it('shows the texts of its manifest in place of their keys', () => {
		const { description, contributes } = extension().packageJSON;
		assert.match(description, /^Run node-graph /);
		assert.doesNotMatch(JSON.stringify(contributes), /"%[^"]+%"/);
	});

	it('answers to every command of the manifest', async () => {
		const registered = new Set(await vscode.commands.getCommands(true));
		assert.deepEqual(
			commandIds.filter((id) => !registered.has(id)),
			[],
		);
	});

	it('can show every view', async () => {
		const registered = new Set(await vscode.commands.getCommands(true));
		for (const id of viewIds) {
			assert.ok(registered.has(`${id}.focus`), `${id} is not declared`);
			await vscode.commands.executeCommand(`${id}.focus`);
		}
	});

	it('offers its own sign-in', async () => {
		const accounts = await vscode.authentication.getAccounts('easel');
		assert.ok(Array.isArray(accounts));
	});
});
