import assert from 'node:assert/strict';
import {
	callInstance,
	freeInstance,
	instanceNodeInfo,
	routeProblem,
} from '../../../src/core/deployments/instanceProxy.ts';
import { expectFailure, expectValue, inTurn, json, withService } from '../http/support.ts';

describe('the instance proxy', () => {
	const place = { deploymentId: 'd 1', instanceId: 'i/1' };
	const prefix = '/prod/v2/deployments/d%201/instances/i%2F1/proxy';
	const text = (reply: { readonly bytes: Uint8Array }) => new TextDecoder().decode(reply.bytes);

	it('frees an instance by the two documented flags; its reply has no body', async () => {
		await withService(json('', 200), async (service, server) => {
			expectValue(await freeInstance(service, place, { unloadModels: true, freeMemory: false }));
			const [call] = server.seen;
			assert.deepEqual([call?.method, call?.url], ['POST', `${prefix}/api/free`]);
			assert.deepEqual(JSON.parse(call?.body ?? ''), { unload_models: true, free_memory: false });
		});
	});

	it('calls any route with its query, and returns the reply unchanged', async () => {
		const answers = inTurn(
			(reply) => reply.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0xff, 0])),
			(reply) =>
				reply
					.writeHead(200, { 'content-type': 'Application/JSON; charset=utf-8' })
					.end('{"seed":18446744073709551615}'),
			(reply) => reply.writeHead(200).end('plain words'),
		);
		await withService(answers, async (service, server) => {
			const picture = await callInstance(service, place, {
				method: 'GET',
				path: '/view?filename=a b.png&type=output#x',
			});
			assert.deepEqual([...expectValue(picture).bytes], [0x89, 0xff, 0]);
			assert.equal(expectValue(picture).contentType, 'image/png');
			const posted = expectValue(
				await callInstance(service, place, { method: 'POST', path: 'api/prompt', body: '{"a":1.0}' }),
			);
			assert.deepEqual(
				[text(posted), posted.contentType],
				['{"seed":18446744073709551615}', 'application/json'],
			);
			assert.equal(
				text(expectValue(await callInstance(service, place, { method: 'POST', path: 'x' }))),
				'plain words',
			);
			assert.deepEqual(
				server.seen.map(({ method, url, body }) => [method, url, body]),
				[
					['GET', `${prefix}/view?filename=a%20b.png&type=output`, ''],
					['POST', `${prefix}/api/prompt`, '{"a":1.0}'],
					['POST', `${prefix}/x`, '{}'],
				],
			);
		});
	});

	it('never leaves the instance, whatever the path', async () => {
		const away = ['', '  ', '/', '?a', '..', '../../status', 'a/../../b', '%2e%2e/x', '..\\x', './..'];
		await withService(json({}), async (service, server) => {
			for (const path of away) {
				assert.notEqual(routeProblem(path), undefined, path);
				const failure = expectFailure(await callInstance(service, place, { method: 'GET', path }));
				assert.deepEqual([failure.kind, failure.mayHaveArrived], ['input', false], path);
			}
			// An address is only the name of a route there.
			expectValue(await callInstance(service, place, { method: 'GET', path: 'http://evil.test/x' }));
			assert.deepEqual(
				server.seen.map(({ url }) => url),
				[`${prefix}/http://evil.test/x`],
			);
		});
	});

	it('explains a missing or not yet running instance, whatever the status', async () => {
		for (const status of [404, 410, 502, 503]) {
			await withService(
				json({ error_code: 404001, error_message: 'There is no such instance.' }, status),
				async (service) => {
					const failure = expectFailure(
						await freeInstance(service, place, { unloadModels: true, freeMemory: true }),
					);
					assert.match(failure.message, /may have shut down/);
					assert.match(failure.nextStep, /keep-warm/);
				},
			);
		}
		await withService(json({ error_code: 401001 }, 401), async (service) => {
			assert.equal(expectFailure(await instanceNodeInfo(service, place)).kind, 'auth');
		});
	});
});
