import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { UploadSelection } from '../../../../src/core/datasets/report/selection.ts';
import type { Upload } from '../../../../src/core/datasets/upload/upload.ts';
import { UploadReports } from '../../../../src/editor/datasets/report/panels.ts';
import { uploadDataset } from '../../../../src/editor/datasets/upload/command.ts';
import { DatasetDrops } from '../../../../src/editor/datasets/upload/drops.ts';
import { UploadNotifier } from '../../../../src/editor/datasets/upload/notifier.ts';
import { StartedUploads } from '../../../../src/editor/datasets/upload/startedUploads.ts';
import { registerCommands } from '../../../../src/editor/shell/commands.ts';
import { ManualClock } from '../../runs/clocks.ts';
import { Memento } from '../../support/real.ts';
import { editor, Uri, workspace } from '../../support/vscode.ts';

const dataset = { id: 'd1', name: 'boats', state: 'READY' };

function trust(isTrusted: boolean): void {
	Object.assign(workspace, { isTrusted });
}

describe('the command Upload as Dataset', () => {
	let opened: UploadSelection[];
	const reports = { open: (selection: UploadSelection) => void opened.push(selection) };

	beforeEach(() => {
		opened = [];
		trust(true);
	});
	afterEach(() => editor.reset());

	it('uploads the clicked folder, or the whole selection', async () => {
		await uploadDataset(reports, Uri.file('/a'), [Uri.file('/a'), Uri.file('/b.png'), Uri.file('/a')]);
		await uploadDataset(reports, Uri.file('/a'), undefined);
		assert.deepEqual(opened, [{ paths: ['/a', '/b.png'] }, { paths: ['/a'] }]);
	});

	it('adds to the dataset of the row on which files were dropped', async () => {
		await uploadDataset(reports, { kind: 'pair', dataset }, [Uri.file('/a')]);
		assert.deepEqual(opened, [{ paths: ['/a'], dataset: { id: 'd1', name: 'boats' } }]);
	});

	it('reports that remote files cannot be uploaded', async () => {
		await uploadDataset(reports, Uri.parse('ftp://host/a'), undefined);
		assert.deepEqual(opened, []);
		assert.match(editor.messages[0]?.text ?? '', /on the computer where Easel runs/);
	});

	it('uploads the local part of a selection, and reports the rest', async () => {
		await uploadDataset(reports, undefined, [Uri.file('/a'), Uri.parse('ftp://host/a')]);
		assert.deepEqual(opened, [{ paths: ['/a'] }]);
		assert.match(editor.messages[0]?.text ?? '', /on the computer where Easel runs/);
	});
});

describe('the report of an earlier window', () => {
	afterEach(() => editor.reset());

	it('is not reopened in an untrusted workspace, so that its folder is not read', async () => {
		let opened = 0;
		const datasetStore = {
			async get() {
				opened++;
				throw new Error('No more of it is needed here.');
			},
		};
		const reports = new UploadReports({ log: silentLog, datasetStore } as never);
		const restore = () =>
			editor.serializers
				.get('easel.uploadReport')
				?.deserializeWebviewPanel({ dispose: () => {} }, { identity: { paths: ['/a'] } });
		trust(false);
		await restore();
		assert.equal(opened, 0);
		trust(true);
		await restore();
		assert.equal(opened, 1);
		reports.dispose();
	});
});

describe('files dropped onto the Datasets view', () => {
	afterEach(() => editor.reset());

	it('arrive once each, with their target row', async () => {
		const calls: unknown[][] = [];
		registerCommands(silentLog, { 'easel.uploadDataset': (...args) => void calls.push(args) });
		const items = new Map<
			string,
			{ asString(): Promise<string>; asFile(): { name: string; uri?: unknown } | undefined }
		>([
			[
				'text/uri-list',
				{ asString: async () => '# files\r\nfile:///a\r\nfile:///b%20c.png\r\n', asFile: () => undefined },
			],
			[
				'image/png',
				{ asString: async () => '', asFile: () => ({ name: 'b c.png', uri: Uri.file('/b c.png') }) },
			],
			['image/jpeg', { asString: async () => '', asFile: () => ({ name: 'c.jpg' }) }],
		]);
		const row = { kind: 'dataset', dataset };
		await new DatasetDrops<unknown>().handleDrop(row, items as never);
		assert.equal(calls.length, 1);
		const [[target, uris] = []] = calls;
		assert.equal(target, row);
		assert.deepEqual(
			(uris as Uri[]).map(String),
			['file:///a', 'file:///b%20c.png', 'content:///c.jpg'].map((each) => String(Uri.parse(each))),
		);
	});

	it('are ignored if there are none', async () => {
		const calls: unknown[] = [];
		registerCommands(silentLog, { 'easel.uploadDataset': () => void calls.push(1) });
		await new DatasetDrops<unknown>().handleDrop(undefined, new Map() as never);
		assert.deepEqual(calls, []);
	});
});

describe('the end of an upload', () => {
	const upload: Upload = {
		id: 'u1',
		connectionId: 'c',
		accountId: 'a',
		datasetId: 'd1',
		datasetName: 'boats',
		state: 'ready',
		files: { count: 2, done: 2, skipped: 0, failed: 0, bytes: 5, doneBytes: 5 },
		failed: [],
		startedAt: 0,
		endedAt: 1,
	};
	let visible = false;
	let shown: string[];
	let claims: boolean[];
	const parts = {
		uploads: { opened: { claimNotification: async () => claims.shift() ?? false } as never },
		reports: { isVisible: () => visible, open: ({ paths }: UploadSelection) => void shown.push(...paths) },
		started: { selectionOf: (): UploadSelection | undefined => ({ paths: ['/boats'] }) },
	};
	/** Ends some uploads and reads the messages about them. */
	async function ended(...uploads: readonly Upload[]): Promise<void> {
		const clock = new ManualClock();
		const notifier = new UploadNotifier({ ...parts, clock });
		for (const each of uploads) await notifier.changed(each);
		await clock.advance(60_000);
		notifier.dispose();
	}

	beforeEach(() => {
		visible = false;
		shown = [];
		claims = [true];
	});
	afterEach(() => editor.reset());

	it('is reported once, with the next step', async () => {
		const configured = editor.calls('easel.newTrainingConfiguration');
		editor.answer = ([first]) => first;
		await ended(upload, upload);
		assert.deepEqual(editor.texts(), ['The dataset "boats" is ready for training.']);
		assert.deepEqual(configured, [{ kind: 'dataset', dataset }]);
	});

	it('is one message for several that end together', async () => {
		claims = [true, true, true, true, true];
		const others = ['boats', 'birds', 'trees', 'hills'].map(
			(datasetName, index): Upload => ({
				...upload,
				id: `u${index}`,
				datasetName,
			}),
		);
		await ended(...others, {
			...upload,
			id: 'f',
			datasetName: 'films',
			state: 'failed',
			notice: 'It is too large.',
		});
		assert.deepEqual(editor.texts(), [
			'4 datasets are ready for training: "boats", "birds", "trees", ….',
			'The dataset "films" has failed. It is too large.',
		]);
	});

	it('is not reported while the setting is off, nor after it is on again', async () => {
		editor.set('easel.notifyAboutUploads', false);
		await ended(upload);
		editor.set('easel.notifyAboutUploads', true);
		await ended(upload);
		assert.deepEqual(editor.messages, []);
	});

	it('reports a partial upload, and links to the panel', async () => {
		editor.answer = ([first]) => first;
		const files = { ...upload.files, done: 1, failed: 1 };
		const incomplete: Upload = { ...upload, state: 'incomplete', files, notice: 'The file is gone.' };
		await ended(incomplete);
		assert.deepEqual(
			editor.messages.map(({ kind, text }) => [kind, text]),
			[['warning', '1 of 2 files were uploaded to "boats". The file is gone.']],
		);
		assert.deepEqual(shown, ['/boats']);
		const retried: unknown[] = [];
		registerCommands(silentLog, { 'easel.retryUpload': ({ dataset: { id } }) => void retried.push(id) });
		claims = [true];
		editor.answer = (buttons) => buttons.find((each) => each === 'Retry');
		await ended(incomplete);
		assert.deepEqual(retried, ['d1']);
	});

	it('shows nothing while the panel is visible, or for a canceled upload', async () => {
		visible = true;
		await ended(upload);
		visible = false;
		claims = [true];
		await ended({ ...upload, state: 'canceled' });
		assert.deepEqual(editor.messages, []);
	});

	it('finds its report again after a reload, for the latest twenty', () => {
		const state = new Memento();
		const started = new StartedUploads(state);
		const of = (index: number): UploadSelection => ({ paths: [`/report ${index}`, '/more'] });
		for (let index = 0; index < 25; index++) started.remember(of(index), `upload ${index}`);
		started.remember({ paths: ['/more', '/report 24'] }, 'upload again');
		const after = new StartedUploads(state);
		assert.equal(after.uploadOf(of(24)), 'upload again');
		assert.deepEqual(after.selectionOf('upload 23'), of(23));
		assert.equal(after.uploadOf(of(0)), undefined);
		after.forget(of(24));
		assert.equal(after.uploadOf(of(24)), undefined);
	});
});
