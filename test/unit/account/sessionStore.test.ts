import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Session } from '../../../src/core/account/session.ts';
import { SessionStore } from '../../../src/core/account/sessionStore.ts';
import { runcomfyConnection, sandboxConnection } from '../../../src/core/connection/connections.ts';

const first: Session = { state: 'signedOut', connection: runcomfyConnection };
const second: Session = { state: 'signedOut', connection: sandboxConnection() };

describe('the session', () => {
	it('is told to every listener at each change and at no other time', () => {
		const store = new SessionStore(first);
		const told: Session[] = [];
		const stop = store.onChange((session) => told.push(session));
		store.onChange((session) => told.push(session));
		store.replace(first);
		assert.deepEqual(told, []);
		store.replace(second);
		assert.equal(store.current, second);
		stop();
		store.replace(first);
		assert.deepEqual(told, [second, second, first]);
	});

	it('reaches the other listeners when one throws', () => {
		const store = new SessionStore(first);
		let told = 0;
		store.onChange(() => {
			throw new Error('listener');
		});
		store.onChange(() => {
			told += 1;
		});
		assert.throws(() => store.replace(second), AggregateError);
		assert.equal(told, 1);
	});

	it('that is replaced by a listener is the last that anyone hears of', () => {
		const store = new SessionStore(first);
		const heard: Session[] = [];
		store.onChange((session) => {
			if (session === second) store.replace(first);
		});
		store.onChange((session) => heard.push(session));
		store.replace(second);
		assert.equal(store.current, first);
		assert.deepEqual(heard, [first]);
	});
});
