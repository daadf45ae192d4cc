import * as l10n from '@vscode/l10n';
import type { NodeProgress } from '../../base/nodeProgress.ts';
import type { GraphLayout } from './layout.ts';
import { cardWidth } from './metrics.ts';
import type { GraphModel } from './model.ts';
import { circle, group, label, path, rect, type Shape } from './shape.ts';
import type { Measure } from './textFit.ts';

type NodeState = 'working' | 'done' | 'cached';

/** Returns the state of each node of the drawing, by its index in the list of nodes. Nodes that the run has not reached are left out. */
function nodeStates(model: GraphModel, progress: NodeProgress | undefined): ReadonlyMap<number, NodeState> {
	if (progress === undefined) return new Map();
	const states = new Map<string, NodeState>([
		...progress.cached.map((id) => [id, 'cached'] as const),
		...progress.done.map((id) => [id, 'done'] as const),
	]);
	if (progress.nodeId !== undefined) states.set(progress.nodeId, 'working');
	return new Map(
		model.nodes.flatMap((node, index) => {
			const state = states.get(node.id);
			return state === undefined ? [] : [[index, state] as const];
		}),
	);
}

const markSize = 9;
const tabHeight = 22;
const barHeight = 5;

/**
 * Returns the shapes over the cards while a run is in progress: a frame around the current node with its step, and a
 * mark on each node that is done (a tick) or reused from an earlier output (an arrow back). The shapes differ, not the
 * colors alone.
 * @param near true if text is readable; zoomed out, only frames are drawn.
 */
export function progressShapes(
	model: GraphModel,
	layout: GraphLayout,
	progress: NodeProgress | undefined,
	near: boolean,
	measure: Measure,
): readonly Shape[] {
	return [...nodeStates(model, progress)].map(([index, state]) => {
		const { x, y } = layout.nodes[index] ?? { x: 0, y: 0 };
		const height = model.nodes[index]?.height ?? 0;
		const shapes =
			state === 'working'
				? atWork(height, near ? progress?.step : undefined, measure)
				: near
					? [mark(state)]
					: [rect(`far-${state}`, 0, 0, cardWidth, height, 6)];
		return group(`run-${state}`, shapes, { transform: `translate(${x} ${y})` });
	});
}

function atWork(height: number, step: NodeProgress['step'], measure: Measure): readonly Shape[] {
	const frame = rect('at-work', -4, -4, cardWidth + 8, height + 8, 9);
	if (step === undefined || step.max <= 0) return [frame];
	const share = Math.min(1, Math.max(0, step.value / step.max));
	const text = l10n.t('{0} of {1}', step.value, step.max);
	const width = measure(text, 'small') + 16;
	const top = -4 - tabHeight;
	return [
		frame,
		rect('step-tab', cardWidth - width, top, width, tabHeight, 4),
		label('small step-text', cardWidth - width + 8, top + 15, text),
		rect('step-track', 0, height + 9, cardWidth, barHeight, 2),
		rect('step-bar', 0, height + 9, Math.round(cardWidth * share), barHeight, 2),
	];
}

/** Returns the mark for the upper left corner, which no other mark uses. */
function mark(state: 'done' | 'cached'): Shape {
	const sign =
		state === 'done' ? 'M-4 0L-1 3.5L4.5 -3' : 'M-3.6 1.8A4 4 0 1 0 -2.2 -3.2M-2.6 -6L-2.4 -2.8L0.8 -2.9';
	return group(`state-mark ${state}`, [circle('state-disk', 0, 0, markSize), path('state-sign', sign)]);
}
