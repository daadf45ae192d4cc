import { isDeepStrictEqual } from 'node:util';
import { compact } from '../base/compact.ts';
import type { KeyValueStore } from '../base/keyValueStore.ts';
import type { Log } from '../base/log.ts';
import { isOnThisComputer } from '../base/loopback.ts';
import { type Addresses, addressesBy, addressesOf } from '../connection/address.ts';
import type { Connection } from '../connection/connection.ts';
import { runcomfyConnection, sandboxId } from '../connection/connections.ts';
import { memberOf, recordIn, recordOf, textOf } from '../json/fields.ts';
import type { Account } from './session.ts';
import { isToken } from './token.ts';

/** An account together with its token, as stored in the secret storage. */
export interface StoredAccount extends Account {
	readonly token: string;
	/** The addresses that the token was made for; it is never sent to others. */
	readonly addresses?: Addresses;
}

/** The accounts of one connection; `currentId` is the one in use. */
interface StoredAccounts {
	readonly accounts: readonly StoredAccount[];
	readonly currentId?: string;
}

/**
 * Returns whether the token of an account may be sent to the current addresses of a connection. A connection of the
 * settings keeps its name when its addresses change, and a token must not follow it to another host.
 */
export function isMadeFor(account: StoredAccount, connection: Connection): boolean {
	const now = addressesOf(connection);
	// Easel starts the sandbox itself, on this computer and on another port each time; its addresses cannot be set from outside.
	if (connection.id === sandboxId) return Object.values(now).every(isOnThisComputer);
	// Stored without addresses by an earlier version. Only those of the public service cannot have changed since.
	const madeFor =
		account.addresses ?? (connection.id === runcomfyConnection.id ? runcomfyConnection : undefined);
	return madeFor !== undefined && isDeepStrictEqual(addressesOf(madeFor), now);
}

const prefix = 'easel.tokens.';
const none: StoredAccounts = { accounts: [] };

/** Returns the connection of a changed secret with accounts; undefined for other secrets. */
export function connectionOfKey(key: string): string | undefined {
	return key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

/** Keeps the tokens of all connections, one secret per connection. */
export class TokenVault {
	readonly #secrets: KeyValueStore;
	readonly #log: Log;
	/** Changes of one window run one after another, so that none is lost between reading and writing. */
	#turn: Promise<unknown> = Promise.resolve();

	/** @param secrets a private store, such as the secret storage of the editor. */
	constructor(secrets: KeyValueStore, log: Log) {
		this.#secrets = secrets;
		this.#log = log;
	}

	/** Reads the accounts of a connection. An unreadable record counts as empty and stays untouched. */
	async read(connectionId: string): Promise<StoredAccounts> {
		let text: string | undefined;
		try {
			text = await this.#secrets.get(prefix + connectionId);
		} catch (cause) {
			this.#log.warn(`The secret storage could not be read: ${nameOf(cause)}`);
		}
		if (text === undefined) return none;
		const stored = parseStored(text);
		if (stored === undefined)
			this.#log.warn(`The stored sign-ins of ${connectionId} are damaged and were ignored.`);
		return stored ?? none;
	}

	/**
	 * Adds an account or renews its token, for the current addresses of the connection, and makes it the current one.
	 * Returns the account as stored, or `undefined` when the storage did not keep it.
	 */
	async put(
		connection: Connection,
		account: Account & { readonly token: string },
	): Promise<StoredAccount | undefined> {
		const stored = { ...account, addresses: addressesOf(connection) };
		await this.#change(connection.id, ({ accounts }) => ({
			accounts: [...accounts.filter(({ id }) => id !== account.id), stored],
			currentId: account.id,
		}));
		const { accounts } = await this.read(connection.id);
		return accounts.find(({ id, token }) => id === account.id && token === account.token);
	}

	async choose(connectionId: string, accountId: string): Promise<void> {
		await this.#change(connectionId, ({ accounts }) => ({ accounts, currentId: accountId }));
	}

	async remove(connectionId: string, accountId: string): Promise<void> {
		await this.#change(connectionId, ({ accounts, currentId }) => {
			const rest = accounts.filter(({ id }) => id !== accountId);
			return compact({ accounts: rest, currentId: currentId === accountId ? rest[0]?.id : currentId });
		});
	}

	async clear(connectionId: string): Promise<void> {
		await this.#change(connectionId, () => none);
	}

	#change(connectionId: string, change: (stored: StoredAccounts) => StoredAccounts): Promise<void> {
		const done = this.#turn.then(async () => {
			const next = change(await this.read(connectionId));
			const key = prefix + connectionId;
			if (next.accounts.length === 0) await this.#secrets.delete(key);
			else await this.#secrets.store(key, JSON.stringify(next));
		});
		this.#turn = done.catch(() => {});
		return done;
	}
}

/** Reads the stored accounts; `undefined` when the text is damaged. A single account that cannot be used costs only itself. */
function parseStored(text: string): StoredAccounts | undefined {
	const record = recordIn(text);
	const list = memberOf(record, 'accounts');
	if (!Array.isArray(list)) return undefined;
	const accounts = list.map(parseAccount).filter((account) => account !== undefined);
	return compact({ accounts, currentId: textOf(memberOf(record, 'currentId')) });
}

function parseAccount(value: unknown): StoredAccount | undefined {
	const record = recordOf(value);
	const id = textOf(memberOf(record, 'id'));
	const token = textOf(memberOf(record, 'token'));
	if (id === undefined || token === undefined || !isToken(token)) return undefined;
	const label = textOf(memberOf(record, 'label')) ?? id;
	const tokenType = textOf(memberOf(record, 'tokenType'));
	return compact({ id, label, token, tokenType, addresses: parseAddresses(memberOf(record, 'addresses')) });
}

function parseAddresses(value: unknown): Addresses | undefined {
	const record = recordOf(value);
	const addresses = addressesBy((name) => textOf(memberOf(record, name)) ?? '');
	return Object.values(addresses).includes('') ? undefined : addresses;
}

function nameOf(cause: unknown): string {
	return cause instanceof Error ? cause.message : 'unknown cause';
}
