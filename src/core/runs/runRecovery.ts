import type { SignedIn } from '../account/session.ts';
import { failed, type Result, success } from '../base/failure.ts';
import { isAbsence } from '../records/absence.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { interruptedNotice, neverArrivedFailure, settledFailure } from '../records/notices.ts';
import { knownRequestFailure, noSuchRequestFailure, unknownRunFailure } from './failures.ts';
import { lookFirst, runTexts } from './notices.ts';
import { hasEnded, mayBeUnderWay, type Run, type RunTarget } from './run.ts';
import type { OwnedRun, RunRequests } from './runRequests.ts';
import type { RunTable } from './runTable.ts';
import { givenUp, lookedForAgain, notSubmitted, submitted, withCancelFailed } from './transitions.ts';

interface RunRecoveryParts {
	readonly records: FollowedRecords<Run>;
	readonly runs: Pick<RunTable, 'byRequest'>;
	readonly requests: Pick<RunRequests, 'passCancelOn'>;
	/** Returns a run with the session that may request it. */
	readonly owned: (runId: string) => Result<OwnedRun>;
	/** Returns whether requests to a target have the ids of their runs. */
	readonly choosesIds: (target: RunTarget) => boolean;
}

/** Recovers runs that are uncertain, missing or lost. */
export class RunRecovery {
	readonly #parts: RunRecoveryParts;

	constructor(parts: RunRecoveryParts) {
		this.#parts = parts;
	}

	/**
	 * Settles an `uncertain` run with the request id from an authoritative source (a webhook that names the run), and
	 * follows it. Has no effect on a run with a known request.
	 */
	async settle(runId: string, requestId: string): Promise<Run | undefined> {
		const { records, requests } = this.#parts;
		let isNew = false;
		const run = await records.update(runId, (current) => {
			const next = submitted(current, requestId);
			isNew = next !== current;
			return next;
		});
		if (run === undefined) return undefined;
		records.follow(run.id);
		// A cancel from before has never left.
		if (isNew && run.cancelRequested) {
			const owned = this.#parts.owned(runId);
			if (owned.ok) await requests.passCancelOn({ ...owned.value, run }, requestId);
			else await records.update(runId, withCancelFailed);
		}
		return run;
	}

	/** Takes the word of a person that an `uncertain` run is this request: it is followed from now on. The service must know the request. */
	async settleAs(runId: string, requestId: string): Promise<Result<Run>> {
		const owned = this.#parts.owned(runId);
		if (!owned.ok) return owned;
		const { run, session, api } = owned.value;
		if (run.requestId !== undefined)
			return run.requestId === requestId ? success(run) : failed(settledFailure(runTexts, run.requestId));
		if (!mayBeUnderWay(run)) return failed(neverArrivedFailure(runTexts));
		const other = this.#parts.runs.byRequest(run.connectionId, requestId);
		if (other) return failed(knownRequestFailure(other.documentName));
		const reply = await api.status(session.service, { targetId: run.target.id, requestId });
		if (!reply.ok)
			return isAbsence(reply.failure) ? failed(noSuchRequestFailure(requestId, run.target.name)) : reply;
		const settled = await this.settle(runId, requestId);
		return settled ? success(settled) : failed(unknownRunFailure);
	}

	/** Asks now about a run that is not found for now, or that was lost: it is followed again, and its end is reported. */
	async lookAgain(runId: string): Promise<Result<Run>> {
		const { records } = this.#parts;
		const owned = this.#parts.owned(runId);
		if (!owned.ok) return owned;
		await records.update(runId, lookedForAgain);
		records.begin();
		const run = records.follow(runId);
		if (!run) return failed(unknownRunFailure);
		if (!hasEnded(run)) records.beginNotifying(run);
		records.coordinator.pollSoon('run', runId);
		return success(run);
	}

	/** Ends a run that is missing or uncertain, on the word of a person. The service may still have it. */
	giveUp(runId: string): Promise<Result<Run>> {
		return this.#parts.records.giveUp(runId, runTexts, givenUp);
	}

	/** Ends a run that no window holds while it is being submitted: it was interrupted. */
	async endInterrupted(session: SignedIn): Promise<void> {
		const { records, choosesIds } = this.#parts;
		const { webUrl } = session.connection;
		for (const run of records.interrupted(session, ({ state }) => state === 'submitting')) {
			if (choosesIds(run.target)) {
				await this.settle(run.id, run.id);
				continue;
			}
			const notice = interruptedNotice(runTexts, lookFirst({ id: run.id, target: run.target, webUrl }));
			await records.update(run.id, (current) => notSubmitted(current, 'uncertain', notice, records.now));
		}
	}
}
