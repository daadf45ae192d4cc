import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { limitBody } from '../base/bodyLimit.ts';
import { timestamp } from '../base/clock.ts';
import type { SandboxContext } from '../base/context.ts';
import { uncoded } from '../base/errors.ts';
import type { Account, Accounts } from './accounts.ts';
import { decideDevice, findDevice } from './device.ts';
import { codePage, confirmPage, donePage, profilePage, signInPage } from './views.ts';

/** A visitor of the pages. Only those who are signed in are stored. */
interface WebSession {
	readonly id: string;
	readonly account: Account | undefined;
	/** Wrong codes sent in a row. */
	misses: number;
	/** The code that this session has typed and must confirm. */
	asked: string | undefined;
}

/** Wrong codes after which a session must sign in again. */
const maximumMisses = 10;
/** Wrong codes of all sessions together within `missWindowMs`, in real time: a new session costs nothing. */
const maximumMissesOfAll = 200;
const missWindowMs = 15 * 60_000;
/** The number of signed-in sessions that are remembered; the oldest has to sign in again. */
const maximumSessions = 100;
/** In bytes; more than any form of these pages has. */
const largestForm = 16 * 1024;

/** Returns the routes of the web pages: sign-in, device code, approval, and the profile with its tokens. */
export function pageRoutes(sandbox: SandboxContext, accounts: Accounts): Hono {
	const app = new Hono();
	const sessions = new Map<string, WebSession>();
	const secret = randomBytes(32);
	let recentMisses: number[] = [];

	for (const path of ['/cli-auth/*', '/cli-auth', '/profile/*', '/profile', '/session']) {
		app.use(path, limitBody(largestForm), pageHeaders);
	}

	app.get('/', (context) => context.redirect('/profile'));
	app.get('/cli-auth', (context) => {
		const session = sessionOf(context);
		const csrf = csrfOf(session);
		if (session.account === undefined) return context.html(signInPage(accounts.all(), csrf, '/cli-auth'));
		return context.html(codePage(session.account, csrf));
	});
	app.post('/session', async (context) => {
		const { session, form } = await readForm(context);
		sessions.delete(session.id);
		const account = accounts.get(form.get('account') ?? '');
		if (account !== undefined) openSession(context, account);
		return context.redirect(form.get('next') === '/profile' ? '/profile' : '/cli-auth', 303);
	});
	app.post('/cli-auth', async (context) => {
		const { session, form } = await readForm(context);
		if (session.account === undefined) return context.redirect('/cli-auth', 303);
		refuseGuessing();
		const typed = form.get('code') ?? '';
		const code = findDevice(sandbox, typed);
		if (code === undefined) {
			const problem = `There is no device waiting with the code "${typed.slice(0, 20)}". Check the code, or ask for a new one.`;
			return missed(context, session, session.account, problem);
		}
		session.misses = 0;
		session.asked = code;
		return context.html(confirmPage(session.account, csrfOf(session), code));
	});
	app.post('/cli-auth/decision', async (context) => {
		const { session, form } = await readForm(context);
		if (session.account === undefined) return context.redirect('/cli-auth', 303);
		refuseGuessing();
		const approve = form.get('decision') === 'approve';
		const { asked } = session;
		session.asked = undefined;
		const code = form.get('code') ?? '';
		if (asked !== undefined && code === asked && decideDevice(sandbox, code, session.account.id, approve)) {
			return context.html(donePage(approve));
		}
		return missed(context, session, session.account, 'This code is no longer valid. Ask for a new one.');
	});
	app.get('/profile', (context) => {
		const session = sessionOf(context);
		const csrf = csrfOf(session);
		if (session.account === undefined) return context.html(signInPage(accounts.all(), csrf, '/profile'));
		const account = accounts.get(session.account.id) ?? session.account;
		const tokens = accounts.tokensOf(account.id).map((token) => ({
			id: token.id,
			type: token.type,
			created: timestamp(token.createdAt).slice(0, 19).replace('T', ' '),
		}));
		return context.html(profilePage(account, csrf, tokens));
	});
	app.post('/profile/revoke', async (context) => {
		const { session, form } = await readForm(context);
		if (session.account !== undefined) accounts.revoke(session.account.id, form.get('token') ?? '');
		return context.redirect('/profile', 303);
	});
	return app;

	function openSession(context: Context, account: Account): void {
		const session = { id: randomUUID(), account, misses: 0, asked: undefined };
		sessions.set(session.id, session);
		const [oldest] = sessions.keys();
		if (sessions.size > maximumSessions && oldest !== undefined) sessions.delete(oldest);
		remember(context, session.id);
	}

	function sessionOf(context: Context): WebSession {
		const known = knownSession(context);
		if (known !== undefined) return known;
		const id = randomUUID();
		const cookie = `${id}.${signed(`visitor ${id}`)}`;
		remember(context, cookie);
		return visitor(cookie);
	}

	/** Returns the session of the cookie; visitors who are not signed in are known by their signature alone. */
	function knownSession(context: Context): WebSession | undefined {
		const cookie = getCookie(context, cookieName()) ?? '';
		const session = sessions.get(cookie);
		if (session?.account !== undefined && accounts.get(session.account.id) !== undefined) return session;
		sessions.delete(cookie);
		const [id = '', signature = ''] = cookie.split('.');
		return sameText(signature, signed(`visitor ${id}`)) ? visitor(cookie) : undefined;
	}

	function visitor(id: string): WebSession {
		return { id, account: undefined, misses: 0, asked: undefined };
	}

	function remember(context: Context, value: string): void {
		setCookie(context, cookieName(), value, { httpOnly: true, sameSite: 'Strict', path: '/' });
	}

	/** Cookies know no port, so the name keeps several sandboxes of one computer apart. */
	function cookieName(): string {
		return `sandbox_session_${new URL(sandbox.origins.api).port || '80'}`;
	}

	function csrfOf(session: WebSession): string {
		return signed(`form ${session.id}`);
	}

	function signed(text: string): string {
		return createHmac('sha256', secret).update(text).digest('hex');
	}

	function refuseGuessing(): void {
		const now = Date.now();
		recentMisses = recentMisses.filter((at) => at > now - missWindowMs);
		if (recentMisses.length < maximumMissesOfAll) return;
		throw uncoded(429, 'Too many wrong codes were sent to this sandbox. Try again in a quarter of an hour.');
	}

	function missed(context: Context, session: WebSession, account: Account, problem: string) {
		recentMisses.push(Date.now());
		session.misses++;
		if (session.misses >= maximumMisses) sessions.delete(session.id);
		return context.html(codePage(account, csrfOf(session), problem), 400);
	}

	/** Reads a posted form that this session's own page sent; anything else is refused. */
	async function readForm(context: Context): Promise<{ session: WebSession; form: URLSearchParams }> {
		const session = knownSession(context);
		const form = new URLSearchParams(await context.req.text());
		if (session === undefined || !sameText(form.get('csrf') ?? '', csrfOf(session))) {
			throw uncoded(403, 'This form is no longer valid. Open the page again.');
		}
		return { session, form };
	}
}

function sameText(sent: string, wanted: string): boolean {
	const [left, right] = [Buffer.from(sent), Buffer.from(wanted)];
	return left.length === right.length && timingSafeEqual(left, right);
}

/** Headers of every page. Posts of other sites do not come this far. */
async function pageHeaders(context: Context, next: () => Promise<void>): Promise<void> {
	await next();
	context.header('cache-control', 'no-store');
	context.header('x-frame-options', 'DENY');
	context.header('referrer-policy', 'same-origin');
	context.header(
		'content-security-policy',
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
	);
}
