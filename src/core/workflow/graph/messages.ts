import * as z from 'zod/mini';
import { nodeProgressSchema } from '../../base/nodeProgressSchema.ts';
import { nothing, type PanelProtocol } from '../../base/panel/protocol.ts';
import { families, tints } from './families.ts';

const family = z.enum(families);
const severity = z.enum(['error', 'warning', 'info', 'hint']);
const count = z.number();

const port = z.object({
	name: z.string(),
	type: z.string(),
	family,
	severity: z.exactOptional(severity),
	broken: z.exactOptional(z.literal(true)),
	before: z.exactOptional(z.string()),
});

const input = {
	name: z.string(),
	/** The name that stays when the workflow is exported again. */
	named: z.exactOptional(z.string()),
	isOfApp: z.exactOptional(z.literal(true)),
};

const value = z.object({
	...input,
	text: z.string(),
	rows: count,
	severity: z.exactOptional(severity),
	before: z.exactOptional(z.string()),
});

const node = z.object({
	id: z.string(),
	title: z.string(),
	classType: z.string(),
	family,
	isOutput: z.boolean(),
	ports: z.readonly(z.array(port)),
	outputs: z.readonly(z.array(z.object({ slot: count, name: z.string(), family }))),
	values: z.readonly(z.array(value)),
	rest: z.readonly(z.array(z.object(input))),
	height: count,
	severity: z.exactOptional(severity),
	problems: z.readonly(z.array(z.object({ severity, text: z.string() }))),
	change: z.exactOptional(z.enum(['added', 'changed'])),
});

const group = z.object({
	title: z.string(),
	tint: z.enum(tints),
	nodes: z.readonly(z.array(count)),
	within: z.exactOptional(count),
});

const edge = z.object({ from: count, to: count, output: count, port: count, family });

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
			model: z.object({
				nodes: z.readonly(z.array(node)),
				edges: z.readonly(z.array(edge)),
				groups: z.exactOptional(z.readonly(z.array(group))),
			}),
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
		cards: z.object({ cards: z.readonly(z.array(z.object({ index: count, node }))) }),
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

export type GraphIdentity = z.output<GraphProtocol['identity']>;
export type GraphState = z.output<(typeof graphProtocol)['toView']['state']>;
export type GraphCards = z.output<(typeof graphProtocol)['toView']['cards']>['cards'];
export type GraphProtocol = typeof graphProtocol;
