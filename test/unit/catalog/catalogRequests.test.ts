import assert from 'node:assert/strict';
import { catalogRequests } from '../../../src/core/catalog/catalogRequests.ts';
import { inTurn, json, withService } from '../http/support.ts';

describe('calls about requests to models', () => {
	const busy = json({ message: 'busy' }, 503);

	it('cancel again if the service was busy, since a second cancel does no harm', async () => {
		const answer = inTurn(busy, json({ request_id: 'r', status: 'cancellation_requested' }, 202));
		await withService(answer, async (service, server) => {
			const done = await catalogRequests.cancel(service, { targetId: 'a/b', requestId: 'r' });
			assert.equal(done.ok, true);
			assert.equal(server.seen.length, 2);
		});
	});

	it('submit once, whatever the service returns: a second one would cost twice', async () => {
		await withService(inTurn(busy, json({ request_id: 'r' })), async (service, server) => {
			assert.equal((await catalogRequests.submit(service, 'a/b', '{}')).ok, false);
			assert.equal(server.seen.length, 1);
		});
	});
});
