import { createHash, randomUUID } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';
import { number, optional, type RecordOf, Table, text } from '../store/table.ts';

const columns = {
	id: text,
	email: text,
	/** Millionths of a US dollar. */
	balance: number,
	createdAt: number,
};
const tokenColumns = {
	id: text,
	/** The digest of the secret. */
	hash: text,
	accountId: text,
	type: text,
	createdAt: number,
	revokedAt: optional(number),
};

export interface Account extends RecordOf<typeof columns> {}
/** A token without its secret. */
export interface TokenRecord extends RecordOf<typeof tokenColumns> {}

/** Returns the digest of a secret; of tokens, device codes and session ids, only this is kept. */
export function digest(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}

export class Accounts {
	readonly #sandbox: SandboxContext;
	readonly #accounts: Table<typeof columns>;
	readonly #tokens: Table<typeof tokenColumns>;
	readonly #byToken = new Map<string, TokenRecord>();
	/** Called when a balance is used up. */
	onExhausted: (accountId: string) => void = () => {};
	/** Called when a balance was set to more than nothing. */
	onRestored: (accountId: string) => void = () => {};
	/** Called when a balance has changed and is not used up. */
	onChanged: (accountId: string) => void = () => {};
	/** Called before a balance is read or set, so that work in progress can be charged up to now. */
	onSettle: (accountId: string) => void = () => {};

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
		this.#accounts = new Table(sandbox.db, 'accounts', columns);
		this.#tokens = new Table(sandbox.db, 'tokens', tokenColumns);
	}

	create(email: string, balance: number): Account {
		return this.#accounts.insert({ id: randomUUID(), email, balance, createdAt: this.#sandbox.clock.now() });
	}

	get(id: string): Account | undefined {
		this.onSettle(id);
		return this.#accounts.first('id = ?', id);
	}

	byEmail(email: string): Account | undefined {
		return this.#accounts.first('email = ?', email);
	}

	all(): readonly Account[] {
		return this.#accounts.all('true ORDER BY created_at, rowid');
	}

	setBalance(id: string, balance: number): void {
		this.onSettle(id);
		this.#accounts.update({ balance }, 'id = ?', id);
		if (balance > 0) {
			this.onRestored(id);
			this.onChanged(id);
		} else this.onExhausted(id);
	}

	/**
	 * Subtracts `cost` millionths of a dollar from the balance, which may become negative. In one transaction with the
	 * record of the payment; call {@link taken} after it.
	 */
	take(id: string, cost: number): void {
		this.#sandbox.db.run('UPDATE accounts SET balance = balance - ? WHERE id = ?', cost, id);
	}

	/** Applies the consequences of a lower balance. */
	taken(id: string): void {
		if ((this.get(id)?.balance ?? 1) <= 0) this.onExhausted(id);
		else this.onChanged(id);
	}

	/** Takes `cost` from the balance, with nothing else to write. */
	charge(id: string, cost: number): void {
		this.take(id, cost);
		this.taken(id);
	}

	/** Makes a token valid and returns it; only its digest is kept. `token` is given when it must survive a reset. */
	mint(accountId: string, type: string, token: string = randomUUID()): string {
		const createdAt = this.#sandbox.clock.now();
		this.#tokens.insert({ id: randomUUID(), hash: digest(token), accountId, type, createdAt });
		return token;
	}

	/** Returns the token's record with its account; undefined if it is unknown or revoked. */
	holderOf(token: string): TokenRecord | undefined {
		const hash = digest(token);
		const known = this.#byToken.get(hash);
		if (known !== undefined) return known;
		const record = this.#tokens.first('hash = ? AND revoked_at IS NULL', hash);
		if (record !== undefined) this.#byToken.set(hash, record);
		return record;
	}

	/** Returns whether the token was ever valid, revoked or not. */
	wasMinted(token: string): boolean {
		return this.#tokens.first('hash = ?', digest(token)) !== undefined;
	}

	tokensOf(accountId: string): readonly TokenRecord[] {
		const newestFirst = 'revoked_at IS NULL ORDER BY created_at DESC, rowid DESC';
		return this.#tokens.all(`account_id = ? AND ${newestFirst}`, accountId);
	}

	/** Revokes a token of that account; false if it has none with this id. */
	revoke(accountId: string, tokenId: string): boolean {
		const change = { revokedAt: this.#sandbox.clock.now() };
		const mine = 'id = ? AND account_id = ? AND revoked_at IS NULL';
		const changed = this.#tokens.update(change, mine, tokenId, accountId);
		this.forgetCache();
		return changed > 0;
	}

	/** Forgets cached records. Call it after the store was emptied. */
	forgetCache(): void {
		this.#byToken.clear();
	}
}
