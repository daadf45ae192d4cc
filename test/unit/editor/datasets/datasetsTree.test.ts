import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { SessionStore } from '../../../../src/core/account/sessionStore.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { DatasetDetails } from '../../../../src/core/datasets/datasetDetails.ts';
import { createDatasetStore } from '../../../../src/core/datasets/datasetStore.ts';
import type { Upload } from '../../../../src/core/datasets/upload/upload.ts';
import type { DatasetsNode } from '../../../../src/editor/datasets/nodes.ts';
import { DatasetsTree } from '../../../../src/editor/datasets/tree.ts';
import { FakeDatasets } from '../../datasets/fakeDatasets.ts';
import { until } from '../../support/until.ts';

const itemText = ({ label, description }: vscode.TreeItem) =>
	`${String(label)}${description === undefined ? '' : `: ${String(description)}`}`;

describe('the Datasets tree', () => {
	let fake: FakeDatasets;
	const ends: (() => void)[] = [];
	beforeEach(() => {
		fake = new FakeDatasets();
		return fake.start();
	});
	afterEach(() => {
		for (const end of ends.splice(0)) end();
		return fake.stop();
	});

	async function setUp(uploads: readonly Upload[] = []) {
		const session = new SessionStore(fake.session('a'));
		const store = createDatasetStore({ session });
		const details = new DatasetDetails({ session, store });
		const changed = new Emitter<Upload>();
		const tree = new DatasetsTree(store, details, { uploads: () => uploads, onDidChange: changed.event });
		const redrawn: (DatasetsNode | undefined)[] = [];
		tree.onDidChangeTreeData((node) => redrawn.push(node));
		ends.push(
			() => tree.dispose(),
			() => store.dispose(),
		);
		await store.refresh();
		const rows = (node?: DatasetsNode) =>
			tree.getChildren(node).map((each) => itemText(tree.getTreeItem(each)));
		const row = (name: string) => {
			const found = tree.getChildren().find((node) => node.kind === 'dataset' && node.dataset.name === name);
			assert.ok(found, `no row ${name}`);
			return found;
		};
		/** The rows below a dataset once its files are known. */
		const below = async (name: string) => {
			await until('the files are known', () => !rows(row(name)).some((text) => text.startsWith('Reading')));
			return rows(row(name));
		};
		return { session, store, tree, changed, redrawn, rows, row, below };
	}

	it('shows name, state, file count and size, newest first, with the state for screen readers', async () => {
		Object.assign(fake.add('old', { 'a.png': '12345', 'a.txt': 'x' }), {
			created_at: '2026-01-02T00:00:00Z',
		});
		Object.assign(fake.add('new', {}, 'DRAFT'), { created_at: '2026-03-01T00:00:00Z' });
		Object.assign(fake.add('odd', {}, 'ARCHIVED'), { created_at: '2026-01-01T00:00:00Z' });
		const { rows, tree, row } = await setUp();
		assert.deepEqual(rows(), ['new: empty', 'old: ready', 'odd: ARCHIVED']);
		await until('the rows say so', () => rows().includes('old: ready · 2 files · 6 bytes'));
		const item = tree.getTreeItem(row('old'));
		assert.equal(item.accessibilityInformation?.label, 'Dataset old, ready, 2 files, 6 bytes');
		assert.equal(item.contextValue, '+dataset+open');
	});

	it('expands into media with their captions as one row, by name, and unmatched captions', async () => {
		fake.add('pairs', {
			'b10.png': '1234',
			'b2.png': '123',
			'b2.txt': 'x',
			'b10.TXT': 'x',
			'clip.mp4': '12',
			'clip.txt': 'x',
			'alone.txt': 'x',
		});
		const { below, tree, row } = await setUp();
		assert.deepEqual(await below('pairs'), [
			'b2.png: with caption · 3 bytes',
			'b10.png: no caption · 4 bytes',
			'clip.mp4: with caption · 2 bytes',
			'alone.txt: 1 byte',
			'b10.TXT: 1 byte',
		]);
		for (const node of tree.getChildren(row('pairs'))) {
			const item = tree.getTreeItem(node);
			assert.ok(item.id);
			assert.ok(item.accessibilityInformation?.label);
			assert.equal(tree.getParent(node), tree.nodeOf('dataset-1'));
		}
	});

	it('requests the files of visible rows once, two datasets at a time, and again after a change', async () => {
		for (let index = 0; index < 60; index++) fake.add(`set-${index}`, { 'a.txt': 'x' });
		let most = 0;
		let now = 0;
		fake.before = ({ kind }) => {
			if (kind === 'status') most = Math.max(most, ++now);
			return undefined;
		};
		fake.after = ({ kind }) => {
			if (kind === 'status') now--;
			return undefined;
		};
		const { rows, store, below } = await setUp();
		rows();
		rows();
		await until('the rows say so', () => rows().filter((text) => text.includes('1 file')).length === 25);
		assert.equal(fake.of('status').length, 25, 'those further down are asked for when they are opened');
		assert.ok(most <= 2);
		assert.deepEqual(await below('set-50'), ['a.txt: 1 byte']);
		assert.equal(fake.of('status').length, 26);
		const changed = fake.datasets.get('dataset-1');
		assert.ok(changed);
		changed.status = 'UPLOADING';
		changed.files.set('b.txt', Buffer.from('xy'));
		await store.refresh();
		await until('the rows say so', () =>
			rows().some((text) => text.startsWith('set-0: ') && text.includes('2 files')),
		);
		assert.equal(fake.of('status').length, 27);
	});

	it('does not request files repeatedly if status and list differ', async () => {
		fake.add('odd', { 'a.txt': 'x' });
		fake.after = ({ kind }) =>
			kind === 'list'
				? {
						status: 200,
						body: { datasets: [{ id: 'dataset-1', name: 'odd', status: 'READY', updated_at: '2026-01-01' }] },
					}
				: undefined;
		const { rows, below } = await setUp();
		await below('odd');
		for (let round = 0; round < 5; round++) {
			rows();
			await below('odd');
		}
		assert.equal(fake.of('status').length, 1);
	});

	it('explains a failed dataset, and offers a new one with the same files', async () => {
		const dataset = fake.add('broken', { 'a.png': 'x' }, 'FAILED');
		dataset.error = 'The file $(flame) [a](command:x) cannot be decoded.';
		const { below, tree, row } = await setUp();
		assert.deepEqual(await below('broken'), [
			'The file $ (flame) [a](command:x) cannot be decoded.',
			'Upload to a New Dataset...',
			'a.png: no caption · 1 byte',
		]);
		const item = tree.getTreeItem(row('broken'));
		assert.equal(item.contextValue, '+dataset+failed');
		assert.match(item.accessibilityInformation?.label ?? '', /failed, .*cannot be decoded/);
		const again = tree.getChildren(row('broken'))[1];
		assert.ok(again);
		assert.equal(tree.getTreeItem(again).command?.command, 'easel.uploadDatasetAgain');
	});

	it('reports unreadable files, and reads them with the next refresh', async () => {
		fake.add('shy', { 'a.txt': 'x' });
		fake.before = ({ kind }) =>
			kind === 'status' ? { status: 500, body: { error_code: 50003 } } : undefined;
		const { below, tree, store, rows, row } = await setUp();
		const [first, ...more] = await below('shy');
		assert.match(first ?? '', /^The files could not be read: /);
		assert.deepEqual(more, []);
		fake.before = () => undefined;
		await store.refresh();
		tree.outdate();
		await until('the files are read', () => rows(row('shy'))[0] === 'a.txt: 1 byte');
	});

	it('keeps the last list with its age if a refresh fails, and counts unreadable records', async () => {
		fake.add('kept');
		const { rows, store } = await setUp();
		fake.before = ({ kind }) => (kind === 'list' ? { status: 503 } : undefined);
		await store.refresh();
		assert.match(rows()[0] ?? '', /^Not Refreshed: last read /);
		assert.match(rows()[1] ?? '', /^kept: /);
		fake.before = ({ kind }) =>
			kind === 'list'
				? { status: 200, body: { datasets: [7, { id: 'd', name: 'n', status: 'READY' }] } }
				: undefined;
		await store.refresh();
		assert.deepEqual(rows(), ['n: ready', '1 not readable']);
	});

	it('shows files two hundred at a time', async () => {
		fake.add('many', Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`f${index}.png`, 'x'])));
		const { below, tree } = await setUp();
		assert.equal((await below('many')).at(-1), 'Show More: 200 of 450 shown');
		tree.showMoreFiles('dataset-1');
		assert.equal((await below('many')).length, 401);
	});

	it('shows the progress of an upload on its dataset, and reloads list and files at its end', async () => {
		const dataset = fake.add('going', { 'a.txt': 'x' }, 'UPLOADING');
		const { rows, changed, redrawn, row, below } = await setUp([upload({ state: 'sending' })]);
		assert.deepEqual(rows(), ['going: uploading 3 of 40 files (1.0 MB of 8.0 MB)']);
		redrawn.length = 0;
		await below('going');
		await until('the row with its files', () => redrawn.length > 0);
		const drawn = row('going');
		redrawn.length = 0;
		changed.fire(upload({ state: 'validating' }));
		await until('the row', () => redrawn.length > 0);
		assert.deepEqual(redrawn, [drawn]);
		assert.deepEqual(rows(), ['going: being checked']);
		dataset.status = 'READY';
		dataset.files.set('b.txt', Buffer.from('x'));
		changed.fire(upload({ state: 'ready', endedAt: 2 }));
		await until('the rows say so', () => rows()[0] === 'going: ready · 2 files · 2 bytes');
	});

	it('shows an incomplete upload with a way to retry, until a later one succeeds', async () => {
		fake.add('going', { 'a.txt': 'x' });
		const incomplete = upload({ state: 'incomplete', endedAt: 2 });
		const { rows, changed, tree, row } = await setUp([incomplete, upload({ id: 'older', startedAt: 0 })]);
		assert.deepEqual(rows(), ['going: incomplete · 3 of 40 files']);
		const item = tree.getTreeItem(row('going'));
		assert.deepEqual(
			[(item.iconPath as vscode.ThemeIcon).id, item.contextValue],
			['warning', '+dataset+open+incomplete'],
		);
		assert.match(item.accessibilityInformation?.label ?? '', /incomplete, 3 of 40 files/);
		changed.fire(upload({ state: 'sending' }));
		await until('the row says so', () => rows()[0]?.startsWith('going: uploading 3 of 40'));
		changed.fire(incomplete);
		await until('the row says so', () => rows()[0] === 'going: incomplete · 3 of 40 files');
		changed.fire(upload({ id: 'later', state: 'ready', startedAt: 5, endedAt: 6 }));
		await until('the row says so', () => rows()[0] === 'going: ready · 1 file · 1 byte');
		assert.equal(tree.getTreeItem(row('going')).contextValue, '+dataset+open');
	});

	it('stays incomplete after a later successful upload, until the service lists the files missing from the earlier one', async () => {
		const { files } = fake.add('going', { 'a.txt': 'x', 'c.txt': 'y' });
		const earlier = upload({
			id: 'earlier',
			state: 'incomplete',
			startedAt: 1,
			failed: [{ name: 'b.txt', reason: 'It was gone.' }],
		});
		const later = upload({ id: 'later', state: 'ready', startedAt: 2, endedAt: 3 });
		const { rows, changed, tree, row, below } = await setUp([later, earlier]);
		await below('going');
		assert.deepEqual(rows(), ['going: incomplete · 3 of 40 files']);
		assert.equal(tree.getTreeItem(row('going')).contextValue, '+dataset+open+incomplete');
		files.set('b.txt', Buffer.from('z'));
		changed.fire(upload({ id: 'last', state: 'ready', startedAt: 5, endedAt: 6 }));
		await until('the row says so', () => rows()[0] === 'going: ready · 3 files · 3 bytes');
	});

	it('also requests the files of rows further below that depend on them', async () => {
		const { id } = fake.add('last', { 'a.txt': 'x', 'b.txt': 'y' });
		for (let index = 0; index < 30; index++) fake.add(`other-${index}`);
		for (const dataset of fake.datasets.values())
			Object.assign(dataset, { created_at: `2026-01-0${dataset.id === id ? 1 : 2}T00:00:00Z` });
		const earlier = { state: 'incomplete', failed: [{ name: 'b.txt', reason: 'It was gone.' }] } as const;
		const { rows } = await setUp([upload({ id: 'later', state: 'ready', startedAt: 2 }), upload(earlier)]);
		assert.equal(rows().at(-1), 'last: incomplete · 3 of 40 files');
		await until('the row says so', () => rows().at(-1) === 'last: ready · 2 files · 2 bytes');
	});

	it('finds a dataset that an upload has just created', async () => {
		const { rows, changed } = await setUp();
		assert.deepEqual(rows(), []);
		fake.add('made', {}, 'DRAFT');
		changed.fire(upload({ state: 'sending' }));
		await until('the rows say so', () => rows().length === 1);
		assert.match(rows()[0] ?? '', /^made: uploading 3 of 40/);
	});

	it('keeps no row of a previous account', async () => {
		fake.add('mine', { 'a.txt': 'x' });
		const { rows, session, tree, below } = await setUp();
		await below('mine');
		session.replace({ state: 'signedOut', connection: session.current.connection });
		assert.deepEqual(rows(), []);
		assert.equal(tree.nodeOf('dataset-1'), undefined);
		const asked = fake.of('status').length;
		session.replace(fake.session('b'));
		await until('the rows say so', () => rows().some((text) => text.includes('1 file')));
		assert.equal(fake.of('status').length, asked + 1, 'what was known belonged to the other session');
	});
});

function upload(about: Partial<Upload>): Upload {
	return {
		id: 'u',
		connectionId: 'test',
		accountId: 'me',
		datasetId: 'dataset-1',
		datasetName: 'going',
		state: 'sending',
		files: { count: 40, done: 3, skipped: 0, failed: 0, bytes: 8_000_000, doneBytes: 1_000_000 },
		failed: [],
		startedAt: 1,
		...about,
	};
}
