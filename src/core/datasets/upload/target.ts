import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { failed, type Result, success } from '../../base/failure.ts';
import { type RetryPolicy, retryDelay } from '../../http/retry.ts';
import type { Service } from '../../http/transport.ts';
import { createDataset, datasetStatus, listDatasets } from '../client.ts';
import type { Dataset } from '../dataset.ts';
import { failedDatasetFailure } from './failures.ts';

/** The dataset to send files to: an existing one, or a new one, with a generated name by default. */
export type UploadTarget = { readonly id: string } | { readonly newName?: string };

interface OpenTarget {
	readonly dataset: Dataset;
	/** It was just made and has no file. */
	readonly isNew: boolean;
}

/** Attempts to create a dataset when the reply is lost. */
const mostCreations = 3;

const nameConflict = 'DATASET_NAME_CONFLICT';

/** Returns the dataset to send to; creates a new one. */
export async function openTarget(
	service: Service,
	target: UploadTarget,
	{ clock, retry }: { readonly clock: Clock; readonly retry: RetryPolicy },
): Promise<Result<OpenTarget>> {
	if ('id' in target) {
		const status = await datasetStatus(service, target.id);
		if (!status.ok) return status;
		const { state, error } = status.value;
		if (state === 'FAILED') return failed(failedDatasetFailure(error));
		return success({ dataset: status.value, isNew: false });
	}
	// With a name of our own a lost reply does not make a second dataset.
	const name = target.newName ?? `ds_${randomBytes(6).toString('hex')}`;
	for (let tries = 1; ; tries++) {
		const created = await createDataset(service, { name });
		if (created.ok) return success({ dataset: created.value, isNew: true });
		const { failure } = created;
		if (failure.codeName === nameConflict && tries > 1) {
			const made = await draftNamed(service, name);
			if (made) return success({ dataset: made, isNew: false });
		}
		const delayMs = retryDelay(failure, tries - 1, true, { ...retry, attempts: mostCreations });
		if (delayMs === undefined) return created;
		await new Promise<void>((resolve) => clock.after(delayMs, resolve));
	}
}

/** Finds an empty dataset with this name, from a call that lost its reply. */
async function draftNamed(service: Service, name: string): Promise<Dataset | undefined> {
	const listed = await listDatasets(service);
	return listed.ok
		? listed.value.datasets.find((dataset) => dataset.name === name && dataset.state === 'DRAFT')
		: undefined;
}
