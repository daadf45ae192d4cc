import * as vscode from 'vscode';
import { type SharedSession, SharedSessions, type StoredSignIn } from '../../core/account/sharedSessions.ts';
import { connectionOfKey, type TokenVault } from '../../core/account/tokenVault.ts';
import type { KeyValueStore } from '../../core/base/keyValueStore.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { Connections } from './connections.ts';

/** Part of the stored choices of other extensions: must never change. */
const providerId = 'easel';

interface ProviderDeps {
	readonly vault: TokenVault;
	readonly secrets: KeyValueStore;
	readonly connections: Connections;
	/** Asks the person to sign in; returns the stored sign-in, or `undefined` if they did not. */
	readonly signIn: (only: Connection | undefined) => Promise<StoredSignIn | undefined>;
	readonly forget: (connectionId: string, accountId: string) => Promise<void>;
}

/** Shows all stored sign-ins in the editor's Accounts menu: several accounts, each of one connection. */
export class EaselAuthentication implements vscode.AuthenticationProvider, vscode.Disposable {
	readonly #changed =
		new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
	readonly onDidChangeSessions = this.#changed.event;
	readonly #deps: ProviderDeps;
	readonly #sessions: SharedSessions;
	readonly #cleanUp: vscode.Disposable;

	constructor(deps: ProviderDeps) {
		this.#deps = deps;
		this.#sessions = new SharedSessions({
			vault: deps.vault,
			connections: () => deps.connections.all(),
			signIn: deps.signIn,
		});
		this.#cleanUp = vscode.Disposable.from(
			deps.secrets.onDidChange(({ key }) => {
				if (connectionOfKey(key) !== undefined) void this.#reportChanges();
			}) as vscode.Disposable,
			deps.connections.onDidChange(() => void this.#reportChanges()),
			vscode.authentication.registerAuthenticationProvider(providerId, 'Easel', this, {
				supportsMultipleAccounts: true,
			}),
		);
	}

	async getSessions(
		scopes: readonly string[] | undefined,
		options: vscode.AuthenticationProviderSessionOptions,
	): Promise<vscode.AuthenticationSession[]> {
		const sessions = await this.#sessions.list(options.account?.id);
		return sessions.map((session) => withScopes(session, scopes));
	}

	async createSession(
		scopes: readonly string[],
		options: vscode.AuthenticationProviderSessionOptions,
	): Promise<vscode.AuthenticationSession> {
		const made = await this.#sessions.create(options.account?.id);
		if (made.ok) return withScopes(made.value, scopes);
		if (made.failure.kind === 'canceled') throw new vscode.CancellationError();
		throw new Error((await import('./features.ts')).failureText(made.failure));
	}

	async removeSession(sessionId: string): Promise<void> {
		const found = await this.#sessions.find(sessionId);
		if (found !== undefined) await this.#deps.forget(found.connectionId, found.accountId);
	}

	dispose(): void {
		this.#cleanUp.dispose();
		this.#changed.dispose();
	}

	async #reportChanges(): Promise<void> {
		const changes = await this.#sessions.changes();
		if (changes === undefined) return;
		this.#changed.fire({
			added: changes.added.map((session) => withScopes(session, undefined)),
			removed: changes.removed.map((session) => withScopes(session, undefined)),
			changed: changes.changed.map((session) => withScopes(session, undefined)),
		});
	}
}

/** Adds the scopes that the editor compares. A token of the service has none: it allows everything requested. */
function withScopes(
	session: SharedSession,
	scopes: readonly string[] | undefined,
): vscode.AuthenticationSession {
	return { ...session, scopes: scopes ?? [] };
}
