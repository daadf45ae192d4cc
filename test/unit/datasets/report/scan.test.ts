import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Scan, scanSelection } from '../../../../src/core/datasets/disk/scan.ts';
import type { ScannedFile } from '../../../../src/core/datasets/disk/scannedFile.ts';
import { folderWith, removeFolders } from './folders.ts';
import { gif, mp4, png, webpAnimated } from './mediaFiles.ts';

const named = (scan: Scan, name: string): ScannedFile => {
	const found = scan.files.find((file) => file.name === name);
	assert.ok(found, `${name} is not among ${scan.files.map((file) => file.name)}`);
	return found;
};
const names = (scan: Scan): readonly string[] =>
	scan.files.map(({ folder, name }) => (folder === '' ? name : `${folder}/${name}`));

describe('the scan of a selection', () => {
	after(removeFolders);

	it('reports the kind of each file, with sizes from headers, sorted with top-level files first', async () => {
		const folder = await folderWith({
			'b.png': png(64, 32),
			'a.MP4': mp4(320, 240),
			'a.txt': 'a boat',
			'deep/er/c.webp': webpAnimated(10, 20),
			'notes.pdf': 'x',
			'old.bmp': 'BM',
		});
		const scan = await scanSelection([folder]);
		assert.deepEqual(names(scan), ['a.MP4', 'a.txt', 'b.png', 'notes.pdf', 'old.bmp', 'deep/er/c.webp']);
		assert.deepEqual(named(scan, 'b.png').media, { format: 'PNG', kind: 'image', width: 64, height: 32 });
		assert.equal(named(scan, 'a.MP4').media?.width, 320);
		assert.equal(named(scan, 'c.webp').media?.animated, true);
		assert.deepEqual(named(scan, 'a.txt').caption, { blank: false, encoding: 'utf8' });
		assert.equal(named(scan, 'notes.pdf').kind, 'other');
		assert.equal(named(scan, 'old.bmp').kind, 'unsupportedMedia');
		assert.equal(named(scan, 'b.png').bytes, 57);
	});

	it('accepts single files from different folders', async () => {
		const one = await folderWith({ 'a.png': png(1, 1), 'b.png': png(1, 1) });
		const other = await folderWith({ 'a.txt': 'words' });
		const scan = await scanSelection([join(one, 'a.png'), join(other, 'a.txt')]);
		const [first, second] = [basename(one), basename(other)];
		assert.deepEqual(names(scan), [`${first}/a.png`, `${second}/a.txt`].sort());
		const near = await scanSelection([join(one, 'a.png'), join(one, 'b.png')]);
		assert.deepEqual(names(near), ['a.png', 'b.png']);
	});

	it('keeps folders of the same name apart', async () => {
		const folder = await folderWith({ 'one/boats/a.png': png(1, 1), 'two/boats/a.png': png(1, 1) });
		const scan = await scanSelection([join(folder, 'one', 'boats'), join(folder, 'two', 'boats')]);
		assert.deepEqual(names(scan), ['boats/a.png', 'boats-2/a.png']);
	});

	it('does not open caches and hidden folders, and names each once', async () => {
		const folder = await folderWith({
			'_latent_cache/a.safetensors': 'x',
			'_t_e_cache/b.safetensors': 'x',
			'_controls/a.png': png(1, 1),
			'.git/config': 'x',
			'.aitk_size.json': '{}',
			'.DS_Store': 'x',
			'Thumbs.db': 'x',
			'a.png': png(1, 1),
		});
		const scan = await scanSelection([folder]);
		const kinds = Object.fromEntries(scan.files.map(({ name, kind }) => [name, kind]));
		assert.deepEqual(kinds, {
			_latent_cache: 'cache',
			_t_e_cache: 'cache',
			_controls: 'cache',
			'.aitk_size.json': 'cache',
			'.git': 'hidden',
			'.DS_Store': 'hidden',
			'Thumbs.db': 'hidden',
			'a.png': 'image',
		});
	});

	it('recognizes the encoding of captions', async () => {
		const folder = await folderWith({
			'plain.txt': 'ein Boot auf dem Fluß, 船',
			'marked.txt': '\ufeffa boat',
			'utf16.txt': Buffer.from('\ufeffa boat', 'utf16le'),
			'utf16bare.txt': Buffer.from('a boat', 'utf16le'),
			'western.txt': Buffer.from('Flu\u00df', 'latin1'),
			'blank.txt': ' \n\t',
			'none.txt': '',
			'long.txt': 'ß'.repeat(40_000),
			'good.json': '{"high_level_description": "a boat"}',
			'bad.json': '{',
		});
		const scan = await scanSelection([folder]);
		const captions = Object.fromEntries(scan.files.map(({ name, caption }) => [name, caption]));
		assert.deepEqual(captions, {
			'plain.txt': { blank: false, encoding: 'utf8' },
			'marked.txt': { blank: false, encoding: 'utf8Marked' },
			'utf16.txt': { blank: false, encoding: 'utf16le' },
			'utf16bare.txt': { blank: false, encoding: 'utf16le' },
			'western.txt': { blank: false, encoding: 'other' },
			'blank.txt': { blank: true, encoding: 'utf8' },
			'none.txt': { blank: true, encoding: 'utf8' },
			'long.txt': { blank: false, encoding: 'utf8', long: true },
			'good.json': { blank: false, encoding: 'utf8', json: true },
			'bad.json': { blank: false, encoding: 'utf8', json: false },
		});
	});

	it('explains in a sentence why a file is unusable', async () => {
		const folder = await folderWith({
			'empty.png': '',
			'web.jpg': '<html>not found</html>',
			'moving.png': gif(),
			'clip.mp4': png(8, 8),
			'secret.png': png(1, 1),
			'closed/a.png': png(1, 1),
		});
		await chmod(join(folder, 'secret.png'), 0);
		await chmod(join(folder, 'closed'), 0);
		const scan = await scanSelection([folder, join(folder, 'gone.png')]);
		await chmod(join(folder, 'closed'), 0o700);
		const sentence = (name: string) => named(scan, name).trouble?.sentence ?? '';
		assert.equal(sentence('empty.png'), 'The file is empty.');
		assert.match(sentence('web.jpg'), /web page/);
		assert.match(sentence('moving.png'), /GIF picture under another name/);
		assert.equal(sentence('clip.mp4'), 'The content of the file is PNG, unlike its extension.');
		assert.equal(sentence('gone.png'), 'The file cannot be read: it no longer exists.');
		// Root may read everything.
		if (process.getuid?.() === 0) return;
		assert.equal(sentence('secret.png'), 'The file cannot be read: permission denied.');
		assert.equal(sentence('closed'), 'The folder cannot be listed: permission denied.');
	});

	it('never waits for a pipe, and does not read it', async function () {
		if (process.platform === 'win32') this.skip();
		const folder = await folderWith({ 'a.png': png(1, 1) });
		execFileSync('mkfifo', [join(folder, 'pipe.png')]);
		const scan = await scanSelection([folder, join(folder, 'pipe.png')]);
		assert.match(named(scan, 'pipe.png').trouble?.sentence ?? '', /pipe/);
	});

	it('follows links only within the selection, and never in a circle', async function () {
		if (process.platform === 'win32') this.skip();
		const outside = await folderWith({ 'key.txt': 'a secret', 'other.png': png(1, 1) });
		const folder = await folderWith({ 'a.png': png(3, 4), 'sub/b.png': png(5, 6) });
		const link = (target: string, name: string) => symlink(target, join(folder, name));
		await link(join(folder, 'a.png'), 'same.png');
		await link(join(outside, 'key.txt'), 'key.txt');
		await link(outside, 'away');
		await link('.', 'self');
		await link('..', 'sub/up');
		await link(join(folder, 'sub'), 'again');
		await link('turn2.png', 'turn1.png');
		await link('turn1.png', 'turn2.png');
		await link('nowhere.png', 'lost.png');
		const scan = await scanSelection([folder]);
		assert.deepEqual(named(scan, 'same.png').media, { format: 'PNG', kind: 'image', width: 3, height: 4 });
		const sentences = Object.fromEntries(
			scan.files.filter(({ trouble }) => trouble).map(({ name, trouble }) => [name, trouble?.sentence]),
		);
		const out = 'The link points outside the selection, so it is not followed.';
		const inside = 'The link points to a folder in the selection, whose files are read there.';
		const nowhere = 'The link is broken or refers to itself.';
		assert.deepEqual(sentences, {
			'key.txt': out,
			away: out,
			self: inside,
			up: inside,
			again: inside,
			'turn1.png': nowhere,
			'turn2.png': nowhere,
			'lost.png': nowhere,
		});
		assert.equal(scan.files.filter(({ name }) => name === 'b.png').length, 1);
	});

	it('does not follow a single chosen link, since it may lead anywhere', async function () {
		if (process.platform === 'win32') this.skip();
		const outside = await folderWith({ 'key.txt': 'a secret' });
		const folder = await folderWith({});
		await symlink(join(outside, 'key.txt'), join(folder, 'caption.txt'));
		const scan = await scanSelection([join(folder, 'caption.txt')]);
		assert.match(named(scan, 'caption.txt').trouble?.sentence ?? '', /points outside the selection/);
	});

	it('reads names of any kind', async function () {
		if (process.platform === 'win32') this.skip();
		const hostile = [
			'..png',
			'a..png',
			'line\nbreak.png',
			'\u202egnp.exe.png',
			'back\\slash.png',
			'船と🚢.png',
			'שלום.png',
			`${'x'.repeat(251)}.png`,
			'A.png',
			'a.png',
			' .png',
			'con.png',
		];
		const folder = await folderWith(Object.fromEntries(hostile.map((name) => [name, png(1, 1)])));
		const scan = await scanSelection([folder]);
		assert.deepEqual(names(scan).toSorted(), hostile.toSorted());
		for (const file of scan.files) assert.equal(file.trouble, undefined, file.name);
	});

	it('reports that a file with an undecodable name cannot be opened', async function () {
		if (process.platform !== 'linux') this.skip();
		const folder = await folderWith({});
		await writeFile(
			Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff]), Buffer.from('.png')]),
			png(1, 1),
		);
		const [file] = (await scanSelection([folder])).files;
		assert.match(file?.trouble?.sentence ?? '', /not valid text/);
	});

	it('reports its progress, and ends when aborted', async () => {
		const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.png`, png(1, 1)]));
		const folder = await folderWith(files);
		let last = { found: 0, done: 0, bytes: 0 };
		await scanSelection([folder], { onProgress: (progress) => (last = progress) });
		assert.deepEqual(last, { found: 300, done: 300, bytes: 300 * 57 });
		const abort = new AbortController();
		const scanning = scanSelection([folder], { signal: abort.signal });
		abort.abort(new Error('closed'));
		await assert.rejects(scanning, /closed/);
	});

	it('ends early for a selection that is far too large', async () => {
		const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.png`, png(1, 1)]));
		const scan = await scanSelection([await folderWith(files)], { most: 10 });
		assert.equal(scan.tooMany, true);
		assert.equal(scan.files.length, 10);
	});

	it('reads a large file by its first bytes', async () => {
		const folder = await folderWith({ 'big.png': png(9, 9) });
		await truncate(join(folder, 'big.png'), 3_000_000_000);
		await mkdir(join(folder, 'empty'));
		const scan = await scanSelection([folder]);
		assert.equal(named(scan, 'big.png').bytes, 3_000_000_000);
		assert.equal(named(scan, 'big.png').media?.width, 9);
	});
});
