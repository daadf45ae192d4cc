import type { GraphNode } from '../../core/workflow/graph/model.ts';
import { type ChosenPort, readingOrder, searchNodes } from '../../core/workflow/graph/walk.ts';
import type { Picture } from './arrangedPicture.ts';

/** Returns the place of a node in the list of all; undefined for an unknown id. */
export function nodeIndexOf(picture: Picture | undefined, nodeId: string | undefined): number | undefined {
	if (picture === undefined || nodeId === undefined) return undefined;
	const index = picture.model.nodes.findIndex((node) => node.id === nodeId);
	return index < 0 ? undefined : index;
}

/** Returns the nodes that fit a search, column by column. */
export function foundIn({ model, layout }: Picture, query: string): readonly number[] {
	const found = new Set(searchNodes(model, query));
	return readingOrder(layout).filter((index) => found.has(index));
}

/** Returns all nodes of some sort, column by column. */
export function allOf({ model, layout }: Picture, wanted: (node: GraphNode) => boolean): readonly number[] {
	return readingOrder(layout).filter((index) => {
		const node = model.nodes[index];
		return node !== undefined && wanted(node);
	});
}

/**
 * Returns the next or the previous in an order that begins again at its end. @param at the current choice, which may be
 * absent from the order
 */
export function stepIn(order: readonly number[], at: number | undefined, by: 1 | -1): number | undefined {
	const place = order.indexOf(at ?? -1);
	return order.at(place < 0 && by < 0 ? -1 : (place + by) % order.length);
}

/**
 * Returns the next or the previous input or output of a node; after the last one undefined, which means the node as a
 * whole.
 */
export function nextPort(
	node: GraphNode,
	chosen: ChosenPort | undefined,
	side: ChosenPort['side'],
	by: 1 | -1,
): ChosenPort | undefined {
	const count = side === 'input' ? node.ports.length : node.outputs.length;
	const places = count + 1;
	const at = chosen?.side === side ? chosen.index : count;
	const index = (at + by + places) % places;
	return index < count ? { side, index } : undefined;
}
