import { ownerOf, type SessionSource, type SignedIn } from '../account/session.ts';
import { failed, type Result, signedOutFailure, success } from '../base/failure.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { isWholeId } from '../records/meant.ts';
import {
	interruptedNotice,
	neverArrivedFailure,
	notRecordedFailure,
	settledFailure,
} from '../records/notices.ts';
import { fetchConfig } from './client.ts';
import { configName } from './config/facts.ts';
import type { JobStatus } from './job.ts';
import type { JobApi } from './jobApi.ts';
import { ownedJob } from './jobCalls.ts';
import { foreignRecord } from './jobImport.ts';
import type { JobRecord } from './jobRecord.ts';
import type { JobTable } from './jobTable.ts';
import {
	accepted,
	endedWithout,
	givenUp,
	notAccepted,
	refreshed,
	withCancelFailed,
	withResult,
	withResultSince,
	withStatus,
} from './jobTransitions.ts';
import {
	badIdFailure,
	jobTexts,
	knownJobFailure,
	lookFirst,
	noResultNotice,
	submittingFailure,
} from './notices.ts';

interface JobRecoveryParts {
	readonly jobs: JobTable;
	readonly records: FollowedRecords<JobRecord>;
	readonly api: JobApi;
	readonly session: SessionSource;
}

/** Recovers jobs that are uncertain, missing or lost, and adds jobs that were submitted elsewhere. */
export class JobRecovery {
	readonly #parts: JobRecoveryParts;

	constructor(parts: JobRecoveryParts) {
		this.#parts = parts;
	}

	/** Adds a job that was submitted elsewhere, by its id at the service, or polls one that is already in the list. */
	async track(jobId: string): Promise<Result<JobRecord>> {
		const { records, session } = this.#parts;
		const { current } = session;
		if (current.state !== 'signedIn') return failed(signedOutFailure);
		const tracked = await this.#tracked(current, jobId);
		records.begin();
		return tracked.ok ? records.followed(tracked.value) : tracked;
	}

	/** Takes the word of a person that an `uncertain` record is this job of the service, which must know it, and follows it from now on. */
	async settleAs(id: string, jobId: string): Promise<Result<JobRecord>> {
		const owned = this.#parts.records.owned(id);
		if (!owned.ok) return owned;
		const { record, session } = owned.value;
		const wanted = wantedId(jobId);
		if (wanted === undefined) return failed(badIdFailure);
		if (record.jobId !== undefined)
			return record.jobId === wanted ? success(record) : failed(settledFailure(jobTexts, record.jobId));
		if (record.phase === 'submitting') return failed(submittingFailure);
		if (record.phase !== 'uncertain') return failed(neverArrivedFailure(jobTexts));
		const settled = await this.#settle(session, record, wanted);
		return settled.ok ? this.#parts.records.followed(id) : settled;
	}

	/** Asks the service about a job now. One that has ended may have been resumed elsewhere. */
	async lookAgain(id: string): Promise<Result<JobRecord>> {
		const { records, api } = this.#parts;
		const owned = ownedJob(records, id);
		if (!owned.ok) return owned;
		const { session, record, jobId } = owned.value;
		const reply = await api.status(session.service, jobId);
		if (!reply.ok) return reply;
		await this.#refresh(session, record, jobId, reply.value);
		return records.followed(id);
	}

	/** Ends a job that is missing or uncertain, on the word of a person. The service may still have it. */
	giveUp(id: string): Promise<Result<JobRecord>> {
		return this.#parts.records.giveUp(id, jobTexts, givenUp);
	}

	/** Ends a job that no window holds while it is being submitted: it was interrupted. */
	async endInterrupted(session: SignedIn): Promise<void> {
		const { records } = this.#parts;
		const { now } = records;
		for (const { id } of records.interrupted(session, ({ phase }) => phase === 'submitting')) {
			const notice = interruptedNotice(jobTexts, lookFirst(id, session.connection.webUrl));
			await records.update(id, (current) => notAccepted(current, 'uncertain', notice, now));
		}
	}

	/** Adds a job to the list; returns our own id of it. */
	async #tracked(session: SignedIn, jobId: string): Promise<Result<string>> {
		const { jobs, records, api } = this.#parts;
		const wanted = wantedId(jobId);
		if (wanted === undefined) return failed(badIdFailure);
		const owner = ownerOf(session);
		const known = jobs.byJob(owner.connectionId, owner.accountId, wanted);
		const reply = await api.status(session.service, wanted);
		if (!reply.ok) return reply;
		if (known) {
			await this.#refresh(session, known, wanted, reply.value);
			return success(known.id);
		}
		const unsettled = this.#unsettled(session, reply.value);
		if (unsettled) {
			await this.#accept(unsettled.id, reply.value);
			return success(unsettled.id);
		}
		const now = records.now;
		const begun = await foreignRecord(
			{
				jobId: wanted,
				...owner,
				name: reply.value.name ?? (await this.#nameInConfig(session, wanted)) ?? wanted,
				submittedAt: reply.value.createdAt ?? now,
				state: reply.value.state,
			},
			'moving',
		);
		const record = await this.#withLastWord(session, withStatus(begun, reply.value, now));
		return (await records.put(record)) ? success(record.id) : failed(notRecordedFailure(jobTexts));
	}

	async #settle(session: SignedIn, record: JobRecord, wanted: string): Promise<Result<undefined>> {
		const { jobs, api } = this.#parts;
		const other = jobs.byJob(session.connection.id, session.account.id, wanted);
		if (other) return failed(knownJobFailure(other.name));
		const reply = await api.status(session.service, wanted);
		if (!reply.ok) return reply;
		await this.#accept(record.id, reply.value);
		return success(undefined);
	}

	/** Takes an uncertain submission for a job that the service knows. */
	async #accept(id: string, status: JobStatus): Promise<void> {
		// A cancel during the submission was never sent. The person who looked for the job may now want to keep it.
		await this.#parts.records.update(id, (current) =>
			current.phase === 'uncertain' ? withCancelFailed(accepted(current, status)) : current,
		);
	}

	/** Writes the state of a job that a person requested; `before` is its record at that time. */
	async #refresh(session: SignedIn, before: JobRecord, jobId: string, status: JobStatus): Promise<void> {
		const { records, api } = this.#parts;
		const now = records.now;
		const { id, phase, attempt } = before;
		const after = await records.update(id, (current) =>
			// A reply that the end of the job has overtaken does not mean a resume.
			current.phase === phase && current.attempt === attempt
				? refreshed({ ...current, jobId }, status, now)
				: withStatus(current, status, now),
		);
		if (after?.phase !== 'ended') return;
		const result = await api.result(session.service, jobId);
		if (result.ok) await records.update(id, (current) => withResultSince(current, after, result.value));
	}

	/** Returns the name in the configuration that the service resolved. */
	async #nameInConfig({ service }: SignedIn, jobId: string): Promise<string | undefined> {
		const made = await this.#parts.api.result(service, jobId);
		const url = made.ok ? made.value.config?.url : undefined;
		if (url === undefined) return undefined;
		const text = await fetchConfig(service.transport, url);
		return text.ok ? configName(text.value) : undefined;
	}

	/** Completes a job that is added after its end; its end is not news. */
	async #withLastWord(session: SignedIn, record: JobRecord): Promise<JobRecord> {
		if (record.phase !== 'ending' || record.jobId === undefined) return record;
		const result = await this.#parts.api.result(session.service, record.jobId);
		return result.ok
			? withResult(record, result.value)
			: endedWithout(record, noResultNotice(result.failure));
	}

	/** Returns an uncertain submission of this name. */
	#unsettled(session: SignedIn, { name }: JobStatus): JobRecord | undefined {
		return this.#parts.jobs
			.of(ownerOf(session))
			.find((record) => record.phase === 'uncertain' && record.name === name);
	}
}

/** Returns the service's id of a job from the text of a person; undefined if the text is not an id. */
function wantedId(jobId: string): string | undefined {
	const wanted = jobId.trim().toLowerCase();
	return isWholeId(wanted) ? wanted : undefined;
}
