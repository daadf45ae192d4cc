import type { SignedIn } from '../account/session.ts';
import { describeDuration } from '../base/ages.ts';
import { compact } from '../base/compact.ts';
import type { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Connection } from '../connection/connection.ts';
import { sandboxId } from '../connection/connections.ts';
import { dialectOf } from '../connection/dialects.ts';
import type { FollowStep, ItemTimes } from '../following/follower.ts';
import { type EarlierTimes, loneRequestPollCapMs, requestPollCapMs } from '../following/pollSchedule.ts';
import type { StepContext, WindowKind } from '../following/windowCoordinator.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { pollNotice, resetNotice } from '../records/notices.ts';
import { PollTrouble, quietFailures } from '../records/pollTrouble.ts';
import type { OutputFile } from '../requests/request.ts';
import type { ArchiveKeeper } from './archive/archiveKeeper.ts';
import { describeState, elapsed, loggedRun } from './describe.ts';
import type { EarlierRuns } from './earlierRuns.ts';
import { resultToKeep } from './keptSecrets.ts';
import { expiredFileOf, fetchNotice, notFetchedFile, runTexts, runTextsOf } from './notices.ts';
import type { RequestApi, RequestApis, RequestPlace } from './requestApi.ts';
import { hasEnded, type Run, type RunFile } from './run.ts';
import { RunFileFetch, type RunFileFetchParts } from './runFileFetch.ts';
import type { RunRecovery } from './runRecovery.ts';
import {
	isOver,
	lost,
	missingFiles,
	settled,
	withFile,
	withFilesLeft,
	withMissing,
	withNextId,
	withNotice,
	withResult,
	withStatus,
} from './transitions.ts';

/** Milliseconds that a request without an answer may take to appear. */
const arrivalMs = 30_000;

interface RunFollowerOptions extends RunFileFetchParts {
	readonly apis: RequestApis;
	readonly earlier: EarlierRuns;
	readonly log: Log;
	/** Returns the texts that must not occur in an error. */
	readonly secretsOf: (connection: Connection) => PromiseLike<readonly string[]>;
	/** Knows whether the files of a run that has just ended are downloaded now; otherwise they are downloaded on request. */
	readonly archive: Pick<ArchiveKeeper, 'fetchesNow'>;
	readonly recovery: Pick<RunRecovery, 'endInterrupted'>;
}

/** A run with everything needed to poll it. */
interface Asked {
	readonly run: Run;
	readonly place: RequestPlace;
	readonly api: RequestApi;
	readonly context: StepContext;
}

/** Follows runs: one step from the status or the result of a request to archived files. */
export class RunFollower implements WindowKind<Run> {
	readonly kind = 'run';
	readonly capMs = requestPollCapMs;
	readonly loneCapMs = loneRequestPollCapMs;
	readonly records: FollowedRecords<Run>;
	readonly #options: RunFollowerOptions;
	/** Runs to request the result of next: their status reported an end, or an unknown word. */
	readonly #askNext = new Map<string, 'over' | 'perhaps'>();
	readonly #files: RunFileFetch;
	readonly #troubles: PollTrouble;
	/** The number of times in a row that files of a run did not come. */
	readonly #fileFailures = new Map<string, number>();
	/** Since when the target of a run is not reached, in milliseconds since 1970. */
	readonly #unreached = new Map<string, number>();

	constructor(options: RunFollowerOptions) {
		this.#options = options;
		this.records = options.records;
		this.#files = new RunFileFetch(options);
		this.#troubles = new PollTrouble(options.clock, requestPollCapMs);
	}

	load({ session }: Pick<StepContext, 'session'>): readonly Run[] {
		return this.records.unfinished(session);
	}

	isActive(run: Run): boolean {
		return !hasEnded(run) && run.requestId !== undefined && this.#options.apis[run.target.kind] !== undefined;
	}

	times({ submittedAt, startedAt }: Run): ItemTimes {
		return { since: submittedAt, ...compact({ runningSince: startedAt }) };
	}

	earlier(run: Run): readonly EarlierTimes[] {
		return this.#options.earlier.of(run);
	}

	maintain(session: SignedIn): Promise<void> {
		return this.#options.recovery.endInterrupted(session);
	}

	async step(run: Run, context: StepContext): Promise<FollowStep> {
		const api = this.#options.apis[run.target.kind];
		if (run.requestId === undefined || api === undefined) return this.#done(run.id);
		const place = {
			targetId: run.target.id,
			requestId: run.requestId,
			...(run.cancelRequested ? { cancelRequested: true } : {}),
		};
		const asked: Asked = { run, place, api, context };
		const { fileUrl } = api;
		if (run.state === 'fetching' && fileUrl) {
			const { service } = context.session;
			const offered = run.files.map((file) => offeredFile(file, fileUrl.call(api, service, file)));
			return this.#fetch(run, offered, context);
		}
		if (run.state === 'fetching' || this.#askNext.has(run.id)) return this.#askResult(asked);
		return this.#askStatus(asked);
	}

	async #askStatus(asked: Asked): Promise<FollowStep> {
		const { run, place, api, context } = asked;
		const reply = await api.status(context.session.service, place, context.signal);
		if (!reply.ok) return this.#trouble(asked, reply.failure);
		this.#troubles.clear(run.id);
		this.#unreached.delete(run.id);
		const now = this.#options.clock.now();
		await this.records.update(run.id, (current) => withStatus(current, reply.value, now));
		const { phase } = reply.value;
		if (phase === 'queued' || phase === 'running') return { done: false };
		// The result shows whether an unknown word was the end.
		this.#askNext.set(run.id, phase === 'unknown' ? 'perhaps' : 'over');
		return { done: false, inMs: 0 };
	}

	async #askResult(asked: Asked): Promise<FollowStep> {
		const { run, place, api, context } = asked;
		const reply = await api.result(context.session.service, place, context.signal);
		const unsure = this.#askNext.get(run.id) === 'perhaps';
		if (unsure && !(reply.ok && reply.value && isOver(reply.value))) {
			this.#askNext.delete(run.id);
			return { done: false };
		}
		if (!reply.ok) return this.#trouble(asked, reply.failure);
		this.#troubles.clear(run.id);
		// The result lags behind the status: it is requested again at the usual rate.
		if (reply.value === undefined) return { done: false };
		const { connection, service } = context.session;
		const secrets = [...service.transport.secrets(), ...(await this.#options.secretsOf(connection))];
		const result = resultToKeep(reply.value, secrets);
		const now = this.#options.clock.now();
		const fetches = this.#options.archive.fetchesNow(run.id);
		const after = await this.records.update(run.id, (current) => {
			const ended = withResult(current, result, now, dialectOf(connection));
			// The files of a run that was already `fetching` have been requested.
			return fetches || ended === current ? ended : withFilesLeft(ended, notFetchedFile);
		});
		if (!after || hasEnded(after)) return this.#done(run.id);
		if (after.state === 'fetching') return this.#fetch(after, reply.value.files, context);
		return { done: false };
	}

	/** Downloads files. @param offered the files with their current addresses */
	async #fetch(run: Run, offered: readonly OutputFile[], context: StepContext): Promise<FollowStep> {
		const { records } = this.#options;
		const end = await this.#files.fetch(run, offered, context);
		if (end.kind === 'newAddresses') return { done: false, inMs: end.inMs };
		if (end.kind === 'over') {
			await records.update(run.id, settled);
			return this.#done(run.id);
		}
		const { failure, came } = end;
		if (failure.kind === 'canceled') return { done: false };
		if (this.#isExpired(run)) return this.#expire(run);
		// Files that arrived show that the connection works.
		const failures = (came ? 0 : (this.#fileFailures.get(run.id) ?? 0)) + 1;
		this.#fileFailures.set(run.id, failures);
		if (failures >= quietFailures)
			await records.update(run.id, (current) => withNotice(current, fetchNotice(failure)));
		return { done: false, inMs: backoff(failures, failure) };
	}

	/** Returns whether the service has deleted the files of a run by now. */
	#isExpired({ state, expiresAt }: Run): boolean {
		return state === 'fetching' && expiresAt !== undefined && this.#options.clock.now() > expiresAt;
	}

	/** Gives up the files that are missing and ends the run. */
	async #expire(run: Run): Promise<FollowStep> {
		await this.records.update(run.id, (current) =>
			settled(
				missingFiles(current).reduce<Run>(
					(so, file) => withFile(so, file, { problem: expiredFileOf(run.target) }),
					current,
				),
			),
		);
		return this.#done(run.id);
	}

	async #trouble(asked: Asked, failure: Failure): Promise<FollowStep> {
		const { run, api, context } = asked;
		const { records, clock } = this.#options;
		const unreachable = this.#whyGivenUp(asked, failure);
		if (unreachable !== undefined) {
			await records.update(run.id, (current) => lost(current, unreachable, clock.now()));
			return this.#done(run.id);
		}
		const trouble = this.#troubles.take(run.id, failure, {
			since: run.submittedAt,
			...compact({ missingSince: run.missingSince, rule: api.absenceRule }),
		});
		const texts = runTextsOf(run.target);
		switch (trouble.kind) {
			case 'canceled':
				return { done: false };
			case 'refused':
				context.refused();
				return { done: false };
			case 'gone':
				return this.#gone(asked);
			case 'absent': {
				if (this.#isExpired(run)) return this.#expire(run);
				const { since, inMs } = trouble;
				await records.update(run.id, withNextId);
				if (since !== undefined)
					await records.update(run.id, (current) => withMissing(current, since, texts.missing));
				return { done: false, inMs };
			}
			case 'passing': {
				if (this.#isExpired(run)) return this.#expire(run);
				const { inMs, say } = trouble;
				if (say !== undefined) {
					const notice = pollNotice(texts, say, failure);
					await records.update(run.id, (current) => withNotice(current, notice));
				}
				return { done: false, inMs };
			}
		}
	}

	/** Returns why a run with an unreachable target is given up; undefined while it is polled. */
	#whyGivenUp({ run, api, context }: Asked, failure: Failure): string | undefined {
		if (failure.kind !== 'network' && failure.kind !== 'timeout') {
			this.#unreached.delete(run.id);
			return undefined;
		}
		const now = this.#options.clock.now();
		const since = this.#unreached.get(run.id) ?? now;
		this.#unreached.set(run.id, since);
		const limit = api.givesUpAfterMs?.(context.session.service, failure);
		return limit !== undefined && now - since >= limit ? api.unreachableNotice : undefined;
	}

	/** Ends a run after it is certain that the target does not have the request. */
	async #gone({ run, api, context: { session } }: Asked): Promise<FollowStep> {
		const { records, clock } = this.#options;
		if (run.state === 'fetching') return this.#expire(run);
		// Its submission had no answer: a large document may not have reached the queue yet.
		const isNew = run.serviceStatus === undefined && clock.now() - run.submittedAt < arrivalMs;
		if (api.choosesIds && isNew) return { done: false, inMs: 2000 };
		const isSandbox = session.connection.id === sandboxId;
		const notice = isSandbox ? resetNotice : (api.lostNotice ?? runTexts.lost);
		await records.update(run.id, (current) => lost(current, notice, clock.now()));
		return this.#done(run.id);
	}

	#done(id: string): FollowStep {
		const run = this.records.get(id);
		if (run !== undefined && hasEnded(run)) {
			const time = describeDuration(elapsed(run, this.#options.clock.now()));
			this.#options.log.info(`${loggedRun(run)} ended after ${time}: ${describeState(run)}.`);
		}
		this.forget(id);
		return { done: true };
	}

	/** Forgets the problems of a run that has ended, even if not by a step: it may restart. */
	forget(id: string): void {
		this.#troubles.clear(id);
		this.#fileFailures.delete(id);
		this.#askNext.delete(id);
		this.#files.forget(id);
		this.#unreached.delete(id);
	}
}

function offeredFile(file: RunFile, url: string): OutputFile {
	const { key, nodeId = '', channel = '', index = 0, filename, subfolder, type } = file;
	return { key, nodeId, channel, index, filename, subfolder, type, url };
}

/**
 * Returns the milliseconds until files are requested again after `failures` in a row, or the time that the service asks
 * for.
 */
function backoff(failures: number, failure: Failure): number {
	return Math.max(Math.min(requestPollCapMs, 1000 * 2 ** (failures - 1)), failure.retryAfterMs ?? 0);
}
