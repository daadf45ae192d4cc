import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/base/failure.ts';
import { defaultRetryPolicy, retryAfterMs, retryDelay } from '../../../src/core/http/retry.ts';
import {
	cutBody,
	expectFailure,
	expectValue,
	hangUp,
	inTurn,
	json,
	serviceAt,
	startServer,
	withService,
} from './support.ts';

const get = (url: string) => ({ method: 'GET', url: `${url}/thing` }) as const;
const post = (url: string) => ({ method: 'POST', url: `${url}/thing`, body: '{"a":1}' }) as const;

describe('retries', () => {
	for (const status of [408, 425, 429, 500, 502, 503, 504]) {
		it(`repeats a safe call after ${status}`, async () => {
			await withService(
				inTurn(json({}, status), json({}, status), json({ fine: true })),
				async (service, server) => {
					assert.deepEqual(expectValue(await service.transport.json(get(server.url))), { fine: true });
					assert.equal(server.seen.length, 3);
				},
			);
		});
	}

	const page = (status: number) =>
		json('<!DOCTYPE html><title>Gateway</title>', status, { 'content-type': 'text/html' });
	for (const [name, stray] of [
		['a web page with status 403', page(403)],
		['a web page with status 404', page(404)],
		['a redirect', json('', 302, { location: 'https://login.test/' })],
		['a permanent redirect', json('', 308, { location: 'https://login.test/' })],
	] as const) {
		it(`repeats a safe call after ${name}`, async () => {
			await withService(inTurn(stray, stray, json({ fine: true })), async (service, server) => {
				assert.deepEqual(expectValue(await service.transport.json(get(server.url))), { fine: true });
				assert.equal(server.seen.length, 3);
			});
		});

		it(`gives up if every reply is ${name}, and never repeats a submit`, async () => {
			await withService(stray, async (service, server) => {
				expectFailure(await service.transport.json(get(server.url)));
				assert.equal(server.seen.length, 4);
				expectFailure(await service.transport.json(post(server.url)));
				assert.equal(server.seen.length, 5);
			});
		});
	}

	it('does not repeat a safe call after 404 with a JSON body of any content type', async () => {
		const typed = json({ error_code: 404001 }, 404, { 'content-type': 'text/html' });
		await withService(typed, async (service, server) => {
			assert.equal(expectFailure(await service.transport.json(get(server.url))).code, 404001);
			assert.equal(server.seen.length, 1);
		});
	});

	for (const status of [400, 401, 402, 403, 404, 409, 410, 413, 422]) {
		it(`does not repeat a safe call after ${status}`, async () => {
			await withService(json({}, status), async (service, server) => {
				assert.equal(expectFailure(await service.transport.json(get(server.url))).status, status);
				assert.equal(server.seen.length, 1);
			});
		});
	}

	for (const status of [408, 500, 502, 503, 504]) {
		it(`does not repeat a submit after ${status}`, async () => {
			await withService(inTurn(json({}, status), json({})), async (service, server) => {
				const failure = expectFailure(await service.transport.json(post(server.url)));
				assert.equal(failure.mayHaveArrived, true);
				assert.equal(server.seen.length, 1);
			});
		});
	}

	it('repeats a submit after 429, which means that nothing was accepted', async () => {
		await withService(inTurn(json({}, 429), json({ fine: true })), async (service, server) => {
			assert.deepEqual(expectValue(await service.transport.json(post(server.url))), { fine: true });
			assert.equal(server.seen.length, 2);
		});
	});

	it('repeats a POST declared safe', async () => {
		await withService(inTurn(json({}, 503), json({ fine: true })), async (service, server) => {
			const reply = await service.transport.json({ ...post(server.url), safeToRepeat: true });
			assert.deepEqual(expectValue(reply), { fine: true });
		});
	});

	it('gives up after four calls and reports the last failure', async () => {
		await withService(json({ error_code: 500001 }, 500), async (service, server) => {
			const failure = expectFailure(await service.transport.json(get(server.url)));
			assert.equal(server.seen.length, 4);
			assert.deepEqual(
				[failure.kind, failure.codeName, failure.fixer],
				['upstream', 'Internal Error', 'service'],
			);
		});
	});

	for (const [name, fault] of [
		['a connection that is closed without a reply', hangUp],
		['a body that is cut', cutBody],
		['JSON that is cut', json('{"a": [1, 2')],
		['a 200 that is a failure of the server', json({ error_code: 500001, error_message: 'no' })],
	] as const) {
		it(`repeats a safe call after ${name}`, async () => {
			await withService(inTurn(fault, fault, json({ fine: true })), async (service, server) => {
				assert.deepEqual(expectValue(await service.transport.json(get(server.url))), { fine: true });
				assert.equal(server.seen.length, 3);
			});
		});

		it(`does not repeat a submit after ${name}`, async () => {
			await withService(inTurn(fault, json({ fine: true })), async (service, server) => {
				assert.equal(expectFailure(await service.transport.json(post(server.url))).mayHaveArrived, true);
				assert.equal(server.seen.length, 1);
			});
		});
	}

	it('knows that nothing arrived at a closed port', async () => {
		const server = await startServer(json({}));
		await server.close();
		const service = serviceAt(server.url);
		const failure = expectFailure(await service.transport.json(post(server.url)));
		assert.deepEqual([failure.kind, failure.mayHaveArrived], ['network', false]);
		await service.transport.close();
	});

	it('returns too long a wait to the caller', async () => {
		await withService(json({}, 429, { 'retry-after': '3600' }), async (service, server) => {
			const failure = expectFailure(await service.transport.json(get(server.url)));
			assert.deepEqual([failure.kind, failure.retryAfterMs], ['rateLimited', 3_600_000]);
			assert.equal(server.seen.length, 1);
		});
	});

	it('reports a long wait to the user, and never one beyond an hour', async () => {
		await withService(json({}, 429, { 'retry-after': '9999999' }), async (service, server) => {
			const failure = expectFailure(await service.transport.json(get(server.url)));
			assert.equal(failure.retryAfterMs, 3_600_000);
			assert.match(failure.message, /It asks to wait 1 h 00 min\./);
			assert.equal(server.seen.length, 1);
		});
	});

	it('stops waiting for a retry when canceled', async () => {
		const abort = new AbortController();
		const answer = json({}, 503, { 'retry-after': '30' });
		await withService(
			(reply, seen, index) => {
				answer(reply, seen, index);
				setTimeout(() => abort.abort(), 20);
			},
			async (service, server) => {
				const reply = await service.transport.json({ ...get(server.url), signal: abort.signal });
				assert.equal(expectFailure(reply).kind, 'canceled');
				assert.equal(server.seen.length, 1);
			},
		);
	});
});

describe('the wait before a retry', () => {
	const passing: Failure = { kind: 'upstream', message: '', nextStep: '', fixer: 'service', status: 503 };
	const policy = { ...defaultRetryPolicy, attempts: 20, random: () => 0.5 };

	it('doubles up to its cap, with full jitter', () => {
		const waits = [0, 1, 2, 10].map((attempt) => retryDelay(passing, attempt, true, policy));
		assert.deepEqual(waits, [150, 300, 600, 4000]);
		assert.equal(retryDelay(passing, 3, true, { ...policy, random: () => 0 }), 0);
	});

	it('is at least the requested wait', () => {
		assert.equal(retryDelay({ ...passing, retryAfterMs: 5000 }, 0, true, policy), 5000);
		assert.equal(retryDelay({ ...passing, retryAfterMs: 1 }, 0, true, policy), 150);
	});

	it('applies to a submit only if no byte was sent', () => {
		const refused: Failure = { ...passing, kind: 'network', mayHaveArrived: false };
		assert.equal(typeof retryDelay(refused, 0, false, policy), 'number');
		assert.equal(retryDelay({ ...refused, mayHaveArrived: true }, 0, false, policy), undefined);
		assert.equal(retryDelay({ ...refused, kind: 'certificate' }, 0, false, policy), undefined);
	});

	it('reads Retry-After as seconds and as a date', () => {
		const now = Date.parse('2026-11-20T10:00:00Z');
		assert.equal(retryAfterMs('7', now), 7000);
		assert.equal(retryAfterMs('9'.repeat(400), now), 3_600_000);
		assert.equal(retryAfterMs('Fri, 20 Nov 2099 10:00:30 GMT', now), 3_600_000);
		assert.equal(retryAfterMs('Fri, 20 Nov 2026 10:00:30 GMT', now), 30_000);
		assert.equal(retryAfterMs('Fri, 20 Nov 2026 09:00:00 GMT', now), 0);
		assert.equal(retryAfterMs('soon', now), undefined);
		assert.equal(retryAfterMs(undefined, now), undefined);
	});
});
