import assert from 'node:assert/strict';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { converted, infoOf, notes, uiText } from './support.ts';

const box = { x: 1, y: 2, width: 3, height: 4 };
const socket = (name: string, type: string, isWidget: boolean) => ({
	name,
	type,
	link: null,
	...(isWidget ? { widget: { name } } : {}),
});

/** Converts one node of a class with these inputs, and returns its inputs and the notes about it. */
function one(
	input: object,
	widgets_values: unknown,
	more: object = {},
): { inputs: Readonly<Record<string, unknown>> | undefined; said: readonly string[] } {
	const info = infoOf({ It: { input, output: ['IMAGE'] } });
	const { nodes, report } = converted(uiText([{ id: 1, type: 'It', widgets_values, ...more }]), info);
	return { inputs: nodes['1']?.inputs, said: notes(report, '1') };
}

describe('conversion: the widgets of the node editor', () => {
	it('places an input of several types by the widget it names', async () => {
		const catalog = await loadCoreCatalog();
		const { nodes, report } = converted(
			uiText([
				{ id: 1, type: 'LTXVEmptyLatentAudio', widgets_values: [97, 24, 1] },
				{ id: 2, type: 'Preview3D', widgets_values: ['a.glb'] },
			]),
			catalog,
		);
		assert.deepEqual(nodes['1']?.inputs, { frames_number: 97, frame_rate: 24, batch_size: 1 });
		assert.equal(nodes['2']?.inputs.model_file, 'a.glb');
		assert.ok(!notes(report, '1').some((said) => said.includes('values')));
		const inPack = { required: { a: ['INT,BOOLEAN', { widgetType: 'INT' }], b: ['FLOAT,INT'], c: ['INT'] } };
		assert.deepEqual(one(inPack, [1, 2]).inputs, { a: 1, c: 2 });
	});

	it('gives every editor type its place, and a box four extra places without inputs', async () => {
		const catalog = await loadCoreCatalog();
		const curve = { points: [[0, 0]], interpolation: 'linear' };
		const { nodes } = converted(
			uiText([
				{ id: 1, type: 'ImageCropV2', widgets_values: [box, 1, 2, 3, 4] },
				{ id: 2, type: 'ImageCropV2', widgets_values: [] },
				{ id: 3, type: 'CurveEditor', widgets_values: [curve] },
			]),
			catalog,
		);
		assert.deepEqual(nodes['1']?.inputs, { crop_region: box });
		assert.deepEqual(nodes['2']?.inputs, { crop_region: { x: 0, y: 0, width: 512, height: 512 } });
		assert.deepEqual(nodes['3']?.inputs, { curve });
		for (const type of ['CURVE', 'COLORS', 'RANGE', 'PAINTER', 'COMPOSITOR', 'TEXTAREA', 'VIDEO_EDIT'])
			assert.deepEqual(one({ required: { a: [type], b: ['INT'] } }, ['v', 7]).inputs, { a: 'v', b: 7 }, type);
		const boxes = one({ required: { a: ['BOUNDING_BOXES'], b: ['INT'] } }, [[box], 7]).inputs;
		assert.deepEqual(boxes, { a: { __value__: [box] }, b: 7 });
		assert.deepEqual(one({ required: { a: ['BOUNDING_BOX'], b: ['INT'] } }, [box, 7]).inputs, {
			a: box,
			b: 7,
		});
		assert.deepEqual(one({ required: { a: ['IMAGECOMPARE'], b: ['INT'] } }, [7]), {
			inputs: { a: { __value__: ['', ''] }, b: 7 },
			said: [],
		});
	});

	it('drops the values that editors before 1.16 saved for sockets, if present', () => {
		const input = {
			required: {
				status: ['STRING', { forceInput: true }],
				unet: [['u1', 'u2']],
				seed: ['INT', { forceInput: true, control_after_generate: true }],
				clip: [['c1', 'c2']],
			},
			optional: { note: ['STRING', { defaultInput: true }], model: ['MODEL', { forceInput: true }] },
		};
		const right = { unet: 'u2', clip: 'c2' };
		assert.deepEqual(one(input, ['', 'u2', 0, 'randomize', 'c2', '']).inputs, right);
		assert.deepEqual(one(input, ['u2', 'c2']).inputs, right);
		assert.deepEqual(one(input, ['u2']).inputs, { unet: 'u2', clip: 'c1' });
	});

	it('keeps the place of a required input that was once shown as a socket', () => {
		const given = ['INT', { defaultInput: true }];
		const input = { required: { a: given, b: ['INT'] }, optional: { c: given, d: ['INT'] } };
		assert.deepEqual(one(input, [1, 2, 4]).inputs, { a: 1, b: 2, d: 4 });
	});

	it('supports a seed without a companion', () => {
		const seed = ['INT', { control_after_generate: false }];
		const input = { required: { seed, how: ['STRING'], x: ['INT'] } };
		assert.deepEqual(one(input, [1, 'fixed', 9]).inputs, { seed: 1, how: 'fixed', x: 9 });
	});

	it('skips both companions of a choice with a control', () => {
		const style = [['a', 'b'], { control_after_generate: true }];
		const input = { required: { style, weight: ['FLOAT'], name: ['STRING'] } };
		const right = { style: 'b', weight: 0.7, name: 'n' };
		for (const word of ['fixed', 'increment-wrap'])
			assert.deepEqual(one(input, ['b', word, '/x/', 0.7, 'n']).inputs, right);
		assert.deepEqual(one(input, ['b', 0.7, 'n']).inputs, right);
	});

	it('finds the upload button after the required inputs or after all inputs', () => {
		const input = {
			required: { image: [['a.png'], { image_upload: true }] },
			optional: { mode: ['STRING'], count: ['INT'] },
		};
		const right = { image: 'a.png', mode: 'm', count: 3 };
		assert.deepEqual(one(input, ['a.png', 'image', 'm', 3]).inputs, right);
		assert.deepEqual(one(input, ['a.png', 'm', 3, 'image']), { inputs: right, said: [] });
	});

	it('reads the rows of a group, whose count is no input', () => {
		const template = { required: { lora: [['a', 'b']], strength: ['FLOAT', { default: 1 }] } };
		const loras = ['COMFY_DYNAMICGROUP_V3', { min: 0, max: 9, template }];
		const input = { required: { first: ['STRING'], loras, last: ['STRING'] } };
		assert.deepEqual(one(input, ['f', 0, 'l']).inputs, { first: 'f', last: 'l' });
		assert.deepEqual(one(input, ['f', 2, 'a', 0.5, 'b', 1, 'l']).inputs, {
			first: 'f',
			'loras.0.lora': 'a',
			'loras.0.strength': 0.5,
			'loras.1.lora': 'b',
			'loras.1.strength': 1,
			last: 'l',
		});
		const widgets_values_named = {
			first: 'f',
			loras: 1,
			'loras.0.lora': 'b',
			'loras.0.strength': 2,
			last: 'l',
		};
		assert.deepEqual(one(input, undefined, { widgets_values_named }).inputs, {
			first: 'f',
			'loras.0.lora': 'b',
			'loras.0.strength': 2,
			last: 'l',
		});
	});

	it('uses the initial value of a widget if the class declares none', () => {
		const input = { required: { a: ['INT'], b: ['STRING'], c: ['BOOLEAN'], d: ['FLOAT'], e: [['x', 'y']] } };
		assert.deepEqual(one(input, []).inputs, { a: 0, b: '', c: false, d: 0, e: 'x' });
	});

	it('checks the file sockets for a type that no class outputs, and warns if they give no hint', () => {
		const input = { required: { a: ['INT'], odd: ['GRADIENT'], b: ['INT'] } };
		const asWidget = one(input, [1, 'g', 2], { inputs: [socket('odd', 'GRADIENT', true)] });
		assert.deepEqual(asWidget, { inputs: { a: 1, odd: 'g', b: 2 }, said: [] });
		const withFacts = [1, { version: 1, textWidgetName: 'odd' }, 'g', 2];
		const asText = one(input, withFacts, { inputs: [socket('odd', 'GRADIENT', true)] });
		assert.deepEqual(asText.inputs, { a: 1, odd: 'g', b: 2 });
		const asSocket = one(input, [1, 2], { inputs: [socket('odd', 'GRADIENT', false)] });
		assert.deepEqual(asSocket.inputs, { a: 1, b: 2 });
		assert.ok(!asSocket.said.some((said) => said.includes('is not known')));
		assert.ok(one(input, [1, 2]).said.some((said) => said.startsWith('warning:') && said.includes('odd')));
	});

	it('reports values without an input, but not empty ones or buttons', () => {
		const input = { required: { a: ['INT'] } };
		const { inputs, said } = one(input, [1, 'left', { on: true }, null, '', {}]);
		assert.deepEqual(inputs, { a: 1 });
		assert.equal(said.length, 1);
		assert.match(said[0] ?? '', /^warning: It has no input .*"left", \{"on":true\}\./);
		assert.deepEqual(one(input, [1, null, '', {}, 'image']).said, []);
	});

	it('follows the sockets of the file if the class has changed', () => {
		const input = {
			required: { backend: [['inductor', 'cudagraphs']], mode: [['default', 'max']], size: ['INT'] },
		};
		const inputs = [
			socket('backend', 'COMBO', true),
			socket('fullgraph', 'BOOLEAN', true),
			socket('mode', 'COMBO', true),
			socket('dynamic', 'BOOLEAN', true),
			socket('size', 'INT', true),
		];
		const { inputs: found, said } = one(input, ['inductor', false, 'max', true, 64], { inputs });
		assert.deepEqual(found, { backend: 'inductor', mode: 'max', size: 64 });
		assert.match(said[0] ?? '', /^warning: .*fullgraph: false, dynamic: true/);
		assert.ok(
			one(input, ['inductor', false, 'max', true, 64]).said.some((text) => text.includes('do not match')),
		);
	});

	it('skips gaps of unsaved widgets', () => {
		const input = { required: { a: ['INT'], b: ['STRING'] } };
		assert.deepEqual(one(input, [1, null, 'x']), { inputs: { a: 1, b: 'x' }, said: [] });
		const more = one(input, [1, null, 'x', 'left']);
		assert.deepEqual(more.inputs, { a: 1, b: 'x' });
		assert.ok(more.said.some((text) => text.includes('"left"')));
	});

	it('reports every value of a changed class if its sockets name only some widgets', () => {
		const input = { required: { weight: ['FLOAT', { default: 1 }], start: ['FLOAT', { default: 0 }] } };
		const { inputs, said } = one(input, [1, 'ip-adapter.bin', 'fp32'], {
			inputs: [socket('weight', 'FLOAT', true)],
		});
		assert.equal(inputs?.start, 'ip-adapter.bin');
		assert.ok(said.some((text) => text.includes('start')) && said.some((text) => text.includes('"fp32"')));
	});

	it('follows the sockets if the class has new inputs in the middle', () => {
		const input = {
			required: {
				name: ['STRING'],
				new: ['BOOLEAN', { default: true }],
				keep: ['BOOLEAN'],
				old: ['BOOLEAN'],
			},
		};
		const inputs = [
			socket('name', 'STRING', true),
			socket('keep', 'BOOLEAN', true),
			socket('old', 'BOOLEAN', true),
		];
		assert.deepEqual(one(input, ['n', false, true], { inputs }).inputs, {
			name: 'n',
			new: true,
			keep: false,
			old: true,
		});
	});

	it('skips a button in place of the companion, and fills a choice without a value', () => {
		const input = { required: { seed: ['INT'], steps: ['INT'], mode: [['a', 'b']] } };
		assert.deepEqual(one(input, [5, null, 20, 'b', 'left']).inputs, { seed: 5, steps: 20, mode: 'b' });
		assert.deepEqual(one(input, [5, 'fixed', 20, null]).inputs, { seed: 5, steps: 20, mode: 'a' });
	});

	it('converts a node of an older class to its current class', () => {
		const info = infoOf({
			ControlNetLoader: { input: { required: { control_net_name: [['a']] } }, output: [] },
		});
		const { nodes } = converted(uiText([{ id: 1, type: 'T2IAdapterLoader', widgets_values: ['b'] }]), info);
		assert.equal(nodes['1']?.class_type, 'ControlNetLoader');
		assert.deepEqual(nodes['1']?.inputs, { control_net_name: 'b' });
	});
});

describe('conversion: values by name', () => {
	const input = {
		required: {
			path: ['STRING'],
			seed: ['INT', { control_after_generate: true }],
			fps: ['FLOAT', { default: 24 }],
		},
		optional: { codec: [['auto'], { hidden: true }] },
	};

	it('prefers names in the file to places, ignoring companions and buttons', () => {
		const widgets_values_named = {
			browse: 'Browse',
			fps: 25,
			path: 'a.mov',
			control_after_generate: 'fixed',
			upload: 'image',
			seed: 5,
		};
		const values = ['Browse', 'a.mov', 5, 'fixed', 25];
		assert.deepEqual(one(input, values, { widgets_values_named }), {
			inputs: { path: 'a.mov', seed: 5, fps: 25 },
			said: [],
		});
	});

	it('reports a name without an input in the class, and uses the default for a missing one', () => {
		const { inputs, said } = one(input, ['x'], { widgets_values_named: { path: 'x', crf: 19 } });
		assert.deepEqual(inputs, { path: 'x', seed: 0, fps: 24 });
		assert.ok(said.some((text) => text.startsWith('warning:') && text.includes('crf: 19')));
		assert.ok(said.some((text) => text.startsWith('info:') && text.includes('seed and fps')));
	});

	it('adds defaults to the object that a pack writes', () => {
		const values = {
			path: 'x',
			pix_fmt: 'yuv420p',
			'choose video to upload': 'image',
			videopreview: { params: {} },
		};
		const { inputs, said } = one(input, values);
		assert.deepEqual(inputs, { path: 'x', seed: 0, fps: 24, pix_fmt: 'yuv420p' });
		assert.ok(said.some((text) => text.includes('seed and fps')));
	});

	it('uses the properties of a pack that stores its values there', () => {
		const properties = { has_serialized_properties: true, path: 'p', seed: 9, fps: 12, other: 1 };
		const { inputs, said } = one(input, [0, 'shuffled', 'p', 9], { properties });
		assert.deepEqual(inputs, { path: 'p', seed: 9, fps: 12 });
		assert.deepEqual(said, []);
	});

	it('reads the values of an unknown class named by its sockets, or all except companions without any', () => {
		const widgets_values_named = { label: 'x', amount: 5, fixed: 'randomize', flag: true };
		const node = { id: 1, type: 'Nobody', widgets_values: ['x', 5, 'randomize', true], widgets_values_named };
		const outputs = [{ name: 'O', type: 'IMAGE' }];
		const without = converted(uiText([{ ...node, outputs }]));
		assert.deepEqual(without.nodes['1']?.inputs, { label: 'x', amount: 5, flag: true });
		const inputs = [socket('label', 'STRING', true), socket('amount', 'INT', true)];
		const within = converted(uiText([{ ...node, inputs }]));
		assert.deepEqual(within.nodes['1']?.inputs, { label: 'x', amount: 5 });
		assert.ok(notes(within.report, '1').some((text) => text.includes('flag: true')));
	});

	it('keeps a switch after a number if the sockets of an unknown class name all widgets', () => {
		const names = { task: 'COMBO', beams: 'INT', sample: 'BOOLEAN', prompt: 'STRING', seed: 'INT' };
		const inputs = Object.entries(names).map(([name, type]) => socket(name, type, true));
		const widgets_values = ['t', 3, true, 'p', 77, 'randomize'];
		const { nodes } = converted(uiText([{ id: 1, type: 'Nobody', inputs, widgets_values }]));
		assert.deepEqual(nodes['1']?.inputs, { task: 't', beams: 3, sample: true, prompt: 'p', seed: 77 });
	});

	it('names the values of an unknown class after some sockets if only one reading fits their types', () => {
		const of = (types: Readonly<Record<string, string>>, widgets_values: readonly unknown[]) => {
			const inputs = Object.entries(types).map(([name, type]) => socket(name, type, true));
			const { nodes, report } = converted(uiText([{ id: 1, type: 'Nobody', inputs, widgets_values }]));
			return { inputs: nodes['1']?.inputs, said: notes(report, '1') };
		};
		const sure = of({ path: 'STRING', fps: 'INT', language: 'COMBO' }, ['', 24, false, 'fixed', 'english']);
		assert.deepEqual(sure.inputs, {});
		const one = of({ bypass: 'BOOLEAN', size: 'INT' }, [0.7, false, 'randomize', 8]);
		assert.deepEqual(one.inputs, { bypass: false, size: 8 });
		assert.ok(one.said.some((text) => text.startsWith('warning:') && text.includes(': 0.7.')));
		assert.deepEqual(of({ size: 'INT' }, [1, 2]).inputs, {});
		assert.deepEqual(of({ size: 'INT' }, ['a', 'b']).inputs, {});
		assert.deepEqual(of({ a: 'STRING', b: 'STRING' }, ['a + b', 'Hello', '']).inputs, {});
		assert.deepEqual(of({ image: 'COMBO' }, ['a.png', 'image']).inputs, { image: 'a.png' });
	});

	it('keeps a control word as the value of a choice of an unknown class', () => {
		const inputs = [
			socket('steps', 'INT', true),
			socket('after', 'COMBO', true),
			socket('seed', 'INT', true),
		];
		const { nodes } = converted(
			uiText([{ id: 1, type: 'Nobody', inputs, widgets_values: [20, 'fixed', 5, 'randomize'] }]),
		);
		assert.deepEqual(nodes['1']?.inputs, { steps: 20, after: 'fixed', seed: 5 });
	});
});
