import type { NodeClass, NodeInfo } from './nodeInfo.ts';

/** Returns the class of a node; undefined if it is unknown. */
export function classOf(
	nodeInfo: NodeInfo | undefined,
	node: { readonly classType?: string } | undefined,
): NodeClass | undefined {
	return node?.classType === undefined ? undefined : nodeInfo?.get(node.classType);
}
