import type { Point } from '../../base/panel/panZoom.ts';
import type { Json, JsonObject } from '../../json/value.ts';

/** The modes of nodes that do not run; all others do. */
export const muted = 2;
export const bypassed = 4;

export interface UiSlot {
	readonly name: string;
	readonly type: string;
}

export interface UiInput extends UiSlot {
	readonly linkId?: string;
	/** The name that a person gave it. */
	readonly label?: string;
	/** The widget that this socket represents. */
	readonly widget?: string;
}

/** An input or output of a subgraph; absent ids: the file does not have its links. */
export interface UiPort extends UiSlot {
	readonly linkIds?: readonly string[];
}

/** A titled frame on the canvas. */
export interface UiGroup {
	readonly title: string;
	readonly color: string;
	readonly corner: Point;
	readonly size: Point;
}

export interface UiNode {
	readonly id: string;
	/** The middle of its card on the canvas, if the file has it. */
	readonly center?: Point;
	readonly type: string;
	readonly mode: number;
	readonly title?: string;
	/** The name that file names use for it, if it is not its class. */
	readonly ownName?: string;
	readonly inputs: readonly UiInput[];
	readonly outputs: readonly UiSlot[];
	/** By position for most nodes, by name for those of some packs. */
	readonly widgets: readonly Json[] | JsonObject | undefined;
	/** The same values by name, which newer node editors also write. */
	readonly named?: JsonObject;
	/** The properties of a node from a pack that keeps its values there, by name. */
	readonly serialized?: JsonObject;
	/** Widgets of inner nodes that a subgraph instance shows. */
	readonly promoted: readonly UiPromoted[];
}

export interface UiPromoted {
	/** An inner node; `-1`: an input of the subgraph. */
	readonly nodeId: string;
	readonly widget: string;
	/** If the inner node is itself a subgraph: the node inside it that has the widget. */
	readonly source?: string;
}

/** The output that feeds an input without a link. */
export interface UiSource {
	readonly from: string;
	readonly fromSlot: number;
	readonly type?: string;
}

export interface UiLink {
	readonly from: string;
	readonly fromSlot: number;
	readonly to: string;
	readonly toSlot: number;
}

export interface UiGraph {
	readonly nodes: ReadonlyMap<string, UiNode>;
	readonly links: ReadonlyMap<string, UiLink>;
	readonly groups: readonly UiGroup[];
	/** Links that a pack makes without drawing them, by `socketKey`. */
	readonly broadcasts: ReadonlyMap<string, UiSource>;
}

/** Returns the key of an input for links that are not drawn. */
export function socketKey(nodeId: string, slot: number): string {
	return `${nodeId} ${slot}`;
}

export interface UiSubgraph extends UiGraph {
	readonly id: string;
	readonly name: string;
	readonly inputs: readonly UiPort[];
	readonly outputs: readonly UiPort[];
}

/** The inside of a group node of an older node editor. The ids of its nodes are their places. */
export interface GroupNodeDefinition {
	readonly nodes: readonly UiNode[];
	readonly links: readonly UiLink[];
	/** Outputs with a link from the group node as well, as `node slot`. */
	readonly external: ReadonlySet<string>;
	/** Names and visibility of inputs and outputs, by the place of the node. */
	readonly config: Json | undefined;
}

export interface UiDocument extends UiGraph {
	readonly subgraphs: ReadonlyMap<string, UiSubgraph>;
	/** By name. */
	readonly groupNodes: ReadonlyMap<string, GroupNodeDefinition>;
}
