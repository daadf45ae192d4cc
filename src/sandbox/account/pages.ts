import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { timestamp } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { gatewayRefusal } from '../errors.ts';
import type { Account, Accounts } from './accounts.ts';
import { decideDevice, findDevice } from './device.ts';
import { codePage, confirmPage, donePage, profilePage, signInPage } from './views.ts';

interface WebSession {
	readonly id: string;
	account: Account | undefined;
	/** Wrong codes typed in a row. */
	misses: number;
}

const cookieName = 'sandbox_session';
/** Wrong codes after which a session must sign in again. */
const maximumMisses = 10;

/** The web pages: sign-in, device code, approval, and the profile with its tokens. */
export function pageRoutes(sandbox: SandboxContext, accounts: Accounts): Hono {
	const app = new Hono();
	const sessions = new Map<string, WebSession>();
	const secret = randomUUID();

	app.use('/cli-auth/*', guard);
	app.use('/cli-auth', guard);
	app.use('/profile/*', guard);
	app.use('/profile', guard);
	app.use('/session', guard);

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
		openSession(context, account);
		return context.redirect(form.get('next') === '/profile' ? '/profile' : '/cli-auth', 303);
	});
	app.post('/cli-auth', async (context) => {
		const { session, form } = await readForm(context);
		if (session.account === undefined) return context.redirect('/cli-auth', 303);
		const typed = form.get('code') ?? '';
		const code = findDevice(sandbox, typed);
		if (code !== undefined) {
			session.misses = 0;
			return context.html(confirmPage(session.account, csrfOf(session), code));
		}
		session.misses++;
		if (session.misses >= maximumMisses) sessions.delete(session.id);
		const problem = `There is no device waiting with the code "${typed.slice(0, 20)}". Check the code, or ask for a new one.`;
		return context.html(codePage(session.account, csrfOf(session), problem), 400);
	});
	app.post('/cli-auth/decision', async (context) => {
		const { session, form } = await readForm(context);
		if (session.account === undefined) return context.redirect('/cli-auth', 303);
		const approve = form.get('decision') === 'approve';
		const decided = decideDevice(sandbox, form.get('code') ?? '', session.account.id, approve);
		if (decided) return context.html(donePage(approve));
		const problem = 'This code is no longer valid. Ask for a new one.';
		return context.html(codePage(session.account, csrfOf(session), problem), 400);
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

	function openSession(context: Context, account: Account | undefined): WebSession {
		const session = { id: randomUUID(), account, misses: 0 };
		sessions.set(session.id, session);
		setCookie(context, cookieName, session.id, { httpOnly: true, sameSite: 'Lax', path: '/' });
		return session;
	}

	function sessionOf(context: Context): WebSession {
		const session = sessions.get(getCookie(context, cookieName) ?? '');
		if (session === undefined) return openSession(context, undefined);
		if (session.account !== undefined && accounts.get(session.account.id) === undefined)
			session.account = undefined;
		return session;
	}

	function csrfOf(session: WebSession): string {
		return createHmac('sha256', secret).update(session.id).digest('hex');
	}

	/** Reads a posted form that this session's own page sent; anything else is refused. */
	async function readForm(context: Context): Promise<{ session: WebSession; form: URLSearchParams }> {
		const session = sessions.get(getCookie(context, cookieName) ?? '');
		const form = new URLSearchParams(await context.req.text());
		const sent = Buffer.from(form.get('csrf') ?? '');
		const wanted = Buffer.from(session === undefined ? '' : csrfOf(session));
		if (session === undefined || sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) {
			throw gatewayRefusal('This form is no longer valid. Open the page again.');
		}
		return { session, form };
	}
}

/** Headers of every page, and no posts from other sites. */
async function guard(context: Context, next: () => Promise<void>): Promise<void> {
	const site = context.req.header('sec-fetch-site');
	const foreign = site !== undefined && site !== 'same-origin' && site !== 'none';
	if (context.req.method === 'POST' && foreign)
		throw gatewayRefusal('Forms of other sites are not accepted.');
	await next();
	context.header('cache-control', 'no-store');
	context.header('x-frame-options', 'DENY');
	context.header('referrer-policy', 'same-origin');
	context.header(
		'content-security-policy',
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
	);
}
