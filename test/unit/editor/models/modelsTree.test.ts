import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { SessionStore } from '../../../../src/core/account/sessionStore.ts';
import { failed, success } from '../../../../src/core/base/failure.ts';
import { CatalogStore } from '../../../../src/core/catalog/catalogStore.ts';
import type { listModels, ModelQuery, modelCategories } from '../../../../src/core/catalog/client.ts';
import type { CatalogModel } from '../../../../src/core/catalog/model.ts';
import { FavoriteModels } from '../../../../src/editor/models/favorites.ts';
import type { ModelsNode } from '../../../../src/editor/models/nodes.ts';
import { ModelsTree } from '../../../../src/editor/models/tree.ts';
import { FakeService } from '../../runs/fakeService.ts';
import { Memento } from '../../support/real.ts';
import { until } from '../../support/until.ts';

const itemText = ({ label, description }: vscode.TreeItem) =>
	`${String(label)}${description === undefined ? '' : `: ${String(description)}`}`;

const outOfReach = {
	kind: 'network',
	message: 'The service cannot be reached.',
	nextStep: 'Try again.',
	fixer: 'you',
} as const;

describe('the Models tree', () => {
	const service = new FakeService();
	const ends: (() => void)[] = [];
	let asked: ModelQuery[];
	let models: CatalogModel[];
	let answers: { list: boolean; categories: boolean };

	before(() => service.start());
	after(() => service.stop());
	beforeEach(() => {
		asked = [];
		answers = { list: true, categories: true };
		models = Array.from({ length: 250 }, (_, index) => ({
			id: `maker/model-${index}`,
			name: `Model ${index}`,
			categories: [index % 2 === 0 ? 'text-to-image' : 'text-to-video'],
			kind: index % 5 === 0 ? 'workflow' : 'model',
			price: { usd: 0.0025, unit: 'image' },
		}));
	});
	afterEach(() => {
		for (const end of ends.splice(0)) end();
	});

	const list: typeof listModels = async (_, query = {}) => {
		asked.push(query);
		if (!answers.list) return failed(outOfReach);
		const matching = models.filter(
			({ name, categories, kind }) =>
				name.toLowerCase().includes(query.search?.toLowerCase() ?? '') &&
				(query.category === undefined || categories.includes(query.category)) &&
				(query.kind === undefined || kind === query.kind),
		);
		const { offset = 0, limit = 100 } = query;
		const page = matching.slice(offset, offset + limit);
		const next = offset + page.length;
		return success({
			models: page,
			skipped: [],
			total: matching.length,
			...(next < matching.length ? { next } : {}),
		});
	};
	const categories: typeof modelCategories = async () =>
		answers.categories ? success(['text-to-image', 'text-to-video']) : failed(outOfReach);

	async function setUp() {
		const session = new SessionStore(service.session('a'));
		const store = new CatalogStore({ session, list, categories });
		const favorites = new FavoriteModels(new Memento());
		const tree = new ModelsTree(session, store, favorites, 'service');
		ends.push(
			() => tree.dispose(),
			() => store.dispose(),
			() => favorites.dispose(),
		);
		await store.refresh();
		const children = (node?: ModelsNode) => tree.getChildren(node);
		const rows = (node?: ModelsNode) => children(node).map((each) => itemText(tree.getTreeItem(each)));
		const row = (words: string, below?: ModelsNode): ModelsNode => {
			const found = children(below).find((node) => itemText(tree.getTreeItem(node)).includes(words));
			assert.ok(found, `no row ${words}: ${rows(below).join(' | ')}`);
			return found;
		};
		/** The rows of a group, or the top ones, once the service has answered. */
		const read = async (node?: ModelsNode) => {
			await until('the rows are there', () => !rows(node).some((text) => text.startsWith('Reading')));
			return rows(node);
		};
		return { session, store, favorites, tree, children, rows, row, read };
	}

	it('has categories as groups, and requests the models of one only when expanded', async () => {
		const { rows, row, read } = await setUp();
		assert.deepEqual(rows(), ['Text to image', 'Text to video', 'All Models']);
		assert.equal(asked.length, 0);
		const group = row('Text to video');
		assert.deepEqual(rows(group), ['Reading the catalog...']);
		const texts = await read(group);
		assert.equal(texts[0], 'Model 1: 0.0025 USD per image');
		assert.deepEqual(
			asked.map(({ category, limit, offset }) => [category, limit, offset]),
			[['text-to-video', 100, 0]],
		);
	});

	it('is sorted by name or price, models without a price last, including later pages', async () => {
		models = [
			...Array.from({ length: 99 }, (_, index) => ({
				id: `m/${index}`,
				name: `Model ${100 + index}`,
				categories: [],
				price: { usd: 0.5 },
			})),
			{ id: 'm/free', name: 'Unpriced', categories: [] },
			{ id: 'm/late', name: 'Late', categories: [], price: { usd: 0.01 } },
		];
		const { tree, store, row, read } = await setUp();
		const first = async () => {
			const texts = await read(row('All Models'));
			return [texts[0], texts[99]];
		};
		await first();
		tree.setQuery({ ...tree.query, order: 'price' });
		assert.deepEqual(await first(), ['Model 100: 0.50 USD', 'Unpriced']);
		await store.loadMore({});
		assert.deepEqual((await first())[0], 'Late: 0.01 USD');
		tree.setQuery({ ...tree.query, order: 'name' });
		assert.deepEqual(await first(), ['Late: 0.01 USD', 'Model 198: 0.50 USD']);
		tree.setQuery({ ...tree.query, order: 'service' });
		assert.deepEqual(await first(), ['Model 100: 0.50 USD', 'Unpriced']);
	});

	it('pages through all models, one request for each page', async () => {
		const { tree, store, row, read } = await setUp();
		const all = row('All Models');
		assert.equal((await read(all)).at(-1), 'Show More: 100 of 250 shown');
		const more = () => {
			const { command } = tree.getTreeItem(row('Show More', all));
			assert.equal(command?.command, 'easel.showMoreModels');
			return store.loadMore(command.arguments?.[0]);
		};
		await more();
		assert.equal((await read(all)).at(-1), 'Show More: 200 of 250 shown');
		await more();
		const texts = await read(all);
		assert.equal(texts.length, 250);
		assert.deepEqual(
			asked.map(({ offset }) => offset),
			[0, 100, 200],
		);
	});

	it('shows search results as a flat list, and the groups again without a search', async () => {
		const { tree, rows, read } = await setUp();
		tree.setQuery({ search: 'model 24', kind: '', order: 'service' });
		assert.deepEqual(rows(), ['Reading the catalog...']);
		assert.equal((await read()).length, 11);
		tree.setQuery({ search: 'nothing is called this', kind: '', order: 'service' });
		assert.deepEqual(await read(), ['No model found. Search for other words, or clear the filter.']);
		tree.setQuery({ search: '', kind: '', order: 'service' });
		assert.deepEqual(rows(), ['Text to image', 'Text to video', 'All Models']);
	});

	it('redraws search results only after they are reloaded, not with the categories', async () => {
		const { tree, store } = await setUp();
		const query = { search: 'model 24', kind: '', order: 'service' } as const;
		tree.setQuery(query);
		await until('it was found', () => store.list({ search: query.search }).kind === 'ready');
		let drawn = 0;
		tree.onDidChangeTreeData(() => drawn++);
		await store.categories.refresh();
		await store.reload({ search: query.search });
		assert.equal(drawn, 1);
		tree.setQuery({ ...query, search: '' });
		await store.categories.refresh();
		assert.equal(drawn, 3);
	});

	it('shows only models of the chosen kind', async () => {
		const { tree, row, read } = await setUp();
		tree.setQuery({ search: '', kind: 'workflow', order: 'service' });
		assert.equal((await read(row('All Models'))).length, 50);
		assert.deepEqual(asked.at(-1)?.kind, 'workflow');
	});

	it('keeps favorites on top, per connection, even if the catalog cannot be read', async () => {
		const { session, favorites, store, rows, row, read, tree } = await setUp();
		const [first, second] = [models[7], models[3]];
		assert.ok(first && second);
		await favorites.add(session.current.connection.id, [first, second]);
		assert.deepEqual(rows(), ['Favorites', 'Text to image', 'Text to video', 'All Models']);
		assert.deepEqual(rows(row('Favorites')), [
			'Model 3: 0.0025 USD per image',
			'Model 7: 0.0025 USD per image',
		]);
		await read(row('Text to video'));
		const shown = row('Model 7', row('Text to video'));
		assert.match(tree.getTreeItem(shown).contextValue ?? '', /\+favorite/);
		assert.deepEqual(favorites.of('another'), []);
		await favorites.remove(session.current.connection.id, [first.id, second.id]);
		assert.equal(rows()[0], 'Text to image');
		await favorites.add(session.current.connection.id, [first]);
		answers.categories = false;
		session.replace(service.session('b'));
		await until('the failure is known', () => store.categories.state.kind === 'failed');
		assert.deepEqual(rows(), ['Favorites', 'The service cannot be reached.: Try Again']);
	});

	it('keeps its contents if a refresh fails, and shows their age', async () => {
		const { store, row, read } = await setUp();
		const group = row('Text to image');
		await read(group);
		answers.list = false;
		await store.refresh();
		const [first, second] = await read(group);
		assert.equal(first, 'Not Refreshed: last read just now');
		assert.equal(second, 'Model 0: 0.0025 USD per image');
	});

	it('explains an unreadable group, with an action to try again', async () => {
		const { tree, store, row, read } = await setUp();
		answers.list = false;
		const group = row('All Models');
		assert.deepEqual(await read(group), ['The service cannot be reached.: Try Again']);
		assert.equal(tree.getTreeItem(row('reached', group)).command?.command, 'easel.refreshModels');
		answers.list = true;
		await store.refresh();
		assert.equal((await read(group)).length, 101);
	});

	it('shows nothing of another account or after sign-out', async () => {
		const { session, row, read, rows } = await setUp();
		await read(row('All Models'));
		session.replace({ state: 'signedOut', connection: session.current.connection });
		assert.deepEqual(rows(), []);
	});

	it('shows hostile texts as plain text', async () => {
		models = [
			{
				id: 'x/y',
				name: '$(trash) <b>[click](command:x)</b>\u202e\n| a |',
				description: '<script>alert(1)</script> [x](command:workbench.action.quit)',
				categories: ['$(bug) | a'],
				price: { usd: 1, unit: '$(flame)|', note: '<img src=x>' },
			},
		];
		const { tree, row, read } = await setUp();
		const all = row('All Models');
		const [text = ''] = await read(all);
		assert.doesNotMatch(text, /\$\(|\n|\u202e/);
		const node = row('click', all);
		const item = tree.resolveTreeItem(tree.getTreeItem(node), node);
		const { value } = item.tooltip as vscode.MarkdownString;
		assert.doesNotMatch(value, /<script|<img|\]\(command/);
	});
});
