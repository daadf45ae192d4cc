import assert from 'node:assert/strict';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { converted, infoOf, notes, uiText } from './support.ts';

const rows = [
	{ on: true, lora: 'a.safetensors', strength: 0.8, strengthTwo: null },
	{ on: false, lora: 'b.safetensors', strength: 1, strengthTwo: 0.5 },
];
const loraLoader = {
	id: 1,
	type: 'Power Lora Loader (rgthree)',
	outputs: [{ name: 'MODEL', type: 'MODEL' }],
	widgets_values: [{}, { type: 'PowerLoraLoaderHeaderWidget' }, ...rows, {}, ''],
};

describe('conversion: widgets created by a script', () => {
	it('numbers the rows of the Power Lora Loader, with and without node info of the pack', () => {
		const info = infoOf({
			[loraLoader.type]: {
				input: { required: {}, optional: { model: ['MODEL'], clip: ['CLIP'] } },
				output: ['MODEL'],
			},
		});
		for (const nodeInfo of [info, undefined]) {
			const { nodes, report } = converted(uiText([loraLoader]), nodeInfo);
			assert.deepEqual(nodes['1']?.inputs, { lora_1: rows[0], lora_2: rows[1] });
			assert.ok(!report.some(({ severity }) => severity !== 'info'));
		}
		const widgets_values_named = { header: { type: 'PowerLoraLoaderHeaderWidget' }, lora_4: rows[1] };
		const named = converted(
			uiText([{ ...loraLoader, widgets_values: undefined, widgets_values_named }]),
			info,
		);
		assert.deepEqual(named.nodes['1']?.inputs, { lora_1: rows[1] });
	});

	it('computes the index of the choice of a CustomCombo', async () => {
		const catalog = await loadCoreCatalog();
		const combo = (id: number, widgets_values: readonly unknown[]) => ({
			id,
			type: 'CustomCombo',
			widgets_values,
		});
		const { nodes } = converted(
			uiText([
				combo(1, ['b', 0, 'a', 'b', '']),
				combo(2, ['gone', 1, 'a', 'b', '']),
				combo(3, ['b', 'a', 'b', '']),
			]),
			catalog,
		);
		const options = { option1: 'a', option2: 'b', option3: '' };
		assert.deepEqual(nodes['1']?.inputs, { choice: 'b', index: 1, ...options });
		assert.deepEqual(nodes['2']?.inputs, { choice: 'gone', index: -1, ...options });
		assert.deepEqual(nodes['3']?.inputs, { choice: 'b', index: 1, ...options });
	});

	it('updates the index for a choice promoted by a subgraph', async () => {
		const id = 'aaaaaaaa-0000-4000-8000-000000000009';
		const inside = {
			id: 7,
			type: 'CustomCombo',
			inputs: [{ name: 'choice', type: 'COMBO', widget: { name: 'choice' }, link: 1 }],
			widgets_values: ['a', 0, 'a', 'b', 'c', ''],
		};
		const links = [{ id: 1, origin_id: -10, origin_slot: 0, target_id: 7, target_slot: 0, type: 'COMBO' }];
		const inputs = [{ name: 'choice', type: 'COMBO', linkIds: [1] }];
		const definitions = { subgraphs: [{ id, name: 'S', inputs, outputs: [], nodes: [inside], links }] };
		const { nodes } = converted(
			uiText([{ id: 5, type: id, widgets_values: ['c'] }], [], { definitions }),
			await loadCoreCatalog(),
		);
		assert.equal(nodes['5:7']?.inputs.choice, 'c');
		assert.equal(nodes['5:7']?.inputs.index, 2);
	});

	it('names the values of a class that declares none', () => {
		const outputs = [{ name: '*', type: '*' }];
		const widgets_values = [{ outputs: ['INT'] }, 'a + 1', null, 'left'];
		const { nodes, report } = converted(
			uiText([{ id: 1, type: 'Power Puter (rgthree)', outputs, widgets_values }]),
		);
		assert.deepEqual(nodes['1']?.inputs, { outputs: { outputs: ['INT'] }, code: 'a + 1' });
		assert.ok(notes(report, '1').some((text) => text.includes('"left"')));
	});

	it('strips the function prefix from a sampler name', async () => {
		const widgets_values = [5, 'fixed', 20, 8, 'sample_euler', 'normal', 1];
		const { nodes } = converted(
			uiText([{ id: 1, type: 'KSampler', widgets_values }]),
			await loadCoreCatalog(),
		);
		assert.equal(nodes['1']?.inputs.sampler_name, 'euler');
	});

	it('silently omits values that only show the last run', () => {
		const info = infoOf({
			PreviewAny: { input: { required: { source: ['*'] } }, output: [], output_node: true },
		});
		const inputs = [{ name: 'source', type: '*', link: null }];
		const { nodes, report } = converted(
			uiText([{ id: 1, type: 'PreviewAny', inputs, widgets_values: [null, 'text of the last run', false] }]),
			info,
		);
		assert.deepEqual(nodes['1']?.inputs, {});
		assert.ok(!notes(report, '1').some((text) => text.includes('values')));
	});
});

describe('conversion: links of a pack that are not drawn', () => {
	const sender = { id: 20, type: 'Anything Everywhere', inputs: [{ name: 'anything', type: '*', link: 1 }] };
	const loader = {
		id: 1,
		type: 'Loader',
		outputs: ['MODEL', 'CLIP'].map((type) => ({ name: type, type })),
		widgets_values: ['a.safetensors'],
	};
	const prompt = {
		id: 5,
		type: 'Prompt',
		inputs: [
			{ name: 'clip', type: 'CLIP', link: null },
			{ name: 'text', type: 'STRING', widget: { name: 'text' }, link: null },
		],
		outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING' }],
		widgets_values: ['hill'],
	};
	const sent = (upstream: string | number, type = 'CLIP') => ({
		extra: { ue_links: [{ downstream: 5, downstream_slot: 0, upstream, upstream_slot: 1, type }] },
	});
	const links = [[1, 1, 1, 20, 0, 'CLIP']];

	it('feeds an input from the list in the file', () => {
		const { nodes, report } = converted(uiText([loader, sender, prompt], links, sent('1')));
		assert.deepEqual(nodes['5']?.inputs, { text: 'hill', clip: ['1', 1] });
		assert.deepEqual(report, []);
	});

	it('works inside a subgraph, from outside it, and through a reroute', () => {
		const id = 'aaaaaaaa-0000-4000-8000-000000000009';
		const port = { name: 'clip', type: 'CLIP', linkIds: [] };
		const subgraph = {
			id,
			name: 'S',
			inputs: [port, port],
			outputs: [],
			nodes: [prompt],
			links: [],
			...sent(-10),
		};
		const reroute = {
			id: 8,
			type: 'Reroute',
			inputs: [{ name: '', type: '*', link: 2 }],
			outputs: [{ name: '', type: 'CLIP' }],
		};
		const { nodes } = converted(
			uiText(
				[loader, reroute, { id: 9, type: id, inputs: [{ ...port, link: null }] }],
				[[2, 1, 1, 8, 0, 'CLIP']],
				{
					definitions: { subgraphs: [subgraph] },
					extra: {
						ue_links: [{ downstream: 9, downstream_slot: 0, upstream: 8, upstream_slot: 0, type: 'CLIP' }],
					},
				},
			),
		);
		assert.deepEqual(nodes['9:5']?.inputs, { text: 'hill', clip: ['1', 1] });
	});

	it('warns only if the list is missing or empty, and ignores a socket of another type', () => {
		for (const extra of [{}, { ue_links: [] }]) {
			const { report } = converted(uiText([loader, sender, prompt], links, { extra }));
			assert.ok(notes(report, '20').some((text) => text.startsWith('warning:')));
		}
		const { nodes } = converted(uiText([loader, sender, prompt], links, sent('1', 'VAE')));
		assert.deepEqual(nodes['5']?.inputs, { text: 'hill' });
	});

	it('keeps a sender that is a real node, and warns if it has no list', () => {
		const seeds = { id: 20, type: 'Seed Everywhere', outputs: [{ name: 'INT', type: 'INT', links: [3] }] };
		const sampler = {
			id: 9,
			type: 'Sampler',
			inputs: [{ name: 'seed', type: 'INT', widget: { name: 'seed' }, link: 3 }],
			widgets_values: [7, 'fixed', 20, 8, 'normal'],
		};
		const { nodes, report } = converted(uiText([seeds, sampler], [[3, 20, 0, 9, 0, 'INT']]));
		assert.deepEqual(nodes['9']?.inputs.seed, ['20', 0]);
		assert.ok(notes(report, '20').some((text) => text.startsWith('warning:')));
	});

	it('omits the hub of mute and bypass switches under its old name', () => {
		const hub = { id: 3, type: 'Node Combiner (rgthree)', inputs: [{ name: '', type: '*', link: null }] };
		assert.deepEqual(Object.keys(converted(uiText([loader, hub])).nodes), ['1']);
	});
});
