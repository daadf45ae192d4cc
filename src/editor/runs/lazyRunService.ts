import type * as vscode from 'vscode';
import type { Session, SessionSource, SignedIn } from '../../core/account/session.ts';
import { Emitter, type Event } from '../../core/base/emitter.ts';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import { hasEnded, type Run, type RunTargetId } from '../../core/runs/run.ts';
import type { RunService } from '../../core/runs/runService.ts';
import type { RecentRuns } from '../deployments/tree.ts';
import type { LazyLedger } from '../shell/lazyLedger.ts';
import { readPartnerKey } from './partnerKey.ts';

/**
 * The window's way to runs. The history file and the service are opened on first need and never during activation; until then
 * every question has an empty answer, and listeners are called as soon as there is more.
 */
export class LazyRunService implements RecentRuns, vscode.Disposable {
	readonly #ledger: LazyLedger;
	readonly #log: Log;
	readonly #session: SessionSource;
	readonly #secrets: vscode.SecretStorage;
	readonly #opened: Lazy<RunService>;
	readonly #changed: Emitter<Run>;
	readonly #removed: Emitter<string>;
	#started = false;
	/** The runs in progress, until one changes: the tree asks for every row it draws. */
	#active: { readonly session: Session; readonly runs: readonly Run[] } | undefined;

	constructor(ledger: LazyLedger, log: Log, session: SessionSource, secrets: vscode.SecretStorage) {
		this.#ledger = ledger;
		this.#log = log;
		this.#session = session;
		this.#secrets = secrets;
		const onError = (error: unknown) => log.error('A listener of runs failed.', error);
		this.#changed = new Emitter(onError);
		this.#removed = new Emitter(onError);
		this.#opened = lazy(
			() => this.#open(),
			(service) => service.dispose(),
		);
	}

	/** Folder with one folder of result files for each run. */
	get archive(): vscode.Uri {
		return this.#ledger.folder('runs');
	}

	/** Fires after each change of a run. */
	get onChange(): Event<Run> {
		return this.#changed.event;
	}

	/** Fires after a run has left the history. */
	get onRemove(): Event<string> {
		return this.#removed.event;
	}

	/** Fires after the account or the connection changed. */
	get onSession(): Event<Session> {
		return this.#session.onDidChange;
	}

	/** Opens the history (once) and continues to follow what had not ended. */
	async open(): Promise<RunService> {
		const service = await this.#opened.get();
		this.#start(service);
		return service;
	}

	/** The service, if the history is open already. */
	get opened(): RunService | undefined {
		return this.#opened.value;
	}

	recent(target: RunTargetId, limit: number): readonly Run[] {
		const { current } = this.#session;
		if (current.state === 'signedOut') return [];
		return this.opened?.runs({ ...this.#owner(current), target, limit }) ?? [];
	}

	/** The latest runs of the account, newest first; signed out, those of the connection: they are on this computer. */
	latest(limit: number): readonly Run[] {
		const { current } = this.#session;
		const owner =
			current.state === 'signedOut' ? { connectionId: current.connection.id } : this.#owner(current);
		return this.opened?.runs({ ...owner, limit }) ?? [];
	}

	/** The runs in progress; none while signed out. */
	active(): readonly Run[] {
		const { current } = this.#session;
		if (current.state === 'signedOut') return [];
		if (this.#active?.session !== current) {
			this.#active = { session: current, runs: this.latest(100).filter((run) => !hasEnded(run)) };
		}
		return this.#active.runs;
	}

	activeOf({ kind, id }: RunTargetId): number {
		return this.active().filter(({ target }) => target.kind === kind && target.id === id).length;
	}

	dispose(): void {
		this.#opened.dispose();
		this.#changed.dispose();
		this.#removed.dispose();
	}

	#owner(session: SignedIn) {
		return { connectionId: session.connection.id, accountId: session.account.id };
	}

	async #open(): Promise<RunService> {
		const [{ RunService }, opened] = await Promise.all([import('../signedIn.ts'), this.#ledger.open()]);
		const service = new RunService({
			...opened,
			session: this.#session,
			archiveFolder: this.archive.fsPath,
			log: this.#log,
			secretsOf: async (connection) => {
				// A run must end also where the secret storage does not answer.
				const key = await readPartnerKey(this.#secrets, connection).then(undefined, () => undefined);
				return key === undefined ? [] : [key];
			},
		});
		service.onChange((run) => {
			this.#active = undefined;
			this.#changed.fire(run);
		});
		service.onRemove((id) => {
			this.#active = undefined;
			this.#removed.fire(id);
		});
		return service;
	}

	/** Starts (once) when the service can be asked, so that listeners find what they are called for. */
	#start(service: RunService): void {
		if (this.#started) return;
		this.#started = true;
		this.#active = undefined;
		service.resume();
		for (const run of this.latest(100)) this.#changed.fire(run);
	}
}
