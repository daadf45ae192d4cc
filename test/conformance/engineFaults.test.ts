import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EngineDouble } from '../support/engineDouble.ts';
import { newFolder } from '../support/newFolder.ts';
import {
	type EngineWorld,
	engineWorld,
	handOver,
	ownEngine,
	runWhole,
	sandboxHere,
	saveAs,
	saved,
	submitWhole,
} from './engineWorld.ts';
import { demo, startSandbox } from './support.ts';

const redDot =
	'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8AARAwMAA4JAgEO4QVDAAAAAElFTkSuQmCC';
const dataUri = `data:image/png;base64,${redDot}`;
const load = (image: string) => ({ class_type: 'LoadImage', inputs: { image } });
const save = (source: string, prefix = 'made') => ({
	class_type: 'SaveImage',
	inputs: { images: [source, 0], filename_prefix: prefix },
});

describe('Sandbox in front of an engine: runs', () => {
	let world: EngineWorld;
	beforeEach(async () => {
		world = await engineWorld();
	});
	afterEach(() => world.end());

	it('a run that ends interrupts nothing, also on engines that interrupt whatever runs', async () => {
		const { engine, sandbox } = world;
		engine.version = '0.3.50';
		engine.hold('1');
		const submission = await handOver(world, saved(1));
		await engine.held('1');
		engine.hold('mine');
		const own = engine.foreignRun({
			mine: { class_type: 'EmptyImage', inputs: { color: 5 } },
			out: save('mine'),
		});
		engine.release('1');
		await engine.held('mine');
		assert.equal((await sandbox.settle(submission)).status, 'succeeded');
		await runWhole(world, { '1': { class_type: 'Nobody', inputs: {} } });
		engine.release('mine');
		await sandbox.until(
			async () => engine.runs.find(({ id }) => id === own)?.state,
			(state) => state === 'success',
		);
		assert.deepEqual(
			[engine.callsTo('POST', '/interrupt').length, engine.callsTo('POST', '/queue').length],
			[0, 0],
		);
		assert.deepEqual(engine.interrupted, []);
	});

	for (const [what, lose] of [
		['its queue is cleared', ({ engine }: EngineWorld) => engine.clearQueue()],
		['the engine is restarted', ({ engine }: EngineWorld) => engine.restart()],
	] as const) {
		it(`a run ends as lost if ${what}`, async () => {
			const { engine, sandbox } = world;
			engine.hold('front');
			engine.foreignRun({ front: { class_type: 'EmptyImage', inputs: {} }, out: save('front') });
			await engine.held('front');
			const submission = await handOver(world, saved(1));
			await lose(world);
			const { status, error } = await sandbox.settle(submission);
			assert.deepEqual([status, error.errorCode], ['failed', 20003]);
			assert.match(
				error.details,
				/no longer knows this run: it was restarted, or its queue was cleared\. Run it again\./,
			);
		});
	}

	it('a run of a part of the document names the left-out nodes and the reasons', async () => {
		const { status, outputs, node_errors } = await runWhole(
			world,
			saved(1, { '8': load('absent.png'), '9': save('8') }),
		);
		assert.deepEqual([status, Object.keys(outputs)], ['succeeded', ['2']]);
		assert.deepEqual(node_errors['8'].dependent_outputs, ['9']);
		assert.equal(node_errors['8'].errors[0].details, 'image - Invalid image file: absent.png');
		assert.equal((await runWhole(world, saved(2))).node_errors, undefined);
	});

	it('a refusal names each node and its fault, also upstream of the outputs', async () => {
		const { error } = await runWhole(world, { '1': load('absent.png'), '2': save('1') });
		assert.deepEqual([error.error, error.errorCode], ['prompt_outputs_failed_validation', 20001]);
		assert.equal(
			error.details,
			'Prompt outputs failed validation\nNode 1 (LoadImage): image - Invalid image file: absent.png',
		);
	});

	it('a cancel that comes before the engine has answered to the document stops the run there', async () => {
		const { engine, sandbox } = world;
		let answer = () => {};
		const until = new Promise<void>((resolve) => {
			answer = resolve;
		});
		engine.answerPrompt({ status: 200, until });
		engine.hold('1');
		const { request_id, cancel_url, result_url } = await handOver(world, saved(1));
		await engine.held('1');
		await sandbox.call('POST', cancel_url);
		await sandbox.advance(1);
		assert.equal((await sandbox.call('GET', result_url)).body.status, 'canceled');
		assert.deepEqual(engine.interrupted, []);
		answer();
		await sandbox.until(
			async () => engine.interrupted,
			(ids) => ids.includes(request_id),
		);
	});

	it('a cancel takes a waiting run out of the queue, stops a working one, and touches no other', async () => {
		const { engine, sandbox } = world;
		engine.version = '0.3.50';
		engine.hold('front');
		const foreign = engine.foreignRun({
			front: { class_type: 'EmptyImage', inputs: {} },
			out: save('front'),
		});
		await engine.held('front');
		const waiting = await handOver(world, saved(1));
		await sandbox.call('POST', waiting.cancel_url);
		await sandbox.advance(1);
		await sandbox.until(
			async () => engine.runs.find(({ id }) => id === waiting.request_id)?.state,
			(state) => state === 'dropped',
		);
		engine.release('front');
		engine.hold('1');
		const working = await handOver(world, saved(2));
		await engine.held('1');
		await sandbox.call('POST', working.cancel_url);
		await sandbox.advance(1);
		await sandbox.until(
			async () => engine.interrupted,
			(ids) => ids.length > 0,
		);
		assert.deepEqual(engine.interrupted, [working.request_id]);
		assert.equal(engine.runs.find(({ id }) => id === foreign)?.state, 'success');
	});

	it('a run interrupted on the engine reports that, with the node', async () => {
		const { engine, sandbox } = world;
		engine.hold('2');
		const submission = await handOver(world, saved(1));
		await engine.held('2');
		engine.interrupt();
		const { error } = await sandbox.settle(submission);
		assert.deepEqual([error.error, error.errorCode], ['InterruptProcessingException', 20002]);
		assert.equal(error.details, 'The run was interrupted on the engine, at Node 2 (SaveImage).');
	});

	it('an error of a node has its type, its node and its words', async () => {
		const { engine } = world;
		engine.failNode('1', { type: 'ValueError', message: 'no color' });
		const { error } = await runWhole(world, saved(1));
		assert.deepEqual(
			[error.error, error.details, error.errorCode],
			['ValueError', 'Node 1 (EmptyImage): no color', 20002],
		);
	});

	it('the key for partner nodes reaches the engine, and no history, queue, reply or log', async () => {
		const { engine, sandbox } = world;
		engine.version = '0.3.64';
		const key = 'partner-key-0123456789';
		const result = await runWhole(world, saved(1), { extra_data: { api_key_partner_org: key, note: 'x' } });
		const [call] = engine.callsTo('POST', '/prompt');
		assert.deepEqual(call?.body.extra_data, { api_key_comfy_org: key, note: 'x' });
		const proxy = `/prod/v2/deployments/${ownEngine}/instances/${result.instance_id}/proxy`;
		engine.hold('1');
		await sandbox.call('POST', `${proxy}/api/prompt`, {
			body: { prompt: saved(2), extra_data: { api_key_partner_org: key } },
		});
		await engine.held('1');
		assert.equal(engine.callsTo('POST', '/prompt')[1]?.body.extra_data.api_key_comfy_org, key);
		const shown = await Promise.all([
			sandbox.call('GET', `${proxy}/queue`),
			sandbox.call('GET', `${proxy}/history`),
		]);
		assert.equal(shown[0].body.queue_running.length, 1);
		assert.equal(Object.keys(shown[1].body).length, 1);
		for (const text of [...shown.map((reply) => reply.text), JSON.stringify(result), sandbox.log])
			assert.equal(text.includes(key), false);
		const journal = await sandbox.control('GET', 'journal');
		assert.equal(JSON.stringify(journal).includes(key), false);
	});

	it('overrides are checked against the classes of the engine', async () => {
		const { sandbox } = world;
		const sampler = {
			'1': { class_type: 'KSamplerSelect', inputs: { sampler_name: 'euler' } },
			'2': { class_type: 'PreviewAny', inputs: { source: ['1', 0] } },
		};
		const id = await saveAs(world, 'Samplers', sampler);
		const override = (sampler_name: string) => ({ overrides: { '1': { inputs: { sampler_name } } } });
		assert.equal((await sandbox.run(id, override('exp_heun_2_x0'))).status, 'succeeded');
		const reply = await sandbox.call('POST', `/prod/v2/deployments/${id}/inference`, {
			body: override('made_up'),
		});
		assert.equal(reply.status, 422);
	});

	it('equal media are stored once under one name, and the engine finds its results for them again', async () => {
		const { engine } = world;
		const document = {
			'1': load(dataUri),
			'2': load(dataUri),
			'3': save('1'),
			'4': save('2', 'other'),
		};
		assert.equal((await runWhole(world, document)).status, 'succeeded');
		assert.equal((await runWhole(world, document)).status, 'succeeded');
		assert.deepEqual(
			[...engine.files.keys()]
				.filter((name) => name.startsWith('input/'))
				.map((name) => name.replace(/\w{40}/, 'DIGEST')),
			['input/easel/DIGEST.png'],
		);
		const [first, second] = engine.runs;
		assert.deepEqual([first?.executed?.includes('3'), second?.executed], [true, []]);
	});

	it('media are uploaded for exactly the inputs that accept files', async () => {
		const { engine, sandbox } = world;
		const entry = (input: object, isOutput = false) => ({
			input: { required: input },
			output: [],
			output_node: isOutput,
		});
		engine.nodeInfo = {
			...engine.nodeInfo,
			VideoFromPack: entry({ video: [['a.mp4'], { video_upload: true }] }),
			Painter: entry({ mask: ['STRING', { image_upload: true }] }),
			Words: entry({ text: ['STRING', {}], a: ['*'], b: ['*'] }, true),
		};
		const video = Buffer.from('0000001866747970697366f6d00000000', 'hex').toString('base64');
		const result = await runWhole(world, {
			'1': { class_type: 'VideoFromPack', inputs: { video: `data:video/mp4;base64,${video}` } },
			'2': { class_type: 'Painter', inputs: { mask: dataUri } },
			'3': { class_type: 'Words', inputs: { text: dataUri, a: ['1', 0], b: ['2', 0] } },
		});
		assert.equal(result.status, 'succeeded', JSON.stringify(result));
		const prompt = engine.callsTo('POST', '/prompt').at(-1)?.body.prompt;
		assert.match(prompt['1'].inputs.video, /^easel\/\w{40}\.mp4$/);
		assert.match(prompt['2'].inputs.mask, /^easel\/\w{40}\.png$/);
		assert.equal(prompt['3'].inputs.text, dataUri);
		assert.equal(sandbox.log.includes('internal error'), false);
	});

	it('media that cannot be fetched fail their node, as they do without an engine', async () => {
		const files = createServer((_request, response) => response.writeHead(404).end());
		await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
		const address = `http://127.0.0.1:${(files.address() as AddressInfo).port}/gone.png`;
		const { error } = await runWhole(world, { '1': load(address), '2': save('1') });
		files.close();
		assert.deepEqual([error.error, error.errorCode], ['MediaError', 20002]);
		assert.match(
			error.details,
			/^Node 1 \(LoadImage\): 127\.0\.0\.1:\d+ answered 404 for the media input\.$/,
		);
		assert.equal(world.engine.callsTo('POST', '/prompt').length, 0);
	});

	it('time of the engine and of its instances costs nothing', async () => {
		const { engine, sandbox } = world;
		const balance = async () => {
			const reply = await sandbox.call('GET', '/prod/v2/balance');
			assert.equal(reply.status, 200);
			return reply.text;
		};
		const before = await balance();
		const change = { body: { name: 'Own engine', min_instances: 1 } };
		assert.equal((await sandbox.call('PATCH', `/prod/v2/deployments/${ownEngine}`, change)).status, 200);
		engine.hold('1');
		const submission = await handOver(world, saved(1));
		await engine.held('1');
		await sandbox.advance(36_000);
		engine.release('1');
		assert.equal((await sandbox.settle(submission)).status, 'succeeded');
		assert.equal(await balance(), before);
	});

	it('files of equal names in different folders keep their own bytes', async () => {
		const { engine } = world;
		const names = [
			{ type: 'output', subfolder: 'col', filename: 'b.png' },
			{ type: 'output', subfolder: '', filename: 'col-b.png' },
			{ type: 'temp', subfolder: 'col', filename: 'b.png' },
			{ type: 'output', subfolder: 'temp/col', filename: 'b.png' },
		] as const;
		engine.nodes.SaveImage = {
			files: names.map((name, index) => ({ ...name, bytes: Buffer.from(`file ${index}`) })),
		};
		const { outputs } = await runWhole(world, saved(1));
		const texts = await Promise.all(
			outputs['2'].images.map(async ({ url }: { url: string }) => (await fetch(url)).text()),
		);
		assert.deepEqual(texts, ['file 0', 'file 1', 'file 2', 'file 3']);
	});

	it('files that are named by their path alone are fetched, and empty places left out', async () => {
		const { engine } = world;
		engine.files.set('output/3d/x.glb', Buffer.from('glTF bytes'));
		engine.nodes.PreviewAny = { output: { result: ['3d/x.glb', null], text: ['words of 3d'] } };
		const { outputs } = await runWhole(
			world,
			saved(1, { '2': { class_type: 'PreviewAny', inputs: { source: ['1', 0] } } }),
		);
		const [{ url, ...file }] = outputs['2'].result;
		assert.deepEqual(
			[file, outputs['2'].result.length],
			[{ filename: 'x.glb', subfolder: '3d', type: 'output' }, 1],
		);
		assert.deepEqual([await (await fetch(url)).text(), outputs['2'].text], ['glTF bytes', ['words of 3d']]);
	});

	it('pictures that a node only sends over the event stream become files', async () => {
		const { engine } = world;
		engine.nodeInfo = {
			...engine.nodeInfo,
			SaveImageWebsocket: { input: { required: { images: ['IMAGE'] } }, output: [], output_node: true },
		};
		engine.nodes.SaveImageWebsocket = {
			steps: 2,
			preview: { bytes: Buffer.from(redDot, 'base64'), mediaType: 'image/png' },
		};
		const { status, outputs } = await runWhole(
			world,
			saved(1, { '2': { class_type: 'SaveImageWebsocket', inputs: { images: ['1', 0] } } }),
		);
		assert.equal(status, 'succeeded');
		const files = outputs['2'].images as { url: string; filename: string }[];
		assert.deepEqual(
			files.map(({ filename }) => filename),
			['websocket_00001_.png', 'websocket_00002_.png'],
		);
		const bytes = await (await fetch(files[1]?.url ?? '')).arrayBuffer();
		assert.equal(Buffer.from(bytes).toString('base64'), redDot);
	});

	it('seeds and results go through to the last digit and byte', async () => {
		const { engine } = world;
		const workflow = JSON.stringify(saved(1)).replace('"color":1', '"color":18446744073709551615');
		const { sandbox } = world;
		const { outputs } = await sandbox.run(ownEngine, `{"workflow_api_json":${workflow}}`);
		assert.match(engine.callsTo('POST', '/prompt')[0]?.text ?? '', /"color":18446744073709551615/);
		const [{ url, filename }] = outputs['2'].images;
		const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
		assert.deepEqual(bytes, engine.files.get(`output//${filename}`));
	});
});

describe('Sandbox in front of an engine: both come and go', () => {
	for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
		it(`a run is neither stopped nor run twice when the sandbox ends by ${signal} and starts again`, async () => {
			const folder = newFolder();
			const engine = await EngineDouble.start();
			const first = await startSandbox('--engine', `comfyui=${engine.url}`, '--data', folder);
			const world = { engine, sandbox: first, end: () => engine.close() };
			engine.hold('1');
			const submission = await handOver(world, saved(1));
			await engine.held('1');
			await first.end(signal);
			const again = await startSandbox('--engine', `comfyui=${engine.url}`, '--data', folder);
			engine.release('1');
			const result = await again.settle({ result_url: new URL(submission.result_url).pathname });
			assert.deepEqual([result.status, engine.callsTo('POST', '/prompt').length], ['succeeded', 1]);
			assert.deepEqual(engine.interrupted, []);
			await again.end();
			await world.end();
		});
	}

	it('a sandbox without a later start stops its run before it ends', async () => {
		const world = await engineWorld();
		const { engine } = world;
		engine.hold('1');
		const { request_id } = await handOver(world, saved(1));
		await engine.held('1');
		await world.end();
		assert.deepEqual(engine.interrupted, [request_id]);
	});

	it('an engine that ends during a run fails it; once it is back, the next run works', async () => {
		const world = await engineWorld();
		const { engine, sandbox } = world;
		engine.hold('1');
		const submission = await handOver(world, saved(1));
		await engine.held('1');
		await engine.stop();
		const { error } = await sandbox.settle(submission);
		assert.equal(error.errorCode, 20003);
		assert.match(error.details, /^The engine at 127\.0\.0\.1:\d+ could not be used: /);
		engine.release('1');
		await engine.listen();
		assert.equal((await runWhole(world, saved(1))).status, 'succeeded');
		await world.end();
	});

	it('an engine that takes the run and loses its worker fails it', async () => {
		const world = await engineWorld({}, { times: { idleWorker: 200 } });
		world.engine.killWorker();
		const { error } = await runWhole(world, saved(1));
		assert.deepEqual(
			[error.errorCode, /its worker has probably ended\. Restart the engine/.test(error.details)],
			[20003, true],
		);
		await world.end();
	});

	it('an engine that hangs fails the run', async () => {
		const world = await engineWorld({}, { times: { call: 100, silent: 300 } });
		const { engine, sandbox } = world;
		engine.hold('1');
		const submission = await handOver(world, saved(1));
		await engine.held('1');
		engine.freeze();
		const { error } = await sandbox.settle(submission);
		assert.equal(error.errorCode, 20003);
		assert.match(error.details, /it did not answer within \d+ seconds/);
		await world.end();
	});

	it('a long wait and a busy engine fail nothing', async () => {
		const world = await engineWorld({}, { times: { call: 100, silent: 60_000, idleWorker: 100 } });
		const { engine, sandbox } = world;
		engine.hold('front');
		engine.foreignRun({ front: { class_type: 'EmptyImage', inputs: {} }, out: save('front') });
		await engine.held('front');
		const submission = await handOver(world, saved(1));
		const looks = engine.callsTo('GET', '/queue').length;
		await sandbox.until(
			async () => engine.callsTo('GET', '/queue').length,
			(count) => count > looks + 20,
		);
		engine.freeze();
		await sandbox.until(
			async () => engine.calls.length,
			() => true,
		);
		engine.thaw();
		engine.hold('1');
		engine.release('front');
		await engine.held('1');
		engine.release('1');
		assert.equal((await sandbox.settle(submission)).status, 'succeeded');
		await world.end();
	});

	it('a name and a password in the address are sent as a header, to the routes and to the event stream', async () => {
		const address = (url: string) => url.replace('http://', 'http://anna:open%20sesame@');
		const world = await engineWorld({}, { address });
		const { engine, sandbox } = world;
		const result = await runWhole(world, { '1': load(dataUri), '2': save('1') });
		assert.equal(result.status, 'succeeded', JSON.stringify(result));
		const sent = `Basic ${Buffer.from('anna:open sesame').toString('base64')}`;
		for (const route of ['/prompt', '/upload/image']) {
			for (const call of engine.callsTo('POST', route)) assert.equal(call.headers.authorization, sent);
		}
		assert.equal(engine.callsTo('WS', '/ws').at(-1)?.headers.authorization, sent);
		assert.equal(sandbox.log.includes('sesame'), false);
		await world.end();
	});

	it('ends the runs of deployments that are not listed when the balance is used up', async () => {
		const world = await engineWorld();
		const { engine, sandbox } = world;
		engine.hold('2');
		const submission = await sandbox.submit(demo.harbour, { workflow_api_json: saved(1) });
		await sandbox.until(
			async () => {
				await sandbox.advance(10);
				return engine.callsTo('POST', '/prompt').length;
			},
			(count) => count === 1,
		);
		await sandbox.control('POST', 'balance', { microdollars: 0 });
		const { status, error } = await sandbox.result(submission);
		assert.deepEqual([status, error.error], ['failed', 'InsufficientFunds']);
		await world.end();
	});

	it('the start reports whether the engine answers, and a control route does at any time', async () => {
		const world = await engineWorld({ version: '0.3.64' });
		const { engine, sandbox } = world;
		const { host } = new URL(engine.url);
		await sandbox.until(
			async () => sandbox.log,
			(log) => log.includes(`The engine at ${host} answers; its version is 0.3.64.`),
		);
		assert.deepEqual(await sandbox.control('GET', 'engine'), {
			engine: 'comfyui',
			host,
			address: engine.url,
			version: '0.3.64',
			open_requests: 0,
		});
		await engine.stop();
		assert.match((await sandbox.control('GET', 'engine')).problem, /ECONNREFUSED/);
		const { sandbox: late, close } = await sandboxHere(engine.url);
		await late.until(
			async () => late.log,
			(log) => log.includes(`The engine at ${host} cannot be reached: `),
		);
		const { error } = await late.run(ownEngine, { workflow_api_json: saved(1) });
		assert.equal(error.errorCode, 20003);
		await close();
		await world.end();
	});

	it('without an external engine, the control route reports that, and its deployment is not listed', async () => {
		const sandbox = await startSandbox();
		assert.deepEqual(await sandbox.control('GET', 'engine'), { engine: 'builtin', open_requests: 0 });
		const ids = (await sandbox.call('GET', '/prod/v2/deployments')).body.map(({ id }: { id: string }) => id);
		assert.deepEqual([ids.includes(ownEngine), ids.length], [false, 9]);
		await sandbox.end();
	});

	it('with an engine outside only deployments that it can run are listed', async () => {
		const world = await engineWorld();
		const { sandbox } = world;
		const list = async () =>
			(await sandbox.call('GET', '/prod/v2/deployments')).body.map(({ name }: { name: string }) => name);
		assert.deepEqual(await list(), ['Own engine']);
		await saveAs(world, 'Mine', saved(1));
		assert.deepEqual(await list(), ['Own engine', 'Mine']);
		const submission = await submitWhole(world, saved(1));
		assert.equal((await sandbox.settle(submission)).status, 'succeeded');
		await world.end();
	});
});
