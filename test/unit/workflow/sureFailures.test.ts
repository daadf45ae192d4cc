import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';

function findings(text: string, nodeInfo: NodeInfo | undefined) {
	return checkWorkflow(parseWorkflow(text), nodeInfo);
}

function codes(text: string, nodeInfo: NodeInfo | undefined): readonly string[] {
	return findings(text, nodeInfo).map(
		({ severity, code, nodeId, input }) => `${severity} ${code} ${nodeId} ${input}`,
	);
}

describe('the file of a loader', () => {
	const show = (image: string) =>
		JSON.stringify({
			1: { class_type: 'LoadImage', inputs: { image } },
			2: { class_type: 'LoadImageMask', inputs: { image, channel: 'alpha' } },
			3: { class_type: 'PreviewImage', inputs: { images: ['1', 0] } },
			4: { class_type: 'MaskPreview', inputs: { mask: ['2', 0] } },
		});

	for (const image of ['', ' [input]', '.', './', '//', 'folder/', 'folder/ [output]'])
		it(`is reported as not chosen for ${JSON.stringify(image)}`, async () => {
			const found = codes(show(image), await loadCoreCatalog());
			assert.deepEqual(found.slice(0, 2), [
				'warning no_file_chosen 1 image',
				'warning no_file_chosen 2 image',
			]);
		});

	it('is reported for audio and video loaders too', async () => {
		const text = JSON.stringify({
			1: { class_type: 'LoadAudio', inputs: { audio: '' } },
			2: { class_type: 'LoadVideo', inputs: { file: '' } },
			3: { class_type: 'PreviewAudio', inputs: { audio: ['1', 0] } },
			4: {
				class_type: 'SaveVideo',
				inputs: { video: ['2', 0], filename_prefix: 'v', format: 'auto', codec: 'auto' },
			},
		});
		const found = codes(text, await loadCoreCatalog()).filter((one) => one.startsWith('warning'));
		assert.deepEqual(found, ['warning no_file_chosen 1 audio', 'warning no_file_chosen 2 file']);
	});

	it('means the same with the input folder marker', () => {
		const info = readNodeInfo(
			JSON.stringify({
				LoadImage: {
					input: { required: { image: [['pier.png', 'caf\u00e9.png'], { image_upload: true }] } },
					output: ['IMAGE'],
					output_node: true,
					python_module: 'nodes',
				},
			}),
			{ kind: 'file', label: 'object_info.json' },
		);
		const load = (image: string) =>
			findings(JSON.stringify({ 1: { class_type: 'LoadImage', inputs: { image } } }), info);
		assert.deepEqual([load('pier.png'), load('pier.png [input]')], [[], []]);
		for (const name of ['harbor.png', 'harbor.png [input]'])
			assert.deepEqual(
				load(name).map(({ code }) => code),
				['custom_validation_failed'],
			);
		assert.deepEqual(load('harbor.png [output]'), []);
		assert.match(load('cafe\u0301.png')[0]?.remedy ?? '', /caf\u00e9\.png/);
	});
});

describe('a folder in a model name', () => {
	const load = (name: string, classType = 'CheckpointLoaderSimple', input = 'ckpt_name') =>
		JSON.stringify({
			1: { class_type: classType, inputs: { [input]: name } },
			2: { class_type: 'PreviewAny', inputs: { source: ['1', 0] } },
		});

	it('gets forward slashes if the list is unknown', async () => {
		const text = load('XL\\deep\\a.safetensors');
		const [found, ...more] = findings(text, await loadCoreCatalog());
		assert.deepEqual([found?.code, found?.severity, more], ['path_separator', 'warning', []]);
		const fixed = applyEdits(text, found?.fixes?.[0]?.edits ?? []);
		assert.equal(JSON.parse(fixed)['1'].inputs.ckpt_name, 'XL/deep/a.safetensors');
		assert.deepEqual(codes(fixed, await loadCoreCatalog()), []);
	});

	it('is detected in loaders of packs, and without any description', async () => {
		for (const info of [undefined, await loadCoreCatalog()])
			for (const input of ['lora_name', 'model', 'vae_name', 'unet_path'])
				assert.ok(
					codes(load('XL\\a.gguf', 'SomeLoader', input), info).includes(`warning path_separator 1 ${input}`),
				);
	});

	it('is ignored in texts, absolute paths and otherwise known classes', async () => {
		const core = await loadCoreCatalog();
		for (const [name, input] of [
			['XL\\a.safetensors', 'text'],
			['C:\\models\\a.safetensors', 'model'],
			['\\\\host\\share\\a.safetensors', 'model'],
			['XL\\readme.txt', 'model'],
		] as const)
			assert.ok(
				!codes(load(name, 'SomeLoader', input), core)
					.join()
					.includes('path_separator'),
				name,
			);
		assert.ok(
			!codes(load('XL\\a.pt', 'StringConstant', 'string'), core)
				.join()
				.includes('path_separator'),
		);
	});

	it('is checked against a known list, and the same file in another folder is named', () => {
		const described = (...names: string[]) =>
			readNodeInfo(
				JSON.stringify({
					CheckpointLoaderSimple: {
						input: { required: { ckpt_name: [names] } },
						output: ['MODEL'],
						output_node: true,
						python_module: 'nodes',
					},
				}),
				{ kind: 'engine', label: 'Mine' },
			);
		const near = (name: string, ...names: string[]) => {
			const found = findings(load(name), described(...names)).filter(({ nodeId }) => nodeId === '1');
			assert.ok(found.every(({ code }) => code === 'value_not_in_list'));
			return found.map(({ fixes }) => fixes?.[0]?.title ?? 'none');
		};
		assert.deepEqual(near('XL\\a.safetensors', 'XL\\a.safetensors', 'b.safetensors'), []);
		assert.deepEqual(near('XL\\a.safetensors', 'XL/a.safetensors', 'a.safetensors'), [
			'Change to "XL/a.safetensors"',
		]);
		assert.deepEqual(near('Illustrious\\a.safetensors', 'a.safetensors', 'b.safetensors'), [
			'Change to "a.safetensors"',
		]);
		assert.deepEqual(near('A.safetensors', 'deep/folder/a.safetensors'), [
			'Change to "deep/folder/a.safetensors"',
		]);
		assert.deepEqual(
			near('other/long-name-of-a.safetensors', 'x/long-name-of-a.safetensors', 'y/long-name-of-a.safetensors')
				.length,
			1,
		);
		const [twice] = findings(
			load('o/a.safetensors'),
			described('first/a.safetensors', 'second/a.safetensors'),
		);
		assert.deepEqual(twice?.fixes, []);
		const [form] = findings(load('cafe\u0301.safetensors'), described('caf\u00e9.safetensors'));
		assert.match(form?.remedy ?? '', /looks the same, but its accents are stored in another form/);
	});
});

describe('weights mixed with parts of another family', () => {
	interface Parts {
		readonly unet?: string;
		readonly vae?: string;
		readonly clip?: Readonly<Record<string, string>>;
		readonly lora?: boolean;
		/** The picture that it begins with is made into a latent image with this VAE. */
		readonly from?: string;
	}

	const dual = { clip_name1: 'clip_l.safetensors', clip_name2: 't5xxl_fp16.safetensors', type: 'flux' };
	const mistral = { clip_name: 'mistral_3_small_flux2_bf16.safetensors', type: 'flux2' };

	function workflow({ unet = 'x', vae = 'x', clip = dual, lora = false, from }: Parts): string {
		return JSON.stringify({
			u: { class_type: 'UNETLoader', inputs: { unet_name: unet, weight_dtype: 'default' } },
			v: { class_type: 'VAELoader', inputs: { vae_name: vae } },
			w: { class_type: 'VAELoader', inputs: { vae_name: from ?? 'x' } },
			c: { class_type: 'clip_name1' in clip ? 'DualCLIPLoader' : 'CLIPLoader', inputs: clip },
			l: {
				class_type: 'LoraLoaderModelOnly',
				inputs: { model: ['u', 0], lora_name: 'l', strength_model: 1 },
			},
			t: { class_type: 'CLIPTextEncode', inputs: { text: 'a', clip: ['c', 0] } },
			g: { class_type: 'FluxGuidance', inputs: { conditioning: ['t', 0], guidance: 3 } },
			b: { class_type: 'BasicGuider', inputs: { model: [lora ? 'l' : 'u', 0], conditioning: ['g', 0] } },
			i: { class_type: 'LoadImage', inputs: { image: 'a.png' } },
			j: { class_type: 'VAEEncode', inputs: { pixels: ['i', 0], vae: ['w', 0] } },
			e: { class_type: 'EmptySD3LatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
			n: { class_type: 'RandomNoise', inputs: { noise_seed: 1 } },
			k: { class_type: 'KSamplerSelect', inputs: { sampler_name: 'euler' } },
			q: {
				class_type: 'BasicScheduler',
				inputs: { model: ['u', 0], scheduler: 'simple', steps: 4, denoise: 1 },
			},
			s: {
				class_type: 'SamplerCustomAdvanced',
				inputs: {
					noise: ['n', 0],
					guider: ['b', 0],
					sampler: ['k', 0],
					sigmas: ['q', 0],
					latent_image: from === undefined ? ['e', 0] : ['j', 0],
				},
			},
			d: { class_type: 'VAEDecode', inputs: { samples: ['s', 0], vae: ['v', 0] } },
			p: { class_type: 'PreviewImage', inputs: { images: ['d', 0] } },
		});
	}

	const mixed = (parts: Parts) =>
		findings(workflow(parts), undefined).flatMap(({ code, nodeId, input, message }) =>
			code === 'mixed_families'
				? [`${nodeId} ${input}: ${/of ([^,]+), .* of ([^:]+):/.exec(message)?.slice(1).join(' with ')}`]
				: [],
		);

	it('are detected by file names and loader types', () => {
		assert.deepEqual(
			mixed({
				unet: 'flux2_dev_fp8mixed.safetensors',
				vae: 'flux1-vae.safetensors',
				clip: mistral,
				lora: true,
			}),
			['v vae_name: FLUX.1 with FLUX.2'],
		);
		assert.deepEqual(mixed({ unet: 'FLUX.2-klein.safetensors' }), ['c type: FLUX.1 with FLUX.2']);
		assert.deepEqual(mixed({ unet: 'flux1-dev.safetensors', clip: mistral, vae: 'flux2-vae.safetensors' }), [
			'v vae_name: FLUX.2 with FLUX.1',
			'c type: FLUX.2 with FLUX.1',
		]);
		assert.deepEqual(mixed({ unet: 'flux1-dev.safetensors', vae: 'sdxl_vae.safetensors' }), [
			'v vae_name: SDXL with FLUX.1',
		]);
		assert.deepEqual(mixed({ unet: 'flux2_dev.safetensors', clip: mistral, from: 'flux1/ae.safetensors' }), [
			'w vae_name: FLUX.1 with FLUX.2',
		]);
	});

	it('are not reported if they fit, or if a name suggests no family or two', () => {
		for (const parts of [
			{ unet: 'flux1-dev.safetensors', vae: 'ae.safetensors' },
			{ unet: 'flux2_dev.safetensors', vae: 'ae.safetensors', clip: mistral },
			{ unet: 'flux2_dev.safetensors', vae: 'flux2-vae.safetensors', clip: mistral },
			{ unet: 'flux2-klein-4b.safetensors', clip: { clip_name: 'qwen_3_4b.safetensors', type: 'flux2' } },
			{ unet: 'flux1-dev.safetensors', vae: 'qwen_image_vae.safetensors' },
			{
				unet: 'sd15.safetensors',
				vae: 'sdxl_vae.safetensors',
				clip: { clip_name: 'clip_l.safetensors', type: 'stable_diffusion' },
			},
			{ unet: 'my-own-model.safetensors', vae: 'flux2-vae.safetensors' },
			{ unet: 'flux1-to-flux2.safetensors', vae: 'flux2-vae.safetensors' },
		])
			assert.deepEqual(mixed(parts), [], JSON.stringify(parts));
	});

	it('are ignored in nodes that no output needs', async () => {
		const text = workflow({
			unet: 'flux2_dev.safetensors',
			vae: 'flux1-vae.safetensors',
			clip: mistral,
		}).replace(/,"p":.*/, '}');
		assert.ok(
			!codes(text, await loadCoreCatalog())
				.join()
				.includes('mixed_families'),
		);
	});
});
