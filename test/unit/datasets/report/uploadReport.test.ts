import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../../../../src/core/datasets/report/report.ts';
import { fileRows } from '../../../../src/core/datasets/report/rows.ts';
import { UploadReport } from '../../../../src/core/datasets/report/uploadReport.ts';
import { type UploadReportContext, uploadReportState } from '../../../../src/core/datasets/report/view.ts';
import type { Upload } from '../../../../src/core/datasets/upload/upload.ts';
import { until } from '../../support/until.ts';
import { folderWith, removeFolders } from './folders.ts';
import { png } from './mediaFiles.ts';

const picture = png(64, 64);

async function scanned(files: Readonly<Record<string, string | Uint8Array>>): Promise<UploadReport> {
	const uploadReport = new UploadReport([await folderWith(files)]);
	await uploadReport.scan();
	return uploadReport;
}

function reportOf(uploadReport: UploadReport): Report {
	const { state } = uploadReport;
	assert.equal(state.kind, 'ready');
	return state.report;
}

function stateOf(uploadReport: UploadReport, more: Partial<UploadReportContext> = {}) {
	return uploadReportState({
		uploadReport,
		families: [],
		name: 'boats',
		fixedName: false,
		loading: false,
		connection: 'Studio',
		controls: { value: '', options: [] },
		starting: false,
		revision: 1,
		...more,
	});
}

describe('a selection for an upload', () => {
	after(removeFolders);

	it('is read once, checked again after each change, and reports it', async () => {
		const uploadReport = new UploadReport([await folderWith({ 'a.png': picture })]);
		let calls = 0;
		uploadReport.onDidChange(() => calls++);
		assert.equal(uploadReport.state.kind, 'scanning');
		await uploadReport.scan();
		const before = calls;
		assert.equal(reportOf(uploadReport).findings[0]?.kind, 'missingCaption');
		const sentence = await uploadReport.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'x' });
		assert.equal(sentence, 'Applied to the upload only: Write 1 Caption.');
		assert.deepEqual(reportOf(uploadReport).findings, []);
		assert.ok(calls > before);
		assert.equal(uploadReport.undoTitle, 'Write 1 Caption');
		assert.equal(await uploadReport.undo(), 'Undone: Write 1 Caption.');
		assert.equal(reportOf(uploadReport).findings[0]?.kind, 'missingCaption');
		assert.equal(await uploadReport.undo(), 'There is nothing to undo.');
	});

	it('sends renamed files from their new path after a change on disk, and reverts it with Undo', async () => {
		const uploadReport = await scanned({ 'a.png': picture, 'a.TXT': 'words' });
		const folder = uploadReport.paths[0] ?? '';
		await uploadReport.fix({ kind: 'letterCase', fix: 'rename', onDisk: true });
		assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), 'words');
		assert.equal(
			reportOf(uploadReport).plan.find(({ name }) => name === 'a.txt')?.path,
			join(folder, 'a.txt'),
		);
		await uploadReport.undo();
		assert.equal(await readFile(join(folder, 'a.TXT'), 'utf8'), 'words');
		assert.equal(reportOf(uploadReport).findings[0]?.kind, 'letterCase');
	});

	it('reverts changes of an earlier report of the same files on disk, and reads them again', async () => {
		const first = await scanned({ 'a.png': picture, 'a.TXT': 'words', 'b.png': picture });
		const folder = first.paths[0] ?? '';
		await first.fix({ kind: 'letterCase', fix: 'rename', onDisk: true });
		await first.fix({
			kind: 'missingCaption',
			fix: 'writeCaptions',
			template: 'x',
			ids: [join(folder, 'b.png')],
		});
		const kept = first.madeOnDisk;
		assert.equal(kept.length, 1, 'only what was done on disk');
		first.dispose();

		const next = new UploadReport([folder], undefined, kept);
		await next.scan();
		assert.equal(next.undoTitle, kept[0]?.title);
		assert.equal(
			reportOf(next).findings.some(({ kind }) => kind === 'letterCase'),
			false,
		);
		await next.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'y' });
		await next.undo();
		assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), 'words');
		await next.undo();
		assert.equal(await readFile(join(folder, 'a.TXT'), 'utf8'), 'words');
		await until('the files are read again', () => next.state.kind === 'ready');
		assert.equal(
			reportOf(next).findings.some(({ kind }) => kind === 'letterCase'),
			true,
		);
		assert.deepEqual([next.undoTitle, next.madeOnDisk], [undefined, []]);
		next.dispose();
	});

	it('uses a folder named like control images for them', async () => {
		const uploadReport = await scanned({ 'a.png': picture, 'a.txt': 'a', 'control/a.png': picture });
		assert.equal(uploadReport.controls?.label, 'control');
		assert.deepEqual(
			reportOf(uploadReport).plan.map(({ name }) => name),
			['a.png', 'a.txt'],
		);
		uploadReport.setControls(undefined);
		assert.deepEqual(
			reportOf(uploadReport).findings.map(({ kind }) => kind),
			['nameClash'],
		);
	});

	/** Something of each kind that can be fixed without a decision, and of some that cannot. */
	const messy = {
		'a.png': picture,
		'a.TXT': 'words',
		'more/a.png': picture,
		'more/a.txt': 'other words',
		'line\nbreak.png': picture,
		'line\nbreak.txt': 'a line',
		'old.png': picture,
		'old.txt': Buffer.from('\ufeffFlu\u00df', 'utf16le'),
		'guess.png': picture,
		'guess.txt': Buffer.from('Flu\u00df', 'latin1'),
		'shout.JPG': png(8, 8),
		'bare.png': picture,
	} as const;

	it('applies all safe fixes as one change, and lists them before and after', async () => {
		const uploadReport = await scanned(messy);
		const before = stateOf(uploadReport);
		const sent = reportOf(uploadReport).plan.length;
		assert.match(before.safeFixes ?? '', /Captions that are not UTF-8 text: 1/);
		assert.match(before.safeFixes ?? '', /Equal names in different folders: 2/);
		assert.match(before.safeFixes ?? '', /Nothing is removed, files on disk do not change/);
		const sentence = await uploadReport.fixAllThatIsSafe();
		assert.match(sentence, /^Applied to the upload only: Convert 1 Caption, Rename \d+ Files\. Remaining: /);
		assert.match(sentence, /Missing captions: 2,/);
		assert.match(sentence, /Captions that are not UTF-8 text: 1/, 'a guess is left');
		const after = stateOf(uploadReport);
		assert.equal(after.safeFixes, undefined);
		const names = reportOf(uploadReport).plan.map(({ name }) => name);
		assert.ok(names.length > sent, 'nothing is left out, and what waited for a name is sent');
		for (const name of ['a.png', 'a.txt', 'more-a.png', 'more-a.txt', 'old.txt', 'guess.txt'])
			assert.ok(names.includes(name), `${name}: ${names.join()}`);
		assert.equal(reportOf(uploadReport).plan.find(({ name }) => name === 'old.txt')?.text, 'Flu\u00df');
		assert.equal(await readFile(join(uploadReport.paths[0] ?? '', 'a.TXT'), 'utf8'), 'words');
		await uploadReport.undo();
		assert.deepEqual(stateOf(uploadReport).findings, before.findings);
		assert.equal(uploadReport.undoTitle, undefined);
	});

	it('treats captions of other trainers as a safe fix, once', async () => {
		const uploadReport = await scanned({
			'a.png': picture,
			'a.png.txt': 'a boat',
			'b.png': picture,
			'b.txt': 'b',
		});
		assert.match(uploadReport.safeFixes ?? '', /^Captions of other trainers: 1\./);
		assert.equal(
			await uploadReport.fixAllThatIsSafe(),
			'Applied to the upload only: Use 1 Caption of Another Trainer. No errors and no warnings are left.',
		);
		assert.equal(reportOf(uploadReport).plan.find(({ name }) => name === 'a.txt')?.text, 'a boat');
		assert.equal(uploadReport.safeFixes, undefined);
	});

	it('keeps the base names of media if control images pair with them', async () => {
		const uploadReport = await scanned({ ...messy, 'control/a.png': picture, 'control/bare.png': picture });
		assert.doesNotMatch(stateOf(uploadReport).safeFixes ?? '', /Equal names/);
		await uploadReport.fixAllThatIsSafe();
		const { plan } = reportOf(uploadReport);
		assert.ok(plan.some(({ name }) => name === 'a.txt'));
		assert.ok(!plan.some(({ name }) => name === 'more-a.png'));
	});

	it('offers no joint fix if every fix is a decision', async () => {
		const uploadReport = await scanned({ 'a.png': picture });
		assert.equal(stateOf(uploadReport).safeFixes, undefined);
		assert.equal(await uploadReport.fixAllThatIsSafe(), 'There is nothing to change.');
	});

	it('writes captions next to their files by default, and changes other files on disk only on request', async () => {
		const uploadReport = await scanned({ 'a.png': picture, 'b.png': picture, 'b.TXT': 'b' });
		const usual = (kind: string) =>
			stateOf(uploadReport).findings.find((each) => each.kind === kind)?.onDisk?.usual;
		assert.deepEqual([usual('missingCaption'), usual('letterCase')], [true, false]);
	});

	it('counts pictures below the usual training size, and shows the treatment of each', async () => {
		const uploadReport = await scanned({
			'a.png': png(320, 240),
			'b.png': png(640, 480),
			'c.png': png(2000, 1000),
			'd.png': png(300, 300),
			...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.txt`, name])),
		});
		const notes = () =>
			fileRows(
				reportOf(uploadReport),
				{ kind: 'plan', filter: '.png', from: 0, count: 9 },
				uploadReport.family,
			).rows.map(({ note }) => note);
		const { sizes, findings } = stateOf(uploadReport);
		assert.equal(sizes, '2 of 4 pictures are smaller than 512 × 512 pixels. Training does not enlarge them.');
		assert.deepEqual(findings, []);
		assert.deepEqual(notes().slice(0, 3), [
			'320 × 240, smaller than 512 × 512: not enlarged.',
			'640 × 480, smaller than 768 × 768: not enlarged.',
			'',
		]);
		uploadReport.setFamily({
			id: 'flux',
			label: 'FLUX.1',
			media: 'image',
			control: 'none',
			readsJson: false,
			sizeMultiple: 32,
		});
		assert.equal(notes()[0], '320 × 240, smaller than 512 × 512: trains at 320 × 224.');
		const large = await scanned({ 'a.png': png(1024, 1024), 'a.txt': 'a' });
		assert.equal(stateOf(large).sizes, undefined);
		const small = await scanned({ 'a.png': picture, 'b.png': picture, 'a.txt': 'a', 'b.txt': 'b' });
		assert.match(stateOf(small).sizes ?? '', /^All 2 pictures are smaller than 512 × 512 pixels\./);
		const only = await scanned({ 'a.png': picture, 'a.txt': 'a' });
		assert.match(stateOf(only).sizes ?? '', /^The picture is smaller than 512 × 512 pixels\./);
	});

	it('suggests a name that the service accepts', () => {
		const named = (folder: string) => new UploadReport([`/pictures/${folder}`]).suggestedName;
		assert.equal(named('My Boats (2024)'), 'My_Boats_2024');
		assert.equal(named('Müller_Café'), 'Muller_Cafe');
		assert.equal(named('船'), '');
		assert.equal(named('boats/a.png'), 'boats');
		assert.equal(new UploadReport(['/pictures/boats/a', '/pictures/boats/b']).suggestedName, 'boats');
	});
});

describe('a change in the upload, after a rescan', () => {
	after(removeFolders);

	/** Returns the text that would be sent for each caption. */
	async function captions(uploadReport: UploadReport): Promise<Readonly<Record<string, string>>> {
		const plan = reportOf(uploadReport).plan.filter(({ name }) => name.endsWith('.txt'));
		const texts = plan.map(async ({ name, path, text }) => [name, text ?? (await readFile(path, 'utf8'))]);
		return Object.fromEntries(await Promise.all(texts));
	}

	/** Writes a file with a unique time. */
	async function edit(path: string, text: string): Promise<void> {
		const modifiedAt = (await stat(path).then(undefined, () => undefined))?.mtimeMs ?? Date.now();
		await writeFile(path, text);
		await utimes(path, modifiedAt / 1000 + 5, modifiedAt / 1000 + 5);
	}

	for (const onDisk of [false, true]) {
		const where = onDisk ? ', on disk as well' : '';

		it(`yields to a caption written later${where}`, async () => {
			const uploadReport = await scanned({
				'a.png': picture,
				'b.png': picture,
				'c.png': picture,
				'c.txt': '',
			});
			const [folder = ''] = uploadReport.paths;
			await uploadReport.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'x', onDisk });
			await uploadReport.fix({ kind: 'emptyCaption', fix: 'writeCaptions', template: 'x', onDisk });
			await uploadReport.scan();
			assert.deepEqual(await captions(uploadReport), { 'a.txt': 'x', 'b.txt': 'x', 'c.txt': 'x' });
			await edit(join(folder, 'a.txt'), 'a red boat');
			await edit(join(folder, 'c.txt'), 'a blue boat');
			await uploadReport.scan();
			assert.deepEqual(await captions(uploadReport), {
				'a.txt': 'a red boat',
				'b.txt': 'x',
				'c.txt': 'a blue boat',
			});
			assert.deepEqual(reportOf(uploadReport).findings, []);
		});

		it(`is checked again before sending${where}`, async () => {
			const uploadReport = await scanned({
				'a.png': picture,
				'b.png': picture,
				'c.png': picture,
				'c.txt': Buffer.from('Flu\u00df', 'latin1'),
				'd.png': picture,
				'd.txt': Buffer.from('Gru\u00df', 'latin1'),
			});
			const [folder = ''] = uploadReport.paths;
			await uploadReport.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'x', onDisk });
			await uploadReport.fix({ kind: 'notUtf8', fix: 'recode', onDisk });
			assert.equal(await uploadReport.readWhereChanged(), 0);
			await edit(join(folder, 'a.txt'), 'a red boat');
			await edit(join(folder, 'c.txt'), 'a river');
			// A caption on disk is a file like every other, and is sent in its state at that time.
			assert.equal(await uploadReport.readWhereChanged(), onDisk ? 0 : 2);
			await uploadReport.lookAgain();
			assert.deepEqual(await captions(uploadReport), {
				'a.txt': 'a red boat',
				'b.txt': 'x',
				'c.txt': 'a river',
				'd.txt': 'Gru\u00df',
			});
			assert.equal(await uploadReport.readWhereChanged(), 0);
		});

		it(`yields to later edits of a converted caption${where}`, async () => {
			const uploadReport = await scanned({
				'a.png': picture,
				'a.txt': Buffer.from('Flu\u00df', 'latin1'),
				'b.png': picture,
				'b.txt': Buffer.from('Gru\u00df', 'latin1'),
			});
			const [folder = ''] = uploadReport.paths;
			await uploadReport.fix({ kind: 'notUtf8', fix: 'recode', onDisk });
			await uploadReport.scan();
			await edit(join(folder, 'a.txt'), 'a river');
			await uploadReport.scan();
			assert.deepEqual(await captions(uploadReport), { 'a.txt': 'a river', 'b.txt': 'Gru\u00df' });
		});
	}

	it('is checked like any other file if edited later', async () => {
		const uploadReport = await scanned({ 'a.png': picture, 'a.txt': Buffer.from('Flu\u00df', 'latin1') });
		await uploadReport.fix({ kind: 'notUtf8', fix: 'recode' });
		assert.deepEqual(reportOf(uploadReport).findings, []);
		await edit(join(uploadReport.paths[0] ?? '', 'a.txt'), ' ');
		await uploadReport.scan();
		assert.equal(reportOf(uploadReport).findings[0]?.kind, 'emptyCaption');
		assert.equal(uploadReport.undoTitle, undefined, 'nothing is left to undo');
	});

	it('is checked again if the converted file was renamed on disk', async () => {
		const long = 'a'.repeat(210);
		const uploadReport = await scanned({
			[`${long}.png`]: picture,
			[`${long}.txt`]: Buffer.from('Flu\u00df', 'latin1'),
		});
		await uploadReport.fix({ kind: 'notUtf8', fix: 'recode', onDisk: true });
		await uploadReport.fix({ kind: 'longName', fix: 'rename', onDisk: true });
		assert.equal(await uploadReport.readWhereChanged(), 0);
		const [caption] = reportOf(uploadReport).plan.filter(({ name }) => name.endsWith('.txt'));
		assert.ok(caption !== undefined && !caption.path.includes(long));
		await edit(caption.path, 'a river');
		assert.equal(await uploadReport.readWhereChanged(), 0);
		await uploadReport.lookAgain();
		assert.deepEqual(Object.values(await captions(uploadReport)), ['a river']);
	});

	it('follows files renamed on disk, and returns with Undo', async () => {
		const uploadReport = await scanned({
			'a.png': picture,
			'a.TXT': Buffer.from('Flu\u00df', 'latin1'),
			'b.png': picture,
			'b.txt': 'b',
		});
		const all = { 'a.txt': 'Flu\u00df', 'b.txt': 'b' };
		await uploadReport.fix({ kind: 'letterCase', fix: 'rename' });
		await uploadReport.fix({ kind: 'notUtf8', fix: 'recode' });
		await uploadReport.undo();
		await uploadReport.undo();
		await uploadReport.fix({ kind: 'letterCase', fix: 'rename', onDisk: true });
		await uploadReport.fix({ kind: 'notUtf8', fix: 'recode' });
		assert.deepEqual(await captions(uploadReport), all);
		await uploadReport.undo();
		assert.equal(reportOf(uploadReport).findings[0]?.kind, 'notUtf8');
		await uploadReport.undo();
		assert.equal(reportOf(uploadReport).findings[0]?.kind, 'letterCase');
	});

	it('includes a caption written after its picture was renamed in the upload', async () => {
		const long = 'a'.repeat(210);
		const uploadReport = await scanned({
			[`sub/${long}.png`]: picture,
			'sub/b.png': picture,
			'sub/c.PNG': picture,
			'sub/c.txt': 'c',
		});
		const [folder = ''] = uploadReport.paths;
		await uploadReport.fixAllThatIsSafe();
		const renamed = reportOf(uploadReport).plan.find(({ path }) => path.includes(long))?.name ?? '';
		assert.ok(renamed !== '' && renamed.length < 200);
		await edit(join(folder, 'sub', `${long}.txt`), 'by hand');
		await uploadReport.lookAgain();
		const caption = `${renamed.slice(0, -4)}.txt`;
		assert.deepEqual(await captions(uploadReport), { [caption]: 'by hand', 'c.txt': 'c' });
		assert.deepEqual(
			reportOf(uploadReport).findings.map(({ kind, files }) => [kind, files.length]),
			[
				['missingCaption', 1],
				['subfolders', 5],
			],
		);
	});

	it('is sent even if its place on disk is now occupied by a folder', async () => {
		const uploadReport = await scanned({ 'a.png': picture });
		await uploadReport.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'x' });
		await mkdir(join(uploadReport.paths[0] ?? '', 'a.txt'));
		assert.equal(await uploadReport.readWhereChanged(), 0);
	});

	it('drops a caption written on disk and deleted later', async () => {
		const uploadReport = await scanned({ 'a.png': picture });
		await uploadReport.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'x', onDisk: true });
		await rm(join(uploadReport.paths[0] ?? '', 'a.txt'));
		await uploadReport.scan();
		assert.equal(reportOf(uploadReport).findings[0]?.kind, 'missingCaption');
	});

	it('drops the copy of a caption deleted later', async () => {
		const uploadReport = await scanned({ 'a.jpg': picture, 'a.png': picture, 'a.txt': 'a' });
		await uploadReport.fix({ kind: 'duplicateBaseName', fix: 'rename' });
		assert.deepEqual(Object.values(await captions(uploadReport)), ['a', 'a']);
		await rm(join(uploadReport.paths[0] ?? '', 'a.txt'));
		await uploadReport.scan();
		assert.deepEqual(await captions(uploadReport), {});
		assert.equal(reportOf(uploadReport).findings[0]?.files.length, 2);
	});

	it('matches the files after Undo of a change on disk', async () => {
		const uploadReport = await scanned({ 'a.png': picture });
		await uploadReport.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'x', onDisk: true });
		await uploadReport.scan();
		assert.equal(await uploadReport.undo(), 'Undone: Write 1 Caption.');
		await until('the files are read again', () => uploadReport.state.kind === 'ready');
		assert.equal(reportOf(uploadReport).findings[0]?.kind, 'missingCaption');
		assert.deepEqual(await captions(uploadReport), {});
	});
});

describe('the panel before an upload', () => {
	after(removeFolders);

	it('names the action of the button, or why it is disabled', async () => {
		const uploadReport = await scanned({ 'a.png': picture, 'a.txt': 'a' });
		assert.deepEqual(stateOf(uploadReport).upload, { label: 'Upload 2 Files, 58 bytes', enabled: true });
		assert.match(stateOf(uploadReport, { name: 'a b' }).upload.reason ?? '', /needs a name/);
		assert.match(stateOf(uploadReport, { name: 'a b' }).name.problem ?? '', /Use only letters/);
		const failedDataset = { id: '1', name: 'boats', state: 'FAILED' };
		assert.equal(stateOf(uploadReport, { dataset: failedDataset }).upload.enabled, false);
		assert.match(stateOf(uploadReport, { dataset: failedDataset }).name.problem ?? '', /has failed/);
		const nothing = await scanned({ 'a.pdf': 'x' });
		assert.deepEqual(stateOf(nothing).upload, {
			label: 'Upload',
			enabled: false,
			reason: 'Nothing in the selection can be uploaded.',
		});
		const broken = await scanned({ 'a.png': picture });
		assert.match(stateOf(broken).upload.reason ?? '', /expected to mark this dataset as failed/);
	});

	it('reports the replaced files of an existing dataset', async () => {
		const uploadReport = await scanned({ 'a.png': picture, 'a.txt': 'a' });
		assert.equal(stateOf(uploadReport).name.note, 'Creates a new dataset.');
		const files = [
			{ name: 'a.txt', bytes: 3 },
			{ name: 'b.txt', bytes: 3 },
		];
		uploadReport.setExisting(files);
		const dataset = { id: '1', name: 'boats', state: 'READY', files };
		assert.equal(
			stateOf(uploadReport, { dataset }).name.note,
			'Adds to the dataset "boats", which has 2 files. 1 of its files is replaced.',
		);
	});

	it('lists the files of a finding in parts, filtered by name and remark', async () => {
		const files = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}.png`, picture]));
		const report = reportOf(await scanned(files));
		const all = fileRows(report, { kind: 'missingCaption', filter: '', from: 45, count: 10 });
		assert.equal(all.total, 50);
		assert.equal(all.rows.length, 5);
		const some = fileRows(report, { kind: 'plan', filter: '7.PNG', from: 0, count: 10 });
		assert.deepEqual(
			some.rows.map(({ place }) => place),
			['17.png', '27.png', '37.png', '47.png', '7.png'],
		);
	});

	it('never presents a part as the whole', async () => {
		const uploadReport = await scanned({ 'a.png': picture, 'a.txt': 'a' });
		const upload: Upload = {
			id: 'u',
			connectionId: 'c',
			accountId: 'a',
			datasetId: 'd',
			datasetName: 'boats',
			state: 'incomplete',
			files: { count: 2, done: 1, skipped: 0, failed: 1, bytes: 58, doneBytes: 57 },
			failed: [{ name: 'a.txt', reason: 'It has changed.' }],
			startedAt: 0,
		};
		const { progress } = stateOf(uploadReport, { upload });
		assert.equal(progress?.title, 'Some files were not uploaded');
		assert.equal(progress?.counts, '1 of 2 files, 57 bytes of 58 bytes');
		assert.deepEqual([progress?.canRetry, progress?.canCancel], [true, false]);
		assert.ok((progress?.fraction ?? 1) < 1);
	});

	it('counts the files of a whole upload once', async () => {
		const uploadReport = await scanned({ 'a.png': picture, 'a.txt': 'a' });
		const counts = (count: number) =>
			stateOf(uploadReport, {
				upload: {
					id: 'u',
					connectionId: 'c',
					accountId: 'a',
					datasetId: 'd',
					datasetName: 'boats',
					state: 'ready',
					files: { count, done: count, skipped: 0, failed: 0, bytes: 58, doneBytes: 58 },
					failed: [],
					startedAt: 0,
				},
			}).progress?.counts;
		assert.deepEqual([counts(1), counts(5000)], ['1 file, 58 bytes', '5,000 files, 58 bytes']);
	});
});
