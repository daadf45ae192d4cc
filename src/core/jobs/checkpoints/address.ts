import type { SessionSource } from '../../account/session.ts';
import { failed, type Result, success } from '../../base/failure.ts';
import type { JobService } from '../jobService.ts';
import { noSuchCheckpoint } from './choose.ts';

export interface CheckpointSource {
	readonly service: Pick<JobService, 'result'>;
	readonly session: SessionSource;
}

/** A checkpoint by our own id of its job and its name. */
export interface CheckpointPlace {
	readonly id: string;
	readonly name: string;
}

/**
 * Requests the current address of a checkpoint. It gives access to the file until it expires: never store, log or show
 * it without a request.
 */
export async function checkpointAddress(
	{ service }: Pick<CheckpointSource, 'service'>,
	{ id, name }: CheckpointPlace,
): Promise<Result<string>> {
	const made = await service.result(id);
	if (!made.ok) return made;
	const found = made.value.checkpoints.find((checkpoint) => checkpoint.name === name);
	return found ? success(found.url) : failed(noSuchCheckpoint(made.value, name));
}
