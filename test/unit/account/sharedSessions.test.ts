import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { SharedSessions, type StoredSignIn } from '../../../src/core/account/sharedSessions.ts';
import { TokenVault } from '../../../src/core/account/tokenVault.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Connection } from '../../../src/core/connection/connection.ts';
import { runcomfyConnection, sandboxConnection } from '../../../src/core/connection/connections.ts';
import { expectFailure, expectValue } from '../http/support.ts';
import { MemorySecrets } from './memorySecrets.ts';

const local = 'http://127.0.0.1:1';
const sandbox = sandboxConnection({ baseUrl: local, modelApiUrl: local, webUrl: local, trainerUrl: local });
const lab: Connection = { ...sandbox, id: 'user:Lab', name: 'Lab', baseUrl: 'https://lab.test' };
const idOf = (connection: Connection, account: string) => JSON.stringify([connection.id, account]);

describe('sign-ins for other extensions', () => {
	let vault: TokenVault;
	let connections: readonly Connection[];
	let signIn: (only: Connection | undefined) => Promise<StoredSignIn | undefined>;
	let sessions: SharedSessions;

	/** A sign-in that the person completes with this account. */
	const signingIn = (connection: Connection, id: string, token: string) => async () => {
		const account = await vault.put(connection, { id, label: `${id}@test`, token });
		return account && { connection, account };
	};

	beforeEach(async () => {
		vault = new TokenVault(new MemorySecrets(), silentLog);
		connections = [sandbox, runcomfyConnection, lab];
		await vault.put(runcomfyConnection, { id: 'ada', label: 'ada@test', token: 'production' });
		sessions = new SharedSessions({ vault, connections: () => connections, signIn: (only) => signIn(only) });
	});

	it('are exactly the one just made, whatever was stored before', async () => {
		signIn = signingIn(sandbox, 'demo', 'harmless');
		const made = expectValue(await sessions.create());
		assert.deepEqual([made.id, made.accessToken], [idOf(sandbox, 'demo'), 'harmless']);
		signIn = signingIn(lab, 'bob', 't-bob');
		expectValue(await sessions.create());
		// The same sign-in again changes nothing in the storage.
		const again = expectValue(await sessions.create());
		assert.deepEqual([again.id, again.accessToken], [idOf(lab, 'bob'), 't-bob']);
	});

	it('do not exist without a sign-in', async () => {
		signIn = async () => undefined;
		assert.equal(expectFailure(await sessions.create()).kind, 'canceled');
	});

	it('are never of another account than the requested one', async () => {
		const asked: (Connection | undefined)[] = [];
		signIn = async (only) => {
			asked.push(only);
			return signingIn(lab, 'bob', 't-bob')();
		};
		const failure = expectFailure(await sessions.create(idOf(lab, 'eve')));
		assert.match(failure.message, /bob@test \(Lab\)/);
		assert.equal(JSON.stringify(failure).includes('t-bob'), false);
		assert.equal(expectValue(await sessions.create(idOf(lab, 'bob'))).accessToken, 't-bob');
		assert.deepEqual(asked, [lab, lab]);
	});

	it('are listed by account, and only while the addresses of their connection match', async () => {
		await vault.put(lab, { id: 'bob', label: 'Bob', token: 't-bob' });
		const tokens = async (account?: string) =>
			(await sessions.list(account)).map(({ accessToken }) => accessToken);
		assert.deepEqual(await tokens(), ['production', 't-bob']);
		assert.deepEqual(await tokens(idOf(lab, 'bob')), ['t-bob']);
		assert.deepEqual(await tokens(idOf(lab, 'nobody')), []);
		connections = [runcomfyConnection, { ...lab, webUrl: 'https://elsewhere.test' }];
		assert.deepEqual(await tokens(), ['production']);
		assert.equal(await sessions.find(idOf(lab, 'bob')), undefined);
	});

	it('report additions, renewals and removals since the last check', async () => {
		await sessions.changes();
		await vault.put(lab, { id: 'bob', label: 'Bob', token: 't-bob' });
		assert.deepEqual(
			(await sessions.changes())?.added.map(({ id }) => id),
			[idOf(lab, 'bob')],
		);
		assert.equal(await sessions.changes(), undefined);
		await vault.put(lab, { id: 'bob', label: 'Bob', token: 'newer' });
		assert.deepEqual(
			(await sessions.changes())?.changed.map(({ accessToken }) => accessToken),
			['newer'],
		);
		await vault.remove(lab.id, 'bob');
		assert.deepEqual(
			(await sessions.changes())?.removed.map(({ id }) => id),
			[idOf(lab, 'bob')],
		);
	});
});
