import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { panelIds } from '../../../src/editor/shell/ids.ts';
import { activate } from '../../../src/extension.ts';
import { commandIds } from '../../../src/manifest/all.ts';
import { activate as activateInBrowser } from '../../../src/web.ts';
import { manifest, manifestTexts } from '../../meta/support/manifest.ts';
import { part } from '../support/part.ts';
import { EventEmitter, editor, lm, Uri, workspace } from '../support/vscode.ts';

/** Returns the context that the editor gives to an extension, as far as activation asks for it. */
function contextIn(folder: string) {
	const subscriptions: { dispose(): unknown }[] = [];
	const memento = {
		get: (_: string, otherwise: unknown) => otherwise,
		update: async () => undefined,
		keys: () => [],
	};
	return {
		subscriptions,
		extensionUri: Uri.file(join(folder, 'extension')),
		globalStorageUri: Uri.file(join(folder, 'storage')),
		extension: { id: 'easel.easel', packageJSON: { contributes: manifest.contributes } },
		globalState: memento,
		workspaceState: memento,
		secrets: {
			get: async () => undefined,
			store: async () => undefined,
			delete: async () => undefined,
			keys: async () => [],
			onDidChange: new EventEmitter<never>().event,
		},
	};
}

describe('activation', () => {
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-activation-'));
	});
	afterEach(async () => {
		editor.reset();
		await rm(folder, { recursive: true, force: true });
	});

	it('gives every command of the manifest its handler, and every panel its way back, before it returns', () => {
		const context = contextIn(folder);
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

	it('gives agents every tool of the manifest, in a workspace that is trusted, and no tool before', () => {
		workspace.isTrusted = false;
		const context = contextIn(folder);
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

	it('continues without tools where the editor has no language models', () => {
		Object.assign(lm, { registerTool: undefined });
		const context = contextIn(folder);
		activate(part<vscode.ExtensionContext>(context));
		for (const each of context.subscriptions) each.dispose();
		assert.equal(editor.tools.size, 0);
	});

	it('gives every command a handler in the browser, too, where those that need Node say so in one sentence', async () => {
		const context = contextIn(folder);
		activateInBrowser(part<vscode.ExtensionContext>(context));
		try {
			assert.deepEqual([...editor.handlers.keys()].sort(), [...commandIds].sort());
			assert.equal(editor.context.get('easel.inBrowser'), true);
			for (const id of ['easel.run', 'easel.signIn', 'easel.submitTraining', 'easel.uploadDataset']) {
				const before = editor.messages.length;
				await editor.handlers.get(id)?.();
				assert.deepEqual(
					editor.messages.slice(before).map(({ text }) => text),
					[manifestTexts['welcome.inBrowser']],
					id,
				);
			}
		} finally {
			for (const each of context.subscriptions) each.dispose();
		}
		assert.equal(editor.handlers.size, 0, 'what was registered ends with the extension');
	});
});
