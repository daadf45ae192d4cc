import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Session } from '../../../src/core/account/session.ts';
import { SessionStore } from '../../../src/core/account/sessionStore.ts';
import { runcomfyConnection, sandboxConnection } from '../../../src/core/connection/connections.ts';

const first: Session = { state: 'signedOut', connection: runcomfyConnection };
const second: Session = { state: 'signedOut', connection: sandboxConnection() };

describe('the session', () => {
	it('is reported to every listener at each change and at no other time', () => {
		const store = new SessionStore(first);
		const seen: Session[] = [];
		const watch = store.onDidChange((session) => seen.push(session));
		store.onDidChange((session) => seen.push(session));
		store.replace(first);
		assert.deepEqual(seen, []);
		store.replace(second);
		assert.equal(store.current, second);
		watch.dispose();
		store.replace(first);
		assert.deepEqual(seen, [second, second, first]);
	});

	it('reaches the other listeners when one throws, and the error is reported', () => {
		const errors: unknown[] = [];
		const store = new SessionStore(first, (error) => errors.push(error));
		let seen = 0;
		store.onDidChange(() => {
			throw new Error('listener');
		});
		store.onDidChange(() => {
			seen += 1;
		});
		store.replace(second);
		assert.equal(seen, 1);
		assert.match(String(errors), /listener/);
	});

	it('set by a listener reaches the others last', () => {
		const store = new SessionStore(first);
		const heard: Session[] = [];
		store.onDidChange((session) => {
			if (session === second) store.replace(first);
		});
		store.onDidChange((session) => heard.push(session));
		store.replace(second);
		assert.equal(store.current, first);
		assert.deepEqual(heard, [first]);
	});
});
