import type { Failure } from '../../../core/base/failure.ts';
import type { EngineWatch, Looked, Silence } from '../../../core/engine/engineWatch.ts';
import type { OwnEngine } from '../../../core/engine/ownEngine.ts';
import type { QueueItem } from '../../../core/engine/parseReplies.ts';
import type { Run } from '../../../core/runs/run.ts';

export type EngineNode =
	| { readonly kind: 'ownEngine'; readonly engine: OwnEngine }
	/** `length` is undefined while the content is unknown. */
	| { readonly kind: 'engineQueue'; readonly length: QueueLength | undefined }
	| { readonly kind: 'engineModels' }
	| { readonly kind: 'modelFolder'; readonly folder: string }
	| { readonly kind: 'model'; readonly folder: string; readonly name: string }
	/** A run of another user, or of Easel on another computer. */
	| { readonly kind: 'foreignRun'; readonly item: QueueItem; readonly isRunning: boolean }
	/** A sentence if nothing else can be shown. */
	| { readonly kind: 'engineNote'; readonly of: string; readonly note: 'reading' | 'empty' }
	| { readonly kind: 'engineFailure'; readonly of: string; readonly failure: Failure }
	/** The advice about an engine that does not answer. */
	| { readonly kind: 'engineSilent'; readonly failure: Failure };

export interface QueueLength {
	readonly running: number;
	readonly pending: number;
}

/** A run of this computer in a queue is drawn like everywhere else. */
type EngineRow = EngineNode | { readonly kind: 'run'; readonly run: Run };

/** Returns the rows below an engine; for one that does not answer, only the failure. */
export function engineRows(watch: EngineWatch, silence: Silence | undefined): readonly EngineNode[] {
	const queue = watch.queue();
	if (silence !== undefined) return [{ kind: 'engineSilent', failure: silence.failure }];
	const length =
		queue.kind === 'ready'
			? { running: queue.value.running.length, pending: queue.value.pending.length }
			: undefined;
	return [{ kind: 'engineQueue', length }, { kind: 'engineModels' }];
}

/**
 * Returns the child rows of one of them.
 * @param runOf returns a run of this computer by the id of its request.
 */
export function rowsBelow(
	node: EngineNode,
	watch: EngineWatch,
	runOf: (requestId: string) => Run | undefined,
): readonly EngineRow[] {
	switch (node.kind) {
		case 'engineQueue':
			return rowsOf('queue', watch.queue(), ({ running, pending }) => [
				...running.map((item) => queueRow(item, true, runOf)),
				...pending.map((item) => queueRow(item, false, runOf)),
			]);
		case 'engineModels':
			return rowsOf('models', watch.folders(), (folders) =>
				folders.map((folder) => ({ kind: 'modelFolder', folder })),
			);
		case 'modelFolder':
			return rowsOf(`models/${node.folder}`, watch.models(node.folder), (names) =>
				names.map((name) => ({ kind: 'model', folder: node.folder, name })),
			);
		default:
			return [];
	}
}

function queueRow(
	item: QueueItem,
	isRunning: boolean,
	runOf: (requestId: string) => Run | undefined,
): EngineRow {
	const run = runOf(item.promptId);
	return run === undefined ? { kind: 'foreignRun', item, isRunning } : { kind: 'run', run };
}

function rowsOf<T>(
	of: string,
	looked: Looked<T>,
	rows: (value: T) => readonly EngineRow[],
): readonly EngineRow[] {
	if (looked.kind === 'reading') return [{ kind: 'engineNote', of, note: 'reading' }];
	if (looked.kind === 'failed') return [{ kind: 'engineFailure', of, failure: looked.failure }];
	const all = rows(looked.value);
	return all.length === 0 ? [{ kind: 'engineNote', of, note: 'empty' }] : all;
}

/** Returns the name of a row among all of the view; undefined for rows that are never looked up. */
export function engineNodeId(node: EngineNode): string | undefined {
	switch (node.kind) {
		case 'ownEngine':
			return `engine:${node.engine.id}`;
		case 'engineQueue':
			return 'queue';
		case 'engineModels':
			return 'models';
		case 'modelFolder':
			return `models/${node.folder}`;
		case 'foreignRun':
			return `foreign:${node.item.promptId}`;
		default:
			return undefined;
	}
}
