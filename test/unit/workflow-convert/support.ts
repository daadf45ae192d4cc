import assert from 'node:assert/strict';
import { type ConversionNote, convertUi } from '../../../src/core/workflow/convert/convertUi.ts';
import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';

const seed = ['INT', { default: 0, min: 0, max: 18446744073709551615n, control_after_generate: true }];

/** A server with a few classes, described as `object_info` does. */
const described = {
	Loader: {
		input: { required: { name: [['a.safetensors', 'b.safetensors'], {}] } },
		output: ['MODEL', 'CLIP'],
	},
	Prompt: {
		input: { required: { text: ['STRING', { multiline: true }], clip: ['CLIP'] } },
		output: ['CONDITIONING'],
		display_name: 'A Prompt',
	},
	Blank: { input: { required: { size: ['INT', { default: 512 }] } }, output: ['LATENT'] },
	Sampler: {
		input: {
			required: {
				model: ['MODEL'],
				seed,
				steps: ['INT', { default: 20 }],
				cfg: ['FLOAT', { default: 8.5 }],
				positive: ['CONDITIONING'],
				latent: ['LATENT'],
			},
			optional: { scheduler: [['normal', 'karras'], {}] },
		},
		output: ['LATENT'],
	},
	Decode: { input: { required: { samples: ['LATENT'] } }, output: ['IMAGE'] },
	Save: {
		input: { required: { images: ['IMAGE'], prefix: ['STRING', { default: 'out' }] } },
		output: [],
		output_node: true,
	},
	Scale: {
		input: {
			required: {
				image: ['IMAGE'],
				kind: [
					'COMFY_DYNAMICCOMBO_V3',
					{
						options: [
							{ key: 'by factor', inputs: { required: { factor: ['FLOAT', { default: 1 }] } } },
							{ key: 'to size', inputs: { required: { width: ['INT', {}], height: ['INT', {}] } } },
						],
					},
				],
				method: [['nearest', 'area'], {}],
			},
		},
		output: ['IMAGE'],
	},
	Flagged: {
		input: { required: { seed, flag: ['BOOLEAN', {}], count: ['INT', {}] } },
		output: ['INT'],
	},
	Film: {
		input: {
			required: {
				width: ['INT', { hidden: true, default: 512 }],
				format: ['COMFY_DYNAMICCOMBO_V3', { options: [{ key: 'auto', inputs: {} }] }],
			},
			optional: { codec: ['COMBO', { hidden: true, default: 'auto', options: ['auto', 'h264'] }] },
		},
		output: ['INT'],
	},
	Modes: {
		input: { required: { seed: ['INT', {}], mode: [['fixed', 'randomize'], {}] } },
		output: ['INT'],
	},
};

/** Reads classes as a server describes them. */
export function infoOf(classes: object): NodeInfo {
	const text = JSON.stringify(classes, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
	const read = readNodeInfo(text, { kind: 'file', label: 'test' });
	assert.ok(read);
	return read;
}

export const nodeInfo: NodeInfo = infoOf(described);

export interface UiNodeText {
	readonly id: number | string;
	readonly type: string;
	readonly [key: string]: unknown;
}

/** A node of the canvas that gives a model and a clip. */
export const loader: UiNodeText = {
	id: 1,
	type: 'Loader',
	widgets_values: ['a.safetensors'],
	outputs: [
		{ name: 'MODEL', type: 'MODEL' },
		{ name: 'CLIP', type: 'CLIP' },
	],
};

/** A link on the canvas: id, from node, slot, to node, slot, type. */
export type LinkRow = readonly [number, number | string, number, number | string, number, string];

export function uiText(
	nodes: readonly UiNodeText[],
	links: readonly unknown[] = [],
	more: object = {},
): string {
	return JSON.stringify({
		last_node_id: 99,
		last_link_id: 99,
		nodes,
		links,
		groups: [],
		version: 0.4,
		...more,
	});
}

export interface ApiNode {
	readonly class_type: string;
	readonly inputs: Readonly<Record<string, unknown>>;
	readonly _meta: { readonly title: string };
}

/** Converts and fails the test when that is refused. */
export function converted(
	source: string,
	info: NodeInfo | undefined = nodeInfo,
): {
	readonly nodes: Readonly<Record<string, ApiNode>>;
	readonly text: string;
	readonly report: readonly ConversionNote[];
} {
	const result = convertUi(source, info);
	assert.ok(result.ok, result.ok ? '' : result.message);
	return { nodes: JSON.parse(result.text), text: result.text, report: result.report };
}

/** Notes about one node, as `severity: message`. */
export function notes(report: readonly ConversionNote[], nodeId: string): readonly string[] {
	return report
		.filter((entry) => entry.nodeId === nodeId)
		.map((entry) => `${entry.severity}: ${entry.message}`);
}

/** The id of the subgraph `encoding`. */
export const inner = 'aaaaaaaa-0000-4000-8000-000000000002';

export const link = (id: number, from: number, fromSlot: number, to: number, toSlot: number): object => ({
	...{ id, origin_id: from, origin_slot: fromSlot, target_id: to, target_slot: toSlot, type: '*' },
});

/** A subgraph with a text and a clip going in and a conditioning coming out. */
export const encoding = {
	id: inner,
	name: 'Encoding',
	inputs: [
		{ name: 'words', type: 'STRING', linkIds: [1] },
		{ name: 'clip', type: 'CLIP', linkIds: [2] },
	],
	outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING', linkIds: [3] }],
	nodes: [
		{
			id: 5,
			type: 'Prompt',
			inputs: [
				{ name: 'text', type: 'STRING', widget: { name: 'text' }, link: 1 },
				{ name: 'clip', type: 'CLIP', link: 2 },
			],
			outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING', links: [3] }],
			widgets_values: ['inner text'],
		},
	],
	links: [link(1, -10, 0, 5, 0), link(2, -10, 1, 5, 1), link(3, 5, 0, -20, 0)],
};
