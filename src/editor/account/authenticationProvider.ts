import * as vscode from 'vscode';
import type { SecretStore } from '../../core/account/secrets.ts';
import { connectionOfKey, type StoredAccount, type TokenVault } from '../../core/account/tokenVault.ts';
import type { Connections } from './connections.ts';

/** Part of the stored choices of other extensions: must never change. */
const providerId = 'easel';

interface ProviderDeps {
	readonly vault: TokenVault;
	readonly secrets: SecretStore;
	readonly connections: Connections;
	/** Asks the person to sign in; false when they did not. */
	readonly signIn: () => Promise<boolean>;
	readonly forget: (connectionId: string, accountId: string) => Promise<void>;
}

/** Shows all stored sign-ins in the editor's Accounts menu: several accounts, each of one connection. */
export class EaselAuthentication implements vscode.AuthenticationProvider, vscode.Disposable {
	readonly #changed =
		new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
	readonly onDidChangeSessions = this.#changed.event;
	readonly #deps: ProviderDeps;
	readonly #cleanUp: vscode.Disposable;
	/** The sessions as last told, to find out what a changed secret means. */
	#told: Promise<ReadonlyMap<string, vscode.AuthenticationSession>>;

	constructor(deps: ProviderDeps) {
		this.#deps = deps;
		this.#told = this.#read();
		this.#cleanUp = vscode.Disposable.from(
			deps.secrets.onDidChange(({ key }) => {
				if (connectionOfKey(key) !== undefined) void this.#tell();
			}) as vscode.Disposable,
			deps.connections.onDidChange(() => void this.#tell()),
			vscode.authentication.registerAuthenticationProvider(providerId, 'Easel', this, {
				supportsMultipleAccounts: true,
			}),
		);
	}

	async getSessions(
		scopes: readonly string[] | undefined,
		options: vscode.AuthenticationProviderSessionOptions,
	): Promise<vscode.AuthenticationSession[]> {
		const sessions = [...(await this.#read()).values()];
		const wanted =
			options.account === undefined
				? sessions
				: sessions.filter(({ account }) => account.id === options.account?.id);
		// A token of the service has no scopes: it may do whatever is asked for, and the editor compares them.
		return wanted.map((session) => ({ ...session, scopes: scopes ?? [] }));
	}

	async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
		const before = await this.#read();
		if (!(await this.#deps.signIn())) throw new vscode.CancellationError();
		const after = await this.#read();
		const changed = [...after].find(([id, session]) => before.get(id)?.accessToken !== session.accessToken);
		const session = changed?.[1] ?? after.values().next().value;
		if (session === undefined)
			throw new Error('The sign-in was not stored, so there is no session to hand out.');
		return { ...session, scopes };
	}

	async removeSession(sessionId: string): Promise<void> {
		const session = (await this.#read()).get(sessionId);
		if (session === undefined) return;
		const [connectionId = '', accountId = ''] = JSON.parse(sessionId) as readonly string[];
		await this.#deps.forget(connectionId, accountId);
	}

	dispose(): void {
		this.#cleanUp.dispose();
		this.#changed.dispose();
	}

	async #read(): Promise<ReadonlyMap<string, vscode.AuthenticationSession>> {
		const sessions = new Map<string, vscode.AuthenticationSession>();
		for (const connection of this.#deps.connections.all()) {
			const { accounts } = await this.#deps.vault.read(connection.id);
			for (const account of accounts) {
				const session = sessionOf(connection.id, connection.name, account);
				sessions.set(session.id, session);
			}
		}
		return sessions;
	}

	async #tell(): Promise<void> {
		const before = await this.#told;
		this.#told = this.#read();
		const after = await this.#told;
		const added = [...after.values()].filter(({ id }) => !before.has(id));
		const removed = [...before.values()].filter(({ id }) => !after.has(id));
		const changed = [...after.values()].filter(({ id, accessToken }) => {
			const old = before.get(id);
			return old !== undefined && old.accessToken !== accessToken;
		});
		if (added.length + removed.length + changed.length > 0) this.#changed.fire({ added, removed, changed });
	}
}

function sessionOf(
	connectionId: string,
	connectionName: string,
	account: StoredAccount,
): vscode.AuthenticationSession {
	const id = JSON.stringify([connectionId, account.id]);
	return {
		id,
		accessToken: account.token,
		account: { id, label: `${account.label} (${connectionName})` },
		scopes: [],
	};
}
