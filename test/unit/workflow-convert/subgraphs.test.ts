import assert from 'node:assert/strict';
import { compact } from '../../../src/core/base/compact.ts';
import { converted, encoding, inner, link, loader, notes, type UiNodeText, uiText } from './support.ts';

const outer = 'aaaaaaaa-0000-4000-8000-000000000001';

const sampler: UiNodeText = {
	id: 9,
	type: 'Sampler',
	inputs: [{ name: 'positive', type: 'CONDITIONING', link: 20 }],
	widgets_values: [1, 'fixed', 20, 8, 'normal'],
};
const links = [
	[10, 1, 1, 3, 1, 'CLIP'],
	[20, 3, 0, 9, 0, 'CONDITIONING'],
];
const instance = (more: object): UiNodeText => ({
	id: 3,
	type: inner,
	inputs: [
		{ name: 'words', type: 'STRING', widget: { name: 'words' }, link: null },
		{ name: 'clip', type: 'CLIP', link: 10 },
	],
	outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING', links: [20] }],
	...more,
});
const definitions = { definitions: { subgraphs: [encoding] } };

describe('conversion: subgraphs', () => {
	it('unfolds an instance into nodes with nested IDs and links across both borders', () => {
		const { nodes } = converted(uiText([loader, instance({}), sampler], links, definitions));
		assert.deepEqual(Object.keys(nodes).sort(), ['1', '3:5', '9']);
		assert.deepEqual(nodes['3:5']?.inputs, { text: 'inner text', clip: ['1', 1] });
		assert.deepEqual(nodes['9']?.inputs.positive, ['3:5', 0]);
	});

	it('keeps the inner value if an unlisted link has another type', () => {
		const left = (type: string) => ({
			definitions: {
				subgraphs: [
					{
						...encoding,
						inputs: [
							{ name: 'words', type, linkIds: [] },
							{ name: 'clip', type: 'CLIP', linkIds: [2] },
						],
					},
				],
			},
		});
		const text = (type: string) =>
			converted(uiText([loader, instance({ widgets_values: ['outer text'] }), sampler], links, left(type)))
				.nodes['3:5']?.inputs.text;
		assert.equal(text('INT'), 'inner text');
		assert.equal(text('STRING'), 'outer text');
	});

	it('reads a promoted value from the instance, by place', () => {
		const { nodes } = converted(
			uiText([loader, instance({ widgets_values: ['outer text'] }), sampler], links, definitions),
		);
		assert.equal(nodes['3:5']?.inputs.text, 'outer text');
	});

	/**
	 * Returns the nodes of an instance with these values of listed widgets; a seed inside is 4, its text is `inner
	 * text`.
	 */
	const promoting = (proxyWidgets: readonly (readonly [string, string])[], values: readonly unknown[]) => {
		const seeded = {
			...encoding,
			nodes: [...encoding.nodes, { id: 6, type: 'Modes', widgets_values: [4, 'fixed', 'fixed'] }],
		};
		const promoted = { properties: { proxyWidgets }, widgets_values: values };
		const { nodes } = converted(
			uiText([loader, instance(promoted), sampler], links, { definitions: { subgraphs: [seeded] } }),
		);
		return [nodes['3:5']?.inputs.text, nodes['3:6']?.inputs.seed];
	};

	it('reads promoted values listed as proxy widgets, even those of inner nodes', () => {
		const listed = [
			['-1', 'words'],
			['6', 'seed'],
			['6', 'control_after_generate'],
		] as const;
		assert.deepEqual(promoting(listed, ['outer text', 77, 'fixed']), ['outer text', 77]);
		assert.deepEqual(promoting(listed, ['outer text']), ['outer text', 4]);
	});

	it('pairs listed widgets and values by place, and keeps the inner value if one is missing', () => {
		const listed = [
			['6', 'seed'],
			['6', 'control_after_generate'],
			['-1', 'words'],
		] as const;
		assert.deepEqual(promoting(listed, [null, null, 'outer text']), ['outer text', 4]);
		assert.deepEqual(promoting(listed, [77, 'randomize', 'outer text']), ['outer text', 77]);
	});

	it('prefers a link at the instance to the promoted value', () => {
		const linked = instance({
			widgets_values: ['outer text'],
			inputs: [
				{ name: 'words', type: 'STRING', widget: { name: 'words' }, link: 30 },
				{ name: 'clip', type: 'CLIP', link: 10 },
			],
		});
		const primitive: UiNodeText = { id: 7, type: 'PrimitiveNode', widgets_values: ['from a primitive'] };
		const { nodes } = converted(
			uiText([loader, primitive, linked, sampler], [...links, [30, 7, 0, 3, 0, 'STRING']], definitions),
		);
		assert.equal(nodes['3:5']?.inputs.text, 'from a primitive');
	});

	it('unfolds subgraphs inside subgraphs', () => {
		const wrapping = {
			id: outer,
			name: 'Wrapping',
			inputs: [{ name: 'clip', type: 'CLIP', linkIds: [2] }],
			outputs: [{ name: 'OUT', type: 'CONDITIONING', linkIds: [3] }],
			nodes: [
				instance({
					id: 8,
					widgets_values: ['middle text'],
					inputs: [
						{ name: 'words', type: 'STRING', widget: { name: 'words' }, link: null },
						{ name: 'clip', type: 'CLIP', link: 2 },
					],
				}),
			],
			links: [link(2, -10, 0, 8, 1), link(3, 8, 0, -20, 0)],
		};
		const whole: UiNodeText = {
			id: 3,
			type: outer,
			inputs: [{ name: 'clip', type: 'CLIP', link: 10 }],
			outputs: [{ name: 'OUT', type: 'CONDITIONING' }],
		};
		const { nodes } = converted(
			uiText(
				[loader, whole, sampler],
				[
					[10, 1, 1, 3, 0, 'CLIP'],
					[20, 3, 0, 9, 0, 'CONDITIONING'],
				],
				{ definitions: { subgraphs: [wrapping, encoding] } },
			),
		);
		assert.deepEqual(nodes['3:8:5']?.inputs, { text: 'middle text', clip: ['1', 1] });
		assert.deepEqual(nodes['9']?.inputs.positive, ['3:8:5', 0]);
	});

	it('follows the link that an output names, not an older one to the same place', () => {
		const withStale = (linkIds: readonly number[] | undefined) => {
			const outputs = [{ name: 'CONDITIONING', type: 'CONDITIONING', ...compact({ linkIds }) }];
			const subgraph = { ...encoding, outputs, links: [link(8, 77, 0, -20, 0), ...encoding.links] };
			return converted(
				uiText([loader, instance({}), sampler], links, { definitions: { subgraphs: [subgraph] } }),
			).nodes['9']?.inputs.positive;
		};
		assert.deepEqual(withStale([3]), ['3:5', 0]);
		assert.deepEqual(withStale([99, 3]), ['3:5', 0]);
		// Without names only the first link is known.
		assert.equal(withStale(undefined), undefined);
	});

	it('omits the inside of a muted instance, and forwards a bypassed one', () => {
		const muted = converted(uiText([loader, instance({ mode: 2 }), sampler], links, definitions));
		assert.deepEqual(Object.keys(muted.nodes).sort(), ['1', '9']);
		const through = { ...instance({ mode: 4 }), outputs: [{ name: 'CLIP', type: 'CLIP' }] };
		const words: UiNodeText = {
			id: 9,
			type: 'Prompt',
			inputs: [{ name: 'clip', type: 'CLIP', link: 20 }],
			widgets_values: ['a harbour'],
		};
		const bypassed = converted(uiText([loader, through, words], links, definitions));
		assert.deepEqual(bypassed.nodes['9']?.inputs.clip, ['1', 1]);
	});

	it('reports a definition missing from the file', () => {
		const { nodes, report } = converted(uiText([loader, instance({}), sampler], links));
		assert.deepEqual(Object.keys(nodes).sort(), ['1', '9']);
		assert.ok(notes(report, '3').some((text) => text.startsWith('error:')));
		assert.equal(nodes['9']?.inputs.positive, undefined);
	});

	it('stops at a subgraph that contains itself', () => {
		const twice = [1, 2].map((id) => ({ id, type: outer }));
		const endless = { id: outer, name: 'Endless', inputs: [], outputs: [], nodes: twice, links: [] };
		const { nodes, report } = converted(
			uiText([{ id: 1, type: outer }], [], { definitions: { subgraphs: [endless] } }),
		);
		assert.deepEqual(nodes, {});
		assert.ok(report.some((entry) => entry.message.includes('contains itself')));
	});
});

describe('conversion: promoted values of an instance', () => {
	const primitive = {
		id: 2,
		type: 'PrimitiveNode',
		outputs: [{ name: 'INT', type: 'INT', widget: { name: 'size' }, links: [1] }],
		widgets_values: [64, 'fixed'],
	};
	const blank = {
		id: 1,
		type: 'Blank',
		inputs: [{ name: 'size', type: 'INT', widget: { name: 'size' }, link: 1 }],
		widgets_values: [64],
	};
	const ofPrimitive = {
		id: inner,
		name: 'Size',
		inputs: [],
		outputs: [],
		nodes: [blank, primitive],
		links: [link(1, 2, 0, 1, 0)],
	};
	const promoting = (id: number, type: string, proxyWidgets: unknown, more: object): UiNodeText => ({
		id,
		type,
		properties: { proxyWidgets },
		...more,
	});

	it('passes a value promoted from a primitive to every input it feeds, separately for each instance', () => {
		const proxies = [
			['2', 'value'],
			['2', 'control_after_generate'],
		];
		const { nodes } = converted(
			uiText(
				[
					promoting(11, inner, proxies, { widgets_values: [256, 'fixed'] }),
					promoting(22, inner, proxies, { widgets_values: [null, 'fixed'] }),
					promoting(33, inner, proxies, {
						widgets_values: [1, 'fixed'],
						widgets_values_named: { value: 128 },
					}),
				],
				[],
				{ definitions: { subgraphs: [ofPrimitive] } },
			),
		);
		assert.equal(nodes['11:1']?.inputs.size, 256);
		assert.equal(nodes['22:1']?.inputs.size, 64);
		assert.equal(nodes['33:1']?.inputs.size, 128);
	});

	const deepest = 'aaaaaaaa-0000-4000-8000-000000000003';
	const ofBlank = (id: string) => ({
		id,
		name: 'Blank',
		inputs: [{ name: 'amount', type: 'INT', linkIds: [1] }],
		outputs: [],
		nodes: [blank],
		links: [link(1, -10, 0, 1, 0)],
	});
	const around = (id: string, node: UiNodeText) => ({
		id,
		name: 'Around',
		inputs: [],
		outputs: [],
		nodes: [node],
		links: [],
	});

	it('follows a value through nested instances, with and without IDs before the name', () => {
		const instanceOf = (proxyWidgets: unknown) =>
			promoting(3, deepest, undefined, {
				...(proxyWidgets === undefined ? { properties: {} } : { properties: { proxyWidgets } }),
				inputs: [{ name: 'amount', type: 'INT', widget: { name: 'amount' }, link: null }],
				widgets_values: [100],
			});
		const all = (entry: readonly string[], proxies: unknown) => {
			const subgraphs = [
				around(inner, instanceOf(proxies)),
				around(outer, promoting(4, inner, [entry], {})),
				ofBlank(deepest),
			];
			const outside = promoting(9, outer, [['4', ...entry.slice(1)]], { widgets_values: [500] });
			return converted(uiText([outside], [], { definitions: { subgraphs } })).nodes['9:4:3:1']?.inputs.size;
		};
		for (const entry of [
			['3', 'amount'],
			['3', 'size'],
			['3', '3: 1: size'],
			['3', 'size', '1'],
		])
			for (const proxies of [undefined, [['-1', 'amount']], [['1', 'size']]])
				assert.equal(all(entry, proxies), 500, JSON.stringify([entry, proxies]));
		assert.equal(all(['3', 'other'], undefined), 100);
	});

	it('passes a value to everything fed by the input of its widget', () => {
		const two = {
			...ofBlank(inner),
			nodes: [blank, { ...blank, id: 6, inputs: [{ ...blank.inputs[0], link: 2 }] }],
			links: [link(1, -10, 0, 1, 0), link(2, -10, 0, 6, 0)],
		};
		const { nodes } = converted(
			uiText([promoting(5, inner, [['1', 'size']], { widgets_values: [256] })], [], {
				definitions: { subgraphs: [two] },
			}),
		);
		assert.equal(nodes['5:1']?.inputs.size, 256);
		assert.equal(nodes['5:6']?.inputs.size, 256);
	});

	it('uses the inner value if the instance has a link that leads nowhere', () => {
		const bypassedLoader = {
			id: 7,
			type: 'Loader',
			mode: 4,
			outputs: [{ name: 'INT', type: 'INT', links: [30] }],
		};
		const outside = promoting(5, inner, [['1', 'size']], {
			inputs: [{ name: 'amount', type: 'INT', widget: { name: 'amount' }, link: 30 }],
			widgets_values: [256],
		});
		const { nodes } = converted(
			uiText([bypassedLoader, outside], [[30, 7, 0, 5, 0, 'INT']], {
				definitions: { subgraphs: [ofBlank(inner)] },
			}),
		);
		assert.equal(nodes['5:1']?.inputs.size, 64);
	});

	it('uses the values of an instance by name if present', () => {
		const named = {
			widgets_values: ['fixed', 7],
			widgets_values_named: { amount: 9, control_after_generate: 'fixed' },
		};
		const { nodes } = converted(
			uiText([{ id: 5, type: inner, ...named }], [], { definitions: { subgraphs: [ofBlank(inner)] } }),
		);
		assert.equal(nodes['5:1']?.inputs.size, 9);
	});
});
