import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignedIn } from '../account/session.ts';
import { failed, type Result, success } from '../base/failure.ts';
import { cancelRequest, requestResult, submitRequest } from '../deployments/queue.ts';
import type { CancelOutcome } from '../deployments/request.ts';
import { diskTrouble } from '../transfers/diskTrouble.ts';
import { Crew } from './crew.ts';
import {
	expiredFailure,
	notEndedFailure,
	notRecordedFailure,
	otherAccountFailure,
	signedOutFailure,
	unknownRunFailure,
} from './failures.ts';
import { otherAccountNotice, signedOutNotice, submissionNotice } from './notices.ts';
import type { RunPlan } from './plan.ts';
import { hasEnded, type Run } from './run.ts';
import type { RunQuery } from './runTable.ts';
import type { RunOrigin, RunTracker, TrackerOptions } from './tracker.ts';
import {
	type FilePlace,
	isSameFile,
	notSubmitted,
	submitted,
	surelyNotSubmitted,
	withCancelFailed,
	withCancelRequested,
	withFilesRetried,
} from './transitions.ts';

/** The tracker: what a person does with runs. Following them is the crew's work. */
export class Tracker implements RunTracker {
	readonly #options: TrackerOptions;
	readonly #crew: Crew;

	constructor(options: TrackerOptions) {
		this.#options = options;
		this.#crew = new Crew(options);
	}

	async start(plan: Pick<RunPlan, 'bodyText' | 'summary'>, origin: RunOrigin): Promise<Result<Run>> {
		const { current } = this.#options.session;
		if (current.state !== 'signedIn') return failed(signedOutFailure);
		const id = randomUUID();
		const run: Run = {
			id,
			connectionId: current.connection.id,
			accountId: current.account.id,
			...origin,
			state: 'submitting',
			summary: plan.summary,
			submittedAt: this.#crew.now(),
			files: [],
			texts: [],
		};
		if (!(await this.#crew.beginSubmission(run))) return failed(notRecordedFailure);
		this.#crew.begin();
		try {
			return await this.#submit(current, run, plan.bodyText);
		} finally {
			await this.#crew.endSubmission(id);
		}
	}

	async #submit(session: SignedIn, run: Run, bodyText: string): Promise<Result<Run>> {
		const reply = await submitRequest(session.service, run.target.id, bodyText);
		if (!reply.ok) {
			const { failure } = reply;
			const sure = surelyNotSubmitted(failure);
			this.#options.log.warn(`Run ${run.id} was not accepted: ${failure.message}`);
			await this.#crew.update(run.id, (current) =>
				notSubmitted(current, sure ? 'unsent' : 'uncertain', submissionNotice(failure), this.#crew.now()),
			);
			return reply;
		}
		const { requestId } = reply.value;
		this.#crew.accepted(session);
		this.#options.log.info(`Run ${run.id} is request ${requestId} of ${run.target.kind} ${run.target.id}.`);
		const accepted = (await this.#crew.update(run.id, (current) => submitted(current, requestId))) ?? run;
		if (accepted.cancelRequested) {
			const canceled = await this.#cancel(session, accepted, requestId);
			if (!canceled.ok) await this.#crew.update(run.id, withCancelFailed);
		}
		return success(this.get(run.id) ?? accepted);
	}

	async cancel(runId: string): Promise<Result<CancelOutcome>> {
		const owned = this.#owned(runId);
		if (!owned.ok) return owned;
		const { run, session } = owned.value;
		if (hasEnded(run) || run.state === 'fetching') return success('notCancellable');
		if (run.requestId === undefined) {
			// The reply with the id is still on its way; whoever receives it passes the cancel on.
			await this.#crew.update(runId, withCancelRequested);
			return success('requested');
		}
		return this.#cancel(session, run, run.requestId);
	}

	async #cancel(session: SignedIn, run: Run, requestId: string): Promise<Result<CancelOutcome>> {
		const reply = await cancelRequest(session.service, run.target.id, requestId);
		if (!reply.ok) {
			this.#options.log.warn(`Run ${run.id} could not be canceled: ${reply.failure.message}`);
			return reply;
		}
		if (reply.value === 'requested') await this.#crew.update(run.id, withCancelRequested);
		this.#crew.hurry(run.id);
		return reply;
	}

	runs(query: RunQuery): readonly Run[] {
		return this.#crew.runs.of(query);
	}

	get(runId: string): Run | undefined {
		return this.#crew.runs.get(runId);
	}

	whyUnwatched(run: Run): string | undefined {
		if (hasEnded(run)) return undefined;
		const { current } = this.#options.session;
		if (current.state !== 'signedIn') return signedOutNotice;
		return this.#isOf(run, current) ? undefined : otherAccountNotice;
	}

	speaksFor(runId: string): Promise<boolean> {
		return this.#crew.speaksFor(runId);
	}

	onChange(listener: (run: Run) => void): () => void {
		return this.#crew.onChange(listener);
	}

	onRemove(listener: (runId: string) => void): () => void {
		return this.#crew.onRemove(listener);
	}

	resume(): void {
		this.#crew.begin();
	}

	async freshUrl(runId: string, file: FilePlace): Promise<Result<string>> {
		const owned = this.#owned(runId);
		if (!owned.ok) return owned;
		const { run, session } = owned.value;
		if (run.requestId === undefined) return failed(expiredFailure);
		const reply = await requestResult(session.service, run.target.id, run.requestId);
		if (!reply.ok) return reply.failure.kind === 'notFound' ? failed(expiredFailure) : reply;
		const found = reply.value.files.find((candidate) => isSameFile(candidate, file));
		return found ? success(found.url) : failed(expiredFailure);
	}

	async retryFiles(runId: string): Promise<Result<Run>> {
		const owned = this.#owned(runId);
		if (!owned.ok) return owned;
		const run = await this.#crew.update(runId, withFilesRetried);
		if (!run) return failed(unknownRunFailure);
		this.#crew.begin();
		return success(run);
	}

	async remove(runId: string): Promise<Result<undefined>> {
		const run = this.get(runId);
		if (!run) return success(undefined);
		if (!hasEnded(run)) return failed(notEndedFailure);
		try {
			await rm(this.archivePath(run), { recursive: true, force: true });
		} catch (error) {
			return failed(diskTrouble(error, 'The folder with the files of this run'));
		}
		await this.#crew.remove(runId);
		return success(undefined);
	}

	archivePath(run: Pick<Run, 'id'>): string {
		return join(this.#options.archiveFolder, run.id);
	}

	dispose(): void {
		this.#crew.dispose();
	}

	/** A run with the session that may ask about it. */
	#owned(runId: string): Result<{ run: Run; session: SignedIn }> {
		const run = this.get(runId);
		if (!run) return failed(unknownRunFailure);
		const { current } = this.#options.session;
		if (current.state !== 'signedIn') return failed(signedOutFailure);
		if (!this.#isOf(run, current)) return failed(otherAccountFailure);
		return success({ run, session: current });
	}

	#isOf(run: Run, session: SignedIn): boolean {
		return session.connection.id === run.connectionId && session.account.id === run.accountId;
	}
}
