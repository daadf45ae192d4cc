import assert from 'node:assert/strict';
import { copyFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Scan, scanSelection } from '../../../../src/core/datasets/disk/scan.ts';
import type { Change } from '../../../../src/core/datasets/report/changes.ts';
import type { FindingKind, FixKind } from '../../../../src/core/datasets/report/findingKinds.ts';
import { type FixInput, fixChange, textsFor } from '../../../../src/core/datasets/report/fixes.ts';
import { findingLines } from '../../../../src/core/datasets/report/lines.ts';
import type { ReportFamily, ReportOptions } from '../../../../src/core/datasets/report/options.ts';
import { makeReport, type Report } from '../../../../src/core/datasets/report/report.ts';
import { fileRows } from '../../../../src/core/datasets/report/rows.ts';
import { UploadReport } from '../../../../src/core/datasets/report/uploadReport.ts';
import { folderWith, removeFolders } from './folders.ts';
import { mp4, png, webpAnimated } from './mediaFiles.ts';

const picture = png(64, 64);

/** A selection with its changes so far. */
class Selection {
	readonly scan: Scan;
	readonly folder: string;
	readonly changes: Change[] = [];
	options: ReportOptions = {};
	private constructor(folder: string, scan: Scan) {
		this.folder = folder;
		this.scan = scan;
	}
	static async of(files: Readonly<Record<string, string | Uint8Array>>): Promise<Selection> {
		const folder = await folderWith(files);
		return new Selection(folder, await scanSelection([folder]));
	}
	get report(): Report {
		return makeReport(this.scan, this.changes, this.options);
	}
	/** The findings, each with the names of its files. */
	get findings(): Readonly<Record<string, readonly string[]>> {
		const { report } = this;
		return Object.fromEntries(
			report.findings.map(({ kind, files }) => [
				kind,
				files.map(({ id }) => report.items.get(id)?.place ?? ''),
			]),
		);
	}
	get plan(): readonly string[] {
		return this.report.plan.map(({ name }) => name);
	}
	async fix(kind: FindingKind, fix: FixKind, input: FixInput = {}): Promise<void> {
		const { texts } = await textsFor(this.report, kind, fix, input.ids);
		const change = fixChange(this.report, kind, fix, { ...input, texts });
		assert.ok(change, `nothing to fix: ${kind}`);
		this.changes.push(change);
	}
	text(name: string): string | undefined {
		return this.report.plan.find((file) => file.name === name)?.text;
	}
}

describe('the report before an upload', () => {
	after(removeFolders);

	it('has no findings for a sound folder, and sends each caption after its medium', async () => {
		const selection = await Selection.of({ 'b.png': picture, 'b.txt': 'b', 'a.png': picture, 'a.txt': 'a' });
		assert.deepEqual(selection.findings, {});
		assert.deepEqual(selection.plan, ['a.png', 'a.txt', 'b.png', 'b.txt']);
		const { summary, blocked, wouldFail } = selection.report;
		assert.deepEqual(summary, { files: 4, bytes: 116, images: 2, videos: 0, captions: 2, leftOut: 0 });
		assert.deepEqual({ blocked, wouldFail }, { blocked: false, wouldFail: false });
	});

	it('is blocked while nothing can be sent', async () => {
		const selection = await Selection.of({ 'notes.pdf': 'x', 'a.txt': 'alone' });
		assert.equal(selection.report.blocked, true);
		assert.deepEqual(selection.findings, {
			nothingUsable: [],
			orphanedCaption: ['a.txt'],
			other: ['notes.pdf'],
		});
	});

	it('writes missing captions from a template, or leaves their media out', async () => {
		const selection = await Selection.of({ 'red boat.png': picture, 'b.png': picture, 'b.txt': 'b' });
		assert.deepEqual(selection.findings, { missingCaption: ['red boat.png'] });
		assert.equal(selection.report.wouldFail, true);
		await selection.fix('missingCaption', 'writeCaptions', {
			template: '{trigger}, {name} at sea',
			trigger: 'ohwx',
		});
		assert.deepEqual(selection.findings, {});
		assert.equal(selection.text('red boat.txt'), 'ohwx, red boat at sea');
		selection.changes.pop();
		await selection.fix('missingCaption', 'leaveOut');
		assert.deepEqual(selection.plan, ['b.png', 'b.txt']);
		assert.deepEqual(selection.findings, { leftOut: ['red boat.png'] });
		await selection.fix('leftOut', 'putBack');
		assert.deepEqual(selection.findings, { missingCaption: ['red boat.png'] });
	});

	it('fixes only the chosen files', async () => {
		const selection = await Selection.of({ 'a.png': picture, 'b.png': picture });
		const [first] = selection.report.findings[0]?.files ?? [];
		await selection.fix('missingCaption', 'writeCaptions', { template: 'x', ids: [first?.id ?? ''] });
		assert.deepEqual(selection.findings, { missingCaption: ['b.png'] });
		assert.deepEqual(selection.plan, ['a.png', 'a.txt', 'b.png']);
	});

	it('replaces empty captions, without a second file of the name', async () => {
		const selection = await Selection.of({ 'a.png': picture, 'a.txt': ' \n' });
		assert.deepEqual(selection.findings, { emptyCaption: ['a.txt'] });
		await selection.fix('emptyCaption', 'writeCaptions', { template: 'a boat' });
		assert.deepEqual(selection.findings, {});
		assert.deepEqual(selection.plan, ['a.png', 'a.txt']);
		assert.equal(selection.text('a.txt'), 'a boat');
	});

	it('leaves out whole pairs with a faulty caption', async () => {
		const files = {
			'a.png': picture,
			'a.txt': '',
			'b.png': picture,
			'b.TXT': 'b',
			'c.png': picture,
			'c.txt': 'c',
		};
		const selection = await Selection.of(files);
		await selection.fix('emptyCaption', 'leaveOut');
		await selection.fix('letterCase', 'leaveOut');
		assert.deepEqual(selection.plan, ['c.png', 'c.txt']);
		assert.deepEqual(selection.findings, { leftOut: ['a.png', 'a.txt', 'b.TXT', 'b.png'] });
	});

	it('leaves out captions without a medium, and includes them on request', async () => {
		const selection = await Selection.of({ 'a.png': picture, 'a.txt': 'a', 'readme.txt': 'x' });
		assert.deepEqual(selection.findings, { orphanedCaption: ['readme.txt'] });
		assert.deepEqual(selection.plan, ['a.png', 'a.txt']);
		await selection.fix('orphanedCaption', 'putBack');
		assert.deepEqual(selection.plan, ['a.png', 'a.txt', 'readme.txt']);
	});

	it('accepts captions for media already in the dataset, and names replaced files', async () => {
		const selection = await Selection.of({ 'a.txt': 'a', 'b.png': picture });
		selection.options = {
			existing: [
				{ name: 'a.png', bytes: 5 },
				{ name: 'b.txt', bytes: 1 },
				{ name: 'b.png', bytes: 9 },
			],
		};
		assert.deepEqual(selection.findings, { overwrites: ['b.png'] });
		assert.deepEqual(selection.plan, ['b.png', 'a.txt']);
		assert.match(
			selection.report.findings[0]?.files[0]?.note ?? '',
			/has one of 9 bytes; this one has 57 bytes/,
		);
	});

	it('finds files that share one caption, and gives a renamed one its own copy', async () => {
		const selection = await Selection.of({ 'a.png': picture, 'a.webp': webpAnimated(2, 2), 'a.txt': 'both' });
		assert.deepEqual(selection.findings.duplicateBaseName, ['a.webp']);
		await selection.fix('duplicateBaseName', 'rename');
		assert.deepEqual(selection.plan, ['a.png', 'a.txt', 'a-2.webp', 'a-2.txt']);
		assert.equal(selection.report.plan[3]?.path, join(selection.folder, 'a.txt'));
		assert.equal(selection.findings.duplicateBaseName, undefined);
		assert.equal(selection.findings.missingCaption, undefined);
	});

	it('finds captions that differ in letter case', async () => {
		const selection = await Selection.of({
			'a.png': picture,
			'a.TXT': 'a',
			'Boat.png': picture,
			'boat.txt': 'b',
		});
		assert.deepEqual(selection.findings, { letterCase: ['boat.txt', 'a.TXT'] });
		await selection.fix('letterCase', 'rename');
		assert.deepEqual(selection.findings, {});
		assert.deepEqual(selection.plan, ['Boat.png', 'Boat.txt', 'a.png', 'a.txt']);
	});

	it('finds captions with differently encoded accents', async () => {
		const selection = await Selection.of({ 'cafe\u0301.png': picture, 'caf\u00e9.txt': 'x' });
		assert.deepEqual(selection.findings, { letterCase: ['caf\u00e9.txt'] });
		await selection.fix('letterCase', 'rename');
		assert.deepEqual(selection.plan, ['cafe\u0301.png', 'cafe\u0301.txt']);
	});

	it('finds equal pictures by their bytes, and leaves out duplicates with their captions', async () => {
		const folder = await folderWith({
			'a.png': png(640, 480),
			'c.png': png(640, 480),
			...Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.txt`, name])),
		});
		await copyFile(join(folder, 'a.png'), join(folder, 'b.png'));
		const scan = await scanSelection([folder]);
		const report = makeReport(scan, []);
		const [equal, ...others] = report.findings;
		assert.deepEqual([equal?.kind, others.length], ['equalMedia', 0]);
		assert.deepEqual(equal?.files, [{ id: join(folder, 'b.png'), note: 'The same as "a.png".' }]);
		const change = fixChange(report, 'equalMedia', 'leaveOut');
		const left = makeReport(scan, change === undefined ? [] : [change]);
		assert.deepEqual(
			left.plan.map(({ name }) => name),
			['a.png', 'a.txt', 'c.png', 'c.txt'],
		);
		assert.deepEqual(await scanSelection([folder], { known: scan }), scan);
	});

	it('names similar pictures after a comparison, and compares a changed one again', async () => {
		const folder = await folderWith({
			...Object.fromEntries(
				['a', 'b', 'c'].map((name) => [`${name}.png`, png(640, 640 - name.charCodeAt(0))]),
			),
			...Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.txt`, name])),
		});
		const session = new UploadReport([folder]);
		await session.scan();
		const pictures = ['a', 'b', 'c'].map((name) => join(folder, `${name}.png`));
		assert.deepEqual(session.uncompared, pictures);
		const [a = '', b = '', c = ''] = pictures;
		session.setCompared([{ id: a, form: [1, 0] }, { id: b, form: [1, 0.1] }, { id: c }]);
		assert.deepEqual(session.uncompared, []);
		const report = () => (session.state.kind === 'ready' ? session.state.report : assert.fail());
		assert.deepEqual(
			report().findings.map(({ kind, files }) => [kind, files]),
			[['alikePicture', [{ id: b, note: 'Looks like "a.png".' }]]],
		);
		await session.fix({ kind: 'alikePicture', fix: 'leaveOut' });
		assert.deepEqual(
			report().plan.map(({ name }) => name),
			['a.png', 'a.txt', 'c.png', 'c.txt'],
		);
		await session.undo();
		await writeFile(b, Buffer.concat([png(800, 600), Buffer.alloc(9)]));
		await session.lookAgain();
		assert.deepEqual(session.uncompared, [b]);
		assert.deepEqual(report().findings, []);
	});

	it('names very large and very small pictures', async () => {
		const selection = await Selection.of({
			'huge.png': png(9000, 9000),
			'huge.txt': 'a',
			'tiny.png': png(40, 2000),
			'tiny.txt': 'b',
			'usual.png': png(4000, 3000),
			'usual.txt': 'c',
		});
		assert.deepEqual(selection.findings, { tinyPicture: ['tiny.png'], hugePicture: ['huge.png'] });
	});

	it('leaves out truncated pictures', async () => {
		const whole = png(640, 480);
		const selection = await Selection.of({
			'a.png': whole.subarray(0, 45),
			'a.txt': 'a',
			'b.png': whole,
			'b.txt': 'b',
		});
		assert.deepEqual(selection.findings, { brokenMedia: ['a.png'] });
		assert.deepEqual(selection.plan, ['b.png', 'b.txt']);
	});

	it('notes upper-case extensions of media', async () => {
		const selection = await Selection.of({ 'a.PNG': picture, 'a.txt': 'a' });
		assert.deepEqual(selection.findings, { upperCaseExtension: ['a.PNG'] });
		await selection.fix('upperCaseExtension', 'rename');
		assert.deepEqual(selection.plan, ['a.png', 'a.txt']);
	});

	it('renames files of the same name in different folders, pair by pair', async () => {
		const selection = await Selection.of({
			'one/a.png': picture,
			'one/a.txt': 'first',
			'two/a.png': picture,
			'two/a.txt': 'second',
			'two/b.png': picture,
			'two/b.txt': 'b',
		});
		assert.deepEqual(selection.findings.nameClash, ['two/a.png', 'two/a.txt']);
		assert.deepEqual(selection.plan, ['a.png', 'a.txt', 'b.png', 'b.txt']);
		await selection.fix('nameClash', 'rename');
		assert.deepEqual(selection.plan, ['a.png', 'a.txt', 'two-a.png', 'two-a.txt', 'b.png', 'b.txt']);
		assert.equal(selection.report.plan[3]?.path, join(selection.folder, 'two/a.txt'));
		assert.deepEqual(Object.keys(selection.findings), ['subfolders']);
	});

	it('never gives a picture the caption of another one with the same name', async () => {
		const selection = await Selection.of({
			'a.png': picture,
			'two/a.png': picture,
			'two/a.txt': 'of the second',
		});
		assert.deepEqual(selection.plan, ['a.png']);
		assert.deepEqual(selection.findings.missingCaption, ['a.png']);
		assert.deepEqual(selection.findings.nameClash, ['two/a.png', 'two/a.txt']);
		await selection.fix('nameClash', 'rename');
		assert.deepEqual(selection.plan, ['a.png', 'two-a.png', 'two-a.txt']);
	});

	it('renames individually chosen files of the same name', async () => {
		const folder = await folderWith({
			'one/a.png': picture,
			'one/a.txt': '1',
			'two/a.png': picture,
			'two/a.txt': '2',
		});
		const paths = ['one/a.png', 'one/a.txt', 'two/a.png', 'two/a.txt'].map((name) => join(folder, name));
		const scan = await scanSelection(paths);
		const report = makeReport(scan, []);
		const change = fixChange(report, 'nameClash', 'rename');
		assert.ok(change);
		const plan = makeReport(scan, [change]).plan.map(({ name }) => name);
		assert.deepEqual(plan, ['a.png', 'a.txt', 'two-a.png', 'two-a.txt']);
	});

	it('shows the difference between two spellings of a name', async () => {
		const selection = await Selection.of({ 'caf\u00e9.png': picture, 'cafe\u0301.txt': 'a' });
		assert.match(findingLines(selection.report)[0] ?? '', /cafe\\u0301\.txt$/);
		const { rows } = fileRows(selection.report, { kind: 'letterCase', filter: '', from: 0, count: 9 });
		assert.deepEqual(
			rows.map(({ place, note }) => [place, note]),
			[['cafe\\u0301.txt', '"caf\u00e9.png" needs a caption named "caf\u00e9.txt".']],
		);
		const korean = await Selection.of({ '\u1100\u1161.png': picture, '\uac00.txt': 'a' });
		assert.deepEqual(
			korean.report.findings[0]?.files[0]?.note,
			'"\\u1100\\u1161.png" needs a caption named "\\u1100\\u1161.txt".',
		);
	});

	it('uses captions in files of other trainers, for media without one', async () => {
		const selection = await Selection.of({
			'a.png': picture,
			'a.caption': 'a boat',
			'b.png': picture,
			'b.png.txt': 'a river',
			'c.png': picture,
			'c.tags': 'sea, sun',
			'd.png': picture,
			'd.txt': 'own',
			'd.caption': 'unused',
			'sub/e.png': picture,
			'sub/f.png': picture,
			'metadata.jsonl':
				'{"file_name": "sub/e.png", "text": "a bridge"}\n{"file_name": "d.png", "text": "no"}\n',
		});
		assert.deepEqual(selection.findings.otherCaption, ['a.caption', 'b.png.txt', 'c.tags', 'metadata.jsonl']);
		assert.deepEqual(selection.findings.other, ['d.caption']);
		assert.deepEqual(selection.findings.orphanedCaption, undefined);
		const missing = selection.report.findings.find(({ kind }) => kind === 'missingCaption');
		assert.ok(missing !== undefined);
		assert.ok(missing.fixes.includes('useOther') && !missing.fixes.includes('useJson'));
		assert.equal(missing.files[0]?.note, 'There is no "a.txt". There is "a.caption".');
		await selection.fix('missingCaption', 'useOther');
		assert.equal(selection.changes[0]?.title, 'Use 4 Captions of Other Trainers');
		assert.deepEqual(
			['a.txt', 'b.txt', 'c.txt', 'e.txt'].map((name) => selection.text(name)),
			['a boat', 'a river', 'sea, sun', 'a bridge'],
		);
		assert.equal(selection.text('d.txt'), undefined);
		assert.deepEqual(selection.findings.missingCaption, ['sub/f.png']);
	});

	it('maps folders with repeats to values of a configuration', async () => {
		const selection = await Selection.of({
			'30_cat/a.png': picture,
			'30_cat/a.txt': 'a',
			'30_cat/b.png': picture,
			'30_cat/b.txt': 'b',
			'5_sks dog/c.png': picture,
			'5_sks dog/c.txt': 'c',
			'2024_boats/d.png': picture,
			'2024_boats/d.txt': 'd',
		});
		const notes = ({ findings }: Report) =>
			findings.find(({ kind }) => kind === 'conceptFolders')?.files.map(({ note }) => note);
		const cat = '"30_cat" (2 files): num_repeats: 30, trigger_word: "cat"';
		assert.deepEqual(notes(selection.report), [
			cat,
			'"5_sks dog" (1 file): num_repeats: 5, trigger_word: "sks dog"',
		]);
		assert.ok(findingLines(selection.report).some((line) => line.includes(cat)));
		const alone = await scanSelection([join(selection.folder, '30_cat')]);
		assert.deepEqual(notes(makeReport(alone, [])), [cat]);
	});

	it('finds names that differ only in letter case', async function () {
		if (process.platform !== 'linux') this.skip();
		const selection = await Selection.of({ 'A.png': picture, 'A.txt': '1', 'a.png': picture, 'a.txt': '2' });
		assert.deepEqual(selection.findings, { caseTwins: ['a.png', 'a.txt'] });
		await selection.fix('caseTwins', 'rename');
		assert.deepEqual(selection.plan, ['A.png', 'A.txt', 'a-2.png', 'a-2.txt']);
		assert.deepEqual(selection.findings, {});
	});

	it('converts captions of other encodings', async () => {
		const selection = await Selection.of({
			'a.png': picture,
			'a.txt': Buffer.from('Flu\u00df', 'latin1'),
			'b.png': picture,
			'b.txt': Buffer.from('\ufeffboat', 'utf16le'),
			'c.png': picture,
			'c.txt': '\ufeffmarked',
		});
		assert.deepEqual(selection.findings, { notUtf8: ['a.txt', 'b.txt', 'c.txt'] });
		await selection.fix('notUtf8', 'recode');
		assert.deepEqual(selection.findings, {});
		assert.deepEqual(
			[selection.text('a.txt'), selection.text('b.txt'), selection.text('c.txt')],
			['Fluß', 'boat', 'marked'],
		);
	});

	it('converts JSON captions, which a dataset does not accept, to text', async () => {
		const selection = await Selection.of({
			'a.png': picture,
			'a.json': '{"d": "boat"}',
			'b.png': picture,
			'b.json': '{',
		});
		assert.deepEqual(selection.findings, {
			missingCaption: ['a.png', 'b.png'],
			jsonCaption: ['a.json', 'b.json'],
		});
		assert.deepEqual(selection.plan, ['a.png', 'b.png']);
		const severity = () => selection.report.findings.find(({ kind }) => kind === 'jsonCaption')?.severity;
		assert.equal(severity(), 'info');
		selection.options = { family: family({ readsJson: true }) };
		assert.equal(severity(), 'warning');
		const notes = selection.report.findings.at(-1)?.files.map(({ note }) => note);
		assert.deepEqual(notes, ['', 'The file is not JSON.']);
		await selection.fix('jsonCaption', 'useJson');
		assert.equal(selection.text('a.txt'), '{"d": "boat"}');
		assert.deepEqual(selection.plan, ['a.png', 'a.txt', 'b.png', 'b.txt']);
	});

	it('leaves out unusable files, with their captions', async () => {
		const selection = await Selection.of({
			'good.png': picture,
			'good.txt': 'x',
			'bad.png': 'not a picture at all',
			'bad.txt': 'x',
			'none.mp4': '',
			'none.txt': 'x',
			'clip.gif': 'GIF89a',
			'_latent_cache/x': 'x',
			'.hidden': 'x',
		});
		assert.deepEqual(selection.findings, {
			brokenMedia: ['bad.png'],
			emptyFile: ['none.mp4'],
			unsupported: ['clip.gif'],
			cache: ['_latent_cache'],
			hidden: ['.hidden'],
		});
		assert.deepEqual(selection.plan, ['good.png', 'good.txt']);
		await selection.fix('brokenMedia', 'putBack');
		assert.deepEqual(selection.plan, ['bad.png', 'bad.txt', 'good.png', 'good.txt']);
	});

	it('restores media of other types with their captions on request', async () => {
		const selection = await Selection.of({
			'clip.gif': 'GIF89a',
			'clip.txt': 'x',
			'scan.tiff': 'II*',
			'scan.txt': 'x',
			'none.bmp': '',
		});
		assert.deepEqual(selection.plan, []);
		await selection.fix('unsupported', 'putBack');
		assert.deepEqual(selection.plan, ['clip.gif', 'clip.txt', 'scan.tiff', 'scan.txt']);
		assert.deepEqual(selection.findings.unsupported, ['none.bmp']);
	});

	it('notes images mixed with videos, and files that do not fit the family', async () => {
		const selection = await Selection.of({
			'a.png': picture,
			'a.txt': 'a',
			'b.png': picture,
			'b.txt': 'b',
			'c.mp4': mp4(64, 48),
			'c.txt': 'c',
			'd.webp': webpAnimated(64, 64),
			'd.txt': 'd',
		});
		assert.deepEqual(selection.findings, { animatedWebp: ['d.webp'], mixedMedia: ['c.mp4'] });
		selection.options = { family: family({ media: 'image' }) };
		assert.deepEqual(selection.findings, { animatedWebp: ['d.webp'], familyMedia: ['c.mp4'] });
		await selection.fix('familyMedia', 'leaveOutVideos');
		assert.deepEqual(selection.plan, ['a.png', 'a.txt', 'b.png', 'b.txt', 'd.webp', 'd.txt']);
	});

	it('looks for the control images of an editing family', async () => {
		const selection = await Selection.of({
			'a.png': picture,
			'a.txt': 'a',
			'b.png': picture,
			'b.txt': 'b',
			'control/a.jpg': picture,
			'control/b.JPG': picture,
		});
		selection.options = { family: family({ control: 'required' }) };
		assert.equal(selection.findings.controlMissing?.length, 4);
		const controls = { label: 'control', folder: 'control', names: ['a.jpg', 'b.JPG'] };
		selection.options = { family: family({ control: 'required' }), controls };
		assert.deepEqual(selection.findings.controlMissing, ['b.png']);
		assert.deepEqual(selection.findings.controlFolder, ['control/a.jpg', 'control/b.JPG']);
		assert.deepEqual(selection.plan, ['a.png', 'a.txt', 'b.png', 'b.txt']);
		selection.options = { family: family({ control: 'usual' }), controls };
		assert.equal(
			selection.report.findings.find(({ kind }) => kind === 'controlMissing')?.severity,
			'warning',
		);
	});

	it('replaces invalid names with plain ones, and keeps pairs together', async function () {
		if (process.platform === 'win32') this.skip();
		const long = 'x'.repeat(251);
		const selection = await Selection.of({
			'line\nbreak.png': picture,
			'line\nbreak.txt': '1',
			'\u202egnp.exe.png': picture,
			'back\\slash.webp': webpAnimated(2, 2),
			'back\\slash.txt': '3',
			[`${long}.png`]: picture,
			[`${long}.txt`]: '4',
			'船と🚢.png': picture,
			'船と🚢.txt': '5',
			'שלום.png': picture,
			'שלום.txt': '6',
			'a..png': picture,
			'a..txt': '7',
		});
		assert.deepEqual(selection.plan, [
			'a..png',
			'a..txt',
			`${long}.png`,
			`${long}.txt`,
			'שלום.png',
			'שלום.txt',
			'船と🚢.png',
			'船と🚢.txt',
		]);
		const notes = selection.report.findings
			.find(({ kind }) => kind === 'unsafeName')
			?.files.map(({ note }) => note);
		assert.ok(notes?.some((note) => note.includes('control character (U+000A)')));
		assert.ok(notes?.some((note) => note.includes('invisible character (U+202E)')));
		assert.ok(notes?.some((note) => note.includes('name contains \\')));
		await selection.fix('unsafeName', 'rename');
		await selection.fix('longName', 'rename');
		assert.equal(selection.findings.unsafeName, undefined);
		assert.equal(selection.findings.longName, undefined);
		const stems = selection.plan.map((name) => name.replace(/\.\w+$/, ''));
		assert.deepEqual(selection.findings.missingCaption, ['\u202egnp.exe.png']);
		assert.equal(stems.filter((stem) => stem === 'line_break').length, 2);
		assert.equal(stems.filter((stem) => stem === 'back_slash').length, 2);
		assert.ok(selection.plan.every((name) => Buffer.byteLength(name) <= 180));
	});

	it('gives long names that differ only in the middle unique names, without a finding', async () => {
		const long = (letter: string) => `${'a'.repeat(140)}${letter}${'b'.repeat(90)}`;
		const selection = await Selection.of(
			Object.fromEntries(
				['1', '2', '3'].flatMap((letter) => [
					[`${long(letter)}.png`, picture],
					[`${long(letter)}.txt`, letter],
				]),
			),
		);
		await selection.fix('longName', 'rename');
		assert.equal(selection.findings.longName, undefined);
		assert.equal(selection.findings.missingCaption, undefined);
		assert.equal(new Set(selection.plan).size, 6);
		assert.equal(new Set(selection.plan.map((name) => name.replace(/\.\w+$/, ''))).size, 3);
	});

	it('names files that are too large for the direct upload', async () => {
		const selection = await Selection.of({ 'a.png': picture, 'a.txt': 'a' });
		await truncate(join(selection.folder, 'a.png'), 200_000_000);
		const scan = await scanSelection([selection.folder]);
		const report = makeReport(scan, []);
		assert.deepEqual(
			report.findings.map(({ kind, files }) => [kind, files[0]?.note]),
			[['large', '200 MB.']],
		);
	});

	it('is unchanged after a change is undone', async () => {
		const selection = await Selection.of({
			'a.png': picture,
			'b.png': picture,
			'b.txt': ' ',
			'x/b.png': picture,
		});
		const before = JSON.stringify([selection.findings, selection.report.plan]);
		await selection.fix('missingCaption', 'writeCaptions', { template: 'x' });
		await selection.fix('emptyCaption', 'writeCaptions', { template: 'y' });
		await selection.fix('nameClash', 'rename');
		assert.notEqual(JSON.stringify([selection.findings, selection.report.plan]), before);
		selection.changes.length = 0;
		assert.equal(JSON.stringify([selection.findings, selection.report.plan]), before);
	});

	it('never plans two files of the same name, whatever the fixes', async () => {
		const selection = await Selection.of({
			'a.png': picture,
			'a.webp': webpAnimated(2, 2),
			'a-2.png': picture,
			'x/a.png': picture,
			'x/a.txt': 'x',
			'x-a.png': picture,
			'A.png': picture,
			'b.TXT': 'b',
			'b.png': picture,
		});
		for (const [kind, fix] of [
			['nameClash', 'rename'],
			['duplicateBaseName', 'rename'],
			['letterCase', 'rename'],
			['caseTwins', 'rename'],
			['missingCaption', 'writeCaptions'],
		] as const)
			if (selection.findings[kind] !== undefined) await selection.fix(kind, fix, { template: 'x' });
		const keys = selection.plan.map((name) => name.toLowerCase());
		assert.equal(new Set(keys).size, keys.length, selection.plan.join(' '));
		assert.equal(selection.plan.filter((name) => !name.endsWith('.txt')).length, 7);
		assert.equal(selection.plan.filter((name) => name.endsWith('.txt')).length, 7);
	});
});

function family(parts: Partial<ReportFamily>): ReportFamily {
	return { id: 'test', label: 'Test', media: 'image', control: 'none', readsJson: false, ...parts };
}
