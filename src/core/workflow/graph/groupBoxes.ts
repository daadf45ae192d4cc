import type { GraphLayout, Point } from './layout.ts';
import { groupPadding } from './metrics.ts';
import type { GraphModel } from './model.ts';
import type { Shape } from './shape.ts';
import { type Box, cardBox, hullOf, overlaps } from './viewport.ts';

/** Returns the frame of each group; undefined if it would contain the card of another node, which would be wrong. */
export function groupBoxes(model: GraphModel, layout: GraphLayout): readonly (Box | undefined)[] {
	const groups = model.groups ?? [];
	const cards = groups.length === 0 ? [] : model.nodes.map((_, index) => cardBox(model, layout, index));
	const boxes: (Box | undefined)[] = groups.map(() => undefined);
	// Inner groups follow those around them.
	for (const [index, { nodes }] of [...groups.entries()].reverse()) {
		const inner = boxes.filter((_, other) => groups[other]?.within === index);
		const own = [...inner, ...nodes.map((node) => cards[node])].filter((box) => box !== undefined);
		const box = padded(hullOf(own));
		const members = new Set(nodes);
		if (!cards.some((card, at) => !members.has(at) && overlaps(card, box))) boxes[index] = box;
	}
	return boxes;
}

/** Returns the layout with room for the frames around cards at its edges. */
export function withRoomForGroups(model: GraphModel, layout: GraphLayout): GraphLayout {
	const boxes = groupBoxes(model, layout).filter((box) => box !== undefined);
	if (boxes.length === 0) return layout;
	const whole = hullOf([{ x: 0, y: 0, width: layout.width, height: layout.height }, ...boxes]);
	const move = ({ x, y }: Point): Point => ({ x: x - whole.x, y: y - whole.y });
	return {
		nodes: layout.nodes.map(move),
		edges: layout.edges.map((route) => route.map(move)),
		width: whole.width,
		height: whole.height,
	};
}

/** Returns the shapes of the frames, outer ones first. Their titles have places of their own. */
export function groupShapes(model: GraphModel, boxes: readonly (Box | undefined)[]): readonly Shape[] {
	return boxes.flatMap((box, index) =>
		box === undefined
			? []
			: [{ tag: 'rect', attributes: { class: `group t-${model.groups?.[index]?.tint}`, ...box, rx: 10 } }],
	);
}

function padded({ x, y, width, height }: Box): Box {
	const { top, side } = groupPadding;
	return { x: x - side, y: y - top, width: width + 2 * side, height: height + top + side };
}
