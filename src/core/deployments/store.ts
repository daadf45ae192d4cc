import type { Session, SessionSource } from '../account/session.ts';
import type { Disposable } from '../base/emitter.ts';
import type { Failure, Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import type { Deployment, DeploymentList } from './deployment.ts';

/** What is known of the account's deployments. Once `ready`, a failed refresh never takes the data away. */
export type DeploymentsState =
	| { readonly kind: 'signedOut' }
	| { readonly kind: 'loading' }
	| { readonly kind: 'failed'; readonly failure: Failure }
	| {
			readonly kind: 'ready';
			readonly deployments: readonly Deployment[];
			/** One sentence for each record that could not be read. */
			readonly skipped: readonly string[];
			/** Milliseconds since 1970. */
			readonly loadedAt: number;
			/** Why the latest refresh failed, while older data is still shown. */
			readonly failure?: Failure;
	  };

export interface DeploymentStoreOptions {
	readonly session: SessionSource;
	readonly list: (service: Service, options: { signal: AbortSignal }) => Promise<Result<DeploymentList>>;
	readonly now?: () => number;
}

/** Holds the deployments of the current session; one refresh at a time, answers for an earlier session are dropped. */
export class DeploymentStore {
	readonly #options: DeploymentStoreOptions;
	readonly #listeners = new Set<(state: DeploymentsState) => void>();
	readonly #watch: Disposable;
	#state: DeploymentsState;
	#running: { session: Session; done: Promise<void>; abort: AbortController } | undefined;

	constructor(options: DeploymentStoreOptions) {
		this.#options = options;
		this.#state = { kind: options.session.current.state === 'signedIn' ? 'loading' : 'signedOut' };
		this.#watch = options.session.onDidChange((session) => this.#onSession(session));
	}

	get state(): DeploymentsState {
		return this.#state;
	}

	/** The known deployments; empty while nothing is known. */
	get deployments(): readonly Deployment[] {
		return this.#state.kind === 'ready' ? this.#state.deployments : [];
	}

	byId(id: string): Deployment | undefined {
		return this.deployments.find((deployment) => deployment.id === id);
	}

	onChange(listener: (state: DeploymentsState) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Asks the service again; joins a refresh of the same session that is under way. Never rejects. */
	refresh(): Promise<void> {
		const session = this.#options.session.current;
		if (session.state === 'signedOut') return Promise.resolve();
		if (this.#running?.session === session) return this.#running.done;
		this.#running?.abort.abort();
		const abort = new AbortController();
		const done = this.#load(session.service, session, abort.signal).finally(() => {
			if (this.#running?.abort === abort) this.#running = undefined;
		});
		this.#running = { session, done, abort };
		return done;
	}

	/** Puts a record that the service has just returned in place of the one known. */
	replace(deployment: Deployment): void {
		if (this.#state.kind !== 'ready') return;
		this.#set({
			...this.#state,
			deployments: this.#state.deployments.map((known) =>
				known.id === deployment.id ? { ...known, ...deployment } : known,
			),
		});
	}

	dispose(): void {
		this.#watch.dispose();
		this.#running?.abort.abort();
		this.#listeners.clear();
	}

	async #load(service: Service, session: Session, signal: AbortSignal): Promise<void> {
		const result = await this.#options.list(service, { signal });
		if (this.#options.session.current !== session || signal.aborted) return;
		if (result.ok) {
			const loadedAt = (this.#options.now ?? Date.now)();
			this.#set({
				kind: 'ready',
				deployments: result.value.deployments,
				skipped: result.value.skipped,
				loadedAt,
			});
		} else if (this.#state.kind === 'ready') {
			this.#set({ ...this.#state, failure: result.failure });
		} else {
			this.#set({ kind: 'failed', failure: result.failure });
		}
	}

	#onSession(session: Session): void {
		this.#running?.abort.abort();
		this.#running = undefined;
		this.#set({ kind: session.state === 'signedIn' ? 'loading' : 'signedOut' });
		if (session.state === 'signedIn') void this.refresh();
	}

	#set(state: DeploymentsState): void {
		this.#state = state;
		for (const listener of this.#listeners) listener(state);
	}
}
