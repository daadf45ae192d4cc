import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { silentLog } from '../../../../src/core/base/log.ts';
import { NodeInfoSources } from '../../../../src/editor/workflow/nodeInfoSource.ts';
import { editor } from '../../support/vscode.ts';

describe('the version of the engine in the settings', () => {
	const document = vscode.Uri.file('/elsewhere/a.json');
	let sources: NodeInfoSources;

	beforeEach(() => {
		// No folder is open, so that no description is looked for in one.
		Object.assign(vscode.workspace, { workspaceFolders: undefined, getWorkspaceFolder: () => undefined });
		const never = () => ({ dispose() {} });
		sources = new NodeInfoSources(silentLog, async () => undefined, never);
	});
	afterEach(() => {
		sources.dispose();
		editor.reset();
	});

	it('determines the built-in nodes', async () => {
		assert.equal((await sources.of(document)).engineVersion, undefined);
		editor.set('easel.workflow.engineVersion', 'v0.3.64');
		const old = await sources.of(document);
		assert.equal(old.engineVersion, '0.3.64');
		assert.equal(old.get('ColorToRGBInt'), undefined);
	});

	it('is ignored while invalid', async () => {
		editor.set('easel.workflow.engineVersion', 'newest');
		assert.equal((await sources.of(document)).engineVersion, undefined);
	});

	it('has documents checked again when it changes', () => {
		let changes = 0;
		sources.onDidChange(() => changes++);
		editor.set('easel.workflow.engineVersion', '0.27.1');
		assert.equal(changes, 1);
	});
});
