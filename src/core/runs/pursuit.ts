import PQueue from 'p-queue';
import type { Clock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import { requestResult, requestStatus } from '../deployments/queue.ts';
import type { OutputFile, RequestResult } from '../deployments/request.ts';
import { maskSecrets } from '../http/mask.ts';
import type { Service } from '../http/transport.ts';
import type { TransferTable } from '../transfers/transferTable.ts';
import { type ArchiveOutcome, archiveFile } from './archive.ts';
import { ChangeBatch } from './changeBatch.ts';
import { Follower, type FollowStep, pollDelay, pollsPerSecond, requestPollCapMs } from './follow.ts';
import { expiredFile, fetchNotice, lostNotice, troubleNotice } from './notices.ts';
import { hasEnded, type Run } from './run.ts';
import type { RunTable } from './runTable.ts';
import {
	type FilePlace,
	isOver,
	isSameFile,
	lost,
	missingFiles,
	settled,
	withFile,
	withNotice,
	withResult,
	withStatus,
} from './transitions.ts';

/** Result files downloaded at the same time, all runs together. */
const downloadsAtOnce = 3;

/** Failed polls in a row after which a person is told. */
const quietFailures = 2;

export interface PursuitOptions {
	readonly service: Service;
	readonly runs: RunTable;
	readonly transfers: TransferTable;
	readonly clock: Clock;
	readonly archiveFolder: string;
	/** Texts that no error may bring back. */
	readonly secrets: () => PromiseLike<readonly string[]>;
	/** Applies a change to a run in the ledger and tells everyone; the run afterwards. */
	readonly update: (id: string, change: (run: Run) => Run) => Promise<Run | undefined>;
	/** False once another window has taken over. */
	readonly mayPoll: () => Promise<boolean>;
	/** The service refused the sign-in; polling has to stop. */
	readonly onUnauthorized: () => void;
}

/** Follows the unfinished runs of one account with one service, from submission to archived files. */
export class Pursuit {
	readonly #options: PursuitOptions;
	readonly #follower: Follower;
	readonly #downloads = new PQueue({ concurrency: downloadsAtOnce });
	readonly #abort = new AbortController();
	/** Runs whose status said that they are over, so that the result is asked for next. */
	readonly #over = new Set<string>();
	/** Files by run whose address led nowhere once. */
	readonly #missed = new Map<string, Set<string>>();
	readonly #failures = new Map<string, number>();

	constructor(options: PursuitOptions) {
		this.#options = options;
		this.#follower = new Follower({
			clock: options.clock,
			capMs: requestPollCapMs,
			perSecond: pollsPerSecond,
			step: (id) => this.#step(id),
		});
	}

	/** Follows a run; one that has been waited for longer than a first poll takes is asked for at once. */
	add(run: Run): void {
		if (hasEnded(run) || run.requestId === undefined) return;
		const waited = this.#options.clock.now() - run.submittedAt;
		this.#follower.add(
			run.id,
			run.submittedAt,
			waited < 1000 && run.state !== 'fetching' ? 1000 - waited : 0,
		);
	}

	/** Asks soon, because a cancel is under way. */
	hurry(id: string): void {
		this.#follower.hurry(id);
	}

	/** Stops everything; partial downloads stay for the next time. */
	stop(): void {
		this.#follower.clear();
		this.#abort.abort();
	}

	async #step(id: string): Promise<FollowStep> {
		const run = this.#options.runs.get(id);
		if (!run || hasEnded(run) || run.requestId === undefined || !(await this.#options.mayPoll()))
			return this.#done(id);
		if (run.state === 'fetching' || this.#over.has(id)) return this.#askResult(run, run.requestId);
		return this.#askStatus(run, run.requestId);
	}

	async #askStatus(run: Run, requestId: string): Promise<FollowStep> {
		const { service, clock, update } = this.#options;
		const reply = await requestStatus(service, run.target.id, requestId, { signal: this.#abort.signal });
		if (!reply.ok) return this.#trouble(run, reply.failure);
		this.#failures.delete(run.id);
		const now = clock.now();
		await update(run.id, (current) => withStatus(current, reply.value, now));
		const { phase } = reply.value;
		if (phase === 'queued' || phase === 'running') return { done: false };
		if (phase === 'unknown' && !(await this.#hasResult(run, requestId))) return { done: false };
		this.#over.add(run.id);
		return { done: false, inMs: 0 };
	}

	/** Whether a word that is not known was the end: the result tells. One that cannot be had tells nothing. */
	async #hasResult(run: Run, requestId: string): Promise<boolean> {
		const { service } = this.#options;
		const reply = await requestResult(service, run.target.id, requestId, { signal: this.#abort.signal });
		return reply.ok && isOver(reply.value);
	}

	async #askResult(run: Run, requestId: string): Promise<FollowStep> {
		const { service, clock, update } = this.#options;
		const reply = await requestResult(service, run.target.id, requestId, { signal: this.#abort.signal });
		if (!reply.ok) return this.#trouble(run, reply.failure);
		// While files are missing, only a file that comes ends the trouble.
		if (run.state !== 'fetching') this.#failures.delete(run.id);
		const result = await this.#withoutSecrets(reply.value);
		const now = clock.now();
		const after = await update(run.id, (current) => withResult(current, result, now));
		if (!after || hasEnded(after)) return this.#done(run.id);
		if (after.state === 'fetching') return this.#fetch(after, reply.value.files);
		// The result lags behind the status: the usual rhythm goes on with the result.
		return { done: false };
	}

	async #withoutSecrets(result: RequestResult): Promise<RequestResult> {
		if (result.error === undefined) return result;
		const secrets = await this.#options.secrets();
		const { error, details, debugInfo } = result.error;
		return {
			...result,
			error: {
				...result.error,
				error: maskSecrets(error, secrets),
				details: maskSecrets(details, secrets),
				debugInfo: maskSecrets(debugInfo, secrets),
			},
		};
	}

	/** Downloads what is missing. `offered` are the files with their present addresses. */
	async #fetch(run: Run, offered: readonly OutputFile[]): Promise<FollowStep> {
		const { update } = this.#options;
		const batch = new ChangeBatch(this.#options.clock, (change) => update(run.id, change));
		const outcomes = await Promise.all(
			missingFiles(run).map(async (wanted) => {
				const file = offered.find((candidate) => isSameFile(candidate, wanted));
				let outcome: ArchiveOutcome = file ? await this.#download(run.id, file) : { kind: 'gone' };
				// Addresses are signed for a while only: they are asked for once more before a file counts as expired.
				if (outcome.kind === 'gone' && !this.#firstTimeGone(run.id, wanted)) {
					outcome = { kind: 'givenUp', problem: expiredFile };
				}
				if (outcome.kind === 'there') {
					const { archivedAs, bytes } = outcome;
					batch.add((current) => withFile(current, wanted, { archivedAs, bytes }));
				} else if (outcome.kind === 'givenUp') {
					const { problem } = outcome;
					batch.add((current) => withFile(current, wanted, { problem }));
				}
				return outcome;
			}),
		);
		await batch.flush();
		if (outcomes.some((outcome) => outcome.kind === 'gone')) return { done: false, inMs: 1000 };
		const passing = outcomes.find((outcome) => outcome.kind === 'passing');
		if (!passing) {
			await update(run.id, settled);
			return this.#done(run.id);
		}
		if (passing.failure.kind === 'cancelled') return { done: false };
		// Files that came are a sign that the way is open.
		if (outcomes.some((outcome) => outcome.kind === 'there')) this.#failures.delete(run.id);
		const failures = this.#failed(run.id);
		if (failures >= quietFailures)
			await update(run.id, (current) => withNotice(current, fetchNotice(passing.failure)));
		return { done: false, inMs: backoff(failures, 0, passing.failure) };
	}

	/** Gives up the files that are missing and ends the run. */
	async #expire(run: Run): Promise<FollowStep> {
		await this.#options.update(run.id, (current) =>
			settled(
				missingFiles(current).reduce<Run>(
					(so, file) => withFile(so, file, { problem: expiredFile }),
					current,
				),
			),
		);
		return this.#done(run.id);
	}

	#firstTimeGone(runId: string, { nodeId, channel, index }: FilePlace): boolean {
		const missed = this.#missed.get(runId) ?? new Set<string>();
		this.#missed.set(runId, missed);
		const key = JSON.stringify([nodeId, channel, index]);
		return missed.size < missed.add(key).size;
	}

	#download(runId: string, file: OutputFile): Promise<ArchiveOutcome> {
		const { service, transfers, archiveFolder } = this.#options;
		const { signal } = this.#abort;
		return this.#downloads.add(() =>
			archiveFile({ transport: service.transport, transfers, archiveFolder, runId, file, signal }),
		);
	}

	async #trouble(run: Run, failure: Failure): Promise<FollowStep> {
		const { update, clock, onUnauthorized } = this.#options;
		if (failure.kind === 'cancelled') return { done: false };
		if (isGoneForUs(failure)) return this.#gone(run);
		if (failure.kind === 'auth' && failure.status !== 403) {
			onUnauthorized();
			return { done: false };
		}
		const failures = this.#failed(run.id);
		if (failures >= quietFailures)
			await update(run.id, (current) => withNotice(current, troubleNotice(failure)));
		return { done: false, inMs: backoff(failures, clock.now() - run.submittedAt, failure) };
	}

	/** The service does not know the request: asked twice, since a fresh request may not have reached every server. */
	async #gone(run: Run): Promise<FollowStep> {
		const { update, clock } = this.#options;
		if (run.state === 'fetching') return this.#expire(run);
		if (this.#failed(run.id) < 2) return { done: false, inMs: 2000 };
		await update(run.id, (current) => lost(current, lostNotice, clock.now()));
		return this.#done(run.id);
	}

	#failed(id: string): number {
		const failures = (this.#failures.get(id) ?? 0) + 1;
		this.#failures.set(id, failures);
		return failures;
	}

	#done(id: string): FollowStep {
		this.#failures.delete(id);
		this.#over.delete(id);
		this.#missed.delete(id);
		return { done: true };
	}
}

/** 403003 is how the service answers for a request of somebody else: for us it is not there. */
function isGoneForUs(failure: Failure): boolean {
	return failure.kind === 'notFound' || failure.status === 404 || failure.code === 403003;
}

/** Milliseconds until the next attempt after `failures` in a row: doubling, never longer than the usual cap unless asked to. */
function backoff(failures: number, waitedMs: number, failure: Failure): number {
	const doubling = Math.min(requestPollCapMs, 1000 * 2 ** (failures - 1));
	return Math.max(doubling, pollDelay(waitedMs, requestPollCapMs), failure.retryAfterMs ?? 0);
}
