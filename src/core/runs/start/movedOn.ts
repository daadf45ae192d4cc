import { compareWorkflows } from '../../workflow/compare/compare.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import { whyNotRunnable } from '../plan/runnable.ts';
import { seedsIn } from '../plan/summary.ts';
import { undrawn } from './drawing.ts';
import type { RunSource } from './runSource.ts';

/**
 * Returns whether a document can run and now differs from the one that a run sent. Seeds and draws are ignored: a run
 * is identified by its own.
 */
export function hasMovedOn(
	sent: Pick<RunSource, 'document' | 'drawn'>,
	now: WorkflowDocument,
	parse: (text: string) => WorkflowDocument,
): boolean {
	if (now.kind !== 'api' || whyNotRunnable(now) !== undefined) return false;
	const { changes } = compareWorkflows(undrawn(sent, parse).document, now);
	const seeds = new Set(seedsIn(now).map(({ range }) => range.start));
	return changes.some(
		(change) =>
			change.kind !== 'changed' ||
			change.classBefore !== undefined ||
			change.inputs.some(({ range }) => !seeds.has(range.start)),
	);
}
