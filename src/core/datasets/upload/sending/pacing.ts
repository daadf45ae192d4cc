import type { SignedIn } from '../../../account/session.ts';
import { type Clock, pause } from '../../../base/clock.ts';
import type { Failure } from '../../../base/failure.ts';
import { type RetryPolicy, retryDelay } from '../../../http/retry.ts';
import { Absence } from '../../../records/absence.ts';
import { datasetStatus } from '../../client.ts';
import type { Dataset } from '../../dataset.ts';
import { failedDatasetNotice, goneNotice, missingNotice, troubleNotice } from '../notices.ts';
import { datasetRule, isUncodedRefusal, Refusals } from '../rejections.ts';
import type { UploadJournal } from './journal.ts';

interface UploadPacingParts {
	readonly session: SignedIn;
	readonly datasetId: string;
	readonly clock: Clock;
	readonly retry: RetryPolicy;
	/** Files at the same time. */
	readonly parallel: number;
	/** Aborted when the sending has ended. */
	readonly signal: AbortSignal;
	/** Records why sending is paused. */
	readonly journal: Pick<UploadJournal, 'setNotice'>;
	/** Ends the sending; the record can be continued. */
	readonly stop: (why: 'stopped' | 'refused') => void;
	/** Ends the sending permanently, with the reason. */
	readonly endAll: (notice: string) => Promise<void>;
}

/** A dataset that is not found may be too new for one of several servers. */
const goneDelayMs = 2000;
/** Consecutive failed calls after which the service is checked. */
const doubtAfter = 4;

const uploadToFailedDataset = 'UPLOAD_TO_FAILED_DATASET';

/** Decides when the service may be called, and the meaning of its failures, for all files of a sending together. */
export class UploadPacing {
	readonly #parts: UploadPacingParts;
	/** Failed calls since the last good one. */
	#failures = 0;
	/** The service asked not to be called before. */
	#notBefore = 0;
	#recovering: Promise<Dataset | undefined> | undefined;
	#absences = 0;

	constructor(parts: UploadPacingParts) {
		this.#parts = parts;
	}

	/** Incremented with each outage of the service: failures during it are not evidence about a file. */
	get absences(): number {
		return this.#absences;
	}

	worked(): void {
		this.#failures = 0;
	}

	failed(): void {
		this.#failures++;
	}

	/** Requests the dataset until an answer arrives; `undefined` if that ended the sending. */
	async askStatus(): Promise<Dataset | undefined> {
		const { session, datasetId, retry, signal, clock, journal, stop, endAll } = this.#parts;
		const refusals = new Refusals();
		const absence = new Absence();
		for (let tries = 1; !signal.aborted; tries++) {
			const reply = await datasetStatus(session.service, datasetId, { signal });
			if (signal.aborted) return undefined;
			if (reply.ok) {
				this.#failures = 0;
				if (tries > 1) this.#absences++;
				journal.setNotice(undefined);
				if (reply.value.state !== 'FAILED') return reply.value;
				await endAll(failedDatasetNotice(reply.value.error));
				return undefined;
			}
			const { failure } = reply;
			if (failure.kind === 'canceled') stop('stopped');
			else if (refusals.take(failure) === 'sure') stop('refused');
			else if (datasetRule.applies(failure)) {
				const verdict = absence.take(failure, clock.now(), undefined, datasetRule);
				if (verdict.kind === 'gone') {
					await endAll(goneNotice(failure));
					return undefined;
				}
				if (verdict.since !== undefined) journal.setNotice(missingNotice(failure));
				await this.pause(verdict.inMs);
			} else {
				if (tries > 1) journal.setNotice(troubleNotice(failure));
				await this.pause(this.delayOf(failure, tries) ?? retry.capMs);
			}
		}
		return undefined;
	}

	/**
	 * Judges a failure that may not be about one file: it has ended the sending, the call is to be repeated, or it is
	 * about the file after all.
	 */
	async concernsAll(failure: Failure, refusals: Refusals): Promise<'over' | 'again' | 'no'> {
		const { session, datasetId, stop, endAll } = this.#parts;
		if (failure.codeName === uploadToFailedDataset) {
			const status = await datasetStatus(session.service, datasetId);
			await endAll(failedDatasetNotice(status.ok ? status.value.error : undefined));
			return 'over';
		}
		const refusal = refusals.take(failure);
		if (refusal === 'sure') stop('refused');
		if (refusal !== 'no') return refusal === 'sure' ? 'over' : 'again';
		if (!datasetRule.applies(failure)) return 'no';
		// If the dataset exists, the answer was about this file, or came from an intermediary.
		await this.pause(goneDelayMs);
		return (await this.#askTogether()) === undefined ? 'over' : 'no';
	}

	/** Requests the dataset once for all waiting files. */
	#askTogether(): Promise<Dataset | undefined> {
		this.#recovering ??= this.askStatus().finally(() => {
			this.#recovering = undefined;
		});
		return this.#recovering;
	}

	/** Waits for the time that the service requested, or until it is back; false if the sending has ended. */
	async mayCall(): Promise<boolean> {
		const { parallel, clock, signal } = this.#parts;
		if (this.#failures >= Math.max(doubtAfter, parallel)) {
			await this.#askTogether();
		}
		await this.pause(this.#notBefore - clock.now());
		return !signal.aborted;
	}

	/** Returns the milliseconds until a call to the service, or to its storage, may be made again; `undefined` when that would not help. */
	delayOf(failure: Failure, tries: number, at: 'service' | 'storage' = 'service'): number | undefined {
		const { retry, clock } = this.#parts;
		const asked = failure.retryAfterMs ?? 0;
		if (asked > 0) this.#notBefore = Math.max(this.#notBefore, clock.now() + asked);
		const mayPass = datasetRule.applies(failure) || (at === 'service' && isUncodedRefusal(failure));
		if (mayPass) return Math.min(retry.capMs, goneDelayMs * tries);
		return retryDelay(failure, tries - 1, true, retry);
	}

	/** Waits `ms` milliseconds, or until the sending has ended. */
	async pause(ms: number): Promise<void> {
		const { signal, clock } = this.#parts;
		if (ms > 0 && !signal.aborted) await pause(clock, ms, signal);
	}
}
