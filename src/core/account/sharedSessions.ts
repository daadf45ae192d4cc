import * as l10n from '@vscode/l10n';
import { canceledFailure } from '../base/canceled.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { Connection } from '../connection/connection.ts';
import type { Owner } from './session.ts';
import { isMadeFor, type StoredAccount, type TokenVault } from './tokenVault.ts';

/** A stored sign-in as other extensions get it from the editor's Accounts menu. */
export interface SharedSession {
	readonly id: string;
	readonly accessToken: string;
	readonly account: { readonly id: string; readonly label: string };
}

export interface StoredSignIn {
	readonly connection: Connection;
	readonly account: StoredAccount;
}

interface SharedSessionsOptions {
	readonly vault: TokenVault;
	readonly connections: () => readonly Connection[];
	/** Asks the person to sign in, to the given connection only, if any; `undefined` if they did not. */
	readonly signIn: (only: Connection | undefined) => Promise<StoredSignIn | undefined>;
}

/** The differences between two readings of the stored sign-ins. */
interface SharedSessionChanges {
	readonly added: readonly SharedSession[];
	readonly removed: readonly SharedSession[];
	readonly changed: readonly SharedSession[];
}

/** The stored sign-ins of all connections, as the editor's Accounts menu shows them. */
export class SharedSessions {
	readonly #options: SharedSessionsOptions;
	#known: Promise<ReadonlyMap<string, SharedSession>>;

	constructor(options: SharedSessionsOptions) {
		this.#options = options;
		this.#known = this.#read();
	}

	/** Lists all sessions, or those of one account. Leaves out tokens of connections with changed addresses. */
	async list(accountId?: string): Promise<readonly SharedSession[]> {
		const sessions = [...(await this.#read()).values()];
		return accountId === undefined ? sessions : sessions.filter(({ account }) => account.id === accountId);
	}

	/**
	 * Asks the person to sign in. The value is exactly the session of this sign-in: never a previously stored one, and
	 * never that of another account than the requested one.
	 */
	async create(accountId?: string): Promise<Result<SharedSession>> {
		const connectionId = accountId === undefined ? undefined : partsOf(accountId)?.connectionId;
		const only = this.#options.connections().find(({ id }) => id === connectionId);
		const made = await this.#options.signIn(only);
		if (made === undefined) return failed(canceledFailure());
		const session = sessionOf(made.connection, made.account);
		return accountId === undefined || session.account.id === accountId
			? success(session)
			: failed(otherAccount(session));
	}

	async find(sessionId: string): Promise<Owner | undefined> {
		return (await this.#read()).has(sessionId) ? partsOf(sessionId) : undefined;
	}

	/** Returns the changes since the last call; `undefined` for nothing. */
	async changes(): Promise<SharedSessionChanges | undefined> {
		const before = await this.#known;
		this.#known = this.#read();
		const after = await this.#known;
		const added = [...after.values()].filter(({ id }) => !before.has(id));
		const removed = [...before.values()].filter(({ id }) => !after.has(id));
		const changed = [...after.values()].filter(({ id, accessToken }) => {
			const old = before.get(id);
			return old !== undefined && old.accessToken !== accessToken;
		});
		return added.length + removed.length + changed.length > 0 ? { added, removed, changed } : undefined;
	}

	async #read(): Promise<ReadonlyMap<string, SharedSession>> {
		const { connections, vault } = this.#options;
		const sessions = new Map<string, SharedSession>();
		for (const connection of connections()) {
			const { accounts } = await vault.read(connection.id);
			for (const account of accounts) {
				if (!isMadeFor(account, connection)) continue;
				const session = sessionOf(connection, account);
				sessions.set(session.id, session);
			}
		}
		return sessions;
	}
}

function sessionOf(connection: Connection, { id: accountId, label, token }: StoredAccount): SharedSession {
	const id = JSON.stringify([connection.id, accountId]);
	return { id, accessToken: token, account: { id, label: `${label} (${connection.name})` } };
}

function partsOf(id: string): Owner | undefined {
	try {
		const [connectionId, accountId] = JSON.parse(id) as readonly unknown[];
		if (typeof connectionId !== 'string' || typeof accountId !== 'string') return undefined;
		return { connectionId, accountId };
	} catch {
		return undefined;
	}
}

function otherAccount({ account }: SharedSession): Failure {
	return {
		kind: 'auth',
		message: l10n.t('You signed in as {0}, but another account was requested.', account.label),
		nextStep: l10n.t('Sign in with the requested account.'),
		fixer: 'you',
	};
}
