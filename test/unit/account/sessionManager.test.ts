import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Session, SignedIn } from '../../../src/core/account/session.ts';
import { SessionManager } from '../../../src/core/account/sessionManager.ts';
import type { ConnectionChoice } from '../../../src/core/account/tokenRecovery.ts';
import { TokenVault } from '../../../src/core/account/tokenVault.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Connection } from '../../../src/core/connection/connection.ts';
import { engineConnection, sandboxConnection } from '../../../src/core/connection/connections.ts';
import type { NetworkSettings } from '../../../src/core/http/network.ts';
import {
	expectFailure,
	expectValue,
	hangUp,
	json,
	type Seen,
	startServer,
	type TestServer,
} from '../http/support.ts';
import { ManualClock } from '../runs/clocks.ts';
import { until } from '../support/until.ts';
import { MemorySecrets } from './memorySecrets.ts';

/** The account that each good token belongs to. */
let people: Map<string, string>;
/** The service's answer to a call in place of looking at its token. */
let trouble: (seen: Seen) => 'refuse' | 'hang up' | 'unknown route' | undefined;
let server: TestServer;
let secrets: MemorySecrets;
let vault: TokenVault;
let choice: ConnectionChoice;
let network: NetworkSettings;
let refusals: string[];
let moves: (readonly [string, string])[];
let open: SessionManager[];
let clock: ManualClock;
/** Number of calls before those under test. */
let seenBefore: number;

function connectionTo(url: string, name = 'Lab'): Connection {
	return {
		...sandboxConnection({ baseUrl: url, modelApiUrl: url, webUrl: url, trainerUrl: url }),
		id: `user:${name}`,
		name,
	};
}

function newWindow(): SessionManager {
	const sessions = new SessionManager({
		choice: () => choice,
		network: () => network,
		vault,
		log: silentLog,
		clock,
		onRefused: (_connection, account) => refusals.push(account.id),
		onAddressesChanged: (connection, account) => moves.push([connection.baseUrl, account.id]),
	});
	open.push(sessions);
	return sessions;
}

function signedIn(session: Session): SignedIn {
	assert.equal(session.state, 'signedIn');
	return session as SignedIn;
}

/** Lets time pass while something waits for it, until the work is done. */
async function passing<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	const done = work.finally(() => {
		isDone = true;
	});
	while (!isDone) {
		if (clock.pending > 0) await clock.advance(500);
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
	return done;
}

const ask = (session: Session, method: 'GET' | 'POST' = 'GET') => {
	const { service } = signedIn(session);
	const url = `${service.connection.baseUrl}/anything`;
	return passing(service.transport.json({ method, url, ...(method === 'POST' ? { body: '{}' } : {}) }));
};

/** Lets so much time pass in steps, with room for the calls that follow from it. */
async function pass(minutes: number): Promise<void> {
	for (let passed = 0; passed < minutes; passed++) {
		await clock.advance(60_000);
		if (clock.pending === 0) await new Promise((resolve) => setTimeout(resolve, 1));
	}
}

async function returned(sessions: SessionManager): Promise<void> {
	while (sessions.current.state === 'signedOut') await pass(1);
}

const calls = () => server.seen.slice(seenBefore).map(({ method, url }) => `${method} ${url}`);

describe('sessions', () => {
	beforeEach(async () => {
		people = new Map([
			['t-ada', 'ada'],
			['t-bob', 'bob'],
		]);
		trouble = () => undefined;
		server = await startServer((reply, seen, index) => {
			const id = people.get(seen.headers.authorization?.replace('Bearer ', '') ?? '');
			const what = trouble(seen);
			if (what === 'hang up') return hangUp(reply, seen, index);
			if (what === 'unknown route') return json({}, 404)(reply, seen, index);
			const answer =
				id === undefined || what === 'refuse'
					? json({ message: 'no' }, 401)
					: json({ id, email: `${id}@lab.test` });
			answer(reply, seen, index);
		});
		secrets = new MemorySecrets();
		vault = new TokenVault(secrets, silentLog);
		choice = { connection: connectionTo(server.url) };
		network = { environment: {} };
		refusals = [];
		moves = [];
		open = [];
		clock = new ManualClock();
		seenBefore = 0;
	});

	afterEach(async () => {
		for (const sessions of open) await sessions.dispose();
		await server.close();
	});

	it('begin signed out, and a good token signs in', async () => {
		const sessions = newWindow();
		await sessions.reload();
		assert.equal(sessions.current.state, 'signedOut');
		assert.equal(expectValue(await sessions.signInWith(choice.connection, 't-ada')).label, 'ada@lab.test');
		await sessions.reload();
		assert.equal(signedIn(sessions.current).account.id, 'ada');
		assert.equal((expectValue(await ask(sessions.current)) as { id: string }).id, 'ada');
	});

	it('do not store a rejected token', async () => {
		const sessions = newWindow();
		assert.equal(expectFailure(await passing(sessions.signInWith(choice.connection, 'wrong'))).kind, 'auth');
		assert.equal(secrets.values.size, 0);
	});

	it('store a token that is accepted at the second try', async () => {
		let left = 2;
		trouble = () => (left-- > 0 ? 'refuse' : undefined);
		const signingIn = newWindow().signInWith(choice.connection, 't-ada');
		assert.equal(expectValue(await passing(signingIn)).label, 'ada@lab.test');
		assert.equal(secrets.values.size, 1);
	});

	it('report a storage that keeps nothing', async () => {
		secrets.store = async () => {};
		const failure = expectFailure(await newWindow().signInWith(choice.connection, 't-ada'));
		assert.match(failure.message, /could not store/);
	});

	it('are restored without a call to the service', async () => {
		expectValue(await newWindow().signInWith(choice.connection, 't-ada'));
		const calls = server.seen.length;
		const later = newWindow();
		await later.reload();
		assert.equal(signedIn(later.current).account.label, 'ada@lab.test');
		assert.equal(server.seen.length, calls);
	});

	describe('of a connection whose addresses change', () => {
		let elsewhere: TestServer;
		beforeEach(async () => {
			elsewhere = await startServer(json({ id: 'thief', email: null }));
		});
		afterEach(() => elsewhere.close());

		it('end, and send the token to no other address', async () => {
			const sessions = newWindow();
			expectValue(await sessions.signInWith(choice.connection, 't-ada'));
			await sessions.reload();
			for (const address of ['baseUrl', 'modelApiUrl', 'webUrl', 'trainerUrl'] as const) {
				const moved = { ...connectionTo(server.url), [address]: elsewhere.url };
				choice = { connection: moved };
				await sessions.reload();
				assert.equal(sessions.current.state, 'signedOut', address);
				assert.equal(sessions.current.connection, moved);
			}
			const later = newWindow();
			await later.reload();
			assert.equal(later.current.state, 'signedOut');
			assert.equal(elsewhere.seen.length, 0);
		});

		it('ask once, and continue when the addresses are back', async () => {
			const sessions = newWindow();
			expectValue(await sessions.signInWith(choice.connection, 't-ada'));
			await sessions.reload();
			choice = { connection: connectionTo(elsewhere.url) };
			await sessions.reload();
			await sessions.retryRefused();
			assert.deepEqual(moves, [[elsewhere.url, 'ada']]);
			choice = { connection: connectionTo(server.url) };
			await sessions.reload();
			assert.equal(signedIn(sessions.current).account.id, 'ada');
			assert.equal(elsewhere.seen.length, 0);
		});

		it('work there after another sign-in', async () => {
			const sessions = newWindow();
			expectValue(await sessions.signInWith(choice.connection, 't-ada'));
			choice = { connection: connectionTo(elsewhere.url) };
			expectValue(await sessions.signInWith(choice.connection, 't-new'));
			await sessions.reload();
			assert.equal(signedIn(sessions.current).account.id, 'thief');
			assert.deepEqual(
				elsewhere.seen.map(({ headers }) => headers.authorization),
				['Bearer t-new'],
			);
		});

		it('are not renewed by a token stored for other addresses', async () => {
			const sessions = newWindow();
			expectValue(await sessions.signInWith(choice.connection, 't-ada'));
			await sessions.reload();
			people.delete('t-ada');
			await vault.put(connectionTo(elsewhere.url), { id: 'ada', label: 'ada', token: 't-other' });
			expectFailure(await ask(sessions.current));
			assert.ok(!server.seen.some(({ headers }) => headers.authorization === 'Bearer t-other'));
		});
	});

	it('stored without addresses are not used for a connection of the settings', async () => {
		secrets.values.set(
			'easel.tokens.user:Lab',
			JSON.stringify({ accounts: [{ id: 'ada', label: 'Ada', token: 't-ada' }], currentId: 'ada' }),
		);
		const sessions = newWindow();
		await sessions.reload();
		assert.equal(sessions.current.state, 'signedOut');
		assert.equal(server.seen.length, 0);
	});

	it('of the sandbox continue at another address on this computer, and end on another computer', async () => {
		const at = (url: string) =>
			sandboxConnection({ baseUrl: url, modelApiUrl: url, webUrl: url, trainerUrl: url });
		choice = { connection: at(server.url) };
		const sessions = newWindow();
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		const again = await startServer(json({ id: 'ada' }));
		choice = { connection: at(again.url) };
		await sessions.reload();
		assert.equal(signedIn(sessions.current).account.id, 'ada');
		choice = { connection: at('https://sandbox.test') };
		await sessions.reload();
		assert.equal(sessions.current.state, 'signedOut');
		await again.close();
	});

	it('stay the same value as long as nothing changes', async () => {
		const sessions = newWindow();
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		await sessions.reload();
		const before = sessions.current;
		choice = { connection: { ...choice.connection } };
		network = { environment: {} };
		await sessions.reload();
		assert.equal(sessions.current, before);
		network = { environment: {}, proxy: 'http://proxy.test:1' };
		await sessions.reload();
		assert.notEqual(sessions.current, before);
		assert.equal(signedIn(sessions.current).account.id, 'ada');
	});

	it('follow the chosen account, and never fall back to another', async () => {
		const sessions = newWindow();
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		expectValue(await sessions.signInWith(choice.connection, 't-bob'));
		await sessions.reload();
		assert.equal(signedIn(sessions.current).account.id, 'bob');
		await vault.choose(choice.connection.id, 'ada');
		await sessions.reload();
		assert.equal(signedIn(sessions.current).account.id, 'ada');
		people.delete('t-ada');
		expectFailure(await ask(sessions.current));
		await sessions.reload();
		assert.equal(sessions.current.state, 'signedOut');
	});

	it('keep the tokens of different connections apart', async () => {
		const sessions = newWindow();
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		choice = { connection: connectionTo(server.url, 'Other') };
		await sessions.reload();
		assert.equal(sessions.current.state, 'signedOut');
		assert.deepEqual([...secrets.values.keys()], ['easel.tokens.user:Lab']);
	});

	it('use a newer token from another window, once for all rejected calls', async () => {
		const sessions = newWindow();
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		await sessions.reload();
		const before = sessions.current;
		people.delete('t-ada');
		people.set('t-ada-2', 'ada');
		await vault.put(choice.connection, { id: 'ada', label: 'ada@lab.test', token: 't-ada-2' });
		const replies = await Promise.all([ask(before), ask(before), ask(before)]);
		for (const reply of replies) expectValue(reply);
		await sessions.reload();
		assert.equal(sessions.current, before);
		assert.deepEqual(refusals, []);
	});

	it('ask once when the token is finally rejected, however many calls fail, and keep it', async () => {
		const sessions = newWindow();
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		await sessions.reload();
		const before = sessions.current;
		people.clear();
		await Promise.all([ask(before), ask(before), ask(before)]);
		await ask(before);
		await sessions.reload();
		assert.equal(sessions.current.state, 'signedOut');
		assert.deepEqual(refusals, ['ada']);
		assert.equal((await vault.read(choice.connection.id)).accounts[0]?.token, 't-ada');
	});

	describe('with a rejected call', () => {
		let sessions: SessionManager;
		let before: Session;
		const me = 'GET /api/auth/me';
		const refuse = (url: string, times: number) => {
			let left = times;
			trouble = (seen) => (seen.url === url && left-- > 0 ? 'refuse' : undefined);
		};
		const answered = async (session: Session, method: 'GET' | 'POST') => {
			const { service } = signedIn(session);
			const url = `${service.connection.baseUrl}/anything`;
			return service.transport.json({ method, url, ...(method === 'POST' ? { body: '{}' } : {}) });
		};
		beforeEach(async () => {
			sessions = newWindow();
			expectValue(await sessions.signInWith(choice.connection, 't-ada'));
			await sessions.reload();
			before = sessions.current;
			seenBefore = server.seen.length;
		});

		it('continue after one rejection as if nothing had happened, for reads and submissions', async () => {
			for (const method of ['GET', 'POST'] as const) {
				seenBefore = server.seen.length;
				refuse('/anything', 1);
				// No time passes.
				expectValue(await answered(before, method));
				assert.deepEqual(calls(), [`${method} /anything`, me, `${method} /anything`]);
				assert.equal(sessions.current, before);
			}
			assert.deepEqual(refusals, []);
		});

		it('continue even if the first check of the token is rejected', async () => {
			let left = 2;
			trouble = () => (left-- > 0 ? 'refuse' : undefined);
			expectValue(await ask(before));
			assert.deepEqual(calls(), ['GET /anything', me, me, 'GET /anything']);
			assert.equal(sessions.current, before);
			assert.deepEqual(refusals, []);
		});

		it('report repeated rejections of a valid token as temporary, and send a submission twice at most', async () => {
			for (const [method, times] of [
				['GET', 3],
				['POST', 2],
			] as const) {
				seenBefore = server.seen.length;
				refuse('/anything', 100);
				const { kind, message, mayHaveArrived } = expectFailure(await ask(before, method));
				assert.deepEqual([kind, mayHaveArrived], ['upstream', false]);
				assert.match(message, /although the service accepts the sign-in/);
				assert.equal(calls().filter((call) => call !== me).length, times);
				assert.equal(sessions.current, before);
			}
			assert.deepEqual(refusals, []);
		});

		it('return automatically after minutes of rejections, with one question and few calls', async () => {
			trouble = () => 'refuse';
			expectFailure(await ask(before));
			await sessions.reload();
			const { current } = sessions;
			assert.deepEqual(
				[current.state, current.state === 'signedOut' && current.isChecked],
				['signedOut', true],
			);
			await pass(4);
			trouble = () => undefined;
			await returned(sessions);
			assert.equal(signedIn(sessions.current).account.id, 'ada');
			expectValue(await ask(sessions.current));
			assert.deepEqual(refusals, ['ada']);
			assert.ok(calls().length <= 8, calls().join());
		});

		it('ask once after a final rejection, and end after a handful of calls', async () => {
			people.clear();
			expectFailure(await ask(before));
			await pass(24 * 60);
			const { current } = sessions;
			assert.deepEqual(
				[current.state, current.state === 'signedOut' && current.isChecked],
				['signedOut', undefined],
			);
			assert.deepEqual(refusals, ['ada']);
			assert.deepEqual(calls(), ['GET /anything', ...Array.from({ length: 9 }, () => me)]);
		});

		it('ask nothing right after their return, and ask again an hour later', async () => {
			const [good, none] = [new Map(people), new Map<string, string>()];
			const lose = async () => {
				people = none;
				expectFailure(await ask(sessions.current));
				await sessions.reload();
				assert.equal(sessions.current.state, 'signedOut');
			};
			const returns = () => {
				people = good;
				return returned(sessions);
			};
			await lose();
			await returns();
			await lose();
			await returns();
			assert.deepEqual(refusals, ['ada']);
			await pass(60);
			await lose();
			assert.deepEqual(refusals, ['ada', 'ada']);
		});

		it('are kept when the network fails during the check of the token', async () => {
			trouble = ({ url }) => (url === '/anything' ? 'refuse' : 'hang up');
			assert.equal(expectFailure(await ask(before)).kind, 'auth');
			await sessions.reload();
			assert.equal(sessions.current, before);
			assert.deepEqual(refusals, []);
		});

		it('check again however long the network is down after that', async () => {
			trouble = () => 'refuse';
			expectFailure(await ask(before));
			trouble = () => 'hang up';
			await pass(2);
			trouble = () => undefined;
			await returned(sessions);
			assert.equal(signedIn(sessions.current).account.id, 'ada');
		});

		it('are tried again if the service has no check for tokens', async () => {
			trouble = (seen) => (seen.url === '/anything' ? 'refuse' : 'unknown route');
			expectFailure(await ask(before));
			await sessions.reload();
			assert.equal(sessions.current.state, 'signedOut');
			trouble = () => undefined;
			await returned(sessions);
			expectValue(await ask(sessions.current));
		});

		it('end at once on a sign-out', async () => {
			trouble = () => 'refuse';
			const reply = signedIn(before).service.transport.json({ method: 'GET', url: `${server.url}/anything` });
			await until('the question about the token', () => calls().length === 2);
			await vault.remove(choice.connection.id, 'ada');
			await sessions.reload();
			expectFailure(await reply);
			await pass(60);
			assert.deepEqual([calls(), refusals], [['GET /anything', 'GET /api/auth/me'], []]);
		});

		it('include those of an engine behind a proxy', async () => {
			const engine = engineConnection('Engine', server.url);
			choice = { connection: engine };
			await vault.put(engine, { id: 'engine', label: 'Engine', token: 't-ada' });
			await sessions.reload();
			refuse('/anything', 1);
			expectValue(await ask(sessions.current));
			assert.deepEqual(calls(), ['GET /anything', 'GET /system_stats', 'GET /anything']);
		});
	});

	it('can be retried after trouble of the service', async () => {
		const sessions = newWindow();
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		await sessions.reload();
		const had = new Map(people);
		people.clear();
		await ask(sessions.current);
		await sessions.reload();
		for (const [token, id] of had) people.set(token, id);
		await sessions.retryRefused();
		expectValue(await ask(sessions.current));
	});

	it('survive a dead network', async () => {
		const sessions = newWindow();
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		await sessions.reload();
		await server.close();
		const { service } = signedIn(sessions.current);
		const reply = await service.transport.json({
			method: 'POST',
			url: `${service.connection.baseUrl}/x`,
			body: '{}',
		});
		assert.equal(expectFailure(reply).kind, 'network');
		await sessions.reload();
		assert.equal(signedIn(sessions.current).account.id, 'ada');
		assert.deepEqual(refusals, []);
	});

	it('continue with a free token when the stored one is rejected, without a question', async () => {
		choice = { ...choice, builtInToken: 't-bob' };
		const sessions = newWindow();
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		await sessions.reload();
		people.delete('t-ada');
		expectFailure(await ask(sessions.current));
		await sessions.reload();
		assert.equal(signedIn(sessions.current).account.id, 'bob');
		assert.deepEqual(refusals, []);
	});

	it('need no sign-in with a free token, and prefer a stored one', async () => {
		choice = { ...choice, builtInToken: 't-bob' };
		const sessions = newWindow();
		await sessions.reload();
		assert.equal(signedIn(sessions.current).account.id, 'bob');
		assert.equal(secrets.values.size, 0);
		expectValue(await sessions.signInWith(choice.connection, 't-ada'));
		await sessions.reload();
		assert.equal(signedIn(sessions.current).account.id, 'ada');
	});
});

describe('stored sign-ins', () => {
	const key = 'easel.tokens.user:Lab';
	const lab = connectionTo('https://lab.test');
	const { baseUrl, modelApiUrl, webUrl, trainerUrl } = lab;
	const addresses = { baseUrl, modelApiUrl, webUrl, trainerUrl };
	const ada = { id: 'ada', label: 'Ada', token: 't-ada', addresses };
	const bob = { id: 'bob', label: 'Bob', token: 't-bob', tokenType: 'cli', addresses };

	it('of several accounts are kept, renewed and forgotten one by one', async () => {
		const store = new TokenVault(new MemorySecrets(), silentLog);
		await Promise.all([store.put(lab, ada), store.put(lab, bob)]);
		assert.deepEqual(await store.read('user:Lab'), { accounts: [ada, bob], currentId: 'bob' });
		await store.put(lab, { ...ada, token: 'newer' });
		assert.deepEqual(
			(await store.read('user:Lab')).accounts.map(({ token }) => token),
			['t-bob', 'newer'],
		);
		await store.remove('user:Lab', 'ada');
		assert.deepEqual(await store.read('user:Lab'), { accounts: [bob], currentId: 'bob' });
	});

	it('leave nothing in the storage after the last one', async () => {
		const storage = new MemorySecrets();
		const store = new TokenVault(storage, silentLog);
		await store.put(lab, ada);
		await store.remove('user:Lab', 'ada');
		assert.equal(storage.values.size, 0);
	});

	it('are ignored if damaged', async () => {
		const storage = new MemorySecrets();
		const store = new TokenVault(storage, silentLog);
		for (const text of [
			'',
			'{',
			'null',
			'[]',
			'{"accounts":[{"id":1}]}',
			'{"accounts":[{"id":"a","label":"a","token":"a b"}]}',
		]) {
			await storage.store(key, text);
			assert.deepEqual((await store.read('user:Lab')).accounts, []);
		}
		storage.get = () => Promise.reject(new Error('keyring is locked'));
		assert.deepEqual(await store.read('user:Lab'), { accounts: [] });
	});
});
