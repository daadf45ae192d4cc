import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { panelIds } from '../../../src/editor/shell/ids.ts';
import { activate } from '../../../src/extension.ts';
import { commandIds } from '../../../src/manifest/all.ts';
import { activate as activateInBrowser } from '../../../src/web.ts';
import { manifest, manifestTexts } from '../../meta/support/manifest.ts';
import { newFolder } from '../../support/newFolder.ts';
import { extensionContext } from '../support/extensionContext.ts';
import { part } from '../support/part.ts';
import { editor, lm, workspace } from '../support/vscode.ts';

describe('activation', () => {
	let folder: string;

	beforeEach(() => {
		folder = newFolder();
	});
	afterEach(() => {
		editor.reset();
	});

	it('registers a handler for every command and a serializer for every panel of the manifest before it returns', () => {
		const context = extensionContext(folder);
		const returned: unknown = activate(part<vscode.ExtensionContext>(context));
		try {
			assert.equal(returned, undefined, 'it waits for nothing');
			assert.deepEqual([...editor.handlers.keys()].sort(), [...commandIds].sort());
			assert.deepEqual([...editor.serializers.keys()].sort(), [...panelIds].sort());
		} finally {
			for (const each of context.subscriptions) each.dispose();
		}
		assert.equal(editor.handlers.size, 0, 'what was registered ends with the extension');
	});

	it('registers every agent tool of the manifest only in a trusted workspace', () => {
		workspace.isTrusted = false;
		const context = extensionContext(folder);
		activate(part<vscode.ExtensionContext>(context));
		try {
			assert.deepEqual([...editor.tools.keys()], []);
			editor.trust();
			const names = manifest.contributes.languageModelTools.map(({ name }) => name);
			assert.deepEqual([...editor.tools.keys()], names);
		} finally {
			for (const each of context.subscriptions) each.dispose();
		}
		assert.equal(editor.tools.size, 0, 'what was registered ends with the extension');
	});

	it('continues without tools if the editor has no language models', () => {
		Object.assign(lm, { registerTool: undefined });
		const context = extensionContext(folder);
		activate(part<vscode.ExtensionContext>(context));
		for (const each of context.subscriptions) each.dispose();
		assert.equal(editor.tools.size, 0);
	});

	it('registers every command in the browser, too; those that need Node report it in one sentence', async () => {
		const context = extensionContext(folder);
		activateInBrowser(part<vscode.ExtensionContext>(context));
		try {
			assert.deepEqual([...editor.handlers.keys()].sort(), [...commandIds].sort());
			assert.equal(editor.context.get('easel.inBrowser'), true);
			for (const id of ['easel.run', 'easel.signIn', 'easel.submitTraining', 'easel.uploadDataset']) {
				const before = editor.messages.length;
				await editor.handlers.get(id)?.();
				assert.deepEqual(
					editor.messages.slice(before).map(({ text }) => text),
					[manifestTexts['welcome.inBrowser.begin']?.split('\n')[1]],
					id,
				);
			}
		} finally {
			for (const each of context.subscriptions) each.dispose();
		}
		assert.equal(editor.handlers.size, 0, 'what was registered ends with the extension');
	});
});
