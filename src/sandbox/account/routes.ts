import { Hono } from 'hono';
import { timestamp } from '../base/clock.ts';
import { refuse } from '../base/errors.ts';
import type { Accounts } from './accounts.ts';
import { bearer, type SignedIn } from './bearer.ts';

/** Returns the routes `GET /prod/v2/balance` and `GET /api/auth/me`. */
export function accountRoutes(accounts: Accounts): Hono<SignedIn> {
	const app = new Hono<SignedIn>();
	app.get('/prod/v2/balance', bearer(accounts), (context) => {
		const account = accounts.get(context.get('token').accountId);
		if (account === undefined) throw refuse('unauthorized', 'The account of this token no longer exists.');
		return context.json({
			balance_microdollars: account.balance,
			balance_usd: Math.round(account.balance / 10_000) / 100,
			currency: 'USD',
		});
	});
	app.get('/api/auth/me', bearer(accounts), (context) => {
		const token = context.get('token');
		const account = accounts.get(token.accountId);
		if (account === undefined) throw refuse('unauthorized', 'The account of this token no longer exists.');
		return context.json({
			id: account.id,
			email: account.email,
			token_type: token.type,
			token_created_at: timestamp(token.createdAt),
		});
	});
	return app;
}
