import type { Batch } from './batchSchema.ts';

export type { Batch } from './batchSchema.ts';

/** States that a batch leaves, automatically or when a person continues it. */
export const movingBatchStates = [
	'running',
	'paused',
	'canceling',
] as const satisfies readonly Batch['state'][];

/** The limits at which a batch pauses automatically. */
export type BatchCaps = Pick<Batch, 'maxMicrodollars' | 'maxFailures'>;

export type BatchCounts = Batch['counts'];

/** Returns whether a batch no longer changes, even if a person tries to continue it. */
export function batchHasEnded({ state }: Pick<Batch, 'state'>): boolean {
	return !movingBatchStates.some((moving) => moving === state);
}

/** Returns whether a person can continue it: it is paused, or the program that sent its items may be gone. */
export function batchCanContinue({ state }: Pick<Batch, 'state'>): boolean {
	return state === 'paused' || state === 'running';
}

/** Returns the number of items of a batch that have ended. */
export function endedItems({ counts }: Pick<Batch, 'counts'>): number {
	return counts.succeeded + counts.failed + counts.canceled + counts.uncertain;
}
