import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode } from 'fast-png';
import { type Body, demo, plainWorkflow, suiteSandbox } from './support.ts';

describe('Workflow execution', () => {
	const sandbox = suiteSandbox();
	let files: Server;
	before(async () => {
		files = createServer((request, response) => {
			if (request.url !== '/red.png') response.writeHead(404).end();
			else response.writeHead(200, { 'content-type': 'image/png' }).end(redDot);
		});
		await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
	});
	after(async () => {
		files.close();
	});

	/** A PNG of 2 x 1 pixels: red and blue. */
	const redDot = Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8AARAwMAA4JAgEO4QVDAAAAAElFTkSuQmCC',
		'base64',
	);
	const run = (workflow: unknown): Promise<Body> => sandbox.run(demo.warm, { workflow_api_json: workflow });
	const bytes = async (file: { url: string }) => Buffer.from(await (await fetch(file.url)).arrayBuffer());
	const picture = async (file: { url: string }) => decode(await bytes(file));
	const digest = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

	/** Returns a text-to-image workflow of the usual seven nodes. */
	function sampled({
		seed = 1 as number | string,
		text = 'a lake',
		width = 64,
		height = 96,
		batch = 1,
	} = {}): string {
		return JSON.stringify({
			'1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'any.safetensors' } },
			'2': { class_type: 'CLIPTextEncode', inputs: { text, clip: ['1', 1] } },
			'3': { class_type: 'CLIPTextEncode', inputs: { text: 'bad', clip: ['1', 1] } },
			'4': { class_type: 'EmptyLatentImage', inputs: { width, height, batch_size: batch } },
			'5': {
				class_type: 'KSampler',
				inputs: {
					seed: 'SEED',
					steps: 4,
					cfg: 7,
					sampler_name: 'euler',
					scheduler: 'normal',
					denoise: 1,
					model: ['1', 0],
					positive: ['2', 0],
					negative: ['3', 0],
					latent_image: ['4', 0],
				},
			},
			'6': { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
			'7': { class_type: 'SaveImage', inputs: { images: ['6', 0], filename_prefix: 'made' } },
		}).replace('"SEED"', String(seed));
	}
	const runText = (workflow: string): Promise<Body> =>
		sandbox.run(demo.warm, `{"workflow_api_json":${workflow}}`);

	it('makes PNG files of the requested size and number', async () => {
		const { images } = (await runText(sampled({ batch: 3 }))).outputs['7'];
		assert.deepEqual(
			images.map((file: { filename: string }) => file.filename),
			['made_00001_.png', 'made_00002_.png', 'made_00003_.png'],
		);
		const pictures = await Promise.all(images.map(picture));
		for (const { width, height } of pictures) assert.deepEqual([width, height], [64, 96]);
		assert.equal(new Set(pictures.map(({ data }) => digest(data as Uint8Array))).size, 3);
	});

	it('makes the same bytes of the same document, and other pictures of another seed, prompt or size', async () => {
		const make = async (workflow: string) => picture((await runText(workflow)).outputs['7'].images[0]);
		const [first, again] = [await runText(sampled()), await runText(sampled())];
		assert.deepEqual(await bytes(first.outputs['7'].images[0]), await bytes(again.outputs['7'].images[0]));
		const base = await make(sampled());
		for (const other of [
			sampled({ seed: 2 }),
			sampled({ seed: '18446744073709551615' }),
			sampled({ text: 'a city' }),
		]) {
			const { data } = await make(other);
			let differing = 0;
			for (const [index, value] of data.entries())
				if (Math.abs(value - (base.data[index] ?? 0)) > 24) differing++;
			assert.ok(differing > data.length / 10, `${differing} of ${data.length} bytes differ clearly`);
		}
	});

	it('distinguishes seeds that a double cannot', async () => {
		const make = async (seed: string) =>
			digest((await picture((await runText(sampled({ seed }))).outputs['7'].images[0])).data as Uint8Array);
		assert.notEqual(await make('18446744073709551614'), await make('18446744073709551615'));
	});

	it('runs only the nodes that outputs depend on', async () => {
		const unreachable = { '9': { class_type: 'LoadImage', inputs: { image: 'missing.png' } } };
		assert.equal((await run(plainWorkflow(1, unreachable))).status, 'succeeded');
	});

	it('refuses a picture that was not uploaded, as the class itself does', async () => {
		const workflow = plainWorkflow(1, { '1': { class_type: 'LoadImage', inputs: { image: 'missing.png' } } });
		const { status, error } = await run(workflow);
		assert.equal(status, 'failed');
		assert.equal(error.error, 'prompt_outputs_failed_validation');
		const { node_errors } = JSON.parse(error.debugInfo);
		assert.deepEqual(node_errors['1'].errors, [
			{
				type: 'custom_validation_failed',
				message: 'Custom validation failed for node',
				details: 'image - Invalid image file: missing.png',
				extra_info: { input_name: 'image' },
			},
		]);
		assert.deepEqual(node_errors['1'].dependent_outputs, ['2']);
	});

	it('runs the valid part of a document with such a picture, without the nodes that need it', async () => {
		const broken = {
			'8': { class_type: 'LoadImage', inputs: { image: 'missing.png' } },
			'9': { class_type: 'SaveImage', inputs: { images: ['8', 0], filename_prefix: 'broken' } },
		};
		const reply = await run(plainWorkflow(1, broken));
		assert.equal(reply.status, 'succeeded');
		assert.deepEqual(Object.keys(reply.outputs), ['2']);
		assert.deepEqual(Object.keys(reply.node_errors), ['8']);
		assert.deepEqual(reply.node_errors['8'].dependent_outputs, ['9']);
	});

	it('takes ids of any shape, several outputs and text outputs', async () => {
		const { outputs } = await sandbox.run(demo.cat);
		assert.deepEqual(Object.keys(outputs).sort(), ['38:42', '52', '61']);
		assert.deepEqual(outputs['61'].text, [['2']]);
		const [small, large] = await Promise.all(
			[outputs['38:42'].images[0], outputs['52'].images[0]].map(picture),
		);
		assert.deepEqual([small?.width, large?.width], [512, 1024]);
	});

	it('keeps nodes apart from the members that every object has, also in the requests after', async () => {
		const image = { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 2, color: 255 } };
		const saveOf = (id: string) => ({
			class_type: 'SaveImage',
			inputs: { images: [id, 0], filename_prefix: 'x' },
		});
		const workflow = Object.fromEntries([
			['constructor', image],
			['__proto__', saveOf('constructor')],
			['toString', saveOf('constructor')],
		]);
		const result = await run(workflow);
		assert.equal(result.status, 'succeeded');
		const counts = Object.entries<Body>(result.outputs).map(([id, { images }]) => [id, images.length]);
		assert.deepEqual(counts, [
			['__proto__', 2],
			['toString', 2],
		]);
		const after = await run({ '1': image, '2': saveOf('1') });
		assert.equal(after.outputs['2'].images.length, 2);
	});

	it('puts subfolders of a prefix into the file record and never leaves the output folder', async () => {
		const save = (prefix: string) =>
			run(
				plainWorkflow(1, {
					'2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: prefix } },
				}),
			);
		const [file] = (await save('a/b/c')).outputs['2'].images;
		assert.deepEqual([file.filename, file.subfolder], ['c_00001_.png', 'a/b']);
		assert.equal((await fetch(file.url)).status, 200);
		for (const prefix of ['../x', 'a/../../x', '/etc/x']) assert.equal((await save(prefix)).status, 'failed');
	});

	it('processes real pixels with the image nodes', async () => {
		const image = `data:image/png;base64,${redDot.toString('base64')}`;
		const load = { '1': { class_type: 'LoadImage', inputs: { image } } };
		const made = async (node: object) => {
			const workflow = {
				...load,
				'3': node,
				'2': { class_type: 'SaveImage', inputs: { images: ['3', 0], filename_prefix: 'x' } },
			};
			const { width, height, data } = await picture((await run(workflow)).outputs['2'].images[0]);
			return { width, height, data: [...data] };
		};
		const inverted = await made({ class_type: 'ImageInvert', inputs: { image: ['1', 0] } });
		const original = await made({
			class_type: 'ImageScaleBy',
			inputs: { image: ['1', 0], upscale_method: 'bilinear', scale_by: 1 },
		});
		assert.deepEqual(
			inverted.data,
			original.data.map((value) => 255 - value),
		);
		const scale = { image: ['1', 0], upscale_method: 'nearest-exact', width: 4, height: 2, crop: 'disabled' };
		const scaled = await made({ class_type: 'ImageScale', inputs: scale });
		const [left, right] = [original.data.slice(0, 3), original.data.slice(3)];
		const row = [...left, ...left, ...right, ...right];
		assert.deepEqual(scaled, { width: 4, height: 2, data: [...row, ...row] });
		const cropped = await made({
			class_type: 'ImageCrop',
			inputs: { image: ['1', 0], width: 1, height: 1, x: 1, y: 0 },
		});
		assert.deepEqual(cropped, { width: 1, height: 1, data: right });
	});

	it('paints EmptyImage in its color', async () => {
		const { data } = await picture((await run(plainWorkflow(0x336699))).outputs['2'].images[0]);
		assert.deepEqual([...data.slice(0, 3)], [0x33, 0x66, 0x99]);
	});

	it('fetches media inputs from addresses, and fails the node when that does not work', async () => {
		const base = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
		const load = (image: string) => plainWorkflow(1, { '1': { class_type: 'LoadImage', inputs: { image } } });
		const { width } = await picture((await run(load(`${base}/red.png`))).outputs['2'].images[0]);
		assert.equal(width, 2);
		for (const bad of [`${base}/gone.png`, 'http://127.0.0.1:1/x.png', 'data:image/png;base64,AAAA']) {
			const { status, error } = await run(load(bad));
			assert.equal(status, 'failed', bad);
			assert.match(error.details, /Node 1 \(LoadImage\)/);
			assert.equal(error.errorCode, 20002);
		}
	});

	it('paints a stand-in for JPEG of the same size', async () => {
		const jpeg = Buffer.from(
			'ffd8ffe000104a46494600010100000100010000ffc0001108000a001403011100021101031101ffd9',
			'hex',
		);
		const image = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
		const result = await run(plainWorkflow(1, { '1': { class_type: 'LoadImage', inputs: { image } } }));
		const { width, height } = await picture(result.outputs['2'].images[0]);
		assert.deepEqual([width, height], [20, 10]);
	});

	it('writes animations as PNG and as WebP', async () => {
		const animated = (name: string, inputs: object) =>
			run({
				'1': { class_type: 'EmptyImage', inputs: { width: 8, height: 8, batch_size: 3, color: 255 } },
				'2': {
					class_type: name,
					inputs: { images: ['1', 0], filename_prefix: 'moving', fps: 12, ...inputs },
				},
			});
		const good = await animated('SaveAnimatedPNG', { compress_level: 4 });
		const file = await bytes(good.outputs['2'].images[0]);
		assert.equal(file.toString('latin1').split('fcTL').length - 1, 3);
		assert.deepEqual(good.outputs['2'].animated, [true]);
		const webp = await animated('SaveAnimatedWEBP', { lossless: true, quality: 80, method: 'default' });
		const [entry] = webp.outputs['2'].images;
		assert.match(entry.filename, /^moving_00001_\.webp$/);
		const moving = (await bytes(entry)).toString('latin1');
		assert.deepEqual([moving.slice(0, 4), moving.slice(8, 12)], ['RIFF', 'WEBP']);
		assert.equal(moving.split('ANMF').length - 1, 3);
		assert.deepEqual(webp.outputs['2'].animated, [true]);
	});

	describe('long documents', () => {
		const chain = (length: number, last: Record<string, unknown> = {}) => {
			const nodes: Record<string, unknown> = {
				n0: { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 1, ...last } },
			};
			for (let index = 1; index < length; index++) {
				nodes[`n${index}`] = { class_type: 'ImageInvert', inputs: { image: [`n${index - 1}`, 0] } };
			}
			nodes.out = {
				class_type: 'SaveImage',
				inputs: { images: [`n${length - 1}`, 0], filename_prefix: 'chain %width%x%height% %year%' },
			};
			return { workflow_api_json: nodes };
		};

		it('a chain of 5,000 nodes runs', async () => {
			const result = await sandbox.run(demo.warm, chain(5000));
			assert.equal(result.status, 'succeeded', JSON.stringify(result.error));
		});

		it('file names contain size and year if the prefix has their placeholders', async () => {
			const { outputs, finished_at } = await sandbox.run(demo.warm, chain(2));
			assert.equal(outputs.out.images[0].filename, `chain 64x64 ${finished_at.slice(0, 4)}_00001_.png`);
		});

		it('a fault at the far end of a chain is named in the error', async () => {
			const { status, error } = await sandbox.run(demo.warm, chain(3, { color: 0x1_000_000 }));
			assert.deepEqual([status, error.error], ['failed', 'prompt_outputs_failed_validation']);
			assert.match(
				error.details,
				/Node n0 \(EmptyImage\): Value 16777216 bigger than max of 16777215: color/,
			);
		});

		it('a stack of 3,000 samplers is painted', async function () {
			this.timeout(120_000);
			const nodes: Record<string, unknown> = {
				model: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
				words: { class_type: 'CLIPTextEncode', inputs: { text: 'a boat', clip: ['model', 1] } },
				s0: { class_type: 'EmptyLatentImage', inputs: { width: 16, height: 16, batch_size: 1 } },
			};
			for (let index = 1; index <= 3000; index++) {
				nodes[`s${index}`] = {
					class_type: 'KSampler',
					inputs: {
						seed: index,
						steps: 1,
						cfg: 1,
						sampler_name: 'euler',
						scheduler: 'simple',
						denoise: 1,
						model: ['model', 0],
						positive: ['words', 0],
						negative: ['words', 0],
						latent_image: [`s${index - 1}`, 0],
					},
				};
			}
			nodes.image = { class_type: 'VAEDecode', inputs: { samples: ['s3000', 0], vae: ['model', 2] } };
			nodes.out = { class_type: 'SaveImage', inputs: { images: ['image', 0], filename_prefix: 'x' } };
			const { status, error } = await sandbox.run(demo.warm, { workflow_api_json: nodes });
			assert.equal(status, 'succeeded', JSON.stringify(error));
		});
	});

	describe('validation', () => {
		const refusals: readonly (readonly [string, string, Record<string, unknown>])[] = [
			[
				'an unknown class',
				'missing_node_type',
				plainWorkflow(1, { '9': { class_type: 'Nobody', inputs: {} } }),
			],
			[
				'no output node',
				'prompt_no_outputs',
				{ '1': { class_type: 'KSamplerSelect', inputs: { sampler_name: 'euler' } } },
			],
			[
				'a missing input',
				'prompt_outputs_failed_validation',
				plainWorkflow(1, { '1': { class_type: 'EmptyImage', inputs: {} } }),
			],
			[
				'a link of the wrong type',
				'prompt_outputs_failed_validation',
				plainWorkflow(1, { '1': { class_type: 'KSamplerSelect', inputs: { sampler_name: 'euler' } } }),
			],
			[
				'a cycle',
				'prompt_outputs_failed_validation',
				plainWorkflow(1, { '1': { class_type: 'ImageInvert', inputs: { image: ['1', 0] } } }),
			],
			[
				'a link to a node that is not there',
				'prompt_outputs_failed_validation',
				plainWorkflow(1, {
					'2': { class_type: 'SaveImage', inputs: { images: ['8', 0], filename_prefix: 'x' } },
				}),
			],
		];
		for (const [what, type, workflow] of refusals) {
			it(`fails a request with ${what} as ${type}`, async () => {
				const { status, error } = await run(workflow);
				assert.deepEqual([status, error.error, error.errorCode], ['failed', type, 20001]);
			});
		}

		it('runs the good outputs when others are bad', async () => {
			const bad = { '8': { class_type: 'SaveImage', inputs: { images: ['9', 0], filename_prefix: 'x' } } };
			const result = await run(plainWorkflow(1, bad));
			assert.deepEqual([result.status, Object.keys(result.outputs)], ['succeeded', ['2']]);
		});

		it('fails a request that exceeds the memory of every card', async () => {
			const huge = {
				'1': {
					class_type: 'EmptyImage',
					inputs: { width: 16_384, height: 16_384, batch_size: 4096, color: 0 },
				},
			};
			const { error } = await run(plainWorkflow(1, huge));
			assert.equal(error.error, 'OutOfMemoryError');
		});
	});

	it('embeds the document in the picture', async () => {
		const { text } = await picture((await run(plainWorkflow(7))).outputs['2'].images[0]);
		assert.deepEqual(JSON.parse(text.prompt ?? ''), plainWorkflow(7));
	});
});
