import assert from 'node:assert/strict';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { createDatasetStore } from '../../../../src/core/datasets/datasetStore.ts';
import { UploadReportModel } from '../../../../src/core/datasets/report/model.ts';
import type { UploadSelection } from '../../../../src/core/datasets/report/selection.ts';
import { reportFamilies } from '../../../../src/editor/datasets/report/families.ts';
import { FakeDatasets } from '../../datasets/fakeDatasets.ts';
import { folderWith, removeFolders } from '../../datasets/report/folders.ts';
import { png } from '../../datasets/report/mediaFiles.ts';
import { Computer, untilEnded, type Window } from '../../datasets/uploadWindow.ts';
import { until } from '../../support/until.ts';

const picture = png(64, 64);

describe('the report before an upload, with its service', () => {
	let service: FakeDatasets;
	let computer: Computer;
	let window: Window;
	const models: UploadReportModel[] = [];

	beforeEach(async () => {
		service = new FakeDatasets();
		await service.start();
		computer = new Computer(service, systemClock);
		window = await computer.open();
	});
	afterEach(async () => {
		for (const model of models.splice(0)) model.dispose();
		await computer.shutDown();
		await service.stop();
	});
	after(removeFolders);

	async function open(
		files: Readonly<Record<string, string | Uint8Array>>,
		more: Partial<UploadSelection> = {},
	): Promise<UploadReportModel> {
		const { uploads, session } = window;
		const model = new UploadReportModel({
			selection: { paths: [await folderWith(files)], ...more },
			account: session,
			store: createDatasetStore({ session }),
			uploads: { onDidChange: uploads.onDidChange, opened: uploads, open: async () => uploads },
			families: reportFamilies(),
			log: silentLog,
			earlier: [],
		});
		models.push(model);
		await until('the report', () => model.report.state.kind === 'ready');
		await model.settled();
		return model;
	}

	/** Writes a file with a unique time. */
	async function edit(path: string, content: string | Uint8Array): Promise<void> {
		await writeFile(path, content);
		const later = Date.now() / 1000 + 5;
		await utimes(path, later, later);
	}

	it('creates a dataset with a new name and sends the planned files', async () => {
		const model = await open({ 'a.png': picture, 'b.png': picture, 'b.txt': 'b' });
		model.setName('boats');
		await model.settled();
		assert.equal(model.state.name.note, 'Creates a new dataset.');
		await model.report.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'a {name}' });
		const started = await model.start();
		assert.ok(started.ok);
		assert.equal((await untilEnded(window, started.value.id)).state, 'ready');
		assert.equal(model.state.progress?.state, 'ready');
		assert.equal(service.only.name, 'boats');
		const contents = [...service.only.files].map(([name, content]) => [name, content.length]);
		assert.deepEqual(
			new Map(contents as [string, number][]),
			new Map([
				['a.png', 57],
				['a.txt', 3],
				['b.png', 57],
				['b.txt', 1],
			]),
		);
		assert.equal(service.only.files.get('a.txt')?.toString(), 'a a');
	});

	it('names the captions that exist only in the upload, until they are on disk or undone', async () => {
		const model = await open({
			'a.png': picture,
			'b.png': picture,
			'b.txt': Buffer.from('Flu\u00df und Stra\u00dfe', 'latin1'),
			'c.png': picture,
			'c.txt': 'a river',
		});
		const [folder = ''] = model.report.paths;
		assert.deepEqual(model.captionsInUploadOnly, new Map());
		await model.report.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'x' });
		await model.report.fix({ kind: 'notUtf8', fix: 'recode' });
		assert.deepEqual(
			model.captionsInUploadOnly,
			new Map([
				[join(folder, 'a.txt'), 'x'],
				[join(folder, 'b.txt'), 'Fluß und Straße'],
			]),
		);
		await edit(join(folder, 'b.txt'), 'Fluß');
		await model.lookAgain();
		assert.deepEqual([...model.captionsInUploadOnly.values()], ['x']);
		await model.report.undo();
		await model.report.undo();
		assert.deepEqual(model.captionsInUploadOnly, new Map());
		await model.report.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'x', onDisk: true });
		await edit(join(folder, 'a.txt'), 'x, edited elsewhere');
		assert.deepEqual(model.captionsInUploadOnly, new Map(), 'what is on disk is sent');
	});

	it('names the file of a caption that is uploaded under another name or from another folder', async () => {
		const model = await open({
			'Boat.png': picture,
			'boat.txt': 'a boat',
			'b.png': picture,
			'texts/b.txt': 'a river',
			'c.png': picture,
			'c.txt': 'a lake',
		});
		const [folder = ''] = model.report.paths;
		const other = [join(folder, 'b.txt'), { path: join(folder, 'texts', 'b.txt'), name: 'b.txt' }] as const;
		assert.deepEqual(model.captionsFromElsewhere, new Map([other]));
		await model.report.fix({ kind: 'letterCase', fix: 'rename' });
		const renamed = { path: join(folder, 'boat.txt'), name: 'Boat.txt' };
		assert.deepEqual(
			model.captionsFromElsewhere,
			new Map<string, unknown>([other, [join(folder, 'Boat.txt'), renamed]]),
		);
		assert.equal(model.captionsInUploadOnly.size, 0);
		const started = await model.start();
		assert.ok(started.ok);
		await untilEnded(window, started.value.id);
		assert.equal(service.only.files.get('Boat.txt')?.toString(), 'a boat');
		assert.deepEqual(model.captionsFromElsewhere, new Map());
	});

	it('sends files as of the start of the upload, even if rewritten after they were read', async () => {
		const model = await open({ 'a.png': picture, 'a.txt': 'a river', 'b.png': picture, 'b.txt': 'a boat' });
		const [folder = ''] = model.report.paths;
		await edit(join(folder, 'a.txt'), 'a wide river with boats');
		await edit(join(folder, 'b.txt'), 'a boat');
		await edit(join(folder, 'b.png'), png(90, 90));
		const started = await model.start();
		assert.ok(started.ok);
		assert.equal((await untilEnded(window, started.value.id)).state, 'ready');
		assert.equal(service.only.files.get('a.txt')?.toString(), 'a wide river with boats');
		assert.deepEqual(service.only.files.get('b.png'), png(90, 90));
	});

	it('sends the files that Easel wrote on disk, even for a picture renamed in the upload', async () => {
		const long = 'a'.repeat(200);
		const model = await open({ [`sub/${long}.png`]: picture, 'sub/b.png': picture });
		await model.report.fixAllThatIsSafe();
		await model.report.fix({ kind: 'missingCaption', fix: 'writeCaptions', template: 'x', onDisk: true });
		const started = await model.start();
		assert.ok(started.ok);
		assert.equal((await untilEnded(window, started.value.id)).state, 'ready');
		assert.deepEqual([...service.only.files.values()].filter((each) => each.toString() === 'x').length, 2);
	});

	it('sends nothing if the report differs for the current files', async () => {
		const model = await open({ 'a.png': picture, 'a.txt': 'a river' });
		const [folder = ''] = model.report.paths;
		await edit(join(folder, 'a.txt'), '');
		const refused = await model.start();
		assert.ok(!refused.ok);
		assert.match(refused.failure.message, /^Files changed on disk/);
		assert.equal(service.datasets.size, 0);
		const { state } = model.report;
		assert.ok(state.kind === 'ready');
		assert.deepEqual(
			state.report.findings.map(({ kind }) => kind),
			['emptyCaption'],
		);
	});

	it('checks the files again when shown again, and rereads only changed ones', async () => {
		const model = await open({ 'a.png': picture, 'b.png': picture });
		const [folder = ''] = model.report.paths;
		const { state: before } = model.report;
		assert.ok(before.kind === 'ready');
		await edit(join(folder, 'a.txt'), 'a river');
		await rm(join(folder, 'b.png'));
		let changes = 0;
		model.report.onDidChange(() => changes++);
		await model.lookAgain();
		const { state } = model.report;
		assert.ok(state.kind === 'ready');
		assert.deepEqual(
			[state.report.plan.map(({ name }) => name), state.report.findings],
			[['a.png', 'a.txt'], []],
		);
		assert.equal(state.scan.files[0], before.scan.files[0]);
		await model.lookAgain();
		assert.equal(changes, 1, 'where nothing has changed, nothing is said');
	});

	it('finds the dataset with the name, lists replaced files, and adds to it', async () => {
		const dataset = service.add('boats', { 'a.png': 'old', 'a.txt': 'old', 'z.txt': 'z' });
		const model = await open({ 'a.png': picture, 'b.png': picture, 'b.txt': 'b' });
		model.setName('boats');
		await until('the files of the dataset', () => /replaced/.test(model.state.name.note ?? ''));
		assert.equal(
			model.state.name.note,
			'Adds to the dataset "boats", which has 3 files. 1 of its files is replaced.',
		);
		// The caption of a.png is in the dataset already.
		assert.deepEqual(
			model.state.findings.map(({ kind }) => kind),
			['overwrites'],
		);
		const started = await model.start();
		assert.ok(started.ok);
		await untilEnded(window, started.value.id);
		assert.equal(service.datasets.size, 1);
		assert.deepEqual([...dataset.files.keys()].sort(), ['a.png', 'a.txt', 'b.png', 'b.txt', 'z.txt']);
		assert.equal(dataset.files.get('a.png')?.length, 57);
	});

	it('adds to the dataset chosen before the files, whatever its name', async () => {
		const { id } = service.add('fleet');
		const model = await open({ 'a.png': picture, 'a.txt': 'a' }, { dataset: { id, name: 'fleet' } });
		model.setName('other');
		assert.equal(model.name, 'fleet');
		assert.equal(model.state.name.fixed, true);
		const started = await model.start();
		assert.ok(started.ok);
		await untilEnded(window, started.value.id);
		assert.equal(service.datasets.get(id)?.files.size, 2);
	});

	it('offers to add to a dataset whose name was used in the meantime', async () => {
		const model = await open({ 'a.png': picture, 'a.txt': 'a' });
		model.setName('boats');
		await model.settled();
		service.add('boats', { 'a.png': 'old' });
		const started = await model.start();
		assert.equal(!started.ok && started.failure.code, 40901);
		await until('the dataset of the name', () =>
			/Adds to the dataset "boats"/.test(model.state.name.note ?? ''),
		);
		assert.equal(service.sendings().size, 0);
	});

	it('searches for control images in a dataset of the account, or in a folder', async () => {
		const before = service.add('before', { 'a.png': 'x' });
		const model = await open({ 'a.png': picture, 'a.txt': 'a', 'b.png': picture, 'b.txt': 'b' });
		model.setFamily('qwen_image_edit');
		const missing = () => model.state.findings.find(({ kind }) => kind === 'controlMissing')?.count;
		assert.equal(missing(), 2);
		await model.setControls(`dataset:${before.id}`);
		assert.equal(missing(), 1);
		await model.chooseControls(await folderWith({ 'a.png': picture, 'b.jpg': picture }));
		assert.equal(missing(), undefined);
		assert.equal(model.state.controls?.value, 'chosen:');
	});

	it('offers an upload while signed out, and asks to sign in', async () => {
		window.session.replace({ state: 'signedOut', connection: window.session.current.connection });
		const model = await open({ 'a.png': picture, 'a.txt': 'a' });
		assert.deepEqual([model.state.upload.enabled, model.state.connection], [true, undefined]);
	});
});
