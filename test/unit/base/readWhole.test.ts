import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readText, readWhole } from '../../../src/core/base/disk/readWhole.ts';
import { newFolder } from '../../support/newFolder.ts';

describe('a file named by the user', () => {
	const folder = newFolder();
	const at = (name: string) => join(folder, name);
	const why = async (path: string, most = 1000) => {
		const read = await readText(path, most);
		return 'why' in read ? read.why : read.text;
	};

	it('is read up to the limit, however large it is', async () => {
		const bytes = randomBytes(2_500_000);
		await writeFile(at('large'), bytes);
		const read = await readWhole(at('large'), bytes.length);
		assert.ok('bytes' in read && read.bytes.equals(bytes));
		assert.deepEqual(await readWhole(at('large'), 2_499_999), { why: 'it is larger than 2.5 MB' });
		await writeFile(at('empty'), '');
		assert.deepEqual(await readText(at('empty'), 0), { text: '', mark: '' });
	});

	it('is a text without its byte order mark, or no text', async () => {
		await writeFile(at('marked'), '\ufeff{}');
		assert.equal(await why(at('marked')), '{}');
		await writeFile(at('other'), Buffer.from('caf\xe9', 'latin1'));
		assert.equal(await why(at('other')), 'it is not UTF-8 text');
	});

	it('is not read if it is no file, with the reason', async () => {
		assert.equal(await why(folder), 'it is a folder');
		assert.equal(await why(at('none')), 'there is no such file');
		assert.equal(await why(at(`${'n'.repeat(300)}`)), 'its name is too long');
		assert.equal(await why(`${at('a')}\0b`), 'its name has a character that no file can have');
	});

	describe('on a system with devices and pipes', () => {
		before(function () {
			if (process.platform === 'win32') this.skip();
		});

		it('is no device, even behind a link, and no pipe without a writer', async () => {
			assert.equal(await why('/dev/zero'), 'it is a device');
			assert.equal(await why('/dev/null'), 'it is a device');
			await symlink('/dev/zero', at('link'));
			assert.equal(await why(at('link')), 'it is a device');
			execFileSync('mkfifo', [at('pipe')]);
			assert.equal(await why(at('pipe')), 'it is a pipe');
			await symlink('circle', at('circle'));
			assert.equal(await why(at('circle')), 'it is a link that refers to itself');
			const server = createServer();
			await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
			assert.equal(await why(at('socket')), 'it is a socket');
			await new Promise((resolve) => server.close(resolve));
		});

		it('is counted if its size is unknown', async function () {
			if (process.platform !== 'linux') return this.skip();
			assert.equal(await why('/proc/self/maps', 100), 'it is larger than 100 bytes');
			assert.match(await why('/proc/self/status', 100_000), /^Name:/);
		});

		it('is not read without permission', async function () {
			if (process.getuid?.() === 0) return this.skip();
			await writeFile(at('locked'), 'x');
			await chmod(at('locked'), 0);
			assert.equal(await why(at('locked')), 'its permissions do not allow it');
		});
	});
});
