import assert from 'node:assert/strict';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scanSelection } from '../../../../src/core/datasets/disk/scan.ts';
import { makeSteps, reverseSteps } from '../../../../src/core/datasets/disk/steps.ts';
import type { FindingKind, FixKind } from '../../../../src/core/datasets/report/findingKinds.ts';
import {
	diskStepsOf,
	type FixInput,
	fixChange,
	textsFor,
} from '../../../../src/core/datasets/report/fixes.ts';
import { makeReport } from '../../../../src/core/datasets/report/report.ts';
import { folderWith, removeFolders } from './folders.ts';
import { png } from './mediaFiles.ts';

const picture = png(64, 64);

/** Returns every file of a folder with its content. */
async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
	const names = (await readdir(folder)).toSorted();
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
	return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}

async function fixOnDisk(folder: string, kind: FindingKind, fix: FixKind, input: FixInput = {}) {
	const report = makeReport(await scanSelection([folder]), []);
	const { texts } = await textsFor(report, kind, fix);
	const change = fixChange(report, kind, fix, { ...input, texts });
	assert.ok(change);
	return makeSteps(await diskStepsOf(report, change));
}

describe('a fix on disk', () => {
	after(removeFolders);

	it('does the same as the upload shows, and the next report is empty', async () => {
		const folder = await folderWith({
			'a.png': picture,
			'b.png': picture,
			'b.TXT': 'b',
			'c.png': picture,
			'c.txt': '',
		});
		for (const [kind, fix] of [
			['missingCaption', 'writeCaptions'],
			['letterCase', 'rename'],
			['emptyCaption', 'writeCaptions'],
		] as const) {
			const { problems } = await fixOnDisk(folder, kind, fix, { template: 'caption of {name}' });
			assert.deepEqual(problems, []);
		}
		assert.deepEqual(makeReport(await scanSelection([folder]), []).findings, []);
		const { 'a.txt': a, 'b.txt': b, 'c.txt': c } = await contents(folder);
		assert.deepEqual([a, b, c], ['caption of a', 'b', 'caption of c']);
	});

	it('is reversed exactly', async () => {
		const folder = await folderWith({
			'a.png': picture,
			'b.png': picture,
			'b.txt': Buffer.from('Flu\u00df', 'latin1'),
			'c\\d.png': picture,
			'c\\d.txt': 'x',
		});
		const before = await contents(folder);
		const steps = [];
		for (const [kind, fix] of [
			['missingCaption', 'writeCaptions'],
			['notUtf8', 'recode'],
			['unsafeName', 'rename'],
		] as const)
			steps.push(...(await fixOnDisk(folder, kind, fix, { template: 'x' })).done);
		assert.deepEqual(Object.keys(await contents(folder)), [
			'a.png',
			'a.txt',
			'b.png',
			'b.txt',
			'c_d.png',
			'c_d.txt',
		]);
		assert.deepEqual(await reverseSteps(steps), []);
		assert.deepEqual(await contents(folder), before);
	});

	it('replaces no existing file', async () => {
		const folder = await folderWith({ 'a.png': picture, 'b.TXT': 'mine', 'b.png': picture });
		const report = makeReport(await scanSelection([folder]), []);
		const captions = fixChange(report, 'missingCaption', 'writeCaptions', { template: 'x' });
		const names = fixChange(report, 'letterCase', 'rename');
		assert.ok(captions && names);
		const steps = [...(await diskStepsOf(report, captions)), ...(await diskStepsOf(report, names))];
		await writeFile(join(folder, 'a.txt'), 'of someone else');
		await writeFile(join(folder, 'b.txt'), 'of someone else');
		const { done, problems } = await makeSteps(steps);
		assert.deepEqual(done, []);
		assert.deepEqual(problems, [
			'"a.txt" is not changed on disk: a file with this name exists.',
			'"b.TXT" is not changed on disk: a file with this name exists.',
		]);
		assert.equal((await contents(folder))['a.txt'], 'of someone else');
	});

	it('keeps a text whole for concurrent readers, even when reversed', async () => {
		const latin = Buffer.from('Flu\u00df', 'latin1');
		const folder = await folderWith({ 'a.png': picture, 'a.txt': latin });
		const before = await open(join(folder, 'a.txt'));
		const { done } = await fixOnDisk(folder, 'notUtf8', 'recode');
		assert.deepEqual(await before.readFile(), latin);
		const fixed = await open(join(folder, 'a.txt'));
		assert.deepEqual(await reverseSteps(done), []);
		assert.equal(await fixed.readFile('utf8'), 'Flu\u00df');
		await before.close();
		await fixed.close();
	});

	it('keeps later changes', async () => {
		const folder = await folderWith({ 'a.png': picture });
		const { done } = await fixOnDisk(folder, 'missingCaption', 'writeCaptions', { template: 'x' });
		await writeFile(join(folder, 'a.txt'), 'a better caption');
		assert.deepEqual(await reverseSteps(done), ['"a.txt" is left unchanged on disk: it has changed.']);
		assert.equal((await contents(folder))['a.txt'], 'a better caption');
	});
});
