import assert from 'node:assert/strict';
import { converted, infoOf, loader, notes, type UiNodeText, uiText } from './support.ts';

/** Two prompts, one fed by a primitive through a reroute, a sampler and a decoder. */
const painting = {
	nodes: [
		{ type: 'Reroute', inputs: [{ name: '', type: '*' }], outputs: [{ name: '', type: 'CLIP' }] },
		{
			type: 'Prompt',
			title: 'Good',
			inputs: [{ name: 'clip', type: 'CLIP' }],
			outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING' }],
			widgets_values: ['saved inside'],
		},
		{
			type: 'Prompt',
			inputs: [
				{ name: 'clip', type: 'CLIP' },
				{ name: 'text', type: 'STRING', widget: { name: 'text' } },
			],
			outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING' }],
			widgets_values: ['bad inside'],
		},
		{
			type: 'Sampler',
			inputs: [
				{ name: 'model', type: 'MODEL' },
				{ name: 'positive', type: 'CONDITIONING' },
				{ name: 'latent', type: 'LATENT' },
			],
			outputs: [{ name: 'LATENT', type: 'LATENT' }],
			widgets_values: [1, 'fixed', 20, 8, 'normal'],
		},
		{
			type: 'Decode',
			inputs: [{ name: 'samples', type: 'LATENT' }],
			outputs: [{ name: 'IMAGE', type: 'IMAGE' }],
		},
	],
	links: [
		[null, 1, 0, 0, 4, 'CLIP'],
		[0, 0, 1, 0, 5, 'CLIP'],
		[0, 0, 2, 0, 5, 'CLIP'],
		[1, 0, 3, 1, 6, 'CONDITIONING'],
		[3, 0, 4, 0, 7, 'LATENT'],
	],
	external: [[3, 0, 'LATENT']],
	config: { '3': { input: { latent: { name: 'canvas' }, cfg: { visible: false } } } },
};

const blank: UiNodeText = {
	id: 2,
	type: 'Blank',
	widgets_values: [64],
	outputs: [{ name: 'LATENT', type: 'LATENT' }],
};
const save: UiNodeText = {
	id: 3,
	type: 'Save',
	inputs: [{ name: 'images', type: 'IMAGE', link: 13 }],
	widgets_values: ['sea'],
};
const links = [
	[10, 1, 1, 7, 0, 'CLIP'],
	[11, 1, 0, 7, 1, 'MODEL'],
	[12, 2, 0, 7, 2, 'LATENT'],
	[13, 7, 2, 3, 0, 'IMAGE'],
];

/** The text of the first prompt, the values of the sampler with its companion, the text that was turned into a socket. */
const values = ['a pier', 77, 'randomize', 30, 7, 'karras', 'rain'];

function painter(more: object = {}): UiNodeText {
	return {
		id: 7,
		type: 'workflow>Painting',
		inputs: [
			{ name: 'CLIP', type: 'CLIP', link: 10 },
			{ name: 'model', type: 'MODEL', link: 11 },
			{ name: 'canvas', type: 'LATENT', link: 12 },
			{ name: 'Prompt text', type: 'STRING', link: null, widget: { name: 'Prompt text' } },
		],
		outputs: ['CONDITIONING', 'LATENT', 'IMAGE'].map((type) => ({ name: type, type })),
		widgets_values: values,
		...more,
	};
}

const text = (instance: UiNodeText, definition: object = painting, rows: readonly unknown[] = links) =>
	uiText([loader, blank, instance, save], rows, { extra: { groupNodes: { Painting: definition } } });

describe('the group nodes of older node editors', () => {
	it('become their nodes, with the values and links of the group node', () => {
		for (const type of ['workflow>Painting', 'workflow/Painting']) {
			const { nodes, report } = converted(text(painter({ type })));
			assert.deepEqual(
				Object.fromEntries(
					Object.entries(nodes).map(([id, { class_type, inputs }]) => [id, [class_type, inputs]]),
				),
				{
					'1': ['Loader', { name: 'a.safetensors' }],
					'2': ['Blank', { size: 64 }],
					'7:1': ['Prompt', { text: 'a pier', clip: ['1', 1] }],
					'7:2': ['Prompt', { text: 'rain', clip: ['1', 1] }],
					'7:3': [
						'Sampler',
						{
							model: ['1', 0],
							seed: 77,
							steps: 30,
							cfg: 7,
							positive: ['7:1', 0],
							latent: ['2', 0],
							scheduler: 'karras',
						},
					],
					'7:4': ['Decode', { samples: ['7:3', 0] }],
					'3': ['Save', { images: ['7:4', 0], prefix: 'sea' }],
				},
			);
			assert.deepEqual(report, []);
		}
	});

	it('prefer a link to the value of a widget turned into a socket', () => {
		const words = {
			id: 8,
			type: 'PrimitiveNode',
			outputs: [{ name: 'STRING', type: 'STRING', links: [14] }],
			widgets_values: ['from outside'],
		};
		const instance = painter();
		const inputs = (instance.inputs as { link: number | null }[]).map((each) => ({
			...each,
			link: each.link ?? 14,
		}));
		const source = uiText(
			[loader, blank, words, { ...instance, inputs }, save],
			[...links, [14, 8, 0, 7, 3, 'STRING']],
			{ extra: { groupNodes: { Painting: painting } } },
		);
		assert.equal(converted(source).nodes['7:2']?.inputs.text, 'from outside');
	});

	it('pass the value of an inner primitive to the inputs it feeds', () => {
		const definition = {
			nodes: [
				{
					type: 'PrimitiveNode',
					outputs: [{ name: 'INT', type: 'INT', widget: { name: 'size' } }],
					widgets_values: [1, 'fixed'],
				},
				{
					type: 'Blank',
					inputs: [{ name: 'size', type: 'INT', widget: { name: 'size' } }],
					outputs: [{ name: 'LATENT', type: 'LATENT' }],
					widgets_values: [2],
				},
			],
			links: [[0, 0, 1, 0, 5, 'INT']],
		};
		const instance = {
			id: 7,
			type: 'workflow>Painting',
			inputs: [],
			outputs: [],
			widgets_values: [640, 'increment'],
		};
		const { nodes, report } = converted(text(instance, definition, []));
		assert.deepEqual(nodes['7:1']?.inputs, { size: 640 });
		assert.deepEqual(notes(report, '7'), []);
	});

	it('are sent as a whole or not at all', () => {
		const muted = converted(text(painter({ mode: 2 })));
		assert.deepEqual(Object.keys(muted.nodes), ['1', '2', '3']);
		assert.match(notes(muted.report, '3').join('\n'), /node 7 is muted/);
	});

	it('keep the inner values if a class is unknown, and warn', () => {
		const classes = { Save: { input: { required: { images: ['IMAGE'] } }, output: [] } };
		const { nodes, report } = converted(text(painter()), infoOf(classes));
		assert.match(notes(report, '7').join('\n'), /warning: A class inside this group node/);
		assert.deepEqual(nodes['7:4']?.inputs, { samples: ['7:3', 0] });
	});

	it('warn if their values do not fit, and lose none silently', () => {
		for (const wrong of [
			[...values, 'more'],
			['a pier', 'x', 30, 7, 'karras', 'rain'],
		])
			assert.match(
				notes(converted(text(painter({ widgets_values: wrong }))).report, '7').join('\n'),
				/values of this group node do not match/,
			);
	});

	it('assign values by the widgets of the file if a class has new ones', () => {
		const sockets = ['seed', 'steps', 'cfg', 'scheduler'].map((name) => ({
			name,
			type: 'INT',
			widget: { name },
		}));
		const [, , , sampler] = painting.nodes;
		const newer = {
			...sampler,
			inputs: [...(sampler?.inputs ?? []), ...sockets.filter(({ name }) => name !== 'cfg')],
		};
		const definition = {
			...painting,
			nodes: painting.nodes.map((node) => (node === sampler ? newer : node)),
		};
		const instance = painter({ widgets_values: ['a pier', 'rain', 77, 'randomize', 30, 'karras'] });
		const { nodes, report } = converted(text(instance, definition));
		assert.deepEqual(
			[nodes['7:3']?.inputs.seed, nodes['7:3']?.inputs.steps, nodes['7:3']?.inputs.scheduler],
			[77, 30, 'karras'],
		);
		assert.doesNotMatch(notes(report, '7').join('\n'), /do not fit/);
	});

	it('may have any form without stopping the conversion', () => {
		for (const definition of [
			null,
			1,
			[],
			{},
			{ nodes: 1 },
			{ nodes: [null, {}] },
			{ nodes: [], links: [[], null, 1] },
		])
			assert.ok(converted(text(painter(), definition as object)).nodes['1']);
	});
});
