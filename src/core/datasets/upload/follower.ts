import type { SignedIn } from '../../account/session.ts';
import type { Clock } from '../../base/clock.ts';
import type { Failure } from '../../base/failure.ts';
import type { FollowStep, ItemTimes } from '../../following/follower.ts';
import type { StepContext, WindowKind } from '../../following/windowCoordinator.ts';
import type { FollowedRecords } from '../../records/followedRecords.ts';
import { PollTrouble } from '../../records/pollTrouble.ts';
import { datasetStatus } from '../client.ts';
import type { Dataset } from '../dataset.ts';
import {
	failedDatasetNotice,
	goneNotice,
	missingNotice,
	troubleNotice,
	validatingNotice,
} from './notices.ts';
import type { UploadRecord } from './record.ts';
import { datasetRule } from './rejections.ts';
import type { ActiveUploads } from './sending/activeUploads.ts';
import { ended, withNotice } from './transitions.ts';
import { uploadHasEnded } from './upload.ts';

/** Longest time between two polls of a dataset that becomes ready, in milliseconds. */
const datasetPollCapMs = 30_000;

/** Milliseconds until the person is first shown the elapsed time, and between two such messages. */
const longMs = 10 * 60_000;

interface UploadFollowerOptions {
	readonly clock: Clock;
	readonly active: Pick<ActiveUploads, 'send'>;
	readonly records: FollowedRecords<UploadRecord>;
	/** Called with a dataset as the service has just described it. */
	readonly onDataset?: (dataset: Dataset) => void;
}

/** Follows uploads: the window that polls also sends, and asks afterwards until the dataset is ready. */
export class UploadFollower implements WindowKind<UploadRecord> {
	readonly kind = 'dataset';
	readonly capMs = datasetPollCapMs;
	readonly records: FollowedRecords<UploadRecord>;
	readonly #options: UploadFollowerOptions;
	readonly #troubles: PollTrouble;

	constructor(options: UploadFollowerOptions) {
		this.#options = options;
		this.records = options.records;
		this.#troubles = new PollTrouble(options.clock, datasetPollCapMs);
	}

	load({ session }: Pick<StepContext, 'session'>): readonly UploadRecord[] {
		return this.records.unfinished(session);
	}

	/** Returns whether an upload is polled: only while its dataset is validated, after all files have arrived. */
	isActive({ state }: UploadRecord): boolean {
		return state === 'validating';
	}

	times({ startedAt, sentAt }: UploadRecord): ItemTimes {
		return { since: sentAt ?? startedAt };
	}

	/** Starts sending, which is not a poll and begins with the first step. */
	async maintain(session: SignedIn, context: StepContext): Promise<void> {
		for (const record of this.load({ session }))
			if (record.state !== 'validating') this.#options.active.send(record, context);
	}

	async step(record: UploadRecord, context: StepContext): Promise<FollowStep> {
		const { session, signal } = context;
		const { records, clock, onDataset } = this.#options;
		const reply = await datasetStatus(session.service, record.datasetId, { signal });
		if (!reply.ok) return this.#trouble(record, reply.failure, context);
		this.#troubles.clear(record.id);
		onDataset?.(reply.value);
		const now = clock.now();
		const after = await records.update(record.id, (current) => withDataset(current, reply.value, now));
		return { done: !after || uploadHasEnded(after) };
	}

	async #trouble({ id, sentAt }: UploadRecord, failure: Failure, context: StepContext): Promise<FollowStep> {
		const { records, clock } = this.#options;
		const since = sentAt ?? clock.now();
		const trouble = this.#troubles.take(id, failure, { since, rule: datasetRule });
		switch (trouble.kind) {
			case 'canceled':
				return { done: false };
			case 'refused':
				context.refused();
				return { done: false };
			case 'gone':
				await records.update(id, (current) => ended(current, 'failed', clock.now(), goneNotice(failure)));
				return { done: true };
			case 'absent':
				if (trouble.since !== undefined)
					await records.update(id, (current) => withNotice(current, missingNotice(failure)));
				return { done: false, inMs: trouble.inMs };
			case 'passing':
				if (trouble.say !== undefined)
					await records.update(id, (current) => withNotice(current, troubleNotice(failure)));
				return { done: false, inMs: trouble.inMs };
		}
	}
}

function withDataset(record: UploadRecord, { state, error }: Dataset, now: number): UploadRecord {
	if (record.state !== 'validating') return record;
	if (state === 'READY') return ended(record, 'ready', now);
	if (state === 'FAILED') return ended(record, 'failed', now, failedDatasetNotice(error));
	const waitedMs = Math.floor((now - (record.sentAt ?? now)) / longMs) * longMs;
	return withNotice(record, waitedMs > 0 ? validatingNotice(waitedMs) : undefined);
}
