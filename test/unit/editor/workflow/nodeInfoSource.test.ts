import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { silentLog } from '../../../../src/core/base/log.ts';
import { NodeInfoSources } from '../../../../src/editor/workflow/nodeInfoSource.ts';
import { editor } from '../../support/vscode.ts';

describe('the description of a folder', () => {
	const folder = vscode.Uri.file('/elsewhere');
	const document = vscode.Uri.file('/elsewhere/a.json');
	const description = JSON.stringify({
		Own: { input: { required: {} }, output: ['IMAGE'], output_name: ['IMAGE'], output_node: false },
	});
	let isThere: boolean;
	let looks: number;
	let type: vscode.FileType;
	let appears: () => void;
	let sources: NodeInfoSources;

	beforeEach(() => {
		[isThere, looks] = [false, 0];
		type = vscode.FileType.File;
		const nothing = { dispose() {} };
		Object.assign(vscode.workspace, {
			workspaceFolders: [{ uri: folder }],
			getWorkspaceFolder: () => ({ uri: folder }),
			fs: {
				async stat() {
					looks++;
					if (!isThere) throw new Error('There is no such file.');
					return { type, mtime: 1, size: description.length };
				},
				readFile: async () => new TextEncoder().encode(description),
			},
			createFileSystemWatcher: () => ({
				...nothing,
				onDidChange: () => nothing,
				onDidDelete: () => nothing,
				onDidCreate(listener: () => void) {
					appears = listener;
					return nothing;
				},
			}),
		});
		sources = new NodeInfoSources(
			silentLog,
			async () => undefined,
			() => nothing,
		);
	});
	afterEach(() => {
		sources.dispose();
		editor.reset();
	});

	it('is searched once for concurrent requests', async () => {
		const found = await sources.of(document);
		const once = looks;
		assert.deepEqual(await Promise.all([sources.of(document), sources.of(document)]), [found, found]);
		assert.equal(looks, once);
	});

	it('is used as soon as it appears', async () => {
		assert.equal((await sources.of(document)).source.kind, 'builtin');
		isThere = true;
		appears();
		const { source, names } = await sources.of(document);
		assert.deepEqual([source.kind, names], ['file', ['Own']]);
	});

	it('is never a pipe or a device with its name, which would not end', async () => {
		[isThere, type] = [true, vscode.FileType.Unknown];
		assert.equal((await sources.of(document)).source.kind, 'builtin');
	});

	it('belongs to the document, whichever was requested before', async () => {
		await sources.of(document);
		const once = looks;
		await sources.of(vscode.Uri.file('/elsewhere/b.json'));
		assert.equal(looks, 2 * once);
	});
});
