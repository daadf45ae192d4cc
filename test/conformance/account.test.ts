import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newFolder } from '../support/newFolder.ts';
import { Browser } from './browser.ts';
import { assertRefused, type Body, type Reply, startSandbox, suiteSandbox } from './support.ts';

describe('Authentication and balance', () => {
	const sandbox = suiteSandbox();

	describe('bearer token', () => {
		it('that is not a token at all is refused by the gateway, in the envelope of the gateway', async () => {
			const headers = { authorization: 'Basic YTpi' };
			const reply = await sandbox.call('GET', '/prod/v2/balance', { token: null, headers });
			assert.equal(reply.status, 403);
			assert.deepEqual(Object.keys(reply.body), ['message']);
		});

		it('has no colon and no space', () => {
			assert.match(sandbox.announced.token, /^[!-9;-~]+$/);
		});
	});

	describe('routes that are not there', () => {
		for (const path of ['/v1/nothing', '/v1/requests', '/prod/v1/trainers/ai-toolkit', '/nowhere']) {
			it(`${path} answers 404 in the envelope of the service`, async () => {
				assertRefused(await sandbox.call('GET', path), 404, 404001);
			});
		}
	});

	describe('balance', () => {
		it('below zero is a normal reply', async () => {
			await sandbox.control('POST', 'balance', { microdollars: -1_000_000 });
			const reply = await sandbox.call('GET', '/prod/v2/balance');
			assert.deepEqual([reply.status, reply.body.balance_microdollars], [200, -1_000_000]);
		});
	});
});

describe('Web sign-in', () => {
	const sandbox = suiteSandbox('reset');

	const start = async (): Promise<Body> =>
		(await sandbox.call('POST', '/api/cli-auth/start', { token: null })).body;
	const poll = (device_code: unknown): Promise<Reply> =>
		sandbox.call('POST', '/api/cli-auth/poll', { token: null, body: { device_code } });

	describe('start', () => {
		it('needs neither body nor token and returns all five fields', async () => {
			const body = await start();
			assert.equal(typeof body.device_code, 'string');
			assert.match(body.user_code, /^[A-Z]{4}-[A-Z]{4}$/);
			assert.equal(body.verify_url, `${sandbox.announced.webUrl}/cli-auth`);
			assert.ok(Number.isInteger(body.expires_in) && body.expires_in > 0);
			assert.ok(Number.isInteger(body.poll_interval) && body.poll_interval > 0);
		});

		it('gives every device a different code', async () => {
			assert.notEqual((await start()).user_code, (await start()).user_code);
		});
	});

	it('lets no more than 5,000 devices wait at a time', async () => {
		const folder = newFolder();
		const own = await startSandbox('--data', folder);
		const ask = () => own.call('POST', '/api/cli-auth/start', { token: null });
		try {
			await ask();
			const database = new DatabaseSync(join(folder, 'sandbox.sqlite'), { timeout: 10_000 });
			const copies = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4998)';
			const columns = "'hash' || i, 'code' || i, state, account_id, expires_at, polled_at";
			database.exec(`INSERT INTO device_codes ${copies} SELECT ${columns} FROM device_codes, n`);
			database.close();
			assert.equal((await ask()).status, 200);
			const refused = await ask();
			assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60']);
			await own.advance(16 * 60);
			assert.equal((await ask()).status, 200);
		} finally {
			await own.end();
		}
	});

	it('forgets the codes that have expired', async () => {
		const folder = newFolder();
		const own = await startSandbox('--data', folder);
		const codes = () => {
			const database = new DatabaseSync(join(folder, 'sandbox.sqlite'), { readOnly: true });
			const row = database.prepare('SELECT count(*) AS count FROM device_codes').get();
			database.close();
			return row?.count;
		};
		try {
			for (let device = 0; device < 20; device++)
				await own.call('POST', '/api/cli-auth/start', { token: null });
			assert.equal(codes(), 20);
			await own.advance(16 * 60);
			await own.call('POST', '/api/cli-auth/start', { token: null });
			assert.equal(codes(), 1);
		} finally {
			await own.end();
		}
	});

	describe('poll', () => {
		it('is pending until the person decides', async () => {
			const reply = await poll((await start()).device_code);
			assert.deepEqual([reply.status, reply.body], [200, { status: 'pending' }]);
		});

		it('that comes too fast is asked to slow down, and does no harm', async () => {
			const { device_code } = await start();
			await poll(device_code);
			const fast = await poll(device_code);
			assert.deepEqual([fast.status, fast.body.status], [429, 'pending']);
			assert.ok(Number(fast.headers.get('retry-after')) > 0);
			await sandbox.advance(2);
			assert.equal((await poll(device_code)).status, 200);
		});

		it('returns a token of type cli once the person has authorized, and only once', async () => {
			const { device_code, user_code } = await start();
			await new Browser(sandbox).decide(user_code, 'approve');
			const reply = await poll(device_code);
			assert.deepEqual([reply.status, reply.body.status], [200, 'authorized']);
			const me = await sandbox.call('GET', '/api/auth/me', { token: reply.body.access_token });
			assert.equal(me.status, 200);
			assert.equal(me.body.token_type, 'cli');
			assert.match(me.body.email, /@/);
			assert.match(me.body.id, /^[0-9a-f-]{36}$/);
			await sandbox.advance(5);
			const again = await poll(device_code);
			assert.deepEqual([again.status, again.body], [410, { status: 'expired' }]);
		});

		it('mints a new token for each flow', async () => {
			const tokens = [];
			for (let flow = 0; flow < 2; flow++) {
				const { device_code, user_code } = await start();
				await new Browser(sandbox).decide(user_code, 'approve');
				tokens.push((await poll(device_code)).body.access_token);
			}
			assert.notEqual(tokens[0], tokens[1]);
		});

		it('answers 410 denied after a refusal', async () => {
			const { device_code, user_code } = await start();
			await new Browser(sandbox).decide(user_code, 'deny');
			const reply = await poll(device_code);
			assert.deepEqual([reply.status, reply.body], [410, { status: 'denied' }]);
		});

		it('answers 410 expired when the code has run out', async () => {
			const { device_code } = await start();
			await sandbox.advance(16 * 60);
			const reply = await poll(device_code);
			assert.deepEqual([reply.status, reply.body], [410, { status: 'expired' }]);
		});

		it('gives a person a quarter of an hour however fast the sandbox runs', async () => {
			const fast = await startSandbox('--speed', '5000');
			const { expires_in } = (await fast.call('POST', '/api/cli-auth/start', { token: null })).body;
			await fast.end();
			assert.equal(expires_in, 900);
		});

		it('answers 410 for a device code that never was, and 422 without one', async () => {
			assert.equal((await poll('nonsense')).status, 410);
			assert.equal((await poll(undefined)).status, 422);
		});
	});

	describe('page', () => {
		it('does not take the code from the query string', async () => {
			const { user_code } = await start();
			const browser = new Browser(sandbox);
			await browser.signIn('/cli-auth');
			await browser.open(`/cli-auth?code=${user_code}&user_code=${user_code}`);
			assert.ok(!browser.page.includes(user_code));
		});

		it('finds a code in any notation, and reports an unknown one', async () => {
			const { user_code } = await start();
			const browser = new Browser(sandbox);
			await browser.signIn('/cli-auth');
			const wrong = await browser.open('/cli-auth', { code: 'AAAA-AAAA' });
			assert.equal(wrong.status, 400);
			assert.match(browser.page, /role="alert"/);
			await browser.open('/cli-auth', { code: ` ${user_code.toLowerCase().replace('-', '')} ` });
			assert.ok(browser.page.includes(user_code));
		});

		it('decides only about the code that it has just asked about', async () => {
			const { device_code, user_code } = await start();
			const browser = new Browser(sandbox);
			await browser.signIn('/cli-auth');
			const decision = { code: user_code, decision: 'approve' };
			assert.equal((await browser.open('/cli-auth/decision', decision)).status, 400);
			await browser.open('/cli-auth', { code: (await start()).user_code });
			assert.equal((await browser.open('/cli-auth/decision', decision)).status, 400);
			assert.equal((await poll(device_code)).body.status, 'pending');
		});

		it('asks for a new sign-in after ten wrong codes, wherever they were sent', async () => {
			const browser = new Browser(sandbox);
			await browser.signIn('/cli-auth');
			for (let guess = 0; guess < 10; guess++) {
				await browser.open('/cli-auth/decision', { code: 'AAAA-AAAA', decision: 'approve' });
			}
			await browser.open('/cli-auth');
			assert.match(browser.page, /Sign in as/);
		});

		it('takes no more codes once many sessions have guessed wrong', async function () {
			this.timeout(120_000);
			const fresh = await startSandbox();
			try {
				let status = 0;
				for (let session = 0; session < 40 && status !== 429; session++) {
					const browser = new Browser(fresh);
					await browser.signIn('/cli-auth');
					for (let guess = 0; guess < 9 && status !== 429; guess++) {
						({ status } = await browser.open('/cli-auth', { code: 'AAAA-AAAA' }));
					}
				}
				assert.equal(status, 429);
			} finally {
				await fresh.end();
			}
		});

		it('remembers a hundred sessions, and the oldest signs in again after that', async function () {
			this.timeout(120_000);
			const first = new Browser(sandbox);
			await first.signIn('/cli-auth');
			const other = new Browser(sandbox);
			for (let session = 0; session < 100; session++) await other.signInAgain();
			await first.open('/cli-auth');
			assert.match(first.page, /Sign in as/);
			await other.open('/cli-auth');
			assert.match(other.page, /Type the code/);
		});

		it('keeps its cookie apart from that of another sandbox on this computer', async () => {
			const reply = await fetch(`${sandbox.announced.webUrl}/cli-auth`);
			const [cookie = ''] = reply.headers.getSetCookie();
			assert.ok(cookie.split('=')[0]?.includes(new URL(sandbox.announced.webUrl).port), cookie);
			assert.match(cookie, /SameSite=Strict/);
			assert.match(cookie, /HttpOnly/);
		});

		it('refuses forms that it did not make itself', async () => {
			const { device_code, user_code } = await start();
			const browser = new Browser(sandbox);
			await browser.signIn('/cli-auth');
			for (const csrf of ['', '0'.repeat(64)]) {
				const reply = await browser.open('/cli-auth/decision', {
					csrf,
					code: user_code,
					decision: 'approve',
				});
				assert.equal(reply.status, 403);
			}
			assert.equal((await poll(device_code)).body.status, 'pending');
		});

		it('refuses forms that come from another site', async () => {
			const reply = await fetch(`${sandbox.announced.webUrl}/session`, {
				method: 'POST',
				headers: { 'sec-fetch-site': 'cross-site' },
				body: new URLSearchParams({ account: 'x' }),
			});
			assert.equal(reply.status, 403);
		});

		it('shows input as text, never as markup', async () => {
			const browser = new Browser(sandbox);
			await browser.signIn('/cli-auth');
			await browser.open('/cli-auth', { code: '<b>bold</b>' });
			assert.ok(!browser.page.includes('<b>'));
			assert.ok(browser.page.includes('&lt;b&gt;'));
		});
	});

	describe('profile', () => {
		it('shows one announced token however often the sandbox was started, and a new one once it was revoked', async function () {
			this.timeout(120_000);
			const folder = newFolder();
			const announced: string[] = [];
			for (let start = 0; start < 4; start++) {
				const own = await startSandbox('--data', folder);
				const { token } = own.announced;
				announced.push(token);
				assert.equal((await own.call('GET', '/api/auth/me')).status, 200);
				const browser = new Browser(own);
				await browser.signIn('/profile');
				const shown = [...browser.page.matchAll(/name="token" value="([^"]+)"/g)];
				assert.equal(shown.length, 1);
				if (start === 2) {
					await browser.open('/profile/revoke', { token: shown[0]?.[1] ?? '' });
					assertRefused(await own.call('GET', '/api/auth/me'), 401, 401001);
				}
				await own.end();
			}
			assert.deepEqual(new Set(announced.slice(0, 3)).size, 1);
			assert.notEqual(announced[3], announced[0]);
		});

		it('revokes one token and leaves the others', async () => {
			const { device_code, user_code } = await start();
			const browser = new Browser(sandbox);
			await browser.decide(user_code, 'approve');
			const { access_token } = (await poll(device_code)).body;
			await browser.open('/profile');
			const token = /name="token" value="([^"]+)"/.exec(browser.page)?.[1] ?? '';
			await browser.open('/profile/revoke', { token });
			assertRefused(await sandbox.call('GET', '/api/auth/me', { token: access_token }), 401, 401001);
			assert.equal((await sandbox.call('GET', '/api/auth/me')).status, 200);
		});
	});
});
