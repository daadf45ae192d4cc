import type { SignedIn } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import type { FollowStep, ItemTimes } from '../following/follower.ts';
import { pollDelay } from '../following/pollSchedule.ts';
import type { StepContext, WindowKind } from '../following/windowCoordinator.ts';
import { datasetStatus } from './client.ts';
import type { Dataset } from './dataset.ts';
import { type UploadRecord, uploadHasEnded } from './upload.ts';
import { deletedNotice, failedDatasetNotice, troubleNotice, validatingNotice } from './uploadNotices.ts';
import { Rejections } from './uploadRejections.ts';
import type { UploadTable } from './uploadTable.ts';
import { ended, withNotice } from './uploadTransitions.ts';

/** Longest time between two looks at a dataset that becomes ready, in milliseconds. */
export const datasetPollCapMs = 30_000;

/** From when on, and then how often, the person is shown how long it has been taking, in milliseconds. */
const longMs = 10 * 60_000;

/** Failed polls in a row after which the person sees a notice. */
const quietFailures = 2;

/** The longest wait that a service can ask for, in milliseconds. */
const longestWaitMs = 5 * 60_000;

export interface UploadFollowerOptions {
	readonly uploads: UploadTable;
	readonly clock: Clock;
	/** Begins to send, or leaves a sending that is under way alone. */
	readonly send: (record: UploadRecord, context: StepContext) => void;
	/** Applies a change to an upload in the ledger and reports it; the upload afterwards. */
	readonly update: (
		id: string,
		change: (record: UploadRecord) => UploadRecord,
	) => Promise<UploadRecord | undefined>;
	/** Called with each upload that moves. */
	readonly note: (record: UploadRecord) => void;
	readonly onRefused: (session: SignedIn) => void;
	/** Called with a dataset as the service has just described it. */
	readonly onDataset: (dataset: Dataset) => void;
}

/** How uploads are followed: the window that polls also sends, and asks afterwards until the dataset is ready. */
export class UploadFollower implements WindowKind<UploadRecord> {
	readonly kind = 'dataset';
	readonly capMs = datasetPollCapMs;
	readonly #options: UploadFollowerOptions;
	/** What has gone wrong since the last good answer, by upload. */
	readonly #troubles = new Map<string, { failures: number; readonly rejections: Rejections }>();

	constructor(options: UploadFollowerOptions) {
		this.#options = options;
	}

	load({ session }: Pick<StepContext, 'session'>): readonly UploadRecord[] {
		const { connection, account } = session;
		return this.#options.uploads.moving({ connectionId: connection.id, accountId: account.id });
	}

	get(id: string): UploadRecord | undefined {
		return this.#options.uploads.get(id);
	}

	/** Only a dataset whose files have all arrived is asked about. */
	isActive({ state }: UploadRecord): boolean {
		return state === 'validating';
	}

	times({ startedAt, sentAt }: UploadRecord): ItemTimes {
		return { since: sentAt ?? startedAt };
	}

	/** Sending is no poll and begins with the first look. */
	async tend(session: SignedIn, context: StepContext): Promise<void> {
		for (const record of this.load({ session }))
			if (record.state !== 'validating') this.#options.send(record, context);
	}

	note(record: UploadRecord): void {
		this.#options.note(record);
	}

	onRefused(session: SignedIn): void {
		this.#options.onRefused(session);
	}

	async step(record: UploadRecord, context: StepContext): Promise<FollowStep> {
		const { session, signal } = context;
		const { update, clock, onDataset } = this.#options;
		const reply = await datasetStatus(session.service, record.datasetId, { signal });
		if (!reply.ok) return this.#trouble(record, reply.failure, context);
		this.#troubles.delete(record.id);
		onDataset(reply.value);
		const now = clock.now();
		const after = await update(record.id, (current) => withDataset(current, reply.value, now));
		return { done: !after || uploadHasEnded(after) };
	}

	async #trouble(
		{ id, sentAt = 0 }: UploadRecord,
		failure: Failure,
		context: StepContext,
	): Promise<FollowStep> {
		const { update, clock } = this.#options;
		if (failure.kind === 'canceled') return { done: false };
		const trouble = this.#troubles.get(id) ?? { failures: 0, rejections: new Rejections() };
		this.#troubles.set(id, trouble);
		const rejection = trouble.rejections.take(failure);
		if (rejection?.kind === 'refused') {
			context.refused();
			return { done: false };
		}
		const failures = ++trouble.failures;
		const now = clock.now();
		if (rejection !== undefined) {
			// A dataset that was just made may not be known to every server yet.
			if (!rejection.isSure) return { done: false, inMs: 2000 };
			await update(id, (current) => ended(current, 'failed', now, deletedNotice));
			return { done: true };
		}
		if (failures >= quietFailures) await update(id, (current) => withNotice(current, troubleNotice(failure)));
		const doubling = Math.min(datasetPollCapMs, 1000 * 2 ** (failures - 1));
		const asked = Math.min(failure.retryAfterMs ?? 0, longestWaitMs);
		return { done: false, inMs: Math.max(doubling, pollDelay(now - sentAt, datasetPollCapMs), asked) };
	}
}

function withDataset(record: UploadRecord, { state, error }: Dataset, now: number): UploadRecord {
	if (record.state !== 'validating') return record;
	if (state === 'READY') return ended(record, 'ready', now);
	if (state === 'FAILED') return ended(record, 'failed', now, failedDatasetNotice(error));
	const waitedMs = Math.floor((now - (record.sentAt ?? now)) / longMs) * longMs;
	return withNotice(record, waitedMs > 0 ? validatingNotice(waitedMs) : undefined);
}
