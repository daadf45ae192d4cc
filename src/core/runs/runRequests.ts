import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { failed, type Result, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Connection } from '../connection/connection.ts';
import type { WindowCoordinator } from '../following/windowCoordinator.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { wasNotSubmitted } from '../records/submissions.ts';
import type { Handover } from '../records/submitOnce.ts';
import type { CancelOutcome, InputUpload, Submission, Webhook } from '../requests/request.ts';
import { keepRequest } from './archive/runFolder.ts';
import { loggedRun } from './describe.ts';
import { expiredFailure } from './failures.ts';
import { bodyToKeep } from './keptSecrets.ts';
import { submissionNotice, uncertainRun } from './notices.ts';
import { refusalOf, refusedPaths } from './plan/refusedRun.ts';
import type { RequestApi } from './requestApi.ts';
import type { Run } from './run.ts';
import {
	type FilePlace,
	isSameFile,
	notSubmitted,
	sameFileOf,
	submitted,
	withCancelFailed,
	withCancelRequested,
} from './transitions.ts';

type Submitted = Pick<Submission, 'requestId' | 'otherIds' | 'warning'>;

/** A run with the session that may request it. */
export interface OwnedRun {
	readonly run: Run;
	readonly session: SignedIn;
	readonly api: RequestApi;
}

/** The request sent for a run. */
interface Leaving {
	readonly bodyText: string;
	readonly uploads?: readonly InputUpload[];
	/** The webhook of this run, in place of the usual one. */
	readonly webhook?: Webhook;
}

interface RunRequestsParts {
	readonly log: Log;
	/** Folder with one folder of result files for each run. */
	readonly archiveFolder: string;
	readonly coordinator: WindowCoordinator;
	readonly records: FollowedRecords<Run>;
	/** Returns the secrets that were sent with it and must not be kept. */
	readonly secretsOf?: ((connection: Connection) => PromiseLike<readonly string[]>) | undefined;
	/** Returns the webhook of a run that is about to be submitted. */
	readonly webhookOf?: ((run: Run, connection: Connection) => Webhook | undefined) | undefined;
}

/** The calls that begin or end a request, with their entries in the ledger. */
export class RunRequests {
	readonly #parts: RunRequestsParts;

	constructor(parts: RunRequestsParts) {
		this.#parts = parts;
	}

	/** Returns the steps that submit the request of a run, and the run afterwards. */
	handover(owned: OwnedRun, leaving: Leaving): Omit<Handover<Run, Submitted>, 'onRecorded'> {
		const { log, coordinator } = this.#parts;
		const { session, run } = owned;
		const { webUrl } = session.connection;
		const where = { id: run.id, target: run.target, webUrl };
		return {
			send: () => {
				// Keeping the request for reading later delays neither the request nor its answer.
				void this.#keepRequest(owned, leaving.bodyText);
				return this.#send(owned, leaving);
			},
			accepted: (current, { requestId, ...more }) => submitted(current, requestId, more),
			refused: (current, state, failure) => {
				log.warn(`${loggedRun(run)} was not accepted: ${failure.message}`, ...(failure.details ?? []));
				const now = coordinator.clock.now();
				const refused = notSubmitted(current, state, submissionNotice(failure, where), now);
				if (state !== 'unsent') return refused;
				const refusedAt = refusedPaths(failure);
				const refusal = refusalOf(failure);
				return { ...refused, ...compact({ refusal }), ...(refusedAt.length > 0 ? { refusedAt } : {}) };
			},
			uncertain: (current) => uncertainRun(current, webUrl),
		};
	}

	async #send(
		{ session, run, api }: OwnedRun,
		{ bodyText, uploads = [], webhook: own }: Leaving,
	): Promise<Result<Submitted>> {
		const { webhookOf, log } = this.#parts;
		const webhook = own ?? webhookOf?.(run, session.connection);
		const options = { runId: run.id, uploads, ...compact({ webhook }) };
		const reply = await api.submit(session.service, run.target.id, bodyText, options);
		if (reply.ok) {
			log.info(`${loggedRun(run)} is request ${reply.value.requestId} of ${run.target.id}.`);
			return reply;
		}
		if (!api.choosesIds || wasNotSubmitted(reply.failure)) return reply;
		log.warn(`${loggedRun(run)} had no reply and is searched for: ${reply.failure.message}`);
		return success({ requestId: run.id });
	}

	/**
	 * Sends a cancel that the ledger already has. If the call fails, or nothing is left to cancel, removes the ledger
	 * entry.
	 */
	async passCancelOn(owned: OwnedRun, requestId: string): Promise<Result<CancelOutcome>> {
		const canceled = await this.cancel(owned, requestId);
		if (!canceled.ok || canceled.value === 'notCancellable')
			await this.#parts.records.update(owned.run.id, withCancelFailed);
		return canceled;
	}

	async #keepRequest({ run, session }: OwnedRun, bodyText: string): Promise<void> {
		const { archiveFolder, secretsOf, log } = this.#parts;
		try {
			const { connection, service } = session;
			const secrets = [...service.transport.secrets(), ...((await secretsOf?.(connection)) ?? [])];
			await keepRequest(archiveFolder, run.id, bodyToKeep(bodyText, secrets));
		} catch (cause) {
			log.warn('The body of a request could not be saved', cause);
		}
	}

	/** Asks the service to cancel a request. The run is canceled only when the service confirms it. */
	async cancel({ session, run, api }: OwnedRun, requestId: string): Promise<Result<CancelOutcome>> {
		const reply = await api.cancel(session.service, { targetId: run.target.id, requestId });
		if (!reply.ok) {
			this.#parts.log.warn(`${loggedRun(run)} could not be canceled: ${reply.failure.message}`);
			return reply;
		}
		if (reply.value === 'requested') await this.#parts.records.update(run.id, withCancelRequested);
		this.#parts.coordinator.pollSoon('run', run.id);
		return reply;
	}
}

/** Asks again for the address of a result file. Signed: never store, log or show it. */
export async function freshUrl({ run, session, api }: OwnedRun, file: FilePlace): Promise<Result<string>> {
	const wanted = run.files.find((candidate) => isSameFile(candidate, file));
	if (api.fileUrl && wanted) return success(api.fileUrl(session.service, wanted));
	if (run.requestId === undefined) return failed(expiredFailure);
	const reply = await api.result(session.service, { targetId: run.target.id, requestId: run.requestId });
	if (!reply.ok) return reply.failure.kind === 'notFound' ? failed(expiredFailure) : reply;
	const found = wanted && sameFileOf(reply.value?.files ?? [], wanted, run.files);
	return found ? success(found.url) : failed(expiredFailure);
}
