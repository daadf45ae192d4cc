import * as vscode from 'vscode';
import { ownerOf, type Session, type SessionSource } from '../../core/account/session.ts';
import { Emitter, type Event } from '../../core/base/emitter.ts';
import type { EngineProgress } from '../../core/engine/engineProgress.ts';
import type { RunFilter } from '../../core/runs/history/filter.ts';
import type { Marks } from '../../core/runs/history/mark.ts';
import { hasEnded, type Run, type RunTargetId } from '../../core/runs/run.ts';
import type { ProgressSource } from '../../core/runs/runProgress.ts';
import type { RunService } from '../../core/runs/runService.ts';
import type { RunQuery } from '../../core/runs/runTable.ts';
import type { RunExtras } from '../deployments/runRow.ts';
import type { RecentRuns } from '../deployments/services.ts';
import { LazyService, type WindowParts } from '../shell/lazyService.ts';

export class WindowRuns extends LazyService<RunService, Run> implements RecentRuns {
	/** Folder with one folder of result files for each run. */
	readonly archive: vscode.Uri;
	readonly #session: SessionSource;
	readonly #progressed = new Emitter<EngineProgress>();
	readonly #progressEnded = new Emitter<string>();
	/** The progress of runs of this window on the user's own engines. */
	readonly progress: ProgressSource = {
		of: (runId) => this.opened?.progress.of(runId),
		onDidChange: this.#progressed.event,
		onDidEnd: this.#progressEnded.event,
	};
	readonly #marked: Emitter<Marks>;
	/** The runs in progress, until one changes: the tree asks for every row it draws. */
	#active: { readonly session: Session; readonly runs: readonly Run[] } | undefined;

	/** @param storage the folder that this computer keeps for the extension */
	constructor(parts: WindowParts, session: SessionSource, storage: vscode.Uri) {
		super(parts, parts.opened.runs, 'runs', () => this.latest(100));
		this.archive = vscode.Uri.joinPath(storage, 'runs');
		this.#session = session;
		this.#marked = new Emitter((error) => parts.log.error('A listener of the marks of runs failed.', error));
		parts.opened.runs.onDidMake(({ marks, progress }) => {
			marks.onDidChange((changed) => this.#marked.fire(changed));
			progress.onDidChange((progressed) => this.#progressed.fire(progressed));
			progress.onDidEnd((runId) => this.#progressEnded.fire(runId));
		});
		// The first listener of a change: later listeners ask for the runs in progress.
		const forget = () => {
			this.#active = undefined;
		};
		this.onDidChange(forget);
		this.onDidRemove(forget);
	}

	/** Fires after the star or the note of a run, or the star of one of its files, has changed. */
	get onDidChangeMarks(): Event<Marks> {
		return this.#marked.event;
	}

	get onDidChangeSession(): Event<Session> {
		return this.#session.onDidChange;
	}

	recent(target: RunTargetId, limit: number): readonly Run[] {
		const { current } = this.#session;
		if (current.state === 'signedOut') return [];
		return this.opened?.runs({ ...ownerOf(current), target, limit }) ?? [];
	}

	/** Returns the latest runs of the account, newest first; when signed out, those of the connection on this computer. */
	latest(limit: number): readonly Run[] {
		return this.page({ limit });
	}

	/**
	 * Returns the runs of the account, newest first, of one document if given; when signed out, those of the
	 * connection.
	 */
	page(query: Pick<RunQuery, 'limit' | 'before' | 'documentUri'>): readonly Run[] {
		const { current } = this.#session;
		const owner = current.state === 'signedOut' ? { connectionId: current.connection.id } : ownerOf(current);
		return this.opened?.runs({ ...owner, ...query }) ?? [];
	}

	/** Returns whether a run is one that `page` would return. */
	isOfAccount({ connectionId, accountId }: Run): boolean {
		const { current } = this.#session;
		return (
			connectionId === current.connection.id &&
			(current.state === 'signedOut' || accountId === current.account.id)
		);
	}

	/** Returns the runs of the connection that match a filter, newest first: they are on this computer, no matter who is signed in. */
	found(filter: RunFilter, limit: number): readonly Run[] {
		const connectionId = this.#session.current.connection.id;
		return this.opened?.runs({ connectionId, filter, limit }) ?? [];
	}

	/** Returns the current state of a run. */
	now(run: Run): Run {
		return this.opened?.get(run.id) ?? run;
	}

	extrasOf({ id }: Run): RunExtras {
		const marks = this.opened?.marks.of(id) ?? { starred: false, note: '' };
		return { marks, folder: vscode.Uri.joinPath(this.archive, id) };
	}

	/** Returns the runs in progress; empty while signed out. */
	active(): readonly Run[] {
		const { current } = this.#session;
		if (current.state === 'signedOut') return [];
		if (this.#active?.session !== current) {
			this.#active = { session: current, runs: this.latest(100).filter((run) => !hasEnded(run)) };
		}
		return this.#active.runs;
	}

	/** Returns a run of the account that is in progress, by the id of its request. */
	runOf(requestId: string): Run | undefined {
		return this.active().find((run) => run.requestId === requestId || run.id === requestId);
	}

	activeOf({ kind, id }: RunTargetId): number {
		return this.active().filter(({ target }) => target.kind === kind && target.id === id).length;
	}

	override dispose(): void {
		super.dispose();
		this.#marked.dispose();
	}
}
