import { createHmac } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';
import type { Accounts } from './accounts.ts';

type Shared = Pick<SandboxContext, 'db' | 'secret'>;

/** Returns the token that is announced: the same at each start on the same data, until it is revoked. Only its digest is stored. */
export function announcedToken(sandbox: Shared): string {
	const digits = createHmac('sha256', sandbox.secret())
		.update(`announced token ${announcedTokens(sandbox)}`)
		.digest('hex');
	return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Ensures that the announced token belongs to the account; a revoked token is replaced by another one. */
export function mintAnnounced(sandbox: Shared, accounts: Accounts, accountId: string): void {
	if (accounts.holderOf(announcedToken(sandbox)) !== undefined) return;
	// It was revoked, or the store is new or was emptied.
	if (accounts.wasMinted(announcedToken(sandbox)))
		sandbox.db.writeMeta('announced_tokens', String(announcedTokens(sandbox) + 1));
	accounts.mint(accountId, 'api', announcedToken(sandbox));
}

function announcedTokens({ db }: Shared): number {
	return Number(db.readMeta('announced_tokens') ?? 0);
}
