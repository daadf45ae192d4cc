import assert from 'node:assert/strict';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';

const loop = 'comfy_extras.nodes_loop';

/** Stands for a number that JavaScript cannot hold, which `exactText` writes. */
const mostOf64Bits = '9223372036854775807n';

function exactText(value: unknown): string {
	return JSON.stringify(value).replaceAll(`"${mostOf64Bits}"`, mostOf64Bits.slice(0, -1));
}

/** Returns a class with only required inputs. */
function made(required: object, module = 'nodes', output: readonly string[] = ['IMAGE']): object {
	return { input: { required }, output, python_module: module };
}

/** An engine's description with one class for each thing that an engine was seen to do. */
const classes = {
	Make: { input: {}, output: ['IMAGE', 'STRING', 'INT'], python_module: 'nodes', is_input_list: false },
	Join: {
		input: { required: { image: ['IMAGE'] }, optional: { other: ['IMAGE'], flag: ['BOOLEAN'] } },
		output: ['IMAGE'],
		python_module: 'nodes',
	},
	Show: {
		input: { required: { images: ['IMAGE'] }, hidden: { prompt: 'PROMPT' } },
		output: ['IMAGE'],
		output_node: true,
		python_module: 'nodes',
	},
	CustomCombo: made({ choice: ['COMBO', { options: [] }] }, 'comfy_extras.nodes_logic', ['STRING', 'INT']),
	ShowAny: { input: { required: { any: ['*'] } }, output: [], output_node: true, python_module: 'nodes' },
	Cut: made({ start: ['INT', {}], end: ['INT', {}] }, 'comfy_extras.nodes_string', ['STRING']),
	Levels: made({ levels: ['FLOATS', { min: -1 }] }),
	LoadImage: made({ image: [['a.png', 'b.png'], { image_upload: true }] }),
	WebcamCapture: made({ image: ['WEBCAM', {}] }, 'comfy_extras.nodes_webcam'),
	Scale: made({ by: ['FLOAT', { max: mostOf64Bits }] }),
	LoadAudio: made(
		{ audio: ['COMBO', { audio_upload: true, options: ['a.wav'] }] },
		'comfy_extras.nodes_audio',
	),
	TripoConversionNode: {
		input: { required: { original_model_task_id: ['MODEL_TASK_ID'] } },
		output: [],
		output_node: true,
		python_module: 'comfy_api_nodes.nodes_tripo',
	},
	SVD_img2vid_Conditioning: made({ width: ['INT'], height: ['INT'] }, 'comfy_extras.nodes_video_model'),
	ControlNetLoader: made({ control_net_name: [['a.safetensors']] }),
	ResizeImageMaskNode: {
		input: {
			required: {
				input: ['COMFY_MATCHTYPE_V3', { template: { template_id: 't', allowed_types: 'IMAGE,MASK' } }],
				resize_type: [
					'COMFY_DYNAMICCOMBO_V3',
					{
						options: [
							{ key: 'scale by multiplier', inputs: { required: { multiplier: ['FLOAT', { max: 8 }] } } },
							{ key: 'same', inputs: {} },
						],
					},
				],
				scale_method: [['area', 'lanczos']],
			},
		},
		output: ['COMFY_MATCHTYPE_V3'],
		output_matchtypes: ['t'],
		python_module: 'comfy_extras.nodes_post_processing',
	},
	LoadLoraModel: {
		input: {
			required: {
				loras: [
					'COMFY_DYNAMICGROUP_V3',
					{
						template: {
							required: { lora_name: ['COMBO', { options: ['x'] }], strength: ['FLOAT', { max: 100 }] },
							optional: { note: ['STRING', {}] },
						},
						min: 1,
						max: 20,
					},
				],
			},
		},
		output: ['IMAGE'],
		python_module: 'comfy_extras.nodes_lora_stack',
	},
	Remote: made({ file: ['COMBO', { remote_combo: { route: '/x' }, options: [] }] }, 'custom_nodes.pack'),
	StartLoop: {
		input: { optional: { parent_iteration: ['INT'], value: ['*'] } },
		output: ['INT', 'IMAGE'],
		python_module: loop,
	},
	EndLoop: {
		input: { optional: { output_value: ['*'], next: ['*'], accumulate: ['BOOLEAN'] } },
		output: ['IMAGE'],
		python_module: loop,
	},
};

const info = engine();

function engine(version = '0.27.1'): NodeInfo {
	const text = exactText(classes);
	const read = readNodeInfo(text, { kind: 'file', label: 'object_info.json' }, { engineVersion: version });
	assert.ok(read);
	return read;
}

type Inputs = Readonly<Record<string, unknown>>;

/** Returns a workflow from short notes: the class and the inputs of each node. */
function workflow(nodes: Readonly<Record<string, readonly [string, (Inputs | null | undefined)?]>>): string {
	return exactText(
		Object.fromEntries(
			Object.entries(nodes).map(([id, [classType, inputs = {}]]) => [id, { class_type: classType, inputs }]),
		),
	);
}

/** Returns a node under test with the id `n`, shown, with a source of pictures. */
function shown(classType: string, inputs: Inputs, slot: unknown = 0): string {
	return workflow({ m: ['Make'], n: [classType, inputs], s: ['ShowAny', { any: ['n', slot] }] });
}

/** Returns the findings that are more than a hint, in short. */
function verdict(text: string, nodeInfo: NodeInfo = info): string[] {
	return checkWorkflow(parseWorkflow(text), nodeInfo)
		.filter(({ severity }) => severity !== 'hint')
		.map(({ severity, code, nodeId, input }) =>
			[severity, code, nodeId ?? '', input ?? ''].join(' ').trimEnd(),
		);
}

/** Proves rows of what a workflow shows, its text and its findings. */
function prove(rows: readonly (readonly [what: string, text: string, ...says: readonly string[]])[]): void {
	for (const [what, text, ...says] of rows) it(what, () => assert.deepEqual(verdict(text), says));
}

const sound = workflow({ m: ['Make'], s: ['Show', { images: ['m', 0] }] });

describe('workflows that hang a real engine', () => {
	prove([
		['the sound workflow of this table does not', sound],
		[
			'an undeclared input that links to an absent node',
			workflow({ m: ['Make'], s: ['Show', { images: ['m', 0], note: ['77', 0] }] }),
			'warning unknown_input s note',
			'error engine_hangs s note',
		],
		[
			'an undeclared link with a fraction as output number, which the engine follows as well',
			workflow({ m: ['Make'], s: ['Show', { images: ['m', 0], note: ['77', 0.5] }] }),
			'warning unknown_input s note',
			'error engine_hangs s note',
		],
		[
			'a hidden input that links to an absent node',
			workflow({ m: ['Make'], s: ['Show', { images: ['m', 0], prompt: ['77', 0] }] }),
			'error engine_hangs s prompt',
		],
		[
			'a node without inputs that no output needs',
			sound.replace('{"m"', '{"x":{"class_type":"Make"},"m"'),
			'error engine_hangs x',
		],
		[
			'null as inputs of a node that no output needs',
			sound.replace('{"m"', '{"x":{"class_type":"Make","inputs":null},"m"'),
			'error engine_hangs x',
		],
		[
			'not a node without inputs that an output needs: that one is refused',
			sound.replace('"class_type":"Make","inputs":{}', '"class_type":"Make"'),
			'error exception_during_inner_validation m',
		],
		[
			'not an undeclared link in a node that no output needs',
			sound.replace('{"m"', '{"x":{"class_type":"Join","inputs":{"image":["m",0],"n":["77",0]}},"m"'),
		],
	]);

	it('are not blamed on a missing input if the engine provides it', () => {
		const text = workflow({ m: ['Make'], s: ['Show', { images: ['m', 0], prompt: ['77', 0] }] });
		const [found] = checkWorkflow(parseWorkflow(text), info);
		assert.match(found?.message ?? '', /^The engine itself gives "Show" its "prompt"/);
	});

	it('are reported with the reason and the effect on other runs', () => {
		const text = sound.replace('{"m"', '{"x":{"class_type":"Make"},"m"');
		const found = checkWorkflow(parseWorkflow(text), info).find(({ code }) => code === 'engine_hangs');
		assert.match(found?.message ?? '', /hangs on it, with all later runs, until someone restarts it/);
		assert.equal(found?.fixes?.[0]?.title, 'Add "inputs"');
	});
});

describe('links at undeclared inputs', () => {
	it('are reported, and the linked nodes count as needed', () => {
		const text = workflow({
			m: ['Make'],
			j: ['Join', { image: ['m', 0] }],
			s: ['Show', { images: ['m', 0], note: ['j', 0] }],
		});
		const findings = checkWorkflow(parseWorkflow(text), info);
		assert.deepEqual(
			findings.map(({ severity, code, nodeId }) => `${severity} ${code} ${nodeId}`),
			['warning unknown_input s'],
		);
		assert.match(findings[0]?.message ?? '', /unexpected keyword argument/);
	});

	it('close a circle like other links', () => {
		const text = workflow({
			j: ['Join', { image: ['k', 0] }],
			k: ['Join', { image: ['m', 0], note: ['j', 0] }],
			m: ['Make'],
			s: ['Show', { images: ['j', 0] }],
		});
		assert.ok(verdict(text).includes('error dependency_cycle k note'));
	});

	it('are passed over with a value in them', () => {
		const text = workflow({ m: ['Make'], s: ['Show', { images: ['m', 0], note: ['a', 'b', 'c'] }] });
		assert.deepEqual(verdict(text), ['warning unknown_input s note']);
	});
});

describe('a real engine with odd values', () => {
	prove([
		[
			'takes any choice of a list that the node fills itself, and further inputs',
			shown('CustomCombo', { choice: 'x', index: 0, option1: 'x' }),
		],
		[
			'has no greatest whole number where the class sets none',
			shown('Cut', { start: 0, end: 0 }).replace('"end":0', '"end":1180591620717411303424'),
		],
		[
			'takes digits of every script for a number',
			shown('Cut', { start: '０', end: '１２' }),
			'warning odd_value n start',
			'warning odd_value n end',
		],
		[
			'fails when it compares a text with a range',
			shown('Levels', { levels: '0.5' }),
			'error exception_during_inner_validation n levels',
		],
		['compares a number with that range', shown('Levels', { levels: 0.5 })],
		[
			'compares a number with that range and refuses it',
			shown('Levels', { levels: -2 }),
			'error value_smaller_than_min n levels',
		],
		[
			'may refuse a picture that it had not',
			shown('LoadImage', { image: 'absent.png' }),
			'info custom_validation_failed n image',
		],
		['takes a picture that it has', shown('LoadImage', { image: 'a.png' })],
		[
			'takes pictures of folders that its list does not show',
			shown('LoadImage', { image: 'deep/x.png [output]' }),
		],
		[
			'refuses a picture outside its folders',
			shown('LoadImage', { image: '../../etc/passwd' }),
			'error custom_validation_failed n image',
		],
		['takes a way out of a folder that ends within its own', shown('LoadImage', { image: 'sub/../a.png' })],
		[
			'refuses a way out that comes back in',
			shown('LoadImage', { image: 'sub/../../a.png' }),
			'error custom_validation_failed n image',
		],
		[
			'takes no path from the root of its disk',
			shown('LoadImage', { image: '/etc/hostname' }),
			'info custom_validation_failed n image',
		],
		[
			'looks for another picture without a space before the folder',
			shown('LoadImage', { image: 'a.png[input]' }),
			'error custom_validation_failed n image',
		],
		[
			'fails over a number as a picture of a camera',
			shown('WebcamCapture', { image: 1 }),
			'error exception_during_inner_validation n image',
		],
		['takes a picture of a camera', shown('WebcamCapture', { image: 'webcam/1700000000.png [temp]' })],
		[
			'turns the greatest whole number of 64 bits into a greater one',
			shown('Scale', { by: mostOf64Bits }),
			'error value_bigger_than_max n by',
		],
		[
			'fails over a number as a picture',
			shown('LoadImage', { image: 5 }),
			'error exception_during_inner_validation n image',
		],
		[
			'fails over a number as a sound',
			shown('LoadAudio', { audio: 5 }),
			'error exception_during_inner_validation n audio',
		],
		[
			'leaves the types of what is linked to the class that tests them itself',
			workflow({ m: ['Make'], n: ['TripoConversionNode', { original_model_task_id: ['m', 0] }] }),
			'error custom_validation_failed n original_model_task_id',
		],
		['does not test a list of the web', shown('Remote', { file: 'x' })],
		[
			'refuses NaN for a whole number, which is no JSON either',
			shown('Cut', { start: 0, end: 1 }).replace('"end":1', '"end":NaN'),
			'error json_syntax',
			'error invalid_input_type n end',
		],
	]);
});

describe('odd output numbers in links', () => {
	const slots: readonly (readonly [string, readonly string[]])[] = [
		['0', []],
		['false', ['warning odd_value s images']],
		['true', ['error return_type_mismatch s images']],
		['-1', ['error return_type_mismatch s images', 'warning negative_output s images']],
		['-3', ['warning negative_output s images']],
		['-4', ['error exception_during_validation s images']],
		['3', ['error exception_during_validation s images']],
		['99999999999', ['error exception_during_validation s images']],
		['1e400', ['error exception_during_validation s images']],
		['0.0', ['error exception_during_validation s images']],
		['"0"', ['error exception_during_validation s images']],
		['null', ['error exception_during_validation s images']],
	];
	for (const [slot, says] of slots) {
		it(`reports ${says.length === 0 ? 'nothing' : says.join(' and ')} about ${slot}`, () => {
			assert.deepEqual(verdict(sound.replace('["m",0]', `["m",${slot}]`)), says);
		});
	}

	it('treats true as output 1, which a node with one output lacks', () => {
		const text = workflow({
			m: ['Make'],
			j: ['Join', { image: ['m', 0] }],
			s: ['Show', { images: ['j', true] }],
		});
		assert.deepEqual(verdict(text), ['error exception_during_validation s images']);
	});
});

describe('keys that add inputs', () => {
	const resize = (inputs: Inputs): string =>
		shown('ResizeImageMaskNode', { input: ['m', 0], scale_method: 'area', ...inputs });
	prove([
		['a known key', resize({ resize_type: 'scale by multiplier', 'resize_type.multiplier': 2 })],
		[
			'no key, which the engine accepts and then fails over',
			resize({}),
			'error required_input_missing n resize_type',
		],
		[
			'an unknown key, which the engine accepts and then fails over',
			resize({ resize_type: 'nope' }),
			'error value_not_in_list n resize_type',
		],
		[
			'a wrapped key, which the engine does not unwrap',
			resize({ resize_type: { __value__: 'same' } }),
			'error value_not_in_list n resize_type',
		],
		[
			'a linked key, which the engine does not follow',
			resize({ resize_type: ['m', 1] }),
			'error value_not_in_list n resize_type',
		],
		[
			'a type outside the limits of a type that matches others',
			resize({ resize_type: 'same', input: ['m', 1] }),
			'warning return_type_mismatch n input',
		],
	]);
});

describe('groups of rows', () => {
	const row = (inputs: Inputs): string => shown('LoadLoraModel', inputs);
	const first = { 'loras.0.lora_name': 'x', 'loras.0.strength': 1 };
	const fault = (name: string) => `error invalid_dynamic_input n ${name}`;
	prove([
		['one row', row(first)],
		['rows with a gap', row({ ...first, 'loras.7.lora_name': 'x', 'loras.7.strength': 1 })],
		['no row where one is needed', row({}), fault('loras')],
		[
			'a number with a leading zero',
			row({ ...first, 'loras.01.lora_name': 'x' }),
			fault('loras.01.lora_name'),
		],
		[
			'a number beyond the last row',
			row({ ...first, 'loras.20.lora_name': 'x' }),
			fault('loras.20.lora_name'),
		],
		['an input that rows do not have', row({ ...first, 'loras.0.shade': 'x' }), fault('loras.0.shade')],
		['a name without a number', row({ ...first, 'loras.lora_name': 'x' }), fault('loras.lora_name')],
		[
			'a row without what is required in it',
			row({ 'loras.0.lora_name': 'x' }),
			'error required_input_missing n loras.0.strength',
		],
		['a row without what is optional in it', row({ ...first })],
		[
			'a value beyond the range of the row',
			row({ ...first, 'loras.0.strength': 101 }),
			'error value_bigger_than_max n loras.0.strength',
		],
		[
			'nothing else in a node with a faulty group',
			row({ 'loras.01.lora_name': 'x', 'loras.0.strength': 'many' }),
			fault('loras.01.lora_name'),
		],
	]);
});

describe('loops', () => {
	const fault = (id: string) => `error custom_validation_failed ${id}`;
	const faults = (...ids: readonly string[]) => ids.map(fault);
	const start = ['StartLoop', {}] as const;
	prove([
		[
			'one loop',
			workflow({
				a: start,
				j: ['Join', { image: ['a', 1] }],
				b: ['EndLoop', { output_value: ['j', 0] }],
				s: ['Show', { images: ['b', 0] }],
			}),
		],
		[
			'a loop in a loop',
			workflow({
				a: start,
				c: ['StartLoop', { parent_iteration: ['a', 0] }],
				d: ['EndLoop', { output_value: ['c', 1] }],
				b: ['EndLoop', { output_value: ['d', 0] }],
				s: ['Show', { images: ['b', 0] }],
			}),
		],
		[
			'an end without a start',
			workflow({
				m: ['Make'],
				b: ['EndLoop', { output_value: ['m', 0] }],
				s: ['Show', { images: ['b', 0] }],
			}),
			fault('b'),
		],
		['a start without an end', workflow({ a: start, s: ['Show', { images: ['a', 1] }] }), fault('a')],
		[
			'an end that could close two loops',
			workflow({
				a: start,
				c: start,
				j: ['Join', { image: ['a', 1], other: ['c', 1] }],
				b: ['EndLoop', { output_value: ['j', 0] }],
				s: ['Show', { images: ['b', 0] }],
			}),
			...faults('a', 'c', 'b'),
		],
		[
			'a loop that reaches an output without its end',
			workflow({
				a: start,
				t: ['Show', { images: ['a', 1] }],
				b: ['EndLoop', { output_value: ['a', 1] }],
				s: ['Show', { images: ['b', 0] }],
			}),
			...faults('a', 't', 'b'),
		],
		[
			'an end that accumulates by what is inside',
			workflow({
				a: start,
				b: ['EndLoop', { output_value: ['a', 1], accumulate: ['f', 2] }],
				f: ['CustomCombo', { choice: 'x', any: ['a', 0] }],
				s: ['Show', { images: ['b', 0] }],
			})
				.replace('["f",2]', '["a",0]')
				.replace(/"f":\{.*?\}\},/, ''),
			...['error return_type_mismatch b accumulate', ...faults('a', 'b')].sort(),
		],
		[
			'ends that feed each other are a circle before anything else',
			workflow({
				a: start,
				b: ['EndLoop', { output_value: ['a', 1], next: ['c', 0] }],
				c: ['EndLoop', { output_value: ['b', 0] }],
				s: ['Show', { images: ['c', 0] }],
			}),
			'error dependency_cycle b next',
			'error dependency_cycle c output_value',
		],
		[
			'a loop that no output needs is not looked at',
			workflow({ m: ['Make'], a: start, s: ['Show', { images: ['m', 0] }] }),
		],
	]);

	it('report a failure without a response, since no output follows the fault', () => {
		const text = workflow({
			m: ['Make'],
			s: ['Show', { images: ['m', 0] }],
			b: ['EndLoop', { output_value: ['s', 0] }],
		});
		const [found] = checkWorkflow(parseWorkflow(text), info).filter(({ severity }) => severity === 'error');
		assert.equal(found?.nodeId, 'b');
		assert.match(found?.message ?? '', /fails without an answer/);
	});
});

describe('classes that the engine replaces', () => {
	const old = shown('SDV_img2vid_Conditioning', { width: 64, height: 64 });

	it('lose inputs without a counterpart, so that required ones are missing', () => {
		assert.deepEqual(verdict(old), [
			'warning replaced_node n',
			'error required_input_missing n width',
			'error required_input_missing n height',
		]);
	});

	it('are fixed by writing the new class', () => {
		const found = checkWorkflow(parseWorkflow(old), info).find(({ code }) => code === 'replaced_node');
		const [edit] = found?.fixes?.[0]?.edits ?? [];
		assert.ok(edit);
		assert.deepEqual(verdict(old.slice(0, edit.range.start) + edit.newText + old.slice(edit.range.end)), []);
	});

	it('keep inputs with a counterpart', () => {
		const text = shown('T2IAdapterLoader', { t2i_adapter_name: 'a.safetensors' });
		assert.deepEqual(verdict(text), ['warning replaced_node n']);
	});

	it('cause an engine failure if an input to carry over is missing', () => {
		assert.ok(
			verdict(shown('T2IAdapterLoader', {})).includes('error required_input_missing n t2i_adapter_name'),
		);
	});

	it('carry over values that the new class needs', () => {
		const text = shown('ImageScaleBy', { image: ['m', 0], scale_by: 2, upscale_method: 'area' });
		assert.deepEqual(verdict(text), ['warning replaced_node n']);
	});

	it('are unknown to an engine without replacements', () => {
		assert.deepEqual(verdict(old, engine('0.3.64')), ['error missing_node_type n']);
	});
});

describe('long chains', () => {
	const chain = (length: number, more: Readonly<Record<string, readonly [string, Inputs]>> = {}): string =>
		workflow({
			...Object.fromEntries(
				Array.from({ length }, (_, index): [string, readonly [string, Inputs]] => [
					`c${index}`,
					['Join', { image: [index === 0 ? 'm' : `c${index - 1}`, 0] }],
				]),
			),
			m: ['Make', {}],
			s: ['Show', { images: [`c${length - 1}`, 0] }],
			...more,
		});

	it('are rejected if every order of steps is too deep for the engine', () => {
		assert.deepEqual(verdict(chain(1500)), ['error exception_during_inner_validation s']);
	});

	it('are valid up to the limit of the engine', () => {
		assert.deepEqual(verdict(chain(900)), []);
	});

	it('are doubtful if an intermediate output may be checked first', () => {
		assert.deepEqual(verdict(chain(1500, { h: ['Show', { images: ['c700', 0] }] })), [
			'warning exception_during_inner_validation s',
		]);
	});
});
