import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { fetchBalance, formatBalance } from '../../../src/core/account/balance.ts';
import {
	awaitDeviceToken,
	type DeviceCode,
	type FlowClock,
	startDeviceFlow,
} from '../../../src/core/account/deviceFlow.ts';
import { whoAmI } from '../../../src/core/account/identity.ts';
import { isToken } from '../../../src/core/account/token.ts';
import type { Failure, FailureKind } from '../../../src/core/base/failure.ts';
import { minimumBalance } from '../../../src/core/wire/limits.ts';
import { expectFailure, expectValue, hangUp, inTurn, json, withService } from '../http/support.ts';

describe('the reply about a token', () => {
	it('is the account of the token, named by its address or its ID', async () => {
		const answer = inTurn(
			json({ id: 'u-1', email: 'a@b.test', token_type: 'cli' }),
			json({ id: 'u-1', email: null }),
		);
		await withService(answer, async (service, server) => {
			assert.deepEqual(expectValue(await whoAmI(service)), {
				id: 'u-1',
				label: 'a@b.test',
				tokenType: 'cli',
			});
			assert.deepEqual(expectValue(await whoAmI(service)), { id: 'u-1', label: 'u-1' });
			assert.equal(server.seen[0]?.url, '/api/auth/me');
			assert.equal(server.seen[0]?.headers.authorization, 'Bearer secret-token');
		});
	});
});

describe('the balance', () => {
	it('is shown in cents, never rounded up', async () => {
		const balances = [
			{ balance_microdollars: 999_999 },
			{ balance_microdollars: -1_000_000 },
			{ balance_usd: 0.29 },
		];
		await withService(inTurn(...balances.map((each) => json(each))), async (service) => {
			for (const text of ['0.99 USD', '-1.00 USD', '0.29 USD'])
				assert.equal(formatBalance(expectValue(await fetchBalance(service))), text);
		});
	});

	it('must be one dollar to start', () => {
		assert.equal(minimumBalance.deployment, 1_000_000);
	});
});

const started = {
	device_code: 'dc',
	user_code: 'ABCD-1234',
	verify_url: 'https://web.test/cli-auth',
	expires_in: 60,
	poll_interval: 2,
};
const code: DeviceCode = {
	deviceCode: 'dc',
	userCode: 'ABCD-1234',
	verifyUrl: 'https://web.test/',
	expiresInSeconds: 60,
	pollSeconds: 2,
};

/** Returns a clock that jumps to the end of each wait. */
function jumpingClock(): FlowClock & { readonly waits: readonly number[] } {
	const waits: number[] = [];
	let now = 0;
	return {
		waits,
		now: () => now,
		async wait(ms, signal) {
			signal?.throwIfAborted();
			waits.push(ms);
			now += ms;
		},
	};
}

describe('the device sign-in', () => {
	it('starts without a body and reads the reply', async () => {
		await withService(
			json(started),
			async (service, server) => {
				const handed = expectValue(await startDeviceFlow(service));
				assert.deepEqual(handed, { ...code, verifyUrl: 'https://web.test/cli-auth' });
				assert.deepEqual(
					[server.seen[0]?.method, server.seen[0]?.url, server.seen[0]?.body],
					['POST', '/api/cli-auth/start', ''],
				);
				assert.equal(server.seen[0]?.headers.authorization, undefined);
			},
			{ token: () => undefined },
		);
	});

	it('opens only pages on the web', async () => {
		await withService(json({ ...started, verify_url: 'javascript:alert(1)' }), async (service, server) => {
			assert.equal(expectValue(await startDeviceFlow(service)).verifyUrl, `${server.url}/cli-auth`);
		});
	});

	it('waits, polls and ends with the token', async () => {
		const answer = inTurn(
			json({ status: 'pending' }),
			json({ status: 'dreaming' }),
			json({ status: 'authorized', access_token: 'tok' }),
		);
		await withService(answer, async (service, server) => {
			const clock = jumpingClock();
			const outcome = expectValue(await awaitDeviceToken(service, code, { clock }));
			assert.deepEqual(outcome, { type: 'authorized', token: 'tok' });
			assert.deepEqual(clock.waits, [2000, 2000, 2000]);
			assert.deepEqual(
				server.seen.map(({ url, body }) => [url, body]),
				Array(3).fill(['/api/cli-auth/poll', '{"device_code":"dc"}']),
			);
		});
	});

	for (const [who, replies] of [
		['the service', [json({ status: 'pending', error: 'slow_down' }, 429, { 'retry-after': '1' })]],
		// The transport itself repeats a call three times that had no effect.
		['a gateway', Array(4).fill(json('<!doctype html>', 429, { 'content-type': 'text/html' }))],
	] as const) {
		it(`slows down on request of ${who}`, async () => {
			const answer = inTurn(...replies, json({ status: 'authorized', access_token: 't' }));
			await withService(answer, async (service) => {
				const clock = jumpingClock();
				expectValue(await awaitDeviceToken(service, code, { clock }));
				assert.deepEqual(clock.waits, [2000, 7000]);
			});
		});
	}

	it('outlasts a dead network and a failing service, and reports both', async () => {
		const trouble: (FailureKind | undefined)[] = [];
		const answer = inTurn(
			hangUp,
			json({}, 503),
			json('<html>', 200),
			json({ status: 'authorized', access_token: 't' }),
		);
		await withService(answer, async (service) => {
			const onTrouble = (failure: { kind: FailureKind } | undefined) => trouble.push(failure?.kind);
			expectValue(await awaitDeviceToken(service, code, { clock: jumpingClock(), onTrouble }));
			assert.deepEqual(trouble, ['network', 'upstream', 'protocol', undefined]);
		});
	});

	it('expires by the clock without a decision', async () => {
		await withService(json({ status: 'pending' }), async (service, server) => {
			const clock = jumpingClock();
			assert.deepEqual(expectValue(await awaitDeviceToken(service, code, { clock })), { type: 'expired' });
			assert.equal(clock.now(), 60_000);
			assert.equal(server.seen.length, 30);
		});
	});

	it('ends at once on cancellation', async () => {
		await withService(json({ status: 'pending' }), async (service, server) => {
			const signal = AbortSignal.abort();
			assert.equal(
				expectFailure(await awaitDeviceToken(service, code, { signal, clock: jumpingClock() })).kind,
				'canceled',
			);
			assert.equal(server.seen.length, 0);
		});
	});

	it('ends only on its own replies, whatever comes in between', async () => {
		const trouble: (number | undefined)[] = [];
		const page = '<!doctype html>';
		const strays = [
			json({}, 401),
			json({ message: 'no' }, 403),
			json({}, 404),
			json({}, 425),
			json(page, 400, { 'content-type': 'text/html' }),
			json(page, 302, { location: 'https://login.test/' }),
			json({ error_code: 401001 }),
			json({}, 422),
		];
		await withService(
			inTurn(...strays, json({ status: 'authorized', access_token: 't' })),
			async (service) => {
				const onTrouble = (failure: Failure | undefined) => trouble.push(failure?.status);
				const outcome = expectValue(
					await awaitDeviceToken(service, code, { clock: jumpingClock(), onTrouble }),
				);
				assert.deepEqual(outcome, { type: 'authorized', token: 't' });
				assert.deepEqual(trouble, [401, 403, 404, 425, 400, 302, 200, 422, undefined]);
			},
		);
	});

	it('accepts no invalid token', () => {
		assert.ok(isToken('36312e13-1b55-45c5-80f7-5382bd18c98b'));
		for (const text of ['', 'a b', 'a\nb', 'ä', 'x'.repeat(4097)]) assert.ok(!isToken(text));
	});
});
