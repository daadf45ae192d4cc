import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { describe, it } from 'mocha';
import { createDatasetStore, type DatasetStore } from '../../../src/core/datasets/datasetStore.ts';
import { AccountDatasets } from '../../../src/core/datasets/knowledge.ts';
import type { DatasetKnowledge } from '../../../src/core/training/context.ts';
import { FakeSession } from '../runs/fakeService.ts';
import { until } from '../support/until.ts';
import { FakeDatasets } from './fakeDatasets.ts';

describe('the knowledge of datasets by name', () => {
	let service: FakeDatasets;
	let session: FakeSession;
	let known: AccountDatasets;
	let store: DatasetStore;
	let changes: number;

	beforeEach(async () => {
		service = new FakeDatasets();
		await service.start();
		session = new FakeSession(service.session('w'));
		mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
		store = createDatasetStore({ session });
		known = new AccountDatasets({ store, session });
		changes = 0;
		known.onDidChange(() => changes++);
	});

	afterEach(async () => {
		mock.timers.reset();
		known.dispose();
		await service.stop();
	});

	const pass = (ms: number) => mock.timers.setTime(Date.now() + ms);
	/** Returns the answer once there is one. */
	const answer = (name: string) => until(name, () => known.lookup(name));

	it('comes from the list, with the files of a ready dataset', async () => {
		service.add('cats', { 'a.jpg': 'x', 'a.txt': 'y' });
		service.add('half', { 'a.jpg': 'x' }, 'UPLOADING');
		service.settle = () => 'UPLOADING';
		assert.equal(known.lookup('cats'), undefined);
		assert.deepEqual(await answer('cats'), { state: 'READY', files: ['a.jpg', 'a.txt'] });
		assert.deepEqual(known.lookup('half'), { state: 'UPLOADING', files: [] });
		assert.equal(known.lookup('none'), 'missing');
		assert.deepEqual(known.names(), ['cats', 'half']);
		assert.ok(changes >= 2);
		// The checks of a configuration use this type.
		assert.ok(known satisfies DatasetKnowledge);
	});

	it('costs one call per dataset and minute, and none for unused ones', async () => {
		service.add('cats', { 'a.jpg': 'x' });
		service.add('dogs');
		await answer('cats');
		for (let index = 0; index < 20; index++) known.lookup('cats');
		assert.deepEqual([service.of('list').length, service.of('status').length], [1, 1]);
		service.datasets.get('dataset-1')?.files.set('b.jpg', Buffer.from('x'));
		pass(61_000);
		assert.deepEqual(known.lookup('cats'), { state: 'READY', files: ['a.jpg'] });
		await until('two files', () => {
			const cats = known.lookup('cats');
			return typeof cats === 'object' && cats.files.length === 2;
		});
		assert.deepEqual([service.of('list').length, service.of('status').length], [2, 2]);
	});

	it('is empty, with few calls, while the service has trouble', async () => {
		service.before = () => ({ status: 400 });
		for (let index = 0; index < 20; index++) {
			assert.equal(known.lookup('cats'), undefined);
			await new Promise((resolve) => setImmediate(resolve));
		}
		await until('the call', () => service.calls.length === 1);
		service.before = ({ kind }) => (kind === 'status' ? { status: 400 } : undefined);
		service.add('cats', { 'a.jpg': 'x' });
		pass(61_000);
		known.lookup('cats');
		await until('the list', () => known.names().length === 1);
		for (let index = 0; index < 20; index++) {
			assert.equal(known.lookup('cats'), undefined, 'without its files it may seem empty');
			await new Promise((resolve) => setTimeout(resolve, 1));
		}
		assert.equal(service.of('status').length, 1);
	});

	it('does not report a dataset as missing if the list is old', async () => {
		service.add('cats');
		await answer('cats');
		pass(61_000);
		service.add('new');
		assert.equal(known.lookup('new'), undefined);
		assert.deepEqual(await answer('new'), { state: 'READY', files: [] });
	});

	it('keeps reporting a missing dataset while an old list is reloaded', async () => {
		assert.equal(await answer('none'), 'missing');
		pass(61_000);
		const seen = new Set<unknown>();
		known.onDidChange(() => seen.add(known.lookup('none')));
		assert.equal(known.lookup('none'), 'missing');
		await until('the list', () => service.of('list').length === 2 && seen.size > 0);
		assert.deepEqual([...seen, known.lookup('none')], ['missing', 'missing']);
	});

	it('stops reporting a missing dataset if the list cannot be reloaded', async () => {
		assert.equal(await answer('none'), 'missing');
		pass(61_000);
		service.before = () => ({ status: 400 });
		assert.equal(known.lookup('none'), 'missing');
		let last: unknown = 'missing';
		known.onDidChange(() => {
			last = known.lookup('none');
		});
		await until('no claim', () => last === undefined);
	});

	it('includes datasets shown elsewhere in the window', async () => {
		service.add('cats', {}, 'UPLOADING');
		service.settle = () => 'UPLOADING';
		assert.deepEqual(await answer('cats'), { state: 'UPLOADING', files: [] });
		pass(1000);
		known.note({ id: 'dataset-1', name: 'cats', state: 'READY', files: [{ name: 'a.jpg', bytes: 1 }] });
		assert.deepEqual(known.lookup('cats'), { state: 'READY', files: ['a.jpg'] });
	});

	it('follows the list if it has a later record', async () => {
		const dataset = service.add('cats', { 'a.jpg': 'x' });
		await answer('cats');
		pass(61_000);
		dataset.status = 'UPLOADING';
		service.settle = () => 'UPLOADING';
		await until('the new state', () => {
			const cats = known.lookup('cats');
			return typeof cats === 'object' && cats.state === 'UPLOADING';
		});
		store.replace({ id: dataset.id, name: 'cats', state: 'READY' });
		dataset.status = 'READY';
		assert.notEqual(JSON.stringify(known.lookup('cats')), JSON.stringify({ state: 'UPLOADING', files: [] }));
		pass(61_000);
		await until('its files', () => {
			const cats = known.lookup('cats');
			return typeof cats === 'object' && cats.files.length === 1;
		});
	});

	it('is forgotten with the account', async () => {
		service.add('cats');
		await answer('cats');
		session.replace({ state: 'signedOut', connection: session.current.connection });
		assert.equal(known.lookup('cats'), undefined);
		assert.deepEqual(known.names(), []);
	});
});
