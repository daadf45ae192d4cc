import * as l10n from '@vscode/l10n';
import { ownerOf, type SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import type { Disposable } from '../base/emitter.ts';
import { failed, type Result, signedOutFailure, success } from '../base/failure.ts';
import type { Connection } from '../connection/connection.ts';
import { EngineProgressBoard } from '../engine/engineProgress.ts';
import { EngineRequests } from '../engine/engineRequests.ts';
import { EngineStreams } from '../engine/engineStreams.ts';
import type { OwnerQuery } from '../ledger/movingTable.ts';
import type { RecordServiceOptions } from '../records/followedRecords.ts';
import { RecordService } from '../records/recordService.ts';
import { askToStart, type LimitRule, type StartWatch } from '../records/startWatch.ts';
import { submitOnce } from '../records/submitOnce.ts';
import type { CancelOutcome, Webhook } from '../requests/request.ts';
import { diskTrouble } from '../transfers/diskTrouble.ts';
import type { TransferQueue } from '../transfers/transferQueue.ts';
import { ArchiveKeeper, type ArchiveRules } from './archive/archiveKeeper.ts';
import { removeRunFolder, runFolder } from './archive/runFolder.ts';
import { EarlierRuns } from './earlierRuns.ts';
import {
	heldFailure,
	notEndedFailure,
	sameBegunFailure,
	unknownRunFailure,
	unknownTargetFailure,
} from './failures.ts';
import type { RunGroup } from './history/group.ts';
import { RunMarks } from './history/marks.ts';
import { stoppedFile } from './notices.ts';
import type { RunPlan } from './plan/plan.ts';
import { type RequestApis, requestApis } from './requestApi.ts';
import { hasEnded, type Run } from './run.ts';
import { RunEstimates } from './runEstimates.ts';
import { RunFollower } from './runFollower.ts';
import { runKind } from './runKind.ts';
import { RunRecovery } from './runRecovery.ts';
import { freshUrl, type OwnedRun, RunRequests } from './runRequests.ts';
import { type RunQuery, RunTable } from './runTable.ts';
import { claimSame, type SameRuns } from './sameRun.ts';
import { paidStart } from './targetTraits.ts';
import { type FilePlace, withCancelRequested, withFilesLeft, withFilesRetried } from './transitions.ts';

export type RunOrigin = Pick<Run, 'target' | 'documentUri' | 'documentName' | 'startedBy' | 'batchId'>;

/** The terms of a start without questions. */
interface StartTerms {
	/** Our own id of the run (a UUID), if the caller has a unique one. */
	readonly id?: string;
	/** The intended account; by default the one in use. */
	readonly session?: SignedIn;
	readonly limit?: LimitRule;
	/** The webhook of this run, in place of the usual one. */
	readonly webhook?: Webhook;
	/** The runs in progress with the same request. If absent, no question is asked about them. */
	readonly same?: SameRuns;
}

export interface RunServiceOptions extends RecordServiceOptions {
	/** Returns the rules for the result files on this computer; all of them are kept by default. */
	readonly archiveRules?: () => ArchiveRules;
	/** Fetches result files, in parallel with the other transfers of this window. */
	readonly queue: TransferQueue;
	/** Folder with one folder of result files for each run. */
	readonly archiveFolder: string;
	/** Asked before a paid run is sent. */
	readonly spending?: StartWatch;
	/** The calls for each kind of target; by default those of the service, tests may pass others. */
	readonly apis?: RequestApis;
	/** Returns the secrets that were sent with it and must not be kept, in case the service repeats one in an error. */
	readonly secretsOf?: (connection: Connection) => PromiseLike<readonly string[]>;
	/** Returns the webhook of a run that is about to be submitted. */
	readonly webhookOf?: (run: Run, connection: Connection) => Webhook | undefined;
	/** Returns whether a batch still depends on its runs: it sends missing ones again. None does by default. */
	readonly isHeld?: (batchId: string) => boolean;
}

/**
 * Runs: started, followed, kept. One for each window; together they poll once. It is idle before `resume` or
 * `start`.
 */
export class RunService extends RecordService<Run> {
	readonly marks: RunMarks;
	readonly recovery: RunRecovery;
	readonly archive: ArchiveKeeper;
	readonly estimates: RunEstimates;
	/** The progress of the runs of this window on the user's own engines. */
	readonly progress = new EngineProgressBoard();
	readonly #streams: EngineStreams;
	readonly #options: RunServiceOptions;
	readonly #runs: RunTable;
	readonly #apis: RequestApis;
	readonly #requests: RunRequests;
	readonly #follower: RunFollower;
	readonly #tickWatch: Disposable;

	constructor(options: RunServiceOptions) {
		const { ledger, log, coordinator } = options;
		const { owner, clock } = coordinator;
		const { archiveFolder, secretsOf, webhookOf } = options;
		const runs = new RunTable(ledger);
		super(options, runs, runKind);
		const { records } = this;
		this.#options = options;
		this.#runs = runs;
		this.marks = new RunMarks(ledger, log, (runId) => this.#runs.get(runId) !== undefined);
		this.#streams = new EngineStreams(crypto.randomUUID(), this.progress, clock);
		this.#streams.onDidTurn((runId) => coordinator.pollSoon('run', runId));
		this.#apis = options.apis ?? {
			...requestApis,
			engine: new EngineRequests(this.#streams, this.progress, clock),
		};
		this.#requests = new RunRequests({ log, archiveFolder, coordinator, records, secretsOf, webhookOf });
		this.recovery = new RunRecovery({
			records,
			runs: this.#runs,
			requests: this.#requests,
			owned: (runId) => this.#owned(runId),
			choosesIds: ({ kind }) => this.#apis[kind]?.choosesIds === true,
		});
		this.archive = new ArchiveKeeper({
			runs: this.#runs,
			marksOf: (runId) => this.marks.of(runId),
			folder: archiveFolder,
			rules: options.archiveRules ?? (() => ({ mode: 'always', maxBytes: 0 })),
			leases: ledger.leases,
			owner,
			clock,
			log,
			records,
			fetch: (runId) => this.retryFiles(runId),
		});
		this.estimates = new RunEstimates({
			session: options.session,
			runs: this.#runs,
			...compact({ spending: options.spending }),
		});
		const earlier = new EarlierRuns(this.#runs);
		this.#follower = new RunFollower({
			queue: options.queue,
			clock,
			apis: this.#apis,
			earlier,
			archiveFolder,
			log,
			secretsOf: async (connection) => (await secretsOf?.(connection)) ?? [],
			records,
			archive: this.archive,
			recovery: this.recovery,
		});
		records.followWith(this.#follower);
		this.#tickWatch = coordinator.onDidTick(() => {
			this.marks.look();
			this.archive.renew();
		});
		records.onDidRemove((runId) => this.archive.forget(runId));
		records.onDidChange((run) => {
			this.archive.note(run);
			if (hasEnded(run)) this.#onEnd(run, earlier);
			else if (run.cancelRequested) coordinator.pollSoon('run', run.id);
		});
	}

	/** Continues the runs that have not ended, and watches the other windows. */
	resume(): void {
		this.marks.begin();
		this.records.begin();
	}

	/**
	 * Submits a plan. The run is in the ledger before the request is sent; its request id immediately after the reply.
	 * A failure leaves the run there as `unsent` or `uncertain`. A run that may have arrived is never sent again.
	 */
	async start(
		plan: Pick<RunPlan, 'bodyText' | 'summary'> & Partial<Pick<RunPlan, 'uploads'>>,
		origin: RunOrigin,
		{ id = crypto.randomUUID(), session: meant, limit, webhook, same }: StartTerms = {},
	): Promise<Result<Run>> {
		const asked = meant ?? this.#options.session.current;
		if (asked.state !== 'signedIn') return failed(signedOutFailure);
		const api = this.#apis[origin.target.kind];
		if (!api) return failed(unknownTargetFailure);
		const paid = paidStart(id, origin);
		const allowed = await askToStart(this.#options, asked, paid, limit);
		if (!allowed.ok) return allowed;
		const { session: current, begun } = allowed.value;
		const run: Run = {
			id,
			...ownerOf(current),
			...origin,
			state: 'submitting',
			summary: plan.summary,
			submittedAt: this.records.now,
			files: [],
			texts: [],
		};
		const owned = { session: current, run, api };
		const { ledger, coordinator } = this.#options;
		const release =
			same &&
			(await claimSame({ leases: ledger.leases, history: this, clock: coordinator.clock }, run, same));
		if (same && release === undefined) return failed(sameBegunFailure);
		const taken = await submitOnce(this.records, current, run, {
			...this.#requests.handover(owned, { ...plan, ...compact({ webhook }) }),
			onRecorded: () => {
				begun();
				void release?.();
				this.records.beginNotifying(run);
				this.resume();
			},
		});
		if (!taken.ok) {
			// One that could not be written down has not released it.
			await release?.();
			return taken;
		}
		const { requestId, cancelRequested } = taken.value;
		if (cancelRequested && requestId !== undefined)
			await this.#requests.passCancelOn({ ...owned, run: taken.value }, requestId);
		return success(this.get(run.id) ?? taken.value);
	}

	/**
	 * Asks the service to cancel. The run is canceled only when the service confirms it. A run in the state `fetching`
	 * ends without its missing files, even if the service cannot be reached.
	 */
	async cancel(runId: string): Promise<Result<CancelOutcome>> {
		if (this.get(runId)?.state === 'fetching') {
			await this.records.update(runId, (current) => withFilesLeft(current, stoppedFile));
			return success('requested');
		}
		const owned = this.#owned(runId);
		if (!owned.ok) return owned;
		const { run } = owned.value;
		if (hasEnded(run)) return success('notCancellable');
		if (run.requestId === undefined) {
			// The reply with the id has not arrived yet; the window that receives it sends the cancel.
			const after = await this.records.update(runId, withCancelRequested);
			if (after === undefined || hasEnded(after)) return success('notCancellable');
			// That window may have written the id just before, without seeing that the run is to be canceled.
			if (after.requestId === undefined) return success('requested');
			return this.#requests.passCancelOn({ ...owned.value, run: after }, after.requestId);
		}
		return this.#requests.cancel(owned.value, run.requestId);
	}

	runs(query: RunQuery): readonly Run[] {
		return this.#runs.of(query);
	}

	/** Returns the number of runs of a query, ignoring its limit. */
	countOf(query: Omit<RunQuery, 'limit'>): number {
		return this.#runs.countOf(query);
	}

	/** Returns the runs of an owner with a given document name or id prefix, newest first. */
	named(owner: OwnerQuery, given: string): readonly Run[] {
		return this.#runs.named(owner, given);
	}

	/** Returns the ids of the runs of the same document, or of the same target without one; oldest first. */
	idsOf(group: RunGroup): readonly string[] {
		return this.#runs.idsOf(group);
	}

	/**
	 * Returns whether this window notifies the person of the end of a run: the window that started it or, if that is
	 * closed, the first that asks. True in one window only; never for runs that had ended before this window opened,
	 * whose files were downloaded again, or whose submission failed in this window (`start` has reported that).
	 */
	async claimNotification(runId: string): Promise<boolean> {
		if (this.get(runId)?.filesRetried) return false;
		const { submissions, notifications } = this.records;
		return !submissions.isOwn(runId) && (await notifications.claim(runId));
	}

	/** Asks again for the address of a result file. Signed: never store, log or show it. */
	async freshUrl(runId: string, file: FilePlace): Promise<Result<string>> {
		const owned = this.#owned(runId);
		return owned.ok ? freshUrl(owned.value, file) : owned;
	}

	/** Downloads the files that were given up again. */
	async retryFiles(runId: string): Promise<Result<Run>> {
		const owned = this.#owned(runId);
		if (!owned.ok) return owned;
		const run = await this.records.update(runId, withFilesRetried);
		if (!run) return failed(unknownRunFailure);
		this.resume();
		return success(run);
	}

	/** Takes an ended run out of the history, with its files and its marks. */
	async remove(runId: string): Promise<Result<undefined>> {
		const run = this.get(runId);
		if (!run) return success(undefined);
		if (!hasEnded(run)) return failed(notEndedFailure);
		// A run that never arrived is sent again in any case.
		if (run.state !== 'unsent' && run.batchId !== undefined && this.#options.isHeld?.(run.batchId))
			return failed(heldFailure);
		try {
			await removeRunFolder(this.#options.archiveFolder, runId);
		} catch (error) {
			return failed(diskTrouble(error, l10n.t('The folder with the files of this run')));
		}
		await this.#options.queue.forget(runId);
		await this.marks.remove(runId);
		await this.records.remove(runId);
		return success(undefined);
	}

	/** Returns the folder in which the files of a run are, or will be. */
	archivePath(run: Pick<Run, 'id'>): string {
		return runFolder(this.#options.archiveFolder, run.id);
	}

	/** Reports nothing more. The ledger and the coordinator stay open. */
	dispose(): void {
		this.#tickWatch.dispose();
		this.records.dispose();
		this.#streams.dispose();
		this.archive.dispose();
		this.marks.dispose();
	}

	/** Handles the end of a run, in any window: its remaining downloads are no longer wanted. */
	#onEnd(run: Run, earlier: EarlierRuns): void {
		this.#options.spending?.ended(run.id, run.state === 'unsent' ? 0 : run.costMicrodollars);
		this.#apis[run.target.kind]?.forget?.(run.id);
		earlier.forget(run);
		this.#follower.forget(run.id);
		this.#options.queue.cancel(run.id);
	}

	#owned(runId: string): Result<OwnedRun> {
		const owned = this.records.owned(runId);
		if (!owned.ok) return owned;
		const { record: run, session } = owned.value;
		const api = this.#apis[run.target.kind];
		return api ? success({ run, session, api }) : failed(unknownTargetFailure);
	}
}
