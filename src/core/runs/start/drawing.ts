import type { SignedIn } from '../../account/session.ts';
import { soon } from '../../base/clock.ts';
import { compareWorkflows } from '../../workflow/compare/compare.ts';
import { jsonOf, type WorkflowDocument } from '../../workflow/document.ts';
import { textWith } from '../../workflow/inputSet.ts';
import { drawInputs, drawnSet, mayBeDrawn, undrawnSet } from '../plan/draw.ts';
import { whyNotRunnable } from '../plan/runnable.ts';
import { newSeeds } from '../plan/seed.ts';
import { seedsIn } from '../plan/summary.ts';
import type { ChangedInput } from '../run.ts';
import type { RunDestination, RunSource } from './runSource.ts';
import { nodeInfoMs, type TargetKnowledge } from './targetRequirements.ts';

/** Draws from the dynamic prompts of a document, with other choices each time. */
export type Draw = (document: WorkflowDocument) => readonly ChangedInput[];

type Parse = (text: string) => WorkflowDocument;

/**
 * Returns the draws for a document and a target, by the node info of the target; undefined if nothing can be drawn, or
 * if it was done already.
 */
export async function drawFor(
	{ clock, savedWorkflows, lacks }: TargetKnowledge,
	session: SignedIn,
	target: RunDestination,
	{ document, drawn }: Pick<RunSource, 'document' | 'drawn'>,
): Promise<Draw | undefined> {
	if (drawn !== undefined || !mayBeDrawn(document)) return undefined;
	const nodeInfo = await soon(clock, lacks.infoOf(savedWorkflows, session, target), nodeInfoMs);
	const draw: Draw = (each) => drawInputs(each, nodeInfo, new Date());
	return draw(document).length === 0 ? undefined : draw;
}

type DrawnDocument = Pick<RunSource, 'document' | 'drawn'>;

/** Returns a document that is drawn from, without comments, as when it is sent. */
export function drawn({ document }: DrawnDocument, draw: Draw, parse: Parse): DrawnDocument {
	const plain = parse(jsonOf(document));
	const choices = draw(plain);
	return { document: parse(textWith(plain, drawnSet(plain, choices))), drawn: choices };
}

/** Returns a document as it was before it was drawn from, so that it can be drawn from again. Texts that were sent unchanged stay. */
export function undrawn(source: DrawnDocument, parse: Parse): DrawnDocument {
	const choices = source.drawn ?? [];
	if (choices.length === 0) return source;
	const plain = parse(jsonOf(source.document));
	return { document: parse(textWith(plain, undrawnSet(plain, choices))) };
}

/** Returns a document with new seeds, to draw from again. */
export function renewed(source: DrawnDocument, parse: Parse): DrawnDocument {
	const before = undrawn(source, parse);
	const plain = parse(jsonOf(before.document));
	return { ...before, document: parse(textWith(plain, newSeeds(plain))) };
}

/**
 * Returns whether a document can run and now differs from the one that a run sent. Seeds and draws are ignored: a run
 * is identified by its own.
 */
export function hasMovedOn(sent: DrawnDocument, now: WorkflowDocument, parse: Parse): boolean {
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
