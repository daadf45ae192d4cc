import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { CaptionFolder } from '../../../src/core/captions/captionFolder.ts';
import { planEdits } from '../../../src/core/captions/edits.ts';
import { rowText } from '../../../src/core/captions/filter.ts';
import { newFolder } from '../../support/newFolder.ts';

describe('a folder of captions', () => {
	let root: string;
	let folder: CaptionFolder;

	beforeEach(() => {
		root = newFolder();
	});
	afterEach(() => folder?.settled());

	/** Writes media for these captions, and the captions that are given. */
	async function fill(captions: Readonly<Record<string, string | Uint8Array | undefined>>): Promise<void> {
		for (const [name, content] of Object.entries(captions)) {
			const path = join(root, `${name}.txt`);
			await mkdir(join(path, '..'), { recursive: true });
			await writeFile(join(root, `${name}.png`), '');
			if (content !== undefined) await writeFile(path, content);
		}
		folder = await CaptionFolder.open(root);
		assert.equal(folder.problem, undefined);
	}
	const caption = (name: string) => readFile(join(root, `${name}.txt`), 'utf8');
	const row = (name: string) => {
		const found = folder.row(`${name}.txt`);
		assert.ok(found, `a row for ${name}`);
		return found;
	};
	async function bytes(): Promise<Record<string, string>> {
		const names = await readdir(root, { recursive: true });
		const texts = names.sort().map(async (name) => {
			const path = join(root, name);
			return [name, (await stat(path)).isFile() ? (await readFile(path)).toString('latin1') : ''] as const;
		});
		return Object.fromEntries(await Promise.all(texts));
	}
	async function replace(find: string, replacement: string) {
		const captions = folder
			.rows()
			.flatMap(({ id, caption }) => (caption.kind === 'text' ? [{ id, text: caption.text }] : []));
		const plan = planEdits(
			{ kind: 'replace', find, replacement, expression: true, matchCase: true },
			captions,
		);
		assert.ok(plan.ok);
		return folder.apply(plan.edits);
	}
	/** Changes a file as another program does, so that its time is another one too. */
	async function changeElsewhere(name: string, text: string): Promise<void> {
		await writeFile(join(root, `${name}.txt`), text);
		const later = new Date(Date.now() + 5000);
		await utimes(join(root, `${name}.txt`), later, later);
	}

	it('writes the input when the field loses focus, and nothing else', async () => {
		await fill({ a: '\uFEFFa cat\r\n', b: 'b' });
		folder.draft('a.txt', 'a do');
		assert.equal(rowText(row('a')), 'a do');
		assert.equal(await caption('a'), '\uFEFFa cat\r\n');
		await folder.commit('a.txt', 'a dog');
		assert.equal(await caption('a'), '\uFEFFa dog\r\n');
		assert.equal(row('a').unsaved, undefined);
		assert.deepEqual(await readdir(root), ['a.png', 'a.txt', 'b.png', 'b.txt']);
	});

	it('shows another version of a medium only when the file has changed', async () => {
		await fill({ a: 'a cat', b: 'a dog' });
		const version = (name: string) => row(name).media[0]?.version;
		const heard: string[] = [];
		folder.onDidChange((ids) => heard.push(...ids));
		const first = version('a');
		assert.ok(first !== undefined);
		await folder.look(['a.txt', 'b.txt']);
		await folder.refresh();
		assert.deepEqual([heard, version('a')], [[], first]);
		await writeFile(join(root, 'a.png'), 'another picture');
		assert.equal(folder.rowOfFile('a.png'), 'a.txt');
		await folder.look(['a.txt']);
		const second = version('a');
		assert.notEqual(second, first);
		await writeFile(join(root, 'a.png'), 'a third picture, larger than the second');
		await folder.refresh();
		assert.notEqual(version('a'), second);
		assert.deepEqual(heard, ['a.txt', 'a.txt']);
		assert.equal(row('a').unsaved, undefined);
	});

	it('keeps the input if the caption has become a link that leaves the folder', async function () {
		if (process.platform === 'win32') this.skip();
		await fill({ a: 'a cat' });
		folder.draft('a.txt', 'a dog');
		await rm(join(root, 'a.txt'));
		await symlink(tmpdir(), join(root, 'a.txt'));
		await folder.refresh();
		assert.equal(row('a').caption.kind, 'unreadable');
		assert.deepEqual(row('a').unsaved, { text: 'a dog', why: 'changedOnDisk' });
	});

	it('makes a new file only for input', async () => {
		await fill({ a: undefined });
		await folder.commit('a.txt', '');
		assert.deepEqual(await readdir(root), ['a.png']);
		await folder.apply([{ id: 'a.txt', before: '', after: 'x' }]);
		assert.deepEqual(await readdir(root), ['a.png']);
		await folder.commit('a.txt', 'a cat');
		assert.equal(await caption('a'), 'a cat');
		await folder.undo();
		assert.deepEqual(await readdir(root), ['a.png']);
		await folder.redo();
		assert.equal(await caption('a'), 'a cat');
	});

	it('keeps the permissions of a file', async function () {
		if (process.platform === 'win32') this.skip();
		await fill({ a: 'a cat' });
		await chmod(join(root, 'a.txt'), 0o640);
		await folder.commit('a.txt', 'a dog');
		assert.equal((await stat(join(root, 'a.txt'))).mode & 0o777, 0o640);
	});

	it('restores every byte with undo, whatever was done across the files', async () => {
		const text = fc
			.array(fc.constantFrom('cat', 'dog, ', '\r\n', '\n', 'é', ' '))
			.map((parts) => parts.join(''));
		const file = fc.oneof(
			fc.constant(undefined),
			fc.tuple(fc.constantFrom('', '\uFEFF'), text).map((parts) => parts.join('')),
			fc.constant(new Uint8Array([0xe9, 0x63])),
		);
		const actions = fc.array(
			fc.oneof(
				fc.record({ kind: fc.constant('type' as const), name: fc.constantFrom('a', 'b', 's/c'), text }),
				fc.record({ kind: fc.constant('replace' as const), find: fc.constantFrom('cat', 'o', '$') }),
				fc.record({ kind: fc.constant('convert' as const), name: fc.constantFrom('a', 'b', 's/c') }),
			),
			{ maxLength: 8 },
		);
		await fc.assert(
			fc.asyncProperty(file, file, file, actions, async (a, b, c, steps) => {
				await rm(root, { recursive: true, force: true });
				await mkdir(root);
				await fill({ a, b, 's/c': c });
				const before = await bytes();
				for (const step of steps) {
					if (step.kind === 'type') await folder.commit(`${step.name}.txt`, step.text);
					else if (step.kind === 'convert') await folder.convert(`${step.name}.txt`);
					else await replace(step.find, 'x');
				}
				const changed = await bytes();
				while (folder.history().undo !== undefined) await folder.undo();
				assert.deepEqual(await bytes(), before);
				while (folder.history().redo !== undefined) await folder.redo();
				assert.deepEqual(await bytes(), changed);
			}),
			{ numRuns: 60 },
		);
	});

	it('undoes a change of many files as one step and reports their number', async () => {
		await fill({ a: 'cat', b: 'cat', c: 'dog' });
		assert.deepEqual((await replace('cat', 'bird')).text, 'Changed 2 captions.');
		assert.equal(folder.history().undo, '2 captions');
		await folder.commit('c.txt', 'fish');
		assert.equal(folder.history().undo, 'c.txt');
		await folder.undo();
		const undone = await folder.undo();
		assert.deepEqual(undone.ids.toSorted(), ['a.txt', 'b.txt']);
		assert.deepEqual([await caption('a'), await caption('b'), await caption('c')], ['cat', 'cat', 'dog']);
	});

	it('never overwrites changes of another program during input', async () => {
		await fill({ a: 'a cat' });
		folder.draft('a.txt', 'a dog');
		await changeElsewhere('a', 'a bird');
		await folder.commit('a.txt', 'a dog');
		assert.equal(await caption('a'), 'a bird');
		assert.deepEqual(row('a'), {
			id: 'a.txt',
			media: row('a').media,
			caption: { kind: 'text', text: 'a bird' },
			unsaved: { text: 'a dog', why: 'changedOnDisk' },
		});
		await folder.commit('a.txt', 'a big dog');
		assert.equal(await caption('a'), 'a bird');
		await folder.keepMine('a.txt');
		assert.equal(await caption('a'), 'a big dog');
		await folder.undo();
		assert.equal(await caption('a'), 'a bird');
	});

	it('sees changes from outside, and accepts them on request', async () => {
		await fill({ a: 'a cat', b: 'b' });
		const changed: string[] = [];
		folder.onDidChange((ids) => changed.push(...ids));
		folder.draft('a.txt', 'a dog');
		await changeElsewhere('a', 'a bird');
		await changeElsewhere('b', 'bee');
		await folder.refresh();
		assert.deepEqual(changed.toSorted(), ['a.txt', 'b.txt']);
		assert.deepEqual(row('b').caption, { kind: 'text', text: 'bee' });
		assert.equal(row('a').unsaved?.why, 'changedOnDisk');
		await folder.takeTheirs('a.txt');
		assert.equal(row('a').unsaved, undefined);
		assert.equal(await caption('a'), 'a bird');
	});

	it('leaves captions alone that changed after the preview or after the step', async () => {
		await fill({ a: 'cat', b: 'cat' });
		const edits = ['a.txt', 'b.txt'].map((id) => ({ id, before: 'cat', after: 'dog' }));
		await changeElsewhere('b', 'bird');
		const applied = await folder.apply(edits);
		assert.deepEqual(applied.ids, ['a.txt']);
		assert.match(applied.text, /Changed 1 caption\. 1 caption has changed on disk and was left/);
		await changeElsewhere('a', 'fish');
		const undone = await folder.undo();
		assert.deepEqual(undone.ids, []);
		assert.deepEqual([await caption('a'), await caption('b')], ['fish', 'bird']);
	});

	it('finds added and deleted media, and keeps the input for a deleted one', async () => {
		await fill({ a: 'a', b: 'b' });
		let lists = 0;
		folder.onDidChangeList(() => lists++);
		folder.draft('b.txt', 'not saved');
		await writeFile(join(root, 'c.webp'), '');
		await rm(join(root, 'a.png'));
		await rm(join(root, 'b.png'));
		await folder.refresh();
		assert.equal(lists, 1);
		assert.deepEqual(
			folder.rows().map(({ id }) => id),
			['c.txt', 'b.txt'],
		);
		assert.equal(rowText(row('b')), 'not saved');
	});

	it('explains a failed write, keeps the text, and writes it on request', async () => {
		await fill({ a: undefined });
		await mkdir(join(root, 'gone'));
		await writeFile(join(root, 'gone', 'x.png'), '');
		await folder.refresh();
		await rm(join(root, 'gone'), { recursive: true });
		await folder.commit('gone/x.txt', 'a cat');
		assert.deepEqual(row('gone/x').unsaved, {
			text: 'a cat',
			why: 'notWritten',
			problem: 'The folder no longer exists.',
		});
		await mkdir(join(root, 'gone'));
		await folder.keepMine('gone/x.txt');
		assert.equal(await caption('gone/x'), 'a cat');
	});

	it('shows non-UTF-8 captions, and writes them only if conversion is requested', async () => {
		const latin = new Uint8Array([0x63, 0x61, 0x66, 0xe9]);
		await fill({ a: latin });
		assert.deepEqual(row('a').caption, { kind: 'foreign', text: 'café', encoding: 'windows-1252' });
		await folder.commit('a.txt', 'coffee');
		await folder.apply([{ id: 'a.txt', before: 'café', after: 'coffee' }]);
		assert.deepEqual(new Uint8Array(await readFile(join(root, 'a.txt'))), latin);
		await folder.convert('a.txt');
		assert.equal(await caption('a'), 'café');
		await folder.undo();
		assert.deepEqual(new Uint8Array(await readFile(join(root, 'a.txt'))), latin);
	});

	it('shows no link that leaves the folder, and neither reads nor writes through it', async function () {
		if (process.platform === 'win32') this.skip();
		const outside = newFolder();
		try {
			await writeFile(join(outside, 'secret.txt'), 'secret');
			await writeFile(join(outside, 'picture.png'), '');
			await symlink(join(outside, 'picture.png'), join(root, 'linked.png'));
			await symlink(outside, join(root, 'elsewhere'));
			await symlink('.', join(root, 'circle'));
			await symlink(join(outside, 'secret.txt'), join(root, 'a.txt'));
			await symlink('b-real.txt', join(root, 'b.txt'));
			await writeFile(join(root, 'b-real.txt'), 'inside');
			await writeFile(join(root, 'b.png'), '');
			await fill({ a: undefined });
			assert.deepEqual(
				folder.rows().map(({ id }) => id),
				['a.txt', 'b.txt'],
			);
			assert.equal(folder.leftOut, 4);
			assert.equal(row('a').caption.kind, 'unreadable');
			await folder.commit('a.txt', 'overwritten');
			assert.equal(await readFile(join(outside, 'secret.txt'), 'utf8'), 'secret');
			await folder.commit('b.txt', 'changed');
			assert.equal(await readFile(join(root, 'b-real.txt'), 'utf8'), 'changed');
			assert.ok(
				(await readdir(root, { withFileTypes: true })).find(({ name }) => name === 'b.txt')?.isSymbolicLink(),
			);
		} finally {
			await rm(outside, { recursive: true, force: true });
		}
	});

	it('works with names of any kind', async function () {
		if (process.platform === 'win32') this.skip();
		const names = [
			'a#b',
			'100%',
			'%2e%2e',
			'😀 cat',
			'name with  spaces',
			'שלום',
			'it\'s "so"',
			'tab\there',
			'x'.repeat(251),
		];
		await fill(Object.fromEntries(names.map((name) => [name, 'old'])));
		for (const name of names) {
			await folder.commit(`${name}.txt`, 'new');
			assert.equal(await caption(name), 'new', name);
		}
	});

	it('restores input from before a reload: writes it if the file is unchanged, keeps it otherwise', async () => {
		await fill({ a: 'cat', b: 'changed since' });
		await folder.restore([
			{ id: 'a.txt', base: 'cat', text: 'cats' },
			{ id: 'b.txt', base: 'b', text: 'bees' },
		]);
		assert.equal(await caption('a'), 'cats');
		assert.equal(await caption('b'), 'changed since');
		assert.deepEqual(row('b').unsaved, { text: 'bees', why: 'changedOnDisk' });
	});

	it('restores input for missing media when they are back', async () => {
		folder = await CaptionFolder.open(join(root, 'later'));
		const drafts = [
			{ id: 'a.txt', base: 'cat', text: 'cats' },
			{ id: 'b.txt', base: 'b', text: 'bees' },
			{ id: 'c.txt', text: 'never back' },
		];
		await folder.restore(drafts);
		assert.deepEqual(folder.waiting, drafts);
		await mkdir(join(root, 'later'));
		for (const name of ['a.png', 'b.png']) await writeFile(join(root, 'later', name), '');
		await writeFile(join(root, 'later', 'a.txt'), 'cat');
		await writeFile(join(root, 'later', 'b.txt'), 'changed since');
		await folder.refresh();
		assert.deepEqual(folder.waiting, drafts.slice(2));
		assert.equal(await caption('later/a'), 'cats');
		assert.deepEqual(row('b').unsaved, { text: 'bees', why: 'changedOnDisk' });
	});

	it('writes unfinished input when the view closes', async () => {
		await fill({ a: 'cat' });
		folder.draft('a.txt', 'cats');
		await folder.flush();
		assert.equal(await caption('a'), 'cats');
		folder.draft('a.txt', 'dogs');
		folder.draft('a.txt', undefined);
		await folder.flush();
		assert.equal(await caption('a'), 'cats');
	});

	it('reports discarded input', async () => {
		await fill({ a: 'cat' });
		const changed: string[] = [];
		folder.onDidChange((ids) => changed.push(...ids));
		folder.draft('a.txt', undefined);
		folder.draft('a.txt', 'cats');
		assert.deepEqual(changed, []);
		folder.draft('a.txt', undefined);
		assert.deepEqual(changed, ['a.txt']);
		assert.equal(row('a').unsaved, undefined);
	});

	it('checks only the touched captions', async () => {
		await fill({ a: 'cat', b: 'cat' });
		const changed: string[] = [];
		folder.onDidChange((ids) => changed.push(...ids));
		await changeElsewhere('a', 'bird');
		await changeElsewhere('b', 'cat');
		await folder.look(['a.txt', 'b.txt', 'unknown.txt']);
		assert.deepEqual(changed, ['a.txt']);
		assert.deepEqual(row('a').caption, { kind: 'text', text: 'bird' });
	});

	it('explains why a folder cannot be read, keeps its rows, and reads it when it is back', async () => {
		folder = await CaptionFolder.open(join(root, 'later'));
		assert.equal(folder.problem?.message, 'The folder cannot be read.');
		assert.deepEqual(folder.rows(), []);
		await mkdir(join(root, 'later'));
		await writeFile(join(root, 'later', 'a.png'), '');
		await folder.refresh();
		assert.equal(folder.problem, undefined);
		assert.deepEqual(
			folder.rows().map(({ id }) => id),
			['a.txt'],
		);
		await rm(join(root, 'later'), { recursive: true });
		await folder.refresh();
		assert.ok(folder.problem);
		assert.equal(folder.rows().length, 1);
	});
});
