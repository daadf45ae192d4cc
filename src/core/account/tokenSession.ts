import type { Clock } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import type { Event } from '../base/emitter.ts';
import { failed, type Result, signedOutFailure, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Connection } from '../connection/connection.ts';
import { lazyTransport, withTransport } from '../http/lazyTransport.ts';
import type { NetworkSettings } from '../http/network.ts';
import { type HeldCall, readsOnly } from '../http/readsOnly.ts';
import type { Service } from '../http/transport.ts';
import type { TransportOptions } from '../http/transportOptions.ts';
import { whoAmI } from './identity.ts';
import { type Account, engineAccountId, type Session, type SessionSource, type SignedIn } from './session.ts';
import { SessionStore } from './sessionStore.ts';
import { TokenRecovery, type UsedToken } from './tokenRecovery.ts';
import type { TokenVault } from './tokenVault.ts';

export interface FoundSignIn {
	/** The token; if absent, the session is signed out. The user's own engine may need none. */
	readonly token?: string;
	/** The stored sign-in that the token is of: a newer token of its account takes its place. */
	readonly stored?: { readonly vault: Pick<TokenVault, 'read' | 'put'>; readonly account: Account };
}

export interface TokenSessionOptions extends FoundSignIn {
	readonly connection: Connection;
	/** Looks for a sign-in at each call of a signed-out session; its failure explains how to sign in. */
	readonly find?: () => Promise<Result<FoundSignIn>>;
	readonly network: NetworkSettings;
	readonly log: Log;
	readonly clock: Clock;
	readonly onUnsafeCall?: TransportOptions['onUnsafeCall'];
	/** Called in place of each call that may change something: only reads are sent. */
	readonly onHeldCall?: (call: HeldCall) => void;
}

const notStored = {
	vault: { read: async () => ({ accounts: [] }), put: async () => undefined },
	account: { id: '', label: '' },
};

/** The session of a token: signed out until the service has named its owner, which is requested once. */
export class TokenSession implements SessionSource {
	readonly #service: Service;
	readonly #find: () => Promise<Result<FoundSignIn>>;
	#signIn: FoundSignIn;
	readonly #token: UsedToken;
	readonly #store: SessionStore;
	readonly #recovery: TokenRecovery;
	readonly #closed = new AbortController();
	readonly #refused = new AbortController();
	#asking: Promise<Result<SignedIn>> | undefined;

	constructor(options: TokenSessionOptions) {
		const { connection, token: first, stored, network, log, clock, onUnsafeCall, onHeldCall } = options;
		this.#find = options.find ?? (async () => failed(signedOutFailure));
		this.#signIn = compact({ token: first, stored });
		const token: UsedToken = { value: first };
		this.#token = token;
		const from = () => this.#signIn.stored ?? notStored;
		const recovery = new TokenRecovery(
			{
				choice: () => {
					const { stored, token: own } = this.#signIn;
					return { connection, ...(stored === undefined && own !== undefined ? { builtInToken: own } : {}) };
				},
				vault: { read: (id) => from().vault.read(id), put: (at, one) => from().vault.put(at, one) },
				log,
				clock,
				onRefused: () => this.#refused.abort(),
			},
			{
				withService: (at, asked, work) =>
					withTransport({ connection: at, network, log, token: () => asked }, work),
				reload: async () => {
					const isRefused = token.value !== undefined && recovery.refused.has(token.value);
					// A new session, so that everything paused by the refusal resumes.
					if (this.current.state === 'signedIn' && !isRefused) this.#store.replace({ ...this.current });
				},
				renewed: () => undefined,
			},
		);
		this.#recovery = recovery;
		const transport = lazyTransport({
			connection,
			network,
			log,
			token: () => token.value,
			onUnauthorized: (refused) =>
				recovery.recover({ connection, account: from().account, token, refused }, this.#closed.signal),
			...compact({ onUnsafeCall }),
		});
		this.#service = {
			connection,
			transport: onHeldCall === undefined ? transport : readsOnly(transport, onHeldCall),
		};
		this.#store = new SessionStore({ state: 'signedOut', connection }, (error) =>
			log.error('A listener of the session failed.', error),
		);
	}

	get current(): Session {
		return this.#store.current;
	}

	get onDidChange(): Event<Session> {
		return this.#store.onDidChange;
	}

	/** Aborted once the service keeps refusing the token and no newer one exists. */
	get refused(): AbortSignal {
		return this.#refused.signal;
	}

	/** Returns the calls with the token, without asking for its account. */
	async open(): Promise<Result<Service>> {
		if (this.#token.value !== undefined || !this.#service.connection.capabilities.account)
			return success(this.#service);
		const found = await this.#find();
		if (!found.ok) return found;
		this.#signIn = found.value;
		this.#token.value ??= found.value.token;
		return success(this.#service);
	}

	/** Returns the session, or why the token has none; a failure is not remembered. */
	async signIn(): Promise<Result<SignedIn>> {
		if (this.current.state === 'signedIn') return success(this.current);
		const service = await this.open();
		if (!service.ok) return service;
		this.#asking ??= this.#ask().finally(() => {
			this.#asking = undefined;
		});
		return this.#asking;
	}

	async close(): Promise<void> {
		this.#closed.abort();
		this.#recovery.refused.clear();
		await this.#service.transport.close();
	}

	async #ask(): Promise<Result<SignedIn>> {
		const service = this.#service;
		const { connection } = service;
		const account = connection.capabilities.account
			? await whoAmI(service)
			: success({ id: engineAccountId, label: connection.name });
		if (!account.ok) return account;
		const session: SignedIn = { state: 'signedIn', connection, account: account.value, service };
		this.#store.replace(session);
		return success(session);
	}
}
