import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Result, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Connection } from '../connection/connection.ts';
import { lazyTransport } from '../http/lazyTransport.ts';
import type { NetworkSettings } from '../http/network.ts';
import type { Service } from '../http/transport.ts';
import { askAboutToken, type TokenAnswer, whoAmI } from './identity.ts';
import { RefusedTokens } from './refusedTokens.ts';
import { type Account, engineAccountId, type Session, type SessionSource } from './session.ts';
import { SessionStore } from './sessionStore.ts';
import { isMadeFor, type StoredAccount, type TokenVault } from './tokenVault.ts';

/** The connection in use and what it offers without a stored sign-in. */
export interface ConnectionChoice {
	readonly connection: Connection;
	/** A token that needs no sign-in: that of the sandbox, while it runs and the person has not signed out of it. */
	readonly builtInToken?: string;
}

interface SessionManagerOptions {
	/** Read again at each reload. */
	readonly choice: () => ConnectionChoice;
	readonly network: () => NetworkSettings;
	readonly vault: TokenVault;
	readonly log: Log;
	readonly clock?: Clock;
	/**
	 * The service keeps refusing the sign-in and there is no other: ask the person. Called once for each token, and again only when
	 * the token was accepted in between for a while.
	 */
	readonly onRefused: (connection: Connection, account: Account) => void;
	/**
	 * The connection has other addresses than those that its sign-in was made for, so nobody is signed in: ask the person.
	 * Called once for each token and set of addresses.
	 */
	readonly onAddressesChanged: (connection: Connection, account: Account) => void;
}

/** What the present session was made of; the same again means that nothing changed. */
interface SessionInputs {
	readonly connection: Connection;
	readonly network: NetworkSettings;
	readonly account?: UsedAccount;
	/** The stored sign-in was refused and is asked about again. */
	readonly isChecked?: boolean;
}

/** An account with its token; an engine of one's own may need none. */
type UsedAccount = Account & Partial<Pick<StoredAccount, 'token' | 'addresses'>>;

/** A token in use, renewed in place. */
interface UsedToken {
	value: string | undefined;
}

/** Owns the session: restores it, replaces it as stored sign-ins come and go, and finds out whether a refused token is really refused. */
export class SessionManager implements SessionSource {
	readonly #options: SessionManagerOptions;
	readonly #store: SessionStore;
	/** Tokens the service refused; kept in storage, since a service in trouble refuses good ones too. */
	readonly #refused: RefusedTokens;
	/** What the person was asked because addresses changed. */
	readonly #asked = new Set<string>();
	readonly #builtInAccounts = new Map<string, Account>();
	#inputs: SessionInputs;
	/** The one token of the present session; renewed in place when another window stored a newer one. */
	#token: UsedToken | undefined;
	#recovery: Promise<boolean> | undefined;
	/** Aborts when the session is replaced, with what is asked about its token. */
	#inUse = new AbortController();
	#turn: Promise<void> = Promise.resolve();

	constructor(options: SessionManagerOptions) {
		this.#options = options;
		this.#refused = new RefusedTokens({
			clock: options.clock ?? systemClock,
			onChange: () => void this.reload(),
		});
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

	/** Brings the session in line with what is chosen and stored. Silent; a stored sign-in needs no call to the service. */
	reload(): Promise<void> {
		const turn = this.#turn.then(() => this.#reload());
		this.#turn = turn.catch((cause) => this.#options.log.error('The session could not be restored', cause));
		return this.#turn;
	}

	/** Checks a token with the service and stores it as the current sign-in of the connection. */
	async signInWith(
		connection: Connection,
		token: string,
		signal?: AbortSignal,
	): Promise<Result<StoredAccount>> {
		const account = await this.withService(connection, token, (service) =>
			whoAmI(service, signal ? { signal } : {}),
		);
		if (!account.ok) return account;
		const kept = await this.#options.vault.put(connection, { ...account.value, token });
		if (kept === undefined) {
			this.#options.log.warn('The secret storage did not keep the sign-in.');
			return {
				ok: false,
				failure: {
					kind: 'conflict',
					message: l10n.t(
						'You are signed in, but the editor could not store the sign-in in its secret storage.',
					),
					nextStep: l10n.t('Check the keyring of the operating system, then sign in again.'),
					fixer: 'you',
				},
			};
		}
		this.#refused.delete(token);
		return success(kept);
	}

	/** Tries refused sign-ins again, for instance after the service had trouble. */
	async retryRefused(): Promise<void> {
		this.#refused.clear();
		await this.reload();
	}

	/** Runs `body` with a way to a service beside the session, and closes it. */
	async withService<T>(
		connection: Connection,
		token: string | undefined,
		body: (service: Service) => Promise<T>,
	): Promise<T> {
		const { log } = this.#options;
		const transport = lazyTransport({
			connection,
			network: this.#options.network(),
			log,
			token: () => token,
		});
		try {
			return await body({ connection, transport });
		} finally {
			await transport.close();
		}
	}

	async dispose(): Promise<void> {
		this.#refused.clear();
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
		const usable = accounts.filter(({ token }) => !this.#refused.has(token));
		// Another account is never taken in place of the chosen one.
		const account = currentId === undefined ? usable[0] : usable.find(({ id }) => id === currentId);
		if (account === undefined || isMadeFor(account, connection)) return account;
		this.#askOnce(connection, account);
		return undefined;
	}

	async #checked(connection: Connection): Promise<Pick<SessionInputs, 'isChecked'>> {
		const { accounts, currentId } = await this.#options.vault.read(connection.id);
		const chosen = accounts.filter(({ id }) => (currentId ?? id) === id);
		return chosen.some(({ token }) => this.#refused.isAskedAbout(token)) ? { isChecked: true } : {};
	}

	#askOnce(connection: Connection, { token, addresses: _, ...account }: StoredAccount): void {
		const { baseUrl, modelApiUrl, webUrl, trainerUrl } = connection;
		const key = JSON.stringify([token, baseUrl, modelApiUrl, webUrl, trainerUrl]);
		if (this.#asked.has(key)) return;
		this.#asked.add(key);
		this.#options.log.warn(`${connection.name} has other addresses than its stored sign-in was made for.`);
		this.#options.onAddressesChanged(connection, account);
	}

	async #builtInAccount(
		connection: Connection,
		token: string | undefined,
	): Promise<StoredAccount | undefined> {
		if (token === undefined || this.#refused.has(token)) return undefined;
		const known = this.#builtInAccounts.get(token);
		if (known !== undefined) return { ...known, token };
		const account = await this.withService(connection, token, (service) => whoAmI(service));
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

	/** One answer for all calls that were refused together: whether they may be made again with the token that is there now. */
	#recover(connection: Connection, account: Account, token: UsedToken, used: string): Promise<boolean> {
		if (token !== this.#token) return Promise.resolve(false);
		if (token.value !== used) return Promise.resolve(true);
		this.#recovery ??= this.#isUsable(connection, account, token, used).finally(() => {
			this.#recovery = undefined;
		});
		return this.#recovery;
	}

	async #isUsable(
		connection: Connection,
		account: Account,
		token: UsedToken,
		refused: string,
	): Promise<boolean> {
		const { signal } = this.#inUse;
		if (await this.#takeNewer(connection, account, token)) return true;
		if (this.#refused.has(refused)) return false;
		const answer = await this.#refused.check(() => this.#ask(connection, account, refused, signal), signal);
		if (signal.aborted) return false;
		if (answer === 'accepted' || (await this.#takeNewer(connection, account, token))) return true;
		if (answer === 'unknown' || signal.aborted) return false;
		this.#options.log.warn(`${connection.name} refused the sign-in of this account.`);
		const isNews = this.#refused.add(refused, () => this.#ask(connection, account, refused));
		void this.reload();
		const { builtInToken } = this.#options.choice();
		const continues = builtInToken !== undefined && !this.#refused.has(builtInToken);
		if (isNews && !continues) this.#options.onRefused(connection, account);
		return false;
	}

	/** Another window may have stored a newer token. */
	async #takeNewer(connection: Connection, account: Account, token: UsedToken): Promise<boolean> {
		const newer = await this.#storedToken(connection, account);
		if (newer === undefined || newer.token === token.value || this.#refused.has(newer.token)) return false;
		token.value = newer.token;
		this.#inputs = { ...this.#inputs, account: newer };
		return true;
	}

	async #storedToken(connection: Connection, account: Account): Promise<StoredAccount | undefined> {
		const { accounts } = await this.#options.vault.read(connection.id);
		return accounts.find((one) => one.id === account.id && isMadeFor(one, connection));
	}

	/** Asks about a token as long as it is the sign-in of an account on the connection in use. */
	async #ask(
		connection: Connection,
		account: Account,
		token: string,
		signal = new AbortController().signal,
	): Promise<TokenAnswer> {
		const { choice, log } = this.#options;
		const stored = await this.#storedToken(connection, account);
		const { connection: current, builtInToken } = choice();
		const isUsed = current.id === connection.id && (stored?.token === token || builtInToken === token);
		if (!isUsed) return 'obsolete';
		const answer = await this.withService(connection, token, (service) => askAboutToken(service, signal));
		log.info(`${connection.name} was asked about a sign-in that it had refused: ${answer}.`);
		return answer;
	}
}
