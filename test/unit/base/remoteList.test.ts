import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../src/core/base/emitter.ts';
import { failed, type Result, success } from '../../../src/core/base/failure.ts';
import { type ListPage, RemoteList } from '../../../src/core/base/remoteList.ts';

interface Item {
	readonly id: string;
	readonly name?: string;
}
type Page = ListPage<Item>;

const page = (ids: string, more: Partial<Page> = {}): Result<Page> =>
	success({ items: [...ids].map((id) => ({ id })), skipped: [], ...more });
const trouble = failed({ kind: 'network', message: 'No connection.', nextStep: 'Check it.', fixer: 'you' });

/** Returns a list with answers that the test gives one by one. */
function setUp() {
	const changed = new Emitter<void>();
	let owner: { readonly name: string } | undefined = { name: 'a' };
	const asked: { after: string | undefined; answer(page: Result<Page>): void; signal: AbortSignal }[] = [];
	const thrown: string[] = [];
	const list = new RemoteList<Item, { readonly name: string }>({
		owner: () => owner,
		onDidChangeOwner: changed.event,
		load: (_, { after, signal }) => new Promise((resolve) => asked.push({ after, signal, answer: resolve })),
		onError: (error) => thrown.push(String(error)),
	});
	return {
		list,
		thrown,
		asked,
		become(name: string | undefined) {
			owner = name === undefined ? undefined : { name };
			changed.fire();
		},
		async answer(result: Result<Page>) {
			const next = asked.pop();
			assert.ok(next, 'the service was not asked');
			next.answer(result);
			await new Promise((resolve) => setImmediate(resolve));
		},
	};
}
const idsOf = (list: RemoteList<Item, { readonly name: string }>) => list.items.map(({ id }) => id).join('');

describe('a list of a service', () => {
	afterEach(() => mock.timers.reset());

	it('arrives a page at a time, without duplicates', async () => {
		const { list, asked, answer } = setUp();
		void list.refresh();
		await answer(page('ab', { next: '2' }));
		void list.loadMore();
		assert.equal(asked[0]?.after, '2');
		await answer(page('bc', { skipped: ['One record has no id.'] }));
		assert.equal(idsOf(list), 'abc');
		assert.deepEqual(list.state.kind === 'ready' && list.state.skipped, ['One record has no id.']);
		await list.loadMore();
		assert.equal(asked.length, 0, 'there is no further page');
	});

	it('starts over with a refresh', async () => {
		const { list, answer } = setUp();
		void list.refresh();
		await answer(page('ab', { next: '2' }));
		void list.loadMore();
		await answer(page('cd'));
		void list.refresh();
		await answer(page('ab', { next: '2' }));
		assert.equal(idsOf(list), 'ab');
		assert.equal(list.state.kind === 'ready' && list.state.next, '2');
	});

	it('keeps its items when a refresh or a page fails, with their age and the reason', async () => {
		const { list, answer } = setUp();
		void list.refresh();
		mock.timers.enable({ apis: ['Date'], now: 1000 });
		await answer(page('ab', { next: '2' }));
		mock.timers.setTime(2000);
		void list.loadMore();
		await answer(trouble);
		void list.refresh();
		await answer(trouble);
		assert.equal(idsOf(list), 'ab');
		assert.ok(list.state.kind === 'ready');
		assert.equal(list.state.loadedAt, 1000);
		assert.equal(list.state.failure?.message, 'No connection.');
	});

	it('drops a page overtaken by a refresh', async () => {
		const { list, asked, answer } = setUp();
		void list.refresh();
		await answer(page('ab', { next: '2' }));
		void list.loadMore();
		const overtaken = asked[0];
		void list.refresh();
		assert.equal(overtaken?.signal.aborted, true);
		await answer(page('xy'));
		overtaken?.answer(page('cd'));
		await new Promise((resolve) => setImmediate(resolve));
		assert.equal(idsOf(list), 'xy');
	});

	it('sends one request for overlapping loads', async () => {
		const { list, asked, answer } = setUp();
		void list.refresh();
		void list.refresh();
		assert.equal(asked.length, 1);
		await answer(page('a', { next: '2' }));
		void list.loadMore();
		void list.loadMore();
		assert.equal(asked.length, 1);
	});

	it('belongs to its owner: it is empty for another one, and without one', async () => {
		const { list, asked, answer, become } = setUp();
		void list.refresh();
		const first = asked[0];
		become('b');
		first?.answer(page('a'));
		await new Promise((resolve) => setImmediate(resolve));
		assert.equal(list.state.kind, 'loading');
		await answer(page('b'));
		assert.equal(idsOf(list), 'b');
		become(undefined);
		assert.deepEqual([list.state.kind, idsOf(list)], ['signedOut', '']);
	});

	it('applies changes, additions and removals of single records', async () => {
		const { list, answer } = setUp();
		void list.refresh();
		await answer(page('ab'));
		list.replace({ id: 'b', name: 'B' });
		list.replace({ id: 'z', name: 'not known' });
		list.add({ id: 'c' });
		list.remove('a');
		assert.deepEqual(list.items, [{ id: 'c' }, { id: 'b', name: 'B' }]);
	});

	it('continues when a listener throws, and reports the error', async () => {
		const { list, thrown, answer } = setUp();
		let heard = 0;
		list.onDidChange(() => {
			throw new Error('a fault of a listener');
		});
		list.onDidChange(() => heard++);
		void list.refresh();
		await answer(page('a'));
		assert.equal(heard, 1);
		assert.match(thrown.join(), /^Error: a fault of a listener/);
	});
});
