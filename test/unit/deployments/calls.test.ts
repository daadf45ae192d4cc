import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { runcomfyConnection } from '../../../src/core/connection/connections.ts';
import {
	createDeployment,
	deleteDeployment,
	getDeployment,
	listDeployments,
	updateDeployment,
} from '../../../src/core/deployments/client.ts';
import { deploymentRequests } from '../../../src/core/deployments/deploymentRequests.ts';
import { expectFailure, expectValue, inTurn, json, withService } from '../http/support.ts';

const record = { id: 'd-1', name: 'mine', hardware: ['AMPERE_48'] };

describe('deployment calls', () => {
	it('list with IDs and includes as repeated parameters', async () => {
		await withService(json([{ id: 'a' }, { id: 'b' }]), async (service, server) => {
			const options = { ids: ['a', 'b'], includes: ['payload', 'readme'] } as const;
			const list = expectValue(await listDeployments(service, options));
			assert.equal(list.deployments.length, 2);
			await listDeployments(service);
			assert.deepEqual(
				server.seen.map(({ url }) => url),
				['/prod/v2/deployments?ids=a&ids=b&includes=payload&includes=readme', '/prod/v2/deployments'],
			);
		});
	});

	it('retry with commas for IDs that a host did not find with repeated parameters', async () => {
		const answers = inTurn(json([{ id: 'c' }]), json([{ id: 'a' }, { id: 'x' }]));
		await withService(answers, async (service, server) => {
			const list = expectValue(await listDeployments(service, { ids: ['a', 'b', 'c'] }));
			assert.deepEqual(
				list.deployments.map(({ id }) => id),
				['c', 'a'],
			);
			assert.equal(server.seen[1]?.url, '/prod/v2/deployments?ids=a%2Cb');
		});
		await withService(inTurn(json([{ id: 'a' }]), json({ error_code: 422001 }, 422)), async (service) => {
			const list = expectValue(await listDeployments(service, { ids: ['a', 'gone'] }));
			assert.equal(list.deployments.length, 1);
		});
	});

	it('get one by its escaped ID, never by another path', async () => {
		await withService(json(record), async (service, server) => {
			assert.equal(expectValue(await getDeployment(service, 'a/b?c', { includes: ['readme'] })).name, 'mine');
			assert.equal(server.seen[0]?.url, '/prod/v2/deployments/a%2Fb%3Fc?includes=readme');
			for (const id of ['', '.', '..']) {
				assert.equal(expectFailure(await getDeployment(service, id)).kind, 'input');
			}
			assert.equal(server.seen.length, 1);
		});
	});

	it('create with all attributes, with defaults for missing ones, in the dialect of the host', async () => {
		await withService(json(record), async (service, server) => {
			const wanted = { name: 'n', workflowId: 'w', workflowVersion: 'v1', maxInstances: 3 };
			expectValue(await createDeployment(service, wanted));
			const body = {
				workflow_id: 'w',
				name: 'n',
				workflow_version: 'v1',
				hardware: 'AMPERE_48',
				min_instances: 0,
				max_instances: 3,
				queue_size: 1,
				keep_warm_duration_in_seconds: 60,
			};
			assert.deepEqual(JSON.parse(server.seen[0]?.body ?? ''), body);
			const listing = {
				...service,
				connection: { ...service.connection, dialect: runcomfyConnection.dialect },
			};
			expectValue(await createDeployment(listing, wanted));
			assert.deepEqual(JSON.parse(server.seen[1]?.body ?? ''), { ...body, hardware: ['AMPERE_48'] });
		});
	});

	it('create only once, even if the service fails', async () => {
		await withService(json({}, 500), async (service, server) => {
			expectFailure(await createDeployment(service, { name: 'n', workflowId: 'w', workflowVersion: 'v' }));
			assert.equal(server.seen.length, 1);
		});
	});

	it('update with the current name, which the service requires', async () => {
		await withService(json(record), async (service, server) => {
			expectValue(await updateDeployment(service, 'd-1', { enabled: false }));
			assert.deepEqual(
				server.seen.map(({ method, body }) => [method, body === '' ? undefined : JSON.parse(body)]),
				[
					['GET', undefined],
					['PATCH', { name: 'mine', is_enabled: false }],
				],
			);
		});
	});

	it('update with a new name at once, and read the record if the reply is empty', async () => {
		await withService(inTurn(json('', 204), json({ ...record, name: 'new' })), async (service, server) => {
			assert.equal(expectValue(await updateDeployment(service, 'd-1', { name: 'new' })).name, 'new');
			assert.deepEqual(
				server.seen.map(({ method }) => method),
				['PATCH', 'GET'],
			);
		});
	});

	it('delete, whatever the reply', async () => {
		await withService(inTurn(json('', 204), json({ deleted: true }), json({}, 404)), async (service) => {
			expectValue(await deleteDeployment(service, 'd-1'));
			expectValue(await deleteDeployment(service, 'd-1'));
			assert.equal(expectFailure(await deleteDeployment(service, 'd-1')).kind, 'notFound');
		});
	});
});

describe('queue calls', () => {
	const submission = { request_id: 'r-1', status_url: 'https://elsewhere.test/steal' };

	it('build their addresses from IDs, not from replies of the service', async () => {
		const answer = inTurn(
			json(submission),
			json({ status: 'completed' }),
			json({ status: 'succeeded' }),
			json({ status: 'cancellation_requested' }, 202),
		);
		await withService(answer, async (service, server) => {
			const { requestId } = expectValue(await deploymentRequests.submit(service, 'd-1', '{"overrides":{}}'));
			const place = { targetId: 'd-1', requestId };
			expectValue(await deploymentRequests.status(service, place));
			expectValue(await deploymentRequests.result(service, place));
			assert.equal(expectValue(await deploymentRequests.cancel(service, place)), 'requested');
			const base = '/prod/v2/deployments/d-1';
			assert.deepEqual(
				server.seen.map(({ method, url, body }) => [method, url, body]),
				[
					['POST', `${base}/inference`, '{"overrides":{}}'],
					['GET', `${base}/requests/r-1/status`, ''],
					['GET', `${base}/requests/r-1/result`, ''],
					['POST', `${base}/requests/r-1/cancel`, ''],
				],
			);
		});
	});

	it('send the webhook in the query, and keep its address out of error messages', async () => {
		const url = 'https://tunnel.test/0123456789abcdef/run 1?a=b&c=d';
		const refusal = { error_code: 422001, message: `${url} cannot be reached.` };
		await withService(inTurn(json(submission), json(refusal, 422)), async (service, server) => {
			const options = { webhook: { url, intermediate: true } };
			expectValue(await deploymentRequests.submit(service, 'd-1', '{"overrides":{}}', options));
			const { searchParams } = new URL(server.seen[0]?.url ?? '', 'http://service.test');
			assert.deepEqual(
				[...searchParams],
				[
					['webhook', url],
					['webhook_intermediate_status', 'true'],
				],
			);
			const failure = expectFailure(
				await deploymentRequests.submit(service, 'd-1', '{"overrides":{}}', options),
			);
			assert.equal(failure.details?.join().includes('0123456789abcdef'), false);
		});
	});

	it('keep a key out of error messages that repeat it', async () => {
		const key = 'sk-"live"\\0123456789';
		const refusal = {
			error_code: 422001,
			message: `The key ${key} is not known.`,
			detail: [{ loc: ['body', 'extra_data'], msg: JSON.stringify({ key }) }],
		};
		await withService(json(refusal, 422), async (service) => {
			const body = JSON.stringify({ overrides: {}, extra_data: { api_key: key } });
			const failure = expectFailure(await deploymentRequests.submit(service, 'd-1', body));
			assert.deepEqual(failure.details, ['The key (secret) is not known.', 'extra_data: {"key":"(secret)"}']);
		});
	});

	it('send no empty body', async () => {
		await withService(json(submission), async (service, server) => {
			for (const body of ['', '{}', ' { } ', '[]', 'null', '"x"', '{']) {
				assert.equal(
					expectFailure(await deploymentRequests.submit(service, 'd', body)).mayHaveArrived,
					false,
				);
			}
			assert.equal(server.seen.length, 0);
		});
	});

	it('repeat a cancel, which does no harm', async () => {
		await withService(inTurn(json({}, 503), json({ status: 'not_cancellable' }, 202)), async (service) => {
			assert.equal(
				expectValue(await deploymentRequests.cancel(service, { targetId: 'd', requestId: 'r' })),
				'notCancellable',
			);
		});
	});
});
