import { compact } from '../../base/compact.ts';
import { isFinished, type JobResult } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import { readCheckpointName } from './artifactNames.ts';

export interface ResumePoint {
	/** 0 if no checkpoint would be used. */
	readonly step: number;
	readonly checkpoint?: string;
	/** Steps that were done and are done again. */
	readonly repeated: number;
}

/**
 * Returns the step from which a job would be resumed: that of the checkpoint with the highest step, or 0 without one (trainer-service.md,
 * "States and transitions").
 */
export function resumePoint(record: JobRecord, result: Pick<JobResult, 'checkpoints'>): ResumePoint {
	const done = record.progress?.step ?? 0;
	let best: { readonly step: number; readonly checkpoint: string } | undefined;
	for (const { name } of result.checkpoints) {
		const read = readCheckpointName(name);
		// The one without a step is written when all steps are done.
		const step = read?.step ?? (read && isFinished(record) ? done : undefined);
		if (step !== undefined && (best === undefined || step > best.step)) best = { step, checkpoint: name };
	}
	const step = best?.step ?? 0;
	return {
		step,
		repeated: Math.max(0, done - step),
		...compact({ checkpoint: best?.checkpoint }),
	};
}
