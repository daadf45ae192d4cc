import * as vscode from 'vscode';
import type { Session, SessionSource, SignedIn } from '../../core/account/session.ts';
import type { Log } from '../../core/base/log.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { hasEnded, type Run, type RunTargetId } from '../../core/runs/run.ts';
import type { RunTracker } from '../../core/runs/tracker.ts';
import type { RecentRuns } from '../deployments/tree.ts';
import { warn } from '../shell/messages.ts';
import { readPartnerKey } from './partnerKey.ts';

/**
 * The window's way to runs. The history file and the tracker are opened on first need and never during activation;
 * until then every question has an empty answer, and listeners are told as soon as there is more.
 */
export class RunHistory implements RecentRuns, vscode.Disposable {
	readonly #storage: vscode.Uri;
	readonly #log: Log;
	readonly #session: SessionSource;
	readonly #secrets: vscode.SecretStorage;
	readonly #listeners = new Set<(run: Run) => void>();
	readonly #removeListeners = new Set<() => void>();
	#opening: Promise<RunTracker> | undefined;
	#tracker: RunTracker | undefined;
	#ledger: Ledger | undefined;
	#disposed = false;
	/** The runs under way, until one changes: the tree asks for every row it draws. */
	#active: { readonly session: Session; readonly runs: readonly Run[] } | undefined;

	constructor(storage: vscode.Uri, log: Log, session: SessionSource, secrets: vscode.SecretStorage) {
		this.#storage = storage;
		this.#log = log;
		this.#session = session;
		this.#secrets = secrets;
	}

	/** Folder with one folder of result files for each run. */
	get archive(): vscode.Uri {
		return vscode.Uri.joinPath(this.#storage, 'runs');
	}

	/** Opens the history (once) and goes on following what had not ended. */
	open(): Promise<RunTracker> {
		this.#opening ??= this.#open().catch((cause) => {
			this.#opening = undefined;
			throw cause;
		});
		return this.#opening;
	}

	/** The tracker, if the history is open already. */
	get opened(): RunTracker | undefined {
		return this.#tracker;
	}

	recent(target: RunTargetId, limit: number): readonly Run[] {
		const { current } = this.#session;
		if (current.state === 'signedOut') return [];
		return this.#tracker?.runs({ ...this.#owner(current), target, limit }) ?? [];
	}

	/** The latest runs of the account, newest first. */
	latest(limit: number): readonly Run[] {
		const { current } = this.#session;
		if (current.state === 'signedOut') return [];
		return this.#tracker?.runs({ ...this.#owner(current), limit }) ?? [];
	}

	active(): readonly Run[] {
		const { current } = this.#session;
		if (this.#active?.session !== current) {
			this.#active = { session: current, runs: this.latest(100).filter((run) => !hasEnded(run)) };
		}
		return this.#active.runs;
	}

	isActive({ kind, id }: RunTargetId): boolean {
		return this.active().some(({ target }) => target.kind === kind && target.id === id);
	}

	onChange(listener: (run: Run) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	dispose(): void {
		this.#disposed = true;
		this.#tracker?.dispose();
		void this.#ledger?.close();
		this.#listeners.clear();
	}

	/** Calls `listener` after somebody has signed in or out, or switched the connection. */
	onSession(listener: () => void): () => void {
		const watch = this.#session.onDidChange(listener);
		return () => watch.dispose();
	}

	/** Calls `listener` after a run has left the history. */
	onRemove(listener: () => void): () => void {
		this.#removeListeners.add(listener);
		return () => this.#removeListeners.delete(listener);
	}

	#onRemoved(): void {
		this.#active = undefined;
		for (const listener of this.#removeListeners) listener();
	}

	#owner(session: SignedIn) {
		return { connectionId: session.connection.id, accountId: session.account.id };
	}

	async #open(): Promise<RunTracker> {
		const [{ openLedger }, { createRunTracker }, { runLayout }, { transferLayout }] = await Promise.all([
			import('../../core/ledger/open.ts'),
			import('../../core/runs/tracker.ts'),
			import('../../core/runs/runTable.ts'),
			import('../../core/transfers/transferTable.ts'),
		]);
		const path = vscode.Uri.joinPath(this.#storage, 'history.db').fsPath;
		const ledger = await openLedger({
			path,
			tables: [runLayout, transferLayout],
			log: this.#log,
			onProblem: (problem) => void warn(problem),
		});
		const tracker = createRunTracker({
			ledger,
			session: this.#session,
			archiveFolder: this.archive.fsPath,
			log: this.#log,
			secretsOf: async (connection) => {
				// A run must come to its end also where the secret storage does not answer.
				const key = await readPartnerKey(this.#secrets, connection).then(undefined, () => undefined);
				return key === undefined ? [] : [key];
			},
			windowId: vscode.env.sessionId,
		});
		if (this.#disposed) {
			tracker.dispose();
			await ledger.close();
			throw new vscode.CancellationError();
		}
		this.#tracker = tracker;
		this.#ledger = ledger;
		this.#active = undefined;
		tracker.onChange((run) => {
			this.#active = undefined;
			for (const listener of this.#listeners) listener(run);
		});
		tracker.onRemove(() => this.#onRemoved());
		tracker.resume();
		for (const run of this.latest(100)) for (const listener of this.#listeners) listener(run);
		return tracker;
	}
}
