import { Emitter } from '../../../src/core/base/emitter.ts';
import type { Batch } from '../../../src/core/batches/batch.ts';

/** Returns a batch of runs of the deployment `d`, as stored in the history. */
export function batchRecord(more: Partial<Batch> = {}): Batch {
	return {
		id: 'batch',
		connectionId: 'user:test',
		accountId: 'ada',
		to: { kind: 'run', target: { kind: 'deployment', id: 'd', name: 'Harbour' }, mode: 'auto', media: [] },
		name: 'lighthouse.json',
		state: 'running',
		count: 4,
		parallel: 2,
		refused: [],
		counts: { moving: 0, succeeded: 0, failed: 0, canceled: 0, uncertain: 0 },
		costMicrodollars: 0,
		startedAt: 0,
		...more,
	};
}

const never = new Emitter<never>().event;

/** The batches of a window that has none. */
export const noBatches = {
	unfinished: () => [],
	get: () => undefined,
	whyUnwatched: () => undefined,
	onDidChange: never,
	onDidRemove: never,
};
