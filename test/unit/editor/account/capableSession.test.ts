import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Session, SignedIn } from '../../../../src/core/account/session.ts';
import { sandboxConnection } from '../../../../src/core/connection/connections.ts';
import { capableSession } from '../../../../src/editor/account/capableSession.ts';
import { engineService } from '../../engine/window.ts';
import { FakeSession } from '../../runs/fakeService.ts';

const account = { id: 'ada', label: 'Ada' };

function signedInTo(service: SignedIn['service']): SignedIn {
	return { state: 'signedIn', connection: service.connection, account, service };
}

describe('the session for features of only some connections', () => {
	const onEngine = signedInTo(engineService('http://127.0.0.1:1'));
	const connection = sandboxConnection();
	const onService = signedInTo({ ...onEngine.service, connection });

	it('is the original session while the connection has the feature', () => {
		assert.equal(capableSession(new FakeSession(onService), 'jobs').current, onService);
		const signedOut: Session = { state: 'signedOut', connection };
		assert.equal(capableSession(new FakeSession(signedOut), 'jobs').current, signedOut);
	});

	it('is signed out otherwise, with no way to send anything', () => {
		const { current } = capableSession(new FakeSession(onEngine), 'jobs');
		assert.deepEqual(current, { state: 'signedOut', connection: onEngine.connection });
	});

	it('returns the same value on each read, equal to the announced one', () => {
		const source = new FakeSession(onService);
		const session = capableSession(source, 'jobs');
		const announced: Session[] = [];
		const listening = session.onDidChange((each) => announced.push(each));
		source.replace(onEngine);
		const first = session.current;
		assert.equal(session.current, first);
		source.replace(onService);
		source.replace(onEngine);
		assert.deepEqual(
			announced.map(({ state }) => state),
			['signedOut', 'signedIn', 'signedOut'],
		);
		assert.ok(announced[0] === first && announced[1] === onService && announced[2] === first);
		listening.dispose();
		source.replace(onService);
		assert.equal(announced.length, 3);
	});
});
