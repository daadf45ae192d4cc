import { createMiddleware } from 'hono/factory';
import { refuse, uncoded } from '../base/errors.ts';
import type { Accounts, TokenRecord } from './accounts.ts';

/** The context variables that handlers after `bearer` can read. */
export interface SignedIn {
	Variables: { token: TokenRecord };
}

const wellFormed = /^Bearer +([\x21-\x7e]{1,4096})$/i;

/**
 * Accepts only valid tokens. Missing, unknown and revoked tokens get 401; a header that is not a bearer token never
 * passes the gateway and gets its 403.
 */
export function bearer(accounts: Accounts) {
	return createMiddleware<SignedIn>(async (context, next) => {
		const header = context.req.header('authorization');
		if (header === undefined) {
			throw refuse(
				'unauthorized',
				'The access token is missing. Send it as "Authorization: Bearer <token>".',
			);
		}
		const token = wellFormed.exec(header)?.[1];
		if (token === undefined) throw uncoded(403, 'The Authorization header does not hold a bearer token.');
		const holder = accounts.holderOf(token);
		if (holder === undefined)
			throw refuse('unauthorized', 'The access token is not valid or has been revoked.');
		context.set('token', holder);
		await next();
	});
}
