import assert from 'node:assert/strict';
import type { Session } from '../../../src/core/account/session.ts';
import { SessionStore } from '../../../src/core/account/sessionStore.ts';
import { failed, type Result, success } from '../../../src/core/base/failure.ts';
import type { DeploymentList } from '../../../src/core/deployments/deployment.ts';
import { createDeploymentStore } from '../../../src/core/deployments/store.ts';
import type { Transport } from '../../../src/core/http/transport.ts';
import { connectionTo, sessionOn } from '../../support/connection.ts';

const connection = connectionTo('http://127.0.0.1:1');
const signedIn = (id: string): Session => sessionOn(connection, {} as Transport, id);
const signedOut: Session = { state: 'signedOut', connection };
const listOf = (...names: string[]): Result<DeploymentList> =>
	success({ deployments: names.map((name) => ({ id: name, name })), skipped: [] });
const trouble = failed({
	kind: 'network',
	message: 'No connection.',
	nextStep: 'Check the network.',
	fixer: 'you',
});

/** Returns a store with answers that the test gives one by one. */
function setUp(first: Session) {
	const session = new SessionStore(first);
	const waiting: ((result: Result<DeploymentList>) => void)[] = [];
	const store = createDeploymentStore({
		session,
		list: () => new Promise((resolve) => waiting.push(resolve)),
	});
	const answer = async (result: Result<DeploymentList>) => {
		const next = waiting.shift();
		assert.ok(next, 'the service was not asked');
		next(result);
		await new Promise((resolve) => setImmediate(resolve));
	};
	return { session, store, waiting, answer };
}

describe('the deployments of a session', () => {
	it('keeps the last data and shows the reason when a refresh fails', async () => {
		const { store, answer } = setUp(signedIn('a'));
		void store.refresh();
		await answer(listOf('one', 'two'));
		void store.refresh();
		await answer(trouble);
		assert.equal(store.state.kind, 'ready');
		assert.deepEqual(
			store.items.map((deployment) => deployment.name),
			['one', 'two'],
		);
		assert.equal(store.state.kind === 'ready' && store.state.failure?.message, 'No connection.');
		void store.refresh();
		await answer(listOf('three'));
		assert.equal(store.state.kind === 'ready' && store.state.failure, undefined);
	});

	it('distinguishes a first failure from an empty account', async () => {
		const { store, answer } = setUp(signedIn('a'));
		void store.refresh();
		await answer(trouble);
		assert.equal(store.state.kind, 'failed');
		void store.refresh();
		await answer(listOf());
		assert.equal(store.state.kind, 'ready');
		assert.equal(store.items.length, 0);
	});

	it('sends one request for overlapping refreshes', () => {
		const { store, waiting } = setUp(signedIn('a'));
		void store.refresh();
		void store.refresh();
		assert.equal(waiting.length, 1);
	});

	it('never shows the reply of an earlier account in a later one', async () => {
		const { session, store, answer } = setUp(signedIn('a'));
		void store.refresh();
		session.replace(signedIn('b'));
		await answer(listOf('of a'));
		assert.equal(store.state.kind, 'loading');
		await answer(listOf('of b'));
		assert.equal(store.items[0]?.name, 'of b');
	});

	it('forgets everything on sign-out and requests nothing while signed out', async () => {
		const { session, store, answer, waiting } = setUp(signedIn('a'));
		void store.refresh();
		await answer(listOf('one'));
		session.replace(signedOut);
		assert.equal(store.state.kind, 'signedOut');
		assert.equal(store.items.length, 0);
		await store.refresh();
		assert.equal(waiting.length, 0);
	});

	it('replaces the known record with a changed one', async () => {
		const { store, answer } = setUp(signedIn('a'));
		void store.refresh();
		await answer(listOf('one', 'two'));
		store.replace({ id: 'two', name: 'two', enabled: false });
		assert.equal(store.byId('two')?.enabled, false);
		assert.equal(store.byId('one')?.enabled, undefined);
	});
});
