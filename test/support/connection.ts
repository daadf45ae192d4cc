import type { SignedIn } from '../../src/core/account/session.ts';
import type { Connection } from '../../src/core/connection/connection.ts';
import { sandboxConnection } from '../../src/core/connection/connections.ts';
import { dialectOf } from '../../src/core/connection/dialects.ts';
import type { Transport } from '../../src/core/http/transport.ts';

const { kind, capabilities, dialect } = sandboxConnection();

/**
 * The properties of a connection to a service in addition to its name and addresses; this one requires hardware as a
 * list.
 */
export const ofService: Pick<Connection, 'kind' | 'capabilities' | 'dialect'> = {
	kind,
	capabilities,
	dialect: { ...dialectOf({ dialect }), hardwareAsList: true },
};

/** Returns a connection to such a service with one address for everything. */
export function connectionTo(url: string): Connection {
	return {
		...{ id: 'test', name: 'Test' },
		...{ baseUrl: url, modelApiUrl: url, webUrl: url, trainerUrl: url },
		...ofService,
	};
}

/** Returns a session on a connection, with an account of this name. */
export function sessionOn(connection: Connection, transport: Transport, account = 'me'): SignedIn {
	const service = { connection, transport };
	return { state: 'signedIn', connection, account: { id: account, label: account }, service };
}
