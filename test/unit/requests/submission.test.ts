import assert from 'node:assert/strict';
import { catalogRequests } from '../../../src/core/catalog/catalogRequests.ts';
import { deploymentRequests } from '../../../src/core/deployments/deploymentRequests.ts';
import { submitJob } from '../../../src/core/jobs/client.ts';
import { parseSubmission } from '../../../src/core/requests/parseRequest.ts';
import { expectFailure, expectValue, json, withService } from '../http/support.ts';

describe('the reply to a submission', () => {
	it('names the described request, not the call around it', () => {
		for (const [reply, ids] of [
			[{ request_id: 'real' }, ['real']],
			[{ request_id: 'real', status_url: '/x', id: 'row' }, ['real', 'row']],
			[{ requestId: 'trace', request: { id: 'real', status: 'in_queue' } }, ['real', 'trace']],
			[{ requestId: 'trace', data: { id: 'real', queue_position: 2 } }, ['real', 'trace']],
			[{ requestId: 'trace', status: 'success', data: { id: 'real', result_url: '/r' } }, ['real', 'trace']],
			[{ requestId: 'trace', request: { id: 'real' } }, ['trace', 'real']],
			[{ id: 'trace', data: { request_id: 'real' } }, ['real', 'trace']],
		] as const) {
			const { requestId, otherIds = [] } = parseSubmission(reply) ?? {};
			assert.deepEqual([requestId, ...otherIds], ids, JSON.stringify(reply));
		}
	});

	it('is read from the address of a 303, which is not called', async () => {
		const elsewhere = (location: string) => json('', 303, { location });
		await withService(elsewhere('/prod/v2/deployments/d/requests/r-1/status'), async (service, server) => {
			assert.equal(
				expectValue(await deploymentRequests.submit(service, 'd', '{"overrides": {}}')).requestId,
				'r-1',
			);
			assert.equal(server.seen.length, 1);
		});
		await withService(elsewhere('/v1/requests/r-2'), async (service) => {
			const reply = await catalogRequests.submit(service, 'a/b/c', '{}');
			assert.equal(expectValue(reply).requestId, 'r-2');
		});
		const job = { configText: 'a: 1', gpuType: 'A', gpuCount: 1 };
		await withService(elsewhere('/trainers/jobs/9b2f'), async (service) => {
			assert.equal(expectValue(await submitJob(service, job)).id, '9b2f');
		});
		await withService(elsewhere('/login?next=/requests/r-3'), async (service) => {
			const failure = expectFailure(await deploymentRequests.submit(service, 'd', '{"overrides": {}}'));
			assert.deepEqual([failure.status, failure.mayHaveArrived], [303, true]);
		});
	});
});
