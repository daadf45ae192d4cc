import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDocumentAt } from '../../../src/editor/documents/openDocument.ts';
import { newFolder } from '../../support/newFolder.ts';
import { editor, Uri } from '../support/vscode.ts';

describe('the open document of a file', () => {
	const folder = newFolder();

	before(async () => {
		await writeFile(join(folder, 'one.json'), '{}');
		await writeFile(join(folder, 'two.json'), '{}');
		await symlink(join(folder, 'one.json'), join(folder, 'link.json'));
	});
	afterEach(() => editor.reset());

	const at = (name: string) => Uri.file(join(folder, name)).toString();

	it('is found by another path to it, and matches no other file', async () => {
		const open = editor.open(at('link.json'), 'json', '{}');
		assert.equal(await openDocumentAt(at('one.json')), open);
		assert.equal(await openDocumentAt(at('two.json')), undefined);
		assert.equal(await openDocumentAt(at('gone.json')), undefined);
	});
});
