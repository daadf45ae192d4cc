import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PrivateFiles } from '../../../src/core/sandboxHost/privateFiles.ts';
import { newFolder } from '../../support/newFolder.ts';

describe('private files', () => {
	let folder: string;
	beforeEach(() => {
		folder = newFolder();
	});

	it('keep the last of many texts that are stored at the same time, whole and alone', async () => {
		const files = new PrivateFiles(folder);
		const texts = Array.from({ length: 40 }, (_, number) => String(number).repeat(1000));
		await Promise.all(texts.map((text) => files.store('use', text)));
		assert.ok(texts.includes((await files.get('use')) ?? ''));
		assert.deepEqual(await readdir(folder), ['use.json']);
		if (process.platform !== 'win32')
			assert.equal((await stat(join(folder, 'use.json'))).mode & 0o777, 0o600);
	});
});
