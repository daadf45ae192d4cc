import type { GraphLayout } from './layout.ts';
import type { GraphModel } from './model.ts';
import { cardBox, overlaps, type Size, seenBox, type Viewport } from './viewport.ts';

interface Picture {
	readonly model: GraphModel;
	readonly layout: GraphLayout;
}

/**
 * Returns the viewport in which the node in focus stays in place while everything is arranged again: the selected one if it is visible,
 * else the one nearest to the middle that both pictures have.
 */
export function anchored(
	before: Picture,
	after: Picture,
	viewport: Viewport,
	screen: Size,
	selected: number | undefined,
): Viewport {
	const places = new Map(after.model.nodes.map((node, index) => [node.id, index]));
	const seen = seenBox(viewport, screen, 0);
	const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
	let best: { from: number; to: number; distance: number } | undefined;
	for (const [from, node] of before.model.nodes.entries()) {
		const to = places.get(node.id);
		const box = cardBox(before.model, before.layout, from);
		if (to === undefined || !overlaps(box, seen)) continue;
		const distance =
			to === selected ? -1 : Math.hypot(box.x + box.width / 2 - middle.x, box.y + box.height / 2 - middle.y);
		if (best === undefined || distance < best.distance) best = { from, to, distance };
	}
	if (best === undefined) return viewport;
	const was = cardBox(before.model, before.layout, best.from);
	const is = cardBox(after.model, after.layout, best.to);
	return {
		...viewport,
		x: viewport.x + (was.x - is.x) * viewport.zoom,
		y: viewport.y + (was.y - is.y) * viewport.zoom,
	};
}
