import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { SignedIn } from '../../../../src/core/account/session.ts';
import { SessionStore } from '../../../../src/core/account/sessionStore.ts';
import { failed, success } from '../../../../src/core/base/failure.ts';
import { CatalogStore } from '../../../../src/core/catalog/catalogStore.ts';
import type { CatalogModel } from '../../../../src/core/catalog/model.ts';
import type { Transport } from '../../../../src/core/http/transport.ts';
import { modelCommands } from '../../../../src/editor/models/commands.ts';
import { modelPageText, modelPageUri } from '../../../../src/editor/models/documents.ts';
import { FavoriteModels } from '../../../../src/editor/models/favorites.ts';
import type { ModelsNode } from '../../../../src/editor/models/nodes.ts';
import { rememberedOrder } from '../../../../src/editor/models/orderModels.ts';
import { ModelsTree } from '../../../../src/editor/models/tree.ts';
import { ofService } from '../../../support/connection.ts';
import { actsOf } from '../../support/acts.ts';
import { part } from '../../support/part.ts';
import { Memento } from '../../support/real.ts';
import { until } from '../../support/until.ts';
import { editor, commands as editorCommands } from '../../support/vscode.ts';

const schema = {
	type: 'object',
	required: ['prompt'],
	properties: {
		prompt: { type: 'string', description: 'What to paint. | <b>x</b> [a](command:b)' },
		steps: { type: 'integer', minimum: 1, maximum: 60, default: 28 },
	},
};
const records = ['River', 'Canvas', 'Sketch'].map((name) => ({
	model_id: `maker/${name.toLowerCase()}`,
	display_name: name,
	description: `First paragraph of ${name}.\n\n# not a heading\n<script>alert(1)</script>`,
	categories: ['text-to-image'],
	base_price_usd: 0.5,
	price_unit: 'second',
	pricing_note: 'More for long ones.',
	model_url: `https://web.test/${name}`,
}));

describe('the commands of the Models view', () => {
	let asked: URL[];
	let isDown: boolean;
	/** The action of a person who is asked to sign in. */
	let signIn: () => void;
	const ends: (() => void)[] = [];

	beforeEach(() => {
		asked = [];
		isDown = false;
		signIn = () => undefined;
	});
	afterEach(() => {
		for (const end of ends.splice(0)) end();
		editor.reset();
	});

	/** A catalog of three models. */
	const transport = {
		async json({ url }) {
			const address = new URL(url);
			asked.push(address);
			if (isDown)
				return failed({ kind: 'network', message: 'Out of reach.', nextStep: 'Try again.', fixer: 'you' });
			if (address.pathname === '/v1/models/categories') return success({ categories: ['text-to-image'] });
			const one = records.find(({ model_id }) => address.pathname === `/v1/models/${model_id}`);
			if (one !== undefined) return success({ ...one, input_schema: schema });
			const words = (address.searchParams.get('search') ?? '').toLowerCase();
			const models = records.filter(({ display_name }) => display_name.toLowerCase().includes(words));
			return success({ models, total: models.length });
		},
	} as Transport;

	function setUp() {
		const connection = { ...ofService, id: 'test', name: 'Test', modelApiUrl: 'https://api.test' };
		const session = new SessionStore(
			part<SignedIn>({
				state: 'signedIn',
				connection,
				account: { id: 'me', label: 'me' },
				service: { connection, transport },
			}),
		);
		const memory = new Memento();
		const favorites = new FavoriteModels(memory);
		const store = new CatalogStore({ session });
		const tree = new ModelsTree(session, store, favorites, rememberedOrder(memory));
		ends.push(() => {
			tree.dispose();
			store.dispose();
		});
		const view = { message: '', description: '' } as vscode.TreeView<ModelsNode>;
		const pages: string[] = [];
		editorCommands.registerCommand('markdown.showPreview', (uri) => pages.push(String(uri)));
		const forms: string[] = [];
		editorCommands.registerCommand('easel.runModel', (row) =>
			forms.push((row as { model: CatalogModel }).model.name),
		);
		const commands = modelCommands({
			acts: actsOf(session, {}),
			session,
			signedIn: async () => {
				signIn();
				return session.current.state === 'signedIn' ? session.current : undefined;
			},
			memory,
			favorites,
			store,
			tree,
			view,
			outdate: () => undefined,
		});
		const node = (name: string): ModelsNode => ({
			kind: 'model',
			model: {
				id: `maker/${name.toLowerCase()}`,
				name,
				categories: [],
				url: `https://web.test/${name}`,
			} satisfies CatalogModel,
			group: 'all',
			isFavorite: false,
		});
		return { session, memory, favorites, store, tree, view, pages, forms, commands, node };
	}
	/** Returns the active list or box. */
	const input = () => {
		assert.ok(editor.input);
		return editor.input;
	};
	const typed = (text: string) => {
		input().type(text);
	};

	it('search by the service during input, and open the form of the chosen model', async () => {
		const { commands, favorites, forms, node } = setUp();
		await commands['easel.addModelFavorite'](node('Sketch'));
		const done = commands['easel.searchModels']();
		await until('the first answer', () => editor.input?.items.length === 5);
		assert.deepEqual(
			input().items.map(({ label }) => label),
			['Favorites', 'Sketch', 'All Models', 'River', 'Canvas'],
		);
		for (const text of ['r', 'ri', 'riv']) typed(text);
		await until('the answer to the words', () => input().items.length === 1);
		assert.deepEqual(
			asked.map(({ searchParams }) => searchParams.get('search')),
			[null, 'riv'],
			'one question for the words, after a pause',
		);
		input().choose('River');
		await done;
		assert.deepEqual(forms, ['River']);
		assert.equal(favorites.of('test').length, 1);
	});

	it('ask to sign in first, and continue with the account', async () => {
		const { session, commands, forms } = setUp();
		const account = session.current;
		session.replace({ state: 'signedOut', connection: account.connection });
		await commands['easel.searchModels']();
		assert.equal(editor.input, undefined);
		signIn = () => session.replace(account);
		const done = commands['easel.searchModels']();
		await until('the first answer', () => editor.input?.items.length === 3);
		input().choose('River');
		await done;
		assert.deepEqual(forms, ['River']);
	});

	it('choose the first match of the entered text if Enter precedes the response', async () => {
		const { commands, forms } = setUp();
		const done = commands['easel.searchModels']();
		await until('the first answer', () => editor.input?.items.length === 3);
		typed('canv');
		const [river] = input().items;
		assert.equal(river?.label, 'River');
		input().choose('River');
		await done;
		assert.deepEqual(forms, ['Canvas']);
	});

	it('show in the list that nothing was found, or why the search failed', async () => {
		const { commands } = setUp();
		const done = commands['easel.searchModels']();
		await until('the list', () => editor.input !== undefined);
		typed('nothing is called this');
		await until('an answer', () => input().items.some(({ label }) => label.includes('No model found')));
		isDown = true;
		typed('river');
		await until('a reason', () => input().items.some(({ label }) => label.includes('Out of reach.')));
		input().hide();
		await done;
	});

	it('sort the view as chosen, and remember it', async () => {
		const { commands, memory, tree } = setUp();
		assert.equal(tree.query.order, 'service');
		let current: string | undefined;
		editor.pick = (rows) => {
			current = rows.find(({ description }) => description === 'current')?.label;
			return rows.find(({ label }) => label.startsWith('Price'));
		};
		await commands['easel.sortModels']();
		assert.equal(current, 'Order of the Service');
		assert.equal(tree.query.order, 'price');
		assert.equal(rememberedOrder(memory), 'price');
		editor.pick = () => undefined;
		await commands['easel.sortModels']();
		assert.equal(tree.query.order, 'price');
	});

	it('filter the view during input, and restore it if dismissed', async () => {
		const { commands, tree, view } = setUp();
		commands['easel.filterModels']();
		typed('river');
		await until('the filter', () => view.message === 'Filter: river');
		assert.equal(tree.query.search, 'river');
		assert.equal(editor.context.get('easel.modelsFiltered'), true);
		input().hide();
		assert.equal(tree.query.search, '');
		await until('no filter', () => view.message === '');
		commands['easel.filterModels']();
		input().enter('  canvas ');
		assert.equal(tree.query.search, 'canvas');
		commands['easel.clearModelFilter']();
		assert.equal(tree.query.search, '');
		assert.equal(editor.context.get('easel.modelsFiltered'), false);
	});

	it('apply to all selected rows', async () => {
		const { commands, favorites, node } = setUp();
		const rows = [node('River'), node('Canvas'), node('River')];
		await commands['easel.copyModelId'](rows[0], rows);
		assert.deepEqual(editor.copied, ['maker/river\nmaker/canvas']);
		await commands['easel.addModelFavorite'](rows[0], rows);
		assert.deepEqual(
			favorites.of('test').map(({ name }) => name),
			['Canvas', 'River'],
		);
		await commands['easel.removeModelFavorite'](rows[0], rows);
		assert.deepEqual(favorites.of('test'), []);
	});

	it('copy code with the schema of the model, and open only its web page', async () => {
		const { commands, node } = setUp();
		await commands['easel.copyModelAsCurl'](node('River'));
		const [code = ''] = editor.copied;
		assert.match(code, /^curl --request POST 'https:\/\/api\.test\/v1\/models\/maker\/river'/);
		assert.match(code, /"steps": 28/);
		await commands['easel.openModelInBrowser'](node('River'));
		assert.match(editor.visited[0] ?? '', /^https:.*web\.test\/River$/);
		await commands['easel.openModelInBrowser']({ kind: 'all' });
		assert.equal(editor.visited.length, 1);
	});

	it('explain why code cannot be copied', async () => {
		const { commands, node } = setUp();
		isDown = true;
		await commands['easel.copyModelAsPython'](node('River'));
		assert.deepEqual(editor.copied, []);
		assert.match(editor.messages[0]?.text ?? '', /Out of reach/);
	});

	describe('the page of a model', () => {
		const page = async (change: (session: SessionStore) => void = () => undefined) => {
			const { session } = setUp();
			const uri = modelPageUri('test', { id: 'maker/river', name: 'River' });
			change(session);
			return modelPageText({ acts: actsOf(session, {}), session, ready: async () => undefined }, uri);
		};

		it('contains description, price with unit and note, and a table of the inputs', async () => {
			const text = await page();
			assert.match(text, /^# River$/m);
			assert.match(text, /0&#46;50 USD per second|0\.50 USD per second/);
			assert.match(text, /More for long ones/);
			assert.match(text, /\| \*\*prompt\*\* \(required\) \| text \|/);
			assert.match(text, /\| \*\*steps\*\* \| whole number&#44; 1 to 60 \| 28 \|/);
		});

		it('renders no text of the service as Markdown or HTML', async () => {
			const text = await page();
			assert.doesNotMatch(text, /<script|<b>|\]\(command|^# not a heading/m);
			assert.match(text, /&#60;script&#62;/);
		});

		it('explains why it cannot be shown', async () => {
			isDown = true;
			assert.match(await page(), /Out of reach/);
			isDown = false;
			const signedOut = await page((session) =>
				session.replace({ state: 'signedOut', connection: session.current.connection }),
			);
			assert.match(signedOut, /Sign in/);
		});
	});
});
