import { createHash, randomUUID } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';
import type { Row } from '../store/database.ts';

export interface Account {
	readonly id: string;
	readonly email: string;
	/** Millionths of a US dollar. */
	readonly balance: number;
}

/** A token without its secret. */
export interface TokenRecord {
	readonly id: string;
	readonly accountId: string;
	readonly type: string;
	readonly createdAt: number;
}

/** Returns the digest of a secret; of tokens, device codes and session ids, only this is kept. */
export function digest(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}

/** Accounts, their balance and their tokens. */
export class Accounts {
	readonly #sandbox: SandboxContext;
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
	}

	create(email: string, balance: number): Account {
		const id = randomUUID();
		this.#sandbox.db.run(
			'INSERT INTO accounts VALUES (?, ?, ?, ?)',
			id,
			email,
			balance,
			this.#sandbox.clock.now(),
		);
		return { id, email, balance };
	}

	get(id: string): Account | undefined {
		this.onSettle(id);
		const row = this.#sandbox.db.get('SELECT id, email, balance FROM accounts WHERE id = ?', id);
		return row === undefined ? undefined : accountOf(row);
	}

	byEmail(email: string): Account | undefined {
		const row = this.#sandbox.db.get('SELECT id, email, balance FROM accounts WHERE email = ?', email);
		return row === undefined ? undefined : accountOf(row);
	}

	all(): readonly Account[] {
		return this.#sandbox.db
			.all('SELECT id, email, balance FROM accounts ORDER BY created_at, rowid')
			.map(accountOf);
	}

	setBalance(id: string, balance: number): void {
		this.onSettle(id);
		this.#sandbox.db.run('UPDATE accounts SET balance = ? WHERE id = ?', balance, id);
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
		const sql = 'INSERT INTO tokens VALUES (?, ?, ?, ?, ?, NULL)';
		this.#sandbox.db.run(sql, randomUUID(), digest(token), accountId, type, this.#sandbox.clock.now());
		return token;
	}

	/** Returns the token's record with its account; undefined if it is unknown or revoked. */
	holderOf(token: string): TokenRecord | undefined {
		const hash = digest(token);
		const known = this.#byToken.get(hash);
		if (known !== undefined) return known;
		const row = this.#sandbox.db.get('SELECT * FROM tokens WHERE hash = ? AND revoked_at IS NULL', hash);
		if (row === undefined) return undefined;
		const record = tokenOf(row);
		this.#byToken.set(hash, record);
		return record;
	}

	/** Returns whether the token was ever valid, revoked or not. */
	wasMinted(token: string): boolean {
		return this.#sandbox.db.get('SELECT id FROM tokens WHERE hash = ?', digest(token)) !== undefined;
	}

	tokensOf(accountId: string): readonly TokenRecord[] {
		const sql =
			'SELECT * FROM tokens WHERE account_id = ? AND revoked_at IS NULL ORDER BY created_at DESC, rowid DESC';
		return this.#sandbox.db.all(sql, accountId).map(tokenOf);
	}

	/** Revokes a token of that account; false if it has none with this id. */
	revoke(accountId: string, tokenId: string): boolean {
		const sql = 'UPDATE tokens SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at IS NULL';
		const changed = this.#sandbox.db.run(sql, this.#sandbox.clock.now(), tokenId, accountId);
		this.forgetCache();
		return changed > 0;
	}

	/** Forgets cached records. Call it after the store was emptied. */
	forgetCache(): void {
		this.#byToken.clear();
	}
}

function accountOf(row: Row): Account {
	return { id: String(row.id), email: String(row.email), balance: Number(row.balance) };
}

function tokenOf(row: Row): TokenRecord {
	return {
		id: String(row.id),
		accountId: String(row.account_id),
		type: String(row.type),
		createdAt: Number(row.created_at),
	};
}
