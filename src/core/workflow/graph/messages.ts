import * as z from 'zod/mini';
import { nodeProgressSchema } from '../../base/nodeProgressSchema.ts';
import { nothing, type PanelProtocol } from '../../base/panel/protocol.ts';
import { families, tints } from './families.ts';

const family = z.enum(families);
const severity = z.enum(['error', 'warning', 'info', 'hint']);
const count = z.number();

/** A linked input, on the left edge of a card. */
const port = object({
	name: z.string(),
	type: z.string(),
	family,
	severity: z.exactOptional(severity),
	/** The link leads to no node of this document. */
	broken: z.exactOptional(z.literal(true)),
	/** The link of the saved workflow, if it differs. */
	before: z.exactOptional(z.string()),
});

/** An input with a value of its own. */
const input = {
	name: z.string(),
	/** The name that stays when the workflow is exported again. */
	named: z.exactOptional(z.string()),
	/** The name is from the app of the node editor, and is removed there. */
	isOfApp: z.exactOptional(z.literal(true)),
};
const unshown = object(input);

/** A written value, shown as a row of the card. */
const value = object({
	...input,
	text: z.string(),
	/** Rows of text that it takes: more than one only for long texts such as prompts. */
	rows: count,
	severity: z.exactOptional(severity),
	/** The value of the saved workflow, if it differs; empty if it has none. */
	before: z.exactOptional(z.string()),
});

const node = object({
	id: z.string(),
	title: z.string(),
	classType: z.string(),
	family,
	isOutput: z.boolean(),
	ports: list(port),
	outputs: list(object({ slot: count, name: z.string(), family })),
	values: list(value),
	/** Inputs without a visible value, for lack of space. */
	rest: list(unshown),
	height: count,
	/** The worst of its findings. */
	severity: z.exactOptional(severity),
	problems: list(object({ severity, text: z.string() })),
	/** Against the saved workflow: not there, or something differs. */
	change: z.exactOptional(z.enum(['added', 'changed'])),
});

/** A titled box around nodes. */
const group = object({
	title: z.string(),
	tint: z.enum(tints),
	/** Positions in the list of nodes, those in groups inside included. */
	nodes: list(count),
	/** The index of the innermost group around it in the list of groups, if it comes before this one. */
	within: z.exactOptional(count),
});

const edge = object({
	/** Positions in the list of nodes. */
	from: count,
	to: count,
	/** Positions in the sender's outputs and the receiver's ports. */
	output: count,
	port: count,
	family,
});

const model = object({
	nodes: list(node),
	edges: list(edge),
	/** Absent without groups. */
	groups: z.exactOptional(list(group)),
});

function object<T extends z.core.$ZodLooseShape>(shape: T) {
	return z.readonly(z.object(shape));
}

function list<T extends z.core.$ZodType>(item: T) {
	return z.readonly(z.array(item));
}

export const graphProtocol = {
	identity: z.object({ uri: z.string() }),
	memory: z.object({
		viewport: z.object({ x: z.number(), y: z.number(), zoom: z.number() }),
		selected: z.exactOptional(z.string()),
	}),
	toView: {
		state: z.object({
			/** The name of the document. */
			name: z.string(),
			model,
			/** A sentence about the document as a whole: the reason why the graph is missing or may be incomplete. */
			notice: z.exactOptional(z.object({ text: z.string(), canConvert: z.boolean() })),
			/** Name of the saved workflow that edits are marked against. */
			savedName: z.exactOptional(z.string()),
			/** The node at the cursor of the text. */
			selected: z.exactOptional(z.string()),
			/** Inputs can get names and lose them: the document is a file that may be changed. */
			canName: z.exactOptional(z.literal(true)),
			/** The progress of the newest run of the document, while it is in progress. */
			progress: z.exactOptional(nodeProgressSchema),
		}),
		/** Changed cards of the model that was sent last, by their index; all others stay. */
		cards: z.object({ cards: list(object({ index: count, node })) }),
		/** Progress of the current run; absent after its end. */
		progress: z.object({ progress: z.exactOptional(nodeProgressSchema) }),
		/** The cursor of the text went to another node. */
		select: z.object({ nodeId: z.string() }),
		/** The outcome of an action, shown and announced briefly. */
		notify: z.object({ text: z.string() }),
	},
	toHost: {
		/** A node was selected: show its text; with `focus`, go there. */
		select: z.object({ nodeId: z.string(), focus: z.boolean() }),
		/** The finished drawing; a picture as base64. */
		save: z.object({ format: z.enum(['svg', 'png']), data: z.string() }),
		/** Name an input of a node, or take its name away. */
		name: z.object({ nodeId: z.string(), input: z.string(), isOn: z.boolean() }),
		/** Undoes the last change of a name in this view. */
		undoName: nothing,
		/** Turn the UI-format document into an API document. */
		convert: nothing,
	},
	requests: {},
} as const satisfies PanelProtocol;

export type GraphPort = z.output<typeof port>;
export type GraphInput = z.output<typeof unshown>;
export type GraphValue = z.output<typeof value>;
export type GraphNode = z.output<typeof node>;
export type GraphGroup = z.output<typeof group>;
export type GraphEdge = z.output<typeof edge>;
export type GraphModel = z.output<typeof model>;

export type GraphIdentity = z.output<GraphProtocol['identity']>;
export type GraphState = z.output<(typeof graphProtocol)['toView']['state']>;
export type GraphCards = z.output<(typeof graphProtocol)['toView']['cards']>['cards'];
export type GraphProtocol = typeof graphProtocol;
