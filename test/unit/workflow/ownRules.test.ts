import assert from 'node:assert/strict';
import type { Finding } from '../../../src/core/base/findings.ts';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';

const classes = {
	Any: { input: {}, output: ['*', 'COMBO', 'STRING'], python_module: 'nodes', is_input_list: false },
	Model: { input: {}, output: ['MODEL', 'CLIP', 'VAE', 'IMAGE'], python_module: 'nodes' },
	Show: { input: { optional: { any: ['*'] } }, output: [], output_node: true, python_module: 'nodes' },
	LoadImage: {
		input: { required: { image: [['a.png'], { image_upload: true }] } },
		output: ['IMAGE'],
		python_module: 'nodes',
	},
	LoadImageMask: {
		input: { required: { image: [['a.png'], { image_upload: true }], channel: [['alpha', 'red']] } },
		output: ['MASK'],
		python_module: 'nodes',
	},
	LoadImageOutput: {
		input: { required: { image: ['COMBO', { image_upload: true, remote: { route: '/x' } }] } },
		output: ['IMAGE'],
		python_module: 'nodes',
	},
	LoadAudio: {
		input: { required: { audio: ['COMBO', { audio_upload: true, options: ['a.wav'] }] } },
		output: ['AUDIO'],
		python_module: 'comfy_extras.nodes_audio',
	},
	LoadVideo: {
		input: { required: { file: ['COMBO', { video_upload: true, options: ['a.mp4'] }] } },
		output: ['VIDEO'],
		python_module: 'comfy_extras.nodes_video',
	},
	LoadLatent: { input: { required: { latent: [['a.latent']] } }, output: ['LATENT'], python_module: 'nodes' },
	FluxProUltraImageNode: {
		input: { required: { aspect_ratio: ['STRING', { default: '16:9' }] } },
		output: ['IMAGE'],
		python_module: 'comfy_api_nodes.nodes_bfl',
	},
	SelectModelDevice: {
		input: { required: { model: ['MODEL'], device: ['COMBO', { options: ['default', 'cpu'] }] } },
		output: ['MODEL'],
		python_module: 'comfy_extras.nodes_multigpu',
	},
	SelectCLIPDevice: {
		input: { required: { clip: ['CLIP'], device: ['COMBO', { options: ['default', 'cpu'] }] } },
		output: ['CLIP'],
		python_module: 'comfy_extras.nodes_multigpu',
	},
	SelectVAEDevice: {
		input: { required: { vae: ['VAE'], device: ['COMBO', { options: ['default', 'cpu'] }] } },
		output: ['VAE'],
		python_module: 'comfy_extras.nodes_multigpu',
	},
	ModelAttentionBackend: {
		input: { required: { model: ['MODEL'], attention: [['auto']] } },
		output: ['MODEL'],
		python_module: 'comfy_extras.nodes_model_advanced',
	},
	Load3D: {
		input: {
			required: {
				model_file: ['COMBO', { file_upload: true, options: ['none'] }],
				width: ['INT', { min: 1, max: 4096 }],
			},
		},
		output: ['IMAGE'],
		python_module: 'comfy_extras.nodes_load_3d',
	},
	'Power Lora Loader (rgthree)': {
		input: { required: {}, optional: { model: ['MODEL'], clip: ['CLIP'] }, hidden: {} },
		output: ['MODEL', 'CLIP'],
		python_module: 'custom_nodes.rgthree-comfy',
	},
	'Any Switch (rgthree)': {
		input: { required: {}, optional: {} },
		output: ['*'],
		python_module: 'custom_nodes.rgthree-comfy',
	},
	VHS_VideoCombine: {
		input: { required: { images: ['IMAGE'], frame_rate: ['FLOAT', { min: 1 }] } },
		output: ['VHS_FILENAMES'],
		output_node: true,
		python_module: 'custom_nodes.ComfyUI-VideoHelperSuite',
	},
	ImageConcatMulti: {
		input: {
			required: { inputcount: ['INT', { min: 2 }], image_1: ['IMAGE'] },
			optional: { image_2: ['IMAGE'] },
		},
		output: ['IMAGE'],
		python_module: 'custom_nodes.comfyui-kjnodes',
	},
	Batch: {
		input: {
			required: {
				images: [
					'COMFY_AUTOGROW_V3',
					{ template: { input: { required: { image: ['IMAGE', {}] } }, prefix: 'image', min: 1, max: 4 } },
				],
			},
		},
		output: ['IMAGE'],
		python_module: 'comfy_extras.nodes_post_processing',
	},
	Preview: {
		input: { required: { mesh: ['IMAGE', { widgetType: 'STRING' }], other: ['IMAGE', {}] } },
		output: ['IMAGE'],
		python_module: 'nodes',
	},
	Odd: {
		input: {
			required: { mode: [['x', null]], text: ['STRING', { min: 1 }], twice: ['INT', { max: 3 }] },
			optional: { twice: ['STRING', {}] },
		},
		output: ['IMAGE'],
		python_module: 'custom_nodes.odd',
	},
} as const;

const info = infoOf(classes);

function infoOf(entries: object): NodeInfo {
	const read = readNodeInfo(JSON.stringify(entries), { kind: 'file', label: 'object_info.json' });
	assert.ok(read);
	return read;
}

type Inputs = Readonly<Record<string, unknown>>;

/** Returns a node `n` of a class, shown, with sources for every link. */
function shown(classType: string, inputs: Inputs): string {
	return JSON.stringify({
		a: { class_type: 'Any', inputs: {} },
		m: { class_type: 'Model', inputs: {} },
		n: { class_type: classType, inputs },
		s: { class_type: 'Show', inputs: { any: ['n', 0], b: ['a', 0], c: ['m', 0] } },
	});
}

function findings(text: string, nodeInfo: NodeInfo = info): readonly Finding[] {
	return checkWorkflow(parseWorkflow(text), nodeInfo).filter(({ nodeId }) => nodeId === 'n');
}

function verdict(classType: string, inputs: Inputs): readonly string[] {
	return findings(shown(classType, inputs)).map(
		({ severity, code, input }) => `${severity} ${code} ${input}`,
	);
}

describe('an input that the class checks before the run', () => {
	for (const [classType, input, more] of [
		['LoadImage', 'image', {}],
		['LoadImageMask', 'image', { channel: 'red' }],
		['LoadImageOutput', 'image', {}],
		['LoadAudio', 'audio', {}],
		['LoadVideo', 'file', {}],
		['LoadLatent', 'latent', {}],
		['FluxProUltraImageNode', 'aspect_ratio', {}],
	] as const) {
		it(`accepts no link: ${input} of ${classType}`, () => {
			const [first] = verdict(classType, { [input]: ['a', 0], ...more }).filter(
				(one) => !one.includes('partner'),
			);
			assert.equal(first, `error exception_during_inner_validation ${input}`);
		});
	}

	it('accepts none from a node of an unknown class either', () => {
		const text = shown('LoadImage', { image: ['u', 0] }).replace(
			'{',
			'{"u":{"class_type":"Gone","inputs":{}},',
		);
		assert.deepEqual(
			findings(text).map(({ code, input }) => `${code} ${input}`),
			['exception_during_inner_validation image'],
		);
	});

	it('is rejected only for its type if that is wrong too', () => {
		assert.deepEqual(verdict('LoadImage', { image: ['m', 0] }), ['error return_type_mismatch image']);
	});

	it('may be linked in a class of a pack with the same name', () => {
		const pack = infoOf({
			...classes,
			LoadImage: { ...classes.LoadImage, python_module: 'custom_nodes.own' },
		});
		assert.deepEqual(findings(shown('LoadImage', { image: ['a', 0] }), pack), []);
	});

	it('does not include an unchecked input of the class', () => {
		assert.deepEqual(verdict('LoadImageMask', { image: 'a.png', channel: ['a', 0] }), []);
	});
});

describe('classes that validate their own inputs', () => {
	it('accept devices and backends of another machine', () => {
		assert.deepEqual(verdict('SelectModelDevice', { model: ['m', 0], device: 'gpu:3' }), []);
		assert.deepEqual(verdict('SelectCLIPDevice', { clip: ['m', 1], device: 'gpu:1' }), []);
		assert.deepEqual(verdict('SelectVAEDevice', { vae: ['m', 2], device: 'anything' }), []);
		assert.deepEqual(verdict('ModelAttentionBackend', { model: ['m', 0], attention: 'sage_hub' }), []);
	});

	it('have no limits', () => {
		assert.deepEqual(verdict('Load3D', { model_file: 'none', width: 99999 }), []);
	});

	it('are known in the built-in catalog too', async () => {
		const core = await loadCoreCatalog('0.33.0');
		for (const name of ['SelectModelDevice', 'SelectCLIPDevice', 'SelectVAEDevice']) {
			assert.ok(core.get(name)?.rules.tests, name);
		}
	});
});

describe('undeclared inputs', () => {
	it('are accepted by classes with open inputs', () => {
		const row = { on: true, lora: 'hills/wash.safetensors', strength: 1 };
		assert.deepEqual(
			verdict('Power Lora Loader (rgthree)', {
				lora_1: row,
				lora_2: row,
				'➕ Add Lora': '',
				model: ['m', 0],
			}),
			[],
		);
		assert.deepEqual(verdict('Any Switch (rgthree)', { any_01: ['m', 0], any_02: ['m', 3] }), []);
		assert.deepEqual(
			verdict('VHS_VideoCombine', { images: ['m', 3], frame_rate: 8, crf: 19, pix_fmt: 'yuv420p' }),
			[],
		);
	});

	it('make the engine hang even there if they link to a missing node', () => {
		const [found] = findings(shown('Any Switch (rgthree)', { any_01: ['77', 0] }));
		assert.equal(found?.code, 'engine_hangs');
		assert.equal(found?.remedy, 'Link it to a node that is.');
	});

	it('may be accepted by other packs', () => {
		const [found] = findings(shown('ImageConcatMulti', { inputcount: 4, image_1: ['m', 3], own: 7 }));
		assert.equal(found?.severity, 'info');
		assert.match(found?.message ?? '', /ignores it, unless the class takes inputs that it does not declare/);
		assert.doesNotMatch(found?.remedy ?? '', /remove/i);
	});

	it('are not mistaken for other numbered inputs', () => {
		const [found] = findings(
			shown('ImageConcatMulti', { inputcount: 4, image_1: ['m', 3], image_4: ['m', 3] }),
		);
		assert.equal(found?.severity, 'info');
		assert.deepEqual(found?.fixes, []);
	});
});

describe('a link in `__value__`', () => {
	it('to a missing node makes the engine hang', () => {
		const found = findings(shown('VHS_VideoCombine', { images: { __value__: ['77', 0] }, frame_rate: 1 }));
		assert.deepEqual(
			found.map(({ severity, code, input }) => `${severity} ${code} ${input}`),
			['error engine_hangs images'],
		);
	});

	it('is followed, and its node counts as needed', () => {
		const text = shown('VHS_VideoCombine', { images: { __value__: ['m', 3] }, frame_rate: 1 }).replace(
			',"c":["m",0]',
			'',
		);
		const found = checkWorkflow(parseWorkflow(text), info);
		assert.deepEqual(
			found.map(({ severity, code, nodeId }) => `${severity} ${code} ${nodeId}`),
			['info odd_value n', 'warning unknown_input s'],
		);
		const edits = found[0]?.fixes?.[0]?.edits ?? [];
		assert.deepEqual(findings(applyEdits(text, edits)), []);
	});

	it('is no link for an input of another type, since the engine converts it', () => {
		assert.deepEqual(
			verdict('ImageConcatMulti', { inputcount: { __value__: ['77', 0] }, image_1: ['m', 3] }),
			['error invalid_input_type inputcount'],
		);
	});
});

describe('the name of growing inputs', () => {
	it('is ignored next to them, even with a link', () => {
		const [found] = findings(shown('Batch', { images: ['m', 3], 'images.image0': ['m', 3] }));
		assert.match(found?.message ?? '', /so the engine ignores it/);
		assert.equal(found?.fixes?.[0]?.title, 'Change to "images.image1"');
	});
});

describe('odd declarations', () => {
	it('have a control if they name one, so that a value is expected', () => {
		assert.deepEqual(verdict('Preview', { mesh: 'a.glb', other: 'a.glb' }), [
			'warning literal_for_socket other',
		]);
	});

	it('apply as the engine reads them', () => {
		assert.deepEqual(verdict('Odd', { mode: null, text: ['a', 2], twice: 3 }), []);
		assert.deepEqual(verdict('Odd', { mode: 'x', text: 'a', twice: 4 }), [
			'error exception_during_inner_validation text',
			'error value_bigger_than_max twice',
		]);
	});
});
