import assert from 'node:assert/strict';
import { assertRefused, type Body, demo, plainWorkflow, suiteSandbox } from './support.ts';

/** A document that takes about half a minute of simulated time. */
const slowWorkflow = {
	'1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
	'2': { class_type: 'CLIPTextEncode', inputs: { text: 'a boat', clip: ['1', 1] } },
	'3': { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: 1 } },
	'4': {
		class_type: 'KSampler',
		inputs: {
			seed: 7,
			steps: 1000,
			cfg: 1,
			sampler_name: 'euler',
			scheduler: 'simple',
			denoise: 1,
			model: ['1', 0],
			positive: ['2', 0],
			negative: ['2', 0],
			latent_image: ['3', 0],
		},
	},
	'5': { class_type: 'VAEDecode', inputs: { samples: ['4', 0], vae: ['1', 2] } },
	'6': { class_type: 'SaveImage', inputs: { images: ['5', 0], filename_prefix: 'slow' } },
};

describe('The engine behind the instance proxy', () => {
	const sandbox = suiteSandbox();
	let proxy: string;
	let earlier: Body;
	before(async () => {
		earlier = await sandbox.run(demo.warm, { workflow_api_json: plainWorkflow(0xff0000) });
		proxy = `/prod/v2/deployments/${demo.warm}/instances/${earlier.instance_id}/proxy`;
	});

	const post = (route: string, body: unknown) => sandbox.call('POST', `${proxy}/${route}`, { body });
	const get = (route: string) => sandbox.call('GET', `${proxy}/${route}`);
	const historyOf = async (id: string): Promise<Body> => (await get(`api/history/${id}`)).body[id];
	const ended = (id: string) =>
		sandbox.until(
			async () => {
				await sandbox.advance(10);
				return historyOf(id);
			},
			(entry) => entry !== undefined,
		);

	for (const route of ['prompt', 'api/prompt']) {
		it(`POST ${route} runs a document and shows it in the history`, async () => {
			const reply = await post(route, {
				prompt: plainWorkflow(0x00ff00),
				client_id: 'me',
				extra_data: { api_key_comfy_org: 'secret', note: 'kept' },
			});
			assert.equal(reply.status, 200, reply.text);
			assert.deepEqual(reply.body.node_errors, {});
			const entry = await ended(reply.body.prompt_id);
			assert.equal(entry.status.status_str, 'success');
			assert.deepEqual(entry.prompt[3], { note: 'kept' });
			const { filename, subfolder, type } = entry.outputs['2'].images[0];
			const view = await get(`view?${new URLSearchParams({ filename, subfolder, type })}`);
			assert.deepEqual([view.status, view.headers.get('content-type')], [200, 'image/png']);
		});
	}

	it('POST prompt returns the rejections of the engine unchanged', async () => {
		const none = await post('api/prompt', {});
		assert.deepEqual([none.status, none.body.error.type], [400, 'no_prompt']);
		const empty = await post('api/prompt', { prompt: {} });
		assert.deepEqual([empty.status, empty.body.error.type], [400, 'prompt_no_outputs']);
		const bad = await post('api/prompt', {
			prompt: plainWorkflow(0, { '2': { class_type: 'SaveImage', inputs: { filename_prefix: 'x' } } }),
		});
		assert.equal(bad.status, 400);
		assert.equal(bad.body.node_errors['2'].errors[0].type, 'required_input_missing');
		const id = await post('api/prompt', { prompt: plainWorkflow(0), prompt_id: 'Mine' });
		assert.deepEqual([id.status, id.body.error.type], [400, 'invalid_prompt_id']);
		for (const text of ['{"prompt":', '[]', '['.repeat(5000)]) {
			const broken = await post('api/prompt', text);
			assert.equal(broken.status, 500);
			assert.match(broken.text, /Server got itself in trouble/);
		}
	});

	it('GET queue lists running and waiting prompts, POST queue removes waiting ones, POST interrupt stops the running one', async () => {
		const first = (await post('api/prompt', { prompt: slowWorkflow })).body.prompt_id;
		const second = (await post('api/prompt', { prompt: plainWorkflow(1) })).body.prompt_id;
		const text = (await get('queue')).text;
		const shown = JSON.parse(text);
		assert.deepEqual(
			shown.queue_running.map((item: Body) => item[1]),
			[first],
		);
		assert.deepEqual(
			shown.queue_pending.map((item: Body) => item[1]),
			[second],
		);
		assert.equal((await get('prompt')).body.exec_info.queue_remaining, 2);
		assert.deepEqual((await post('queue', { delete: [second] })).text, '');
		assert.deepEqual((await get('queue')).body.queue_pending, []);
		assert.equal((await post('interrupt', { prompt_id: second })).status, 200);
		assert.equal((await get('queue')).body.queue_running.length, 1);
		assert.equal((await post('api/interrupt', '')).status, 200);
		const entry = await historyOf(first);
		assert.equal(entry.status.messages.at(-1)[0], 'execution_interrupted');
		assert.equal(await historyOf(second), undefined);
	});

	it('POST interrupt ends a request of the service that runs there', async () => {
		const submission = await sandbox.submit(demo.warm, { workflow_api_json: slowWorkflow });
		await sandbox.until(
			() => sandbox.status(submission),
			({ status }) => status === 'in_progress',
		);
		await post('interrupt', {});
		const result = await sandbox.result(submission);
		assert.deepEqual([result.status, result.error.error], ['failed', 'InterruptProcessingException']);
	});

	it('a request of the service waits until the instance is free', async () => {
		await sandbox.call('PATCH', `/prod/v2/deployments/${demo.warm}`, {
			body: { name: 'Warm', max_instances: 1 },
		});
		await post('api/prompt', { prompt: slowWorkflow });
		const submission = await sandbox.submit(demo.warm, { workflow_api_json: plainWorkflow(2) });
		assert.equal((await sandbox.status(submission)).status, 'in_queue');
		await post('interrupt', {});
		assert.equal((await sandbox.settle(submission)).status, 'succeeded');
	});

	it('POST history forgets, and the result of the service stays', async () => {
		assert.ok(await historyOf(earlier.request_id));
		assert.deepEqual((await post('history', { delete: [earlier.request_id] })).text, '');
		assert.equal(await historyOf(earlier.request_id), undefined);
		await post('history', { clear: true });
		assert.deepEqual((await get('history')).body, {});
		const path = `/prod/v2/deployments/${demo.warm}/requests/${earlier.request_id}/result`;
		assert.equal((await sandbox.call('GET', path)).body.status, 'succeeded');
	});

	it('keeps every digit of a number, in node info and in the history', async () => {
		assert.match((await get('object_info/KSampler')).text, /"max":18446744073709551615\b/);
		const seed = '18446744073709551615';
		const text = JSON.stringify({
			workflow_api_json: plainWorkflow(3, {
				'9': { class_type: 'PrimitiveInt', inputs: { value: 'SEED' } },
			}),
		}).replace('"SEED"', seed);
		const result = await sandbox.run(demo.warm, text);
		assert.match((await get(`history/${result.request_id}`)).text, new RegExp(`"value":${seed}\\b`));
	});

	describe('files', () => {
		const png = async (color: number): Promise<Uint8Array> => {
			const result = await sandbox.run(demo.warm, { workflow_api_json: plainWorkflow(color) });
			return new Uint8Array(await (await fetch(result.outputs['2'].images[0].url)).arrayBuffer());
		};
		const authorization = () => ({ authorization: `Bearer ${sandbox.announced.token}` });
		async function upload(
			name: string,
			bytes: Uint8Array,
			fields: Record<string, string> = {},
		): Promise<Response> {
			const form = new FormData();
			form.set('image', new Blob([bytes.slice()]), name);
			for (const [field, value] of Object.entries(fields)) form.set(field, value);
			const url = `${sandbox.announced.baseUrl}${proxy}/upload/image`;
			return fetch(url, { method: 'POST', headers: authorization(), body: form });
		}
		async function view(
			query: Record<string, string>,
		): Promise<{ status: number; type: string | null; bytes: Buffer }> {
			const url = `${sandbox.announced.baseUrl}${proxy}/view?${new URLSearchParams(query)}`;
			const reply = await fetch(url, { headers: authorization() });
			const bytes = Buffer.from(await reply.arrayBuffer());
			return { status: reply.status, type: reply.headers.get('content-type'), bytes };
		}

		it('are kept apart by their subfolder, and have the type of their content', async () => {
			const [red, blue] = [await png(0xff0000), await png(0x0000ff)];
			assert.equal((await upload('a.png', red)).status, 200);
			assert.equal((await upload('a.png', blue, { subfolder: 's' })).status, 200);
			const root = await view({ filename: 'a.png', type: 'input' });
			const below = await view({ filename: 'a.png', type: 'input', subfolder: 's' });
			assert.deepEqual([root.type, below.type], ['image/png', 'image/png']);
			assert.ok(root.bytes.equals(red));
			assert.ok(below.bytes.equals(blue));
			assert.ok((await view({ filename: 'a.png [input]', subfolder: 's' })).bytes.equals(blue));
		});

		it('hold the pictures in the input folder of every instance', async () => {
			for (const filename of ['harbour.png', 'example.png']) {
				const { status, type } = await view({ filename, type: 'input' });
				assert.deepEqual([status, type], [200, 'image/png'], filename);
			}
			const reply = (await (await upload('example.png', await png(7))).json()) as Body;
			assert.equal(reply.name, 'example (1).png');
		});

		it('that are not there, or are elsewhere, are refused with a sentence', async () => {
			assertRefused(await get('view?filename=none.png&type=input'), 404, 404001);
			for (const [query, status] of [
				['filename=../x.png', 400],
				['filename=x.png&type=secret', 400],
				['filename=x.png&subfolder=../..', 403],
			] as const) {
				const reply = await get(`view?${query}`);
				assert.equal(reply.status, status);
				assert.match(reply.body.message, /\.$/);
			}
			assert.match((await post('upload/image', 'nothing')).body.message, /"image"/);
		});
	});
});
