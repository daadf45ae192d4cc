import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../base/failure.ts';
import { type Lazy, lazy } from '../base/lazy.ts';
import { addressesOf } from '../connection/address.ts';
import type { Connection } from '../connection/connection.ts';
import { lazyTransport, withTransport } from '../http/lazyTransport.ts';
import type { NetworkSettings } from '../http/network.ts';
import type { Service } from '../http/transport.ts';
import { type Account, engineAccountId, type Session, type SessionSource } from './session.ts';
import { SessionStore } from './sessionStore.ts';
import type { TokenRecovery, TokenRecoveryOptions, UsedAccount, UsedToken } from './tokenRecovery.ts';
import { isMadeFor, type StoredAccount } from './tokenVault.ts';

interface SessionManagerOptions extends TokenRecoveryOptions {
	readonly network: () => NetworkSettings;
	/**
	 * Called when the addresses of the connection differ from those of its sign-in, so that the session is signed out:
	 * ask the person. Called once for each token and set of addresses.
	 */
	readonly onAddressesChanged: (connection: Connection, account: Account) => void;
}

/** The values that the current session was made from; the same again means that nothing changed. */
interface SessionInputs {
	readonly connection: Connection;
	readonly network: NetworkSettings;
	readonly account?: UsedAccount;
	/** True if the stored sign-in was refused and is being verified again. */
	readonly isChecked?: boolean;
}

/** Owns the session: restores it, replaces it when stored sign-ins change, and determines whether a refused token is really refused. */
export class SessionManager implements SessionSource {
	readonly #options: SessionManagerOptions;
	readonly #store: SessionStore;
	/** Loaded with the first question about a token: most windows restore a sign-in that is never refused. */
	readonly #recovery: Lazy<TokenRecovery>;
	/** The keys of questions already asked about changed addresses. */
	readonly #asked = new Set<string>();
	readonly #builtInAccounts = new Map<string, Account>();
	#inputs: SessionInputs;
	/** The one token of the current session; renewed in place when another window stored a newer one. */
	#token: UsedToken | undefined;
	/** Aborts when the session is replaced; cancels the question about its token. */
	#inUse = new AbortController();
	#turn: Promise<void> = Promise.resolve();

	constructor(options: SessionManagerOptions) {
		this.#options = options;
		this.#recovery = lazy(
			async () => {
				const { TokenRecovery } = await import('./tokenRecovery.ts');
				return new TokenRecovery(options, {
					withService: (connection, token, body) => this.withService(connection, token, body),
					reload: () => this.reload(),
					renewed: (account) => {
						this.#inputs = { ...this.#inputs, account };
					},
				});
			},
			(recovery) => recovery.refused.clear(),
		);
		const { connection } = options.choice();
		this.#inputs = { connection, network: options.network() };
		this.#store = new SessionStore({ state: 'signedOut', connection }, (error) =>
			options.log.error('A listener of the session failed.', error),
		);
	}

	get current(): Session {
		return this.#store.current;
	}

	get onDidChange(): SessionSource['onDidChange'] {
		return this.#store.onDidChange;
	}

	/**
	 * Brings the session in line with the selected connection and the stored sign-in. Silent; a stored sign-in needs no call to the
	 * service.
	 */
	reload(): Promise<void> {
		const turn = this.#turn.then(() => this.#reload());
		this.#turn = turn.catch((cause) => this.#options.log.error('The session could not be restored', cause));
		return this.#turn;
	}

	/** Checks a token with the service and stores it as the current sign-in of the connection. */
	async signInWith(connection: Connection, token: string): Promise<Result<StoredAccount>> {
		return (await this.#recovery.get()).signInWith(connection, token);
	}

	/** Tries refused sign-ins again, for instance after the service had trouble. */
	async retryRefused(): Promise<void> {
		this.#recovery.value?.refused.clear();
		await this.reload();
	}

	/** Runs `body` with a transport outside the session, and closes it. */
	withService<T>(
		connection: Connection,
		token: string | undefined,
		body: (service: Service) => Promise<T>,
	): Promise<T> {
		const { log, network } = this.#options;
		return withTransport({ connection, network: network(), log, token: () => token }, body);
	}

	async dispose(): Promise<void> {
		this.#recovery.dispose();
		this.#inUse.abort();
		await this.#turn;
		const { current } = this.#store;
		if (current.state === 'signedIn') await current.service.transport.close();
	}

	async #reload(): Promise<void> {
		const { connection, builtInToken } = this.#options.choice();
		const account: UsedAccount | undefined =
			(await this.#storedAccount(connection)) ??
			(await this.#builtInAccount(connection, builtInToken)) ??
			(connection.capabilities.account ? undefined : { id: engineAccountId, label: connection.name });
		const inputs: SessionInputs = {
			connection,
			network: this.#options.network(),
			...(account ? { account } : await this.#checked(connection)),
		};
		if (isDeepStrictEqual(inputs, this.#inputs)) return;
		const { current } = this.#store;
		this.#inputs = inputs;
		this.#inUse.abort();
		this.#inUse = new AbortController();
		const { isChecked } = inputs;
		this.#store.replace(
			account
				? this.#signedIn(connection, account)
				: { state: 'signedOut', connection, ...(isChecked ? { isChecked } : {}) },
		);
		if (current.state === 'signedIn') await current.service.transport.close();
	}

	async #storedAccount(connection: Connection): Promise<StoredAccount | undefined> {
		if (connection.baseUrl === '') return undefined;
		const { accounts, currentId } = await this.#options.vault.read(connection.id);
		const usable = accounts.filter(({ token }) => !this.#isRefused(token));
		// The chosen account is never replaced by another one.
		const account = currentId === undefined ? usable[0] : usable.find(({ id }) => id === currentId);
		if (account === undefined || isMadeFor(account, connection)) return account;
		this.#askOnce(connection, account);
		return undefined;
	}

	async #checked(connection: Connection): Promise<Pick<SessionInputs, 'isChecked'>> {
		const { accounts, currentId } = await this.#options.vault.read(connection.id);
		const chosen = accounts.filter(({ id }) => (currentId ?? id) === id);
		return chosen.some(({ token }) => this.#recovery.value?.refused.isAskedAbout(token))
			? { isChecked: true }
			: {};
	}

	#isRefused(token: string): boolean {
		return this.#recovery.value?.refused.has(token) ?? false;
	}

	#askOnce(connection: Connection, { token, addresses: _, ...account }: StoredAccount): void {
		const key = JSON.stringify([token, addressesOf(connection)]);
		if (this.#asked.has(key)) return;
		this.#asked.add(key);
		this.#options.log.warn(`The addresses of ${connection.name} differ from those of its stored sign-in.`);
		this.#options.onAddressesChanged(connection, account);
	}

	async #builtInAccount(
		connection: Connection,
		token: string | undefined,
	): Promise<StoredAccount | undefined> {
		if (token === undefined || this.#isRefused(token)) return undefined;
		const known = this.#builtInAccounts.get(token);
		if (known !== undefined) return { ...known, token };
		const account = await (await this.#recovery.get()).whose(connection, token);
		if (!account.ok) {
			this.#options.log.warn(`${connection.name}: ${account.failure.message} ${account.failure.nextStep}`);
			return undefined;
		}
		this.#builtInAccounts.set(token, account.value);
		return { ...account.value, token };
	}

	#signedIn(connection: Connection, stored: UsedAccount): Session {
		const { token: first, addresses: _, ...account } = stored;
		const token: UsedToken = { value: first };
		this.#token = token;
		const transport = lazyTransport({
			connection,
			network: this.#inputs.network,
			log: this.#options.log,
			token: () => token.value,
			onUnauthorized: (used) => this.#recover(connection, account, token, used),
		});
		return { state: 'signedIn', connection, account, service: { connection, transport } };
	}

	async #recover(
		connection: Connection,
		account: Account,
		token: UsedToken,
		refused: string,
	): Promise<boolean> {
		if (token !== this.#token) return false;
		const { signal } = this.#inUse;
		return (await this.#recovery.get()).recover({ connection, account, token, refused }, signal);
	}
}
