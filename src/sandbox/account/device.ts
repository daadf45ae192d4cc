import { randomInt, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { limitBody } from '../base/bodyLimit.ts';
import type { SandboxContext } from '../base/context.ts';
import { refuse } from '../base/errors.ts';
import { type Accounts, digest } from './accounts.ts';

/** Lifetime of a device code. It is never shorter in real time, however fast the sandbox runs: a person has to type it. */
const lifetimeMs = 15 * 60_000;
/** Virtual pause between two polls. */
const intervalMs = 2000;
/** Milliseconds by which a poll may come earlier than allowed. */
const toleranceMs = 500;

/** Maximum number of codes at a time: anyone can request one. */
const maximumDevices = 5000;
/** Bytes. */
const largestBody = 16 * 1024;

/** Letters that are not easily confused. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';

/** Returns the routes of device sign-in: start and poll, after RFC 8628 and the facts of the service. */
export function deviceRoutes(sandbox: SandboxContext, accounts: Accounts): Hono {
	const { db, clock } = sandbox;
	const app = new Hono();
	app.use('/api/cli-auth/*', limitBody(largestBody));

	app.post('/api/cli-auth/start', (context) => {
		db.run('DELETE FROM device_codes WHERE expires_at <= ?', clock.now());
		if (Number(db.get('SELECT count(*) AS waiting FROM device_codes')?.waiting) >= maximumDevices) {
			context.header('retry-after', '60');
			const message = 'Too many devices are waiting to sign in. Try again later.';
			return context.json({ error: 'slow_down', message }, 429);
		}
		const deviceCode = randomUUID();
		const userCode = newUserCode();
		const lifetime = lifetimeMs * Math.max(1, clock.speed);
		const sql = "INSERT INTO device_codes VALUES (?, ?, 'pending', NULL, ?, NULL)";
		db.run(sql, digest(deviceCode), userCode, clock.now() + lifetime);
		return context.json({
			device_code: deviceCode,
			user_code: userCode,
			verify_url: `${sandbox.origins.api}/cli-auth`,
			expires_in: Math.round(clock.realDuration(lifetime) / 1000),
			poll_interval: Math.max(1, Math.round(clock.realDuration(intervalMs) / 1000)),
		});
	});

	app.post('/api/cli-auth/poll', async (context) => {
		const body: unknown = await context.req.json().catch(() => undefined);
		const deviceCode = (body as { device_code?: unknown } | null | undefined)?.device_code;
		if (typeof deviceCode !== 'string') throw refuse('validation', 'Send {"device_code": "..."}.');
		const hash = digest(deviceCode);
		const row = db.get('SELECT * FROM device_codes WHERE device_hash = ?', hash);
		if (row === undefined) return context.json({ status: 'expired' }, 410);
		const now = clock.now();
		if (row.state === 'denied') return context.json({ status: 'denied' }, 410);
		if (row.state === 'used' || Number(row.expires_at) <= now)
			return context.json({ status: 'expired' }, 410);
		if (row.polled_at !== null && now - Number(row.polled_at) < intervalMs - toleranceMs) {
			context.header('retry-after', String(Math.max(1, Math.ceil(clock.realDuration(intervalMs) / 1000))));
			return context.json({ status: 'pending', error: 'slow_down', message: 'Poll less often.' }, 429);
		}
		db.run('UPDATE device_codes SET polled_at = ? WHERE device_hash = ?', now, hash);
		if (row.state !== 'authorized') return context.json({ status: 'pending' });
		const token = db.transaction(() => {
			db.run("UPDATE device_codes SET state = 'used' WHERE device_hash = ?", hash);
			return accounts.mint(String(row.account_id), 'cli');
		});
		return context.json({ status: 'authorized', access_token: token });
	});
	return app;

	function newUserCode(): string {
		const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
		return `${letters.slice(0, 4)}-${letters.slice(4)}`;
	}
}

/** Returns the device that shows this code and still waits; spelling and dashes do not matter. */
export function findDevice(sandbox: SandboxContext, typed: string): string | undefined {
	const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
	const code = `${letters.slice(0, 4)}-${letters.slice(4)}`;
	const sql =
		"SELECT user_code FROM device_codes WHERE user_code = ? AND state = 'pending' AND expires_at > ?";
	const row = sandbox.db.get(sql, code, sandbox.clock.now());
	return row === undefined ? undefined : String(row.user_code);
}

/** Lets a waiting device in, or turns it away. False when it no longer waits. */
export function decideDevice(
	sandbox: SandboxContext,
	userCode: string,
	accountId: string,
	approve: boolean,
): boolean {
	const sql = `UPDATE device_codes SET state = ?, account_id = ? WHERE user_code = ? AND state = 'pending' AND expires_at > ?`;
	return sandbox.db.run(sql, approve ? 'authorized' : 'denied', accountId, userCode, sandbox.clock.now()) > 0;
}
