import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock.ts';
import { failed, type Result, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Connection } from '../connection/connection.ts';
import type { Service } from '../http/transport.ts';
import { askAboutToken, type TokenAnswer, whoseIs } from './identity.ts';
import { RefusedTokens } from './refusedTokens.ts';
import type { Account } from './session.ts';
import { isMadeFor, type StoredAccount, type TokenVault } from './tokenVault.ts';

/** The connection in use and its offers without a stored sign-in. */
export interface ConnectionChoice {
	readonly connection: Connection;
	/** A token that needs no sign-in: that of the sandbox, while it runs and the person has not signed out of it. */
	readonly builtInToken?: string;
}

export interface TokenRecoveryOptions {
	/** Returns the choice of the connection; called again at each reload. */
	readonly choice: () => ConnectionChoice;
	readonly vault: Pick<TokenVault, 'read' | 'put'>;
	readonly log: Log;
	readonly clock: Clock;
	/**
	 * Called when the service keeps refusing the sign-in and no other token exists: ask the person. Called once for
	 * each token, and again only after the token was accepted for a while.
	 */
	readonly onRefused: (connection: Connection, account: Account) => void;
}

/** An account with its token; the user's own engine may need none. */
export type UsedAccount = Account & Partial<Pick<StoredAccount, 'token' | 'addresses'>>;

/** A token in use, renewed in place. */
export interface UsedToken {
	value: string | undefined;
}

/** A refused call, with its account and token. */
interface Refusal {
	readonly connection: Connection;
	readonly account: Account;
	readonly token: UsedToken;
	readonly refused: string;
}

/** The session that owns the tokens. */
interface RecoveredSession {
	/** Runs `body` with a transport outside the session. */
	withService<T>(connection: Connection, token: string, body: (service: Service) => Promise<T>): Promise<T>;
	reload(): Promise<void>;
	/** Notes that the session continues with a newer token of its account. */
	renewed(account: StoredAccount): void;
}

/**
 * Asks the service about tokens: the account of a token, and whether a token is still refused after a refused call.
 * Refused tokens stay in storage, since a service in trouble refuses good ones too.
 */
export class TokenRecovery {
	readonly refused: RefusedTokens;
	readonly #options: TokenRecoveryOptions;
	readonly #session: RecoveredSession;
	readonly #recovering = new Map<UsedToken, Promise<boolean>>();

	constructor(options: TokenRecoveryOptions, session: RecoveredSession) {
		this.#options = options;
		this.#session = session;
		this.refused = new RefusedTokens({
			clock: options.clock,
			onChange: () => void session.reload(),
		});
	}

	whose(connection: Connection, token: string): Promise<Result<Account>> {
		const { clock } = this.#options;
		return this.#session.withService(connection, token, (service) => whoseIs(service, clock));
	}

	/** Checks a token with the service and stores it as the current sign-in of the connection. */
	async signInWith(connection: Connection, token: string): Promise<Result<StoredAccount>> {
		const account = await this.whose(connection, token);
		if (!account.ok) return account;
		const { vault, log } = this.#options;
		const kept = await vault.put(connection, { ...account.value, token });
		if (kept === undefined) {
			log.warn('The secret storage did not save the sign-in.');
			return failed({
				kind: 'conflict',
				message: l10n.t(
					'You are signed in, but the editor could not store the sign-in in its secret storage.',
				),
				nextStep: l10n.t('Check the keyring of the operating system, then sign in again.'),
				fixer: 'you',
			});
		}
		this.refused.delete(token);
		return success(kept);
	}

	/**
	 * Returns the same answer for all calls that were refused together: whether they may be repeated with the current
	 * token.
	 */
	recover(refusal: Refusal, signal: AbortSignal): Promise<boolean> {
		const { token, refused } = refusal;
		if (token.value !== refused) return Promise.resolve(true);
		const recovering =
			this.#recovering.get(token) ??
			this.#isUsable(refusal, signal).finally(() => this.#recovering.delete(token));
		this.#recovering.set(token, recovering);
		return recovering;
	}

	async #isUsable({ connection, account, token, refused }: Refusal, signal: AbortSignal): Promise<boolean> {
		if (await this.#takeNewer(connection, account, token)) return true;
		if (this.refused.has(refused)) return false;
		const answer = await this.refused.check(() => this.#ask(connection, account, refused, signal), signal);
		if (signal.aborted) return false;
		if (answer === 'accepted' || (await this.#takeNewer(connection, account, token))) return true;
		if (answer === 'unknown' || signal.aborted) return false;
		this.#options.log.warn(`${connection.name} refused the sign-in of this account.`);
		const isNews = this.refused.add(refused, () => this.#ask(connection, account, refused));
		void this.#session.reload();
		const { builtInToken } = this.#options.choice();
		const continues = builtInToken !== undefined && !this.refused.has(builtInToken);
		if (isNews && !continues) this.#options.onRefused(connection, account);
		return false;
	}

	/** Takes a newer token that another window may have stored. */
	async #takeNewer(connection: Connection, account: Account, token: UsedToken): Promise<boolean> {
		const newer = await this.#storedToken(connection, account);
		if (newer === undefined || newer.token === token.value || this.refused.has(newer.token)) return false;
		token.value = newer.token;
		this.#session.renewed(newer);
		return true;
	}

	async #storedToken(connection: Connection, account: Account): Promise<StoredAccount | undefined> {
		const { accounts } = await this.#options.vault.read(connection.id);
		return accounts.find((one) => one.id === account.id && isMadeFor(one, connection));
	}

	/** Asks about a token while it is the sign-in of an account on the connection in use. */
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
		const answer = await this.#session.withService(connection, token, (service) =>
			askAboutToken(service, signal),
		);
		log.info(`Verification of a refused sign-in at ${connection.name}: ${answer}.`);
		return answer;
	}
}
