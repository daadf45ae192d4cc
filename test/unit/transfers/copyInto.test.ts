import assert from 'node:assert/strict';
import files, { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Result, success } from '../../../src/core/base/failure.ts';
import { copyInto } from '../../../src/core/transfers/copyInto.ts';
import { publish } from '../../../src/core/transfers/publish.ts';

interface Item {
	readonly path: string;
	readonly name: string;
}

/** Copies files one after the other, up to the first failure. */
async function saveAll(items: readonly Item[], folder: string): Promise<Result<readonly string[]>> {
	const saved: string[] = [];
	for (const { path, name } of items) {
		const copied = await copyInto(folder, path, name);
		if (!copied.ok) return copied;
		saved.push(copied.value);
	}
	return success(saved);
}

describe('copies of files', () => {
	let folder: string;
	let source: string;
	beforeEach(async () => {
		const root = await mkdtemp(join(tmpdir(), 'easel-save-'));
		folder = join(root, 'chosen');
		source = join(root, 'source');
		await mkdir(source);
		for (const name of ['a', 'b', 'c']) await writeFile(join(source, name), `bytes of ${name}`);
	});
	afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

	const item = (file: string, name: string) => ({ path: join(source, file), name });

	it('copies every file under its name into a new folder', async () => {
		const result = await saveAll([item('a', 'one.png'), item('b', 'two.png')], folder);
		assert.deepEqual(result, { ok: true, value: ['one.png', 'two.png'] });
		assert.equal(await readFile(join(folder, 'two.png'), 'utf8'), 'bytes of b');
	});

	it('numbers taken names and keeps existing files', async () => {
		await mkdir(folder);
		await writeFile(join(folder, 'one.png'), 'mine');
		await mkdir(join(folder, 'one (1).png'));
		const result = await saveAll([item('a', 'one.png'), item('b', 'one.png')], folder);
		assert.deepEqual(result, { ok: true, value: ['one (2).png', 'one (3).png'] });
		assert.equal(await readFile(join(folder, 'one.png'), 'utf8'), 'mine');
		assert.equal(await readFile(join(folder, 'one (3).png'), 'utf8'), 'bytes of b');
	});

	it('accesses the disk no more often for a heavily used name', async () => {
		await mkdir(folder);
		await writeFile(join(folder, 'one.png'), '');
		for (let number = 1; number < 100; number++) await writeFile(join(folder, `one (${number}).png`), '');
		let opened = 0;
		const { open } = files;
		files.open = (...args) => {
			opened++;
			return open(...args);
		};
		syncBuiltinESMExports();
		try {
			assert.equal(await publish(join(source, 'a'), folder, 'one.png'), 'one (100).png');
		} finally {
			files.open = open;
			syncBuiltinESMExports();
		}
		// The taken name, the free one, and the folder.
		assert.equal(opened, 3);
	});

	it('creates one file per item, however similar the names', async () => {
		const letters = fc.constantFrom('a', 'é', '日', '🖼️', 'e\u0301', 'x.', ' ');
		const ends = fc.constantFrom('', 'b', '_00001_.png', '_00002_.png', ' (1).png', '.png');
		const names = fc
			.tuple(
				letters,
				fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), ends), { minLength: 2, maxLength: 8 }),
			)
			.map(([letter, parts]) => parts.map(([length, end]) => letter.repeat(length).slice(0, 400) + end));
		await fc.assert(
			fc.asyncProperty(names, async (wanted) => {
				const to = await mkdtemp(join(source, 'many-'));
				const result = await saveAll(
					wanted.map((name) => item('a', name)),
					to,
				);
				assert.ok(result.ok);
				assert.deepEqual([...new Set(result.value)].sort(), (await readdir(to)).sort());
				assert.equal(result.value.length, wanted.length);
				assert.equal(new Set(result.value).size, wanted.length);
			}),
			{ numRuns: 60 },
		);
	});

	it('does not overwrite when many saves run at once', async () => {
		const results = await Promise.all(
			Array.from({ length: 12 }, () => saveAll([item('a', 'same.png'), item('b', 'same.png')], folder)),
		);
		const names = results.flatMap((result) => (result.ok ? result.value : []));
		assert.equal(new Set(names).size, 24);
		assert.equal((await readdir(folder)).length, 24);
	});

	it('keeps every file inside the chosen folder', async () => {
		const result = await saveAll([item('a', '../../escape.png'), item('b', '/etc/b.png')], folder);
		assert.ok(result.ok);
		assert.equal((await readdir(folder)).length, 2);
		assert.deepEqual((await readdir(join(folder, '..'))).sort(), ['chosen', 'source']);
	});

	it('names the missing file, and keeps only complete ones', async () => {
		const result = await saveAll(
			[item('a', 'one.png'), item('gone', 'two.png'), item('c', 'three.png')],
			folder,
		);
		assert.ok(!result.ok);
		assert.match(result.failure.message, /two\.png/);
		assert.deepEqual(await readdir(folder), ['one.png']);
	});
});
