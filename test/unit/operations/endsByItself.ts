/* A program that uses every service once and closes them; it ends only when nothing is left open. */

import { systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { sandboxConnection } from '../../../src/core/connection/connections.ts';
import { openServices } from '../../../src/core/operations/node/openServices.ts';
import { runOperation } from '../../../src/core/operations/operation.ts';
import { noAnswers } from '../../../src/core/operations/questions.ts';
import { operations } from '../../../src/core/operations/table.ts';

const { token, folder, ...addresses } = JSON.parse(process.env.WORLD ?? '');
const services = openServices({
	clock: systemClock,
	connection: sandboxConnection(addresses),
	token,
	network: { environment: {} },
	folder,
	log: silentLog,
	ask: noAnswers,
});
const list = operations.get('deployment.list');
const listed = list && (await runOperation(list, services, {}, noAnswers));
if (!listed?.ok) throw new Error('The deployments could not be listed.');
await Promise.all([services.runs(), services.jobs(), services.uploads()]);
await services.close();
console.log('closed');
