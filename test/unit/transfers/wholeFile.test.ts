import assert from 'node:assert/strict';
import { chmod, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWhole, replaceWhole } from '../../../src/core/transfers/wholeFile.ts';
import { newFolder } from '../../support/newFolder.ts';

describe('a file written as a whole', () => {
	let folder: string;
	let path: string;
	const bytes = Buffer.from('new');

	beforeEach(() => {
		folder = newFolder();
		path = join(folder, 'notes.txt');
	});

	it('is never read partially, and keeps its permissions', async () => {
		await writeFile(path, 'the old text');
		await chmod(path, 0o640);
		const reader = await open(path);
		const { size } = await replaceWhole(path, bytes);
		assert.equal(await reader.readFile('utf8'), 'the old text');
		await reader.close();
		assert.equal(await readFile(path, 'utf8'), 'new');
		assert.equal(size, 3n);
		if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o640);
		assert.deepEqual(await readdir(folder), ['notes.txt']);
	});

	it('is unchanged, without leftovers, if the replacement is rejected at the last moment', async () => {
		await writeFile(path, 'the old text');
		const refused = replaceWhole(path, bytes, () => Promise.reject(new Error('changed')));
		await assert.rejects(refused, /changed/);
		assert.equal(await readFile(path, 'utf8'), 'the old text');
		assert.deepEqual(await readdir(folder), ['notes.txt']);
	});

	it('stays in place when written through a link', async function () {
		const link = join(folder, 'link.txt');
		await writeFile(path, 'the old text');
		try {
			await symlink(path, link);
		} catch {
			// Windows lets few accounts make links.
			this.skip();
		}
		await replaceWhole(link, bytes);
		assert.equal(await readFile(path, 'utf8'), 'new');
	});

	it('is created only if its name is free', async () => {
		assert.equal((await createWhole(path, bytes))?.size, 3n);
		assert.equal(await createWhole(path, Buffer.from('another')), undefined);
		assert.equal(await readFile(path, 'utf8'), 'new');
		assert.deepEqual(await readdir(folder), ['notes.txt']);
	});
});
