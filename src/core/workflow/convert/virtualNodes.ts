/** The role in the links of a node that exists only in the node editor. */
type VirtualKind = 'note' | 'reroute' | 'primitive' | 'set' | 'get' | 'broadcast';

/**
 * Nodes that the node editor resolves before it sends anything (`isVirtualNode`), including those of the most popular
 * packs. A class that is missing here is treated as a real node of an unknown class and reported.
 */
export const virtualKinds: ReadonlyMap<string, VirtualKind> = new Map<string, VirtualKind>([
	['Note', 'note'],
	['MarkdownNote', 'note'],
	['Note Plus (mtb)', 'note'],
	['Label (rgthree)', 'note'],
	['Bookmark (rgthree)', 'note'],
	['Fast Muter (rgthree)', 'note'],
	['Fast Bypasser (rgthree)', 'note'],
	['Fast Groups Muter (rgthree)', 'note'],
	['Fast Groups Bypasser (rgthree)', 'note'],
	['Fast Actions Button (rgthree)', 'note'],
	['Mute / Bypass Relay (rgthree)', 'note'],
	['Mute / Bypass Repeater (rgthree)', 'note'],
	['Random Unmuter (rgthree)', 'note'],
	['Node Collector (rgthree)', 'note'],
	['Node Combiner (rgthree)', 'note'],
	['Reroute', 'reroute'],
	['Reroute (rgthree)', 'reroute'],
	['PrimitiveNode', 'primitive'],
	['SetNode', 'set'],
	['GetNode', 'get'],
	['easy setNode', 'set'],
	['easy getNode', 'get'],
	['Anything Everywhere', 'broadcast'],
	['Anything Everywhere?', 'broadcast'],
	['Anything Everywhere3', 'broadcast'],
	['Prompts Everywhere', 'broadcast'],
]);

/** Returns whether a node may feed others without drawn links; one of these kinds runs as well. */
export function sendsWithoutLinks(type: string): boolean {
	return virtualKinds.get(type) === 'broadcast' || type === 'Seed Everywhere';
}

/** Classes that the node editor takes for others when it opens a file. */
const renamed: ReadonlyMap<string, string> = new Map([
	['ConditioningAverage ', 'ConditioningAverage'],
	['SDV_img2vid_Conditioning', 'SVD_img2vid_Conditioning'],
	['T2IAdapterLoader', 'ControlNetLoader'],
	['Load3DAnimation', 'Load3D'],
	['Preview3DAnimation', 'Preview3D'],
]);

/** Returns the name that a class has today, for one that may have another in older files. */
export function todaysName(type: string): string {
	return renamed.get(type) ?? type;
}
