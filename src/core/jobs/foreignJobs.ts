import type { SignedIn } from '../account/session.ts';
import { failed, type Result, success } from '../base/failure.ts';
import { sha256 } from '../base/files/sha256.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { notRecordedFailure } from '../records/notices.ts';
import { configName } from './config/facts.ts';
import { fetchConfig } from './config/jobConfig.ts';
import { type JobStatus, jobHasEnded } from './job.ts';
import type { JobApi } from './jobApi.ts';
import { type ExportedJob, readJobList } from './jobList.ts';
import type { JobRecord } from './jobRecord.ts';
import type { JobTable } from './jobTable.ts';
import {
	accepted,
	endedWithout,
	refreshed,
	withCancelFailed,
	withResult,
	withResultSince,
	withStatus,
} from './jobTransitions.ts';
import { badIdFailure, jobTexts, knownJobFailure, noResultNotice, notAListFailure } from './notices.ts';

/** The outcome of an import. */
export interface ImportedJobs {
	readonly added: number;
	/** Jobs that were in the list before. */
	readonly known: number;
	/** Entries that could not be read. */
	readonly skipped: number;
}

interface ForeignJobsOptions {
	readonly jobs: JobTable;
	readonly records: FollowedRecords<JobRecord>;
	readonly api: JobApi;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Jobs that were submitted, resumed or listed elsewhere, and how they come into the list. */
export class ForeignJobs {
	readonly #options: ForeignJobsOptions;

	constructor(options: ForeignJobsOptions) {
		this.#options = options;
	}

	/** Takes a job into the list by the service's id of it. The value is our own id. */
	async track(session: SignedIn, jobId: string): Promise<Result<string>> {
		const { jobs, records, api } = this.#options;
		const wanted = jobId.trim().toLowerCase();
		if (!uuid.test(wanted)) return failed(badIdFailure);
		const [connectionId, accountId] = [session.connection.id, session.account.id];
		const known = jobs.byJob(connectionId, accountId, wanted);
		const reply = await api.status(session.service, wanted);
		if (!reply.ok) return reply;
		if (known) {
			await this.refresh(session, known, wanted, reply.value);
			return success(known.id);
		}
		const unsettled = this.#unsettled(session, reply.value);
		if (unsettled) {
			const settled = await this.settle(session, unsettled, wanted);
			return settled.ok ? success(unsettled.id) : settled;
		}
		const now = records.now;
		const begun = await foreignRecord(
			{
				jobId: wanted,
				connectionId,
				accountId,
				name: reply.value.name ?? (await this.#nameInConfig(session, wanted)) ?? wanted,
				submittedAt: reply.value.createdAt ?? now,
				state: reply.value.state,
			},
			'moving',
		);
		const record = await this.#withLastWord(session, withStatus(begun, reply.value, now));
		return (await records.put(record)) ? success(record.id) : failed(notRecordedFailure(jobTexts));
	}

	/** Takes the word of a person that an `uncertain` record is this job of the service, which must know the job. */
	async settle(session: SignedIn, record: JobRecord, jobId: string): Promise<Result<undefined>> {
		const { jobs, records, api } = this.#options;
		const wanted = jobId.trim().toLowerCase();
		if (!uuid.test(wanted)) return failed(badIdFailure);
		const other = jobs.byJob(session.connection.id, session.account.id, wanted);
		if (other) return failed(knownJobFailure(other.name));
		const reply = await api.status(session.service, wanted);
		if (!reply.ok) return reply;
		// A cancel from while it was being submitted was never sent. The person who looked for the job may want it now.
		await records.update(record.id, (current) =>
			current.phase === 'uncertain' ? withCancelFailed(accepted(current, reply.value)) : current,
		);
		return success(undefined);
	}

	/** Takes in what the service says of a job that was asked about by hand, when its record was `before`. */
	async refresh(session: SignedIn, before: JobRecord, jobId: string, status: JobStatus): Promise<void> {
		const { records, api } = this.#options;
		const now = records.now;
		const { id, phase, attempt } = before;
		const after = await records.update(id, (current) =>
			// A reply that was overtaken by the end of the job says nothing of a resume.
			current.phase === phase && current.attempt === attempt
				? refreshed({ ...current, jobId }, status, now)
				: withStatus(current, status, now),
		);
		if (after?.phase !== 'ended') return;
		const result = await api.result(session.service, jobId);
		if (result.ok) await records.update(id, (current) => withResultSince(current, after, result.value));
	}

	/** Adds the jobs of an exported list that are not known yet. */
	async import(json: string): Promise<Result<ImportedJobs>> {
		const { jobs, records } = this.#options;
		const list = readJobList(json);
		if (!list) return failed(notAListFailure);
		let added = 0;
		let known = 0;
		for (const job of list.jobs) {
			const jobId = job.jobId.toLowerCase();
			if (jobs.byJob(job.connectionId, job.accountId, jobId)) known += 1;
			else {
				const phase = jobHasEnded(job.state) ? 'ended' : 'moving';
				if (!(await records.put(await foreignRecord({ ...job, jobId }, phase))))
					return failed(notRecordedFailure(jobTexts));
				added += 1;
			}
		}
		return success({ added, known, skipped: list.skipped });
	}

	/** The name in the configuration that the service resolved, where the state does not say it. */
	async #nameInConfig({ service }: SignedIn, jobId: string): Promise<string | undefined> {
		const made = await this.#options.api.result(service, jobId);
		const url = made.ok ? made.value.config?.url : undefined;
		if (url === undefined) return undefined;
		const text = await fetchConfig(service.transport, url);
		return text.ok ? configName(text.value) : undefined;
	}

	/** A job that was added after its end is complete at once; its end is not news. */
	async #withLastWord(session: SignedIn, record: JobRecord): Promise<JobRecord> {
		if (record.phase !== 'ending' || record.jobId === undefined) return record;
		const result = await this.#options.api.result(session.service, record.jobId);
		return result.ok
			? withResult(record, result.value)
			: endedWithout(record, noResultNotice(result.failure));
	}

	/** A submission of this name of which nobody knew whether it arrived. */
	#unsettled({ connection, account }: SignedIn, { name }: JobStatus): JobRecord | undefined {
		return this.#options.jobs
			.of({ connectionId: connection.id, accountId: account.id })
			.find((record) => record.phase === 'uncertain' && record.name === name);
	}
}

/** The record of a job that was submitted elsewhere. The same job has the same id in every window. */
async function foreignRecord(job: ExportedJob, phase: 'moving' | 'ended'): Promise<JobRecord> {
	const key = JSON.stringify([job.connectionId, job.accountId, job.jobId]);
	return {
		...job,
		id: (await sha256(key)).slice(0, 32),
		phase,
		attempt: 1,
		...(phase === 'ended' ? { endedAt: job.submittedAt } : {}),
	};
}
