import assert from 'node:assert/strict';
import { compact } from '../../src/core/base/compact.ts';
import { assertRefused, type Body, demo, plainWorkflow, suiteSandbox } from './support.ts';

describe('Instance proxy', () => {
	const sandbox = suiteSandbox();
	let proxy: string;
	let result: Body;
	before(async () => {
		result = await sandbox.run(demo.warm, { workflow_api_json: plainWorkflow(0xff0000) });
		proxy = `/prod/v2/deployments/${demo.warm}/instances/${result.instance_id}/proxy`;
	});

	for (const route of ['api/free', 'free']) {
		it(`POST ${route} answers 200 without a body`, async () => {
			for (const body of [
				undefined,
				{},
				{ unload_models: true },
				{ unload_models: true, free_memory: true },
			]) {
				const reply = await sandbox.call('POST', `${proxy}/${route}`, compact({ body }));
				assert.deepEqual([reply.status, reply.text], [200, '']);
			}
		});
	}

	it('POST api/free refuses options that are not true or false', async () => {
		assertRefused(
			await sandbox.call('POST', `${proxy}/api/free`, { body: { free_memory: 'yes' } }),
			422,
			422001,
		);
	});

	it('GET object_info describes the classes of the engine', async () => {
		const all = await sandbox.call('GET', `${proxy}/object_info`);
		assert.equal(all.body.SaveImage.output_node, true);
		const one = await sandbox.call('GET', `${proxy}/api/object_info/KSampler`);
		assert.deepEqual(Object.keys(one.body), ['KSampler']);
		assert.deepEqual((await sandbox.call('GET', `${proxy}/object_info/Nothing`)).body, {});
	});

	it('GET models and embeddings list the files of the engine', async () => {
		const get = (route: string) => sandbox.call('GET', `${proxy}/${route}`);
		const folders = (await get('api/models')).body;
		assert.ok(folders.includes('checkpoints') && folders.includes('loras'));
		for (const folder of folders) {
			const files = (await get(`models/${folder}`)).body;
			assert.ok(
				files.every((file: unknown) => typeof file === 'string'),
				folder,
			);
		}
		const loader = (await get('object_info/UNETLoader')).body.UNETLoader;
		const files = (await get('models/diffusion_models')).body;
		assert.ok(files.length > 0);
		assert.deepEqual(files, loader.input.required.unet_name[0]);
		assertRefused(await get('models/nothing'), 404, 404001);
		assert.deepEqual((await get('embeddings')).body, []);
	});

	it('GET history and view return the results of the instance', async () => {
		const history = (await sandbox.call('GET', `${proxy}/history`)).body;
		const entry = history[result.request_id];
		assert.equal(entry.status.status_str, 'success');
		const { filename, subfolder, type } = entry.outputs['2'].images[0];
		const query = new URLSearchParams({ filename, subfolder, type });
		const view = await fetch(`${sandbox.announced.baseUrl}${proxy}/view?${query}`, {
			headers: { authorization: `Bearer ${sandbox.announced.token}` },
		});
		const direct = await fetch(result.outputs['2'].images[0].url);
		assert.deepEqual(Buffer.from(await view.arrayBuffer()), Buffer.from(await direct.arrayBuffer()));
		assert.deepEqual((await sandbox.call('GET', `${proxy}/history/nothing`)).body, {});
	});

	it('POST upload/image keeps a file that a later request can load', async () => {
		const picture = await (await fetch(result.outputs['2'].images[0].url)).blob();
		const upload = async () => {
			const form = new FormData();
			form.set('image', picture, 'mine.png');
			const reply = await fetch(`${sandbox.announced.baseUrl}${proxy}/upload/image`, {
				method: 'POST',
				headers: { authorization: `Bearer ${sandbox.announced.token}` },
				body: form,
			});
			return reply.json();
		};
		assert.deepEqual(await upload(), { name: 'mine.png', subfolder: '', type: 'input' });
		assert.deepEqual(await upload(), { name: 'mine.png', subfolder: '', type: 'input' });
		const workflow = plainWorkflow(1, { '1': { class_type: 'LoadImage', inputs: { image: 'mine.png' } } });
		assert.equal((await sandbox.run(demo.warm, { workflow_api_json: workflow })).status, 'succeeded');
	});

	it('answers 404 for engine routes that the sandbox does not have', async () => {
		assertRefused(await sandbox.call('POST', `${proxy}/api/nothing`, { body: {} }), 404, 404001);
	});

	it('fails for unknown instances, other deployments and other accounts in the same way', async () => {
		const { token } = await sandbox.control('POST', 'accounts', {});
		const unknown = `/prod/v2/deployments/${demo.warm}/instances/nothing/proxy/api/free`;
		assertRefused(await sandbox.call('POST', unknown), 404, 404001);
		assertRefused(await sandbox.call('POST', `${proxy.replace(demo.warm, demo.cat)}/api/free`), 404, 404001);
		assertRefused(await sandbox.call('POST', `${proxy}/api/free`, { token }), 404, 404001);
	});

	it('fails before an instance is up and after it has shut down', async () => {
		const submission = await sandbox.submit(demo.harbour, { workflow_api_json: plainWorkflow(1) });
		assert.equal((await sandbox.status(submission)).instance_id, undefined);
		const { instance_id } = await sandbox.settle(submission);
		const path = `/prod/v2/deployments/${demo.harbour}/instances/${instance_id}/proxy/api/free`;
		assert.equal((await sandbox.call('POST', path)).status, 200);
		await sandbox.advance(3600);
		assertRefused(await sandbox.call('POST', path), 404, 404001);
	});
});
