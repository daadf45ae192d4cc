import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { fromBase64, toBase64 } from '../../../src/core/base/files/base64.ts';
import { fileEnding, fileNameOfPath } from '../../../src/core/base/files/path.ts';
import { sha256 } from '../../../src/core/base/files/sha256.ts';

/** Compares Node's own functions with those that work without Node. */
describe('helpers without Node', () => {
	const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => new Uint8Array(array));

	it('write bytes as Base64', () => {
		fc.assert(fc.property(bytes, (all) => assert.equal(toBase64(all), Buffer.from(all).toString('base64'))));
	});

	it('read Base64 of either alphabet, and skip other characters', () => {
		const filler = fc.array(fc.constantFrom('', '', '\n', ' ', '\u00e9', '.', '\u{1f600}'), {
			maxLength: 400,
		});
		fc.assert(
			fc.property(bytes, fc.constantFrom('base64', 'base64url'), filler, (all, alphabet, between) => {
				const text = [...Buffer.from(all).toString(alphabet)].map(
					(digit, at) => `${between[at] ?? ''}${digit}`,
				);
				assert.deepEqual(fromBase64(text.join('')), all);
			}),
		);
	});

	it('know the SHA-256 of bytes and of a text', async () => {
		await fc.assert(
			fc.asyncProperty(fc.oneof(bytes, fc.string({ unit: 'grapheme' })), async (data) => {
				assert.equal(await sha256(data), createHash('sha256').update(data).digest('hex'));
			}),
		);
	});

	it('know the name and the extension of a file on every system', () => {
		const name = fc
			.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'B', '.', ' ', '-', '\u00fc', ':') })
			.filter((name) => !/^[. ]+$/.test(name));
		const plain = name.map((name) => name.replaceAll(':', ''));
		const folders = fc.array(
			plain.filter((part) => part !== ''),
			{ maxLength: 3 },
		);
		fc.assert(
			fc.property(folders, name, plain, (parts, name, plainName) => {
				const path = `/${[...parts, name].join('/')}`;
				assert.equal(fileNameOfPath(path), posix.basename(path));
				for (const root of ['C:\\', '\\\\host\\share\\', 'c:/']) {
					const other = `${root}${[...parts, plainName].join('\\')}`;
					if (plainName !== '') assert.equal(fileNameOfPath(other), win32.basename(other));
				}
				assert.equal(fileEnding(name), posix.extname(name).toLowerCase());
			}),
		);
		assert.equal(fileNameOfPath('/w/a\\b.png'), 'a\\b.png');
	});
});
