import assert from 'node:assert/strict';
import { success } from '../../../src/core/base/failure.ts';
import { CatalogStore } from '../../../src/core/catalog/catalogStore.ts';
import type { ModelQuery } from '../../../src/core/catalog/client.ts';
import { FakeService, FakeSession } from '../runs/fakeService.ts';
import { until } from '../support/until.ts';

describe('the catalog in memory', () => {
	const service = new FakeService();
	let asked: ModelQuery[];
	let session: FakeSession;
	let store: CatalogStore;

	before(() => service.start());
	after(() => service.stop());
	beforeEach(() => {
		asked = [];
		session = new FakeSession(service.session('window'));
		store = new CatalogStore({
			session,
			list: async (_, query = {}) => {
				asked.push(query);
				const id = `maker/${query.search ?? 'all'}`;
				return success({ models: [{ id, name: id, categories: [] }], skipped: [], total: 1 });
			},
			categories: async () => success(['text-to-image']),
		});
	});
	afterEach(() => store.dispose());

	const loaded = (filter: Parameters<CatalogStore['list']>[0]) =>
		until('the list', () => store.list(filter).kind === 'ready');

	it('is requested once per filter, and keeps only the latest search', async () => {
		await loaded({});
		await loaded({ search: 'a' });
		await loaded({ search: 'a' });
		await loaded({ search: 'b' });
		await loaded({});
		assert.deepEqual(
			asked.map(({ search }) => search),
			[undefined, 'a', 'b'],
		);
		assert.equal(store.byId('maker/a'), undefined);
		assert.equal(store.byId('maker/b')?.id, 'maker/b');
		await loaded({ search: 'a' });
		assert.equal(asked.length, 4);
	});

	it('belongs to the account of the request', async () => {
		await loaded({});
		let heard = 0;
		const watch = store.onDidChange(() => heard++);
		session.replace(service.session('window', 'someone else'));
		assert.ok(heard > 0);
		assert.equal(store.byId('maker/all'), undefined);
		await loaded({});
		assert.equal(asked.length, 2);
		watch.dispose();
	});
});
