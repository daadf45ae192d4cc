import type { Connection } from '../../src/core/connection/connection.ts';
import { sandboxConnection } from '../../src/core/connection/connections.ts';
import { dialectOf } from '../../src/core/connection/dialects.ts';

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
