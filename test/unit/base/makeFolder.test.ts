import assert from 'node:assert/strict';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, makeFolderNow } from '../../../src/core/base/disk/makeFolder.ts';
import { newFolder } from '../../support/newFolder.ts';

describe('making a folder', () => {
	let folder: string;

	beforeEach(() => {
		folder = newFolder();
	});

	const ways: readonly (readonly [string, (path: string, mode?: number) => Promise<void>])[] = [
		['later', (path, mode = 0o777) => makeFolder(path, { mode })],
		['at once', async (path, mode = 0o777) => makeFolderNow(path, { mode })],
	];
	for (const [when, make] of ways) {
		it(`creates missing parents, and keeps existing folders, ${when}`, async () => {
			const deep = join(folder, 'one', 'two', 'three');
			await make(deep, 0o700);
			await make(deep);
			await make(`${deep}/`);
			if (process.platform !== 'win32') assert.equal(statSync(join(folder, 'one')).mode & 0o777, 0o700);
			symlinkSync(deep, join(folder, 'link'));
			await make(join(folder, 'link', 'four'));
			assert.ok(statSync(join(deep, 'four')).isDirectory());
		});

		it(`fails with the reason if a file is in the way, ${when}`, async () => {
			writeFileSync(join(folder, 'file'), '');
			await assert.rejects(make(join(folder, 'file')), { code: 'EEXIST' });
			await assert.rejects(make(join(folder, 'file', 'below', 'it')), { code: 'ENOTDIR' });
		});

		it(`fails if no folders can exist there, ${when}`, async function () {
			if (process.platform !== 'linux') this.skip();
			await assert.rejects(make('/proc/easel/below/it'), { code: 'EACCES' });
		});
	}

	it('makes one folder for any number of simultaneous calls', async () => {
		const deep = join(folder, 'one', 'two');
		await Promise.all(Array.from({ length: 20 }, (_, index) => makeFolder(join(deep, String(index % 3)))));
		assert.ok(statSync(join(deep, '2')).isDirectory());
	});
});
