import assert from 'node:assert/strict';
import { EngineDouble, type Prompt } from '../../support/engineDouble.ts';

const image = { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 255 } };
const document: Prompt = {
	'1': image,
	'2': { class_type: 'ImageInvert', inputs: { image: ['1', 0] } },
	'3': { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'demo' } },
	'4': { class_type: 'PreviewImage', inputs: { images: ['2', 0] } },
};

describe('the engine double', () => {
	let engine: EngineDouble;
	beforeEach(async () => {
		engine = await EngineDouble.start();
	});
	afterEach(() => engine.close());

	const post = (path: string, body: unknown) =>
		fetch(engine.url + path, { method: 'POST', body: JSON.stringify(body) });
	// biome-ignore lint/suspicious/noExplicitAny: replies of many routes
	const get = async (path: string): Promise<any> => (await fetch(engine.url + path)).json();
	async function historyOf(id: string) {
		for (;;) {
			const entry = (await get(`/history/${id}`))[id];
			if (entry !== undefined) return entry;
			await new Promise((wake) => setTimeout(wake, 5));
		}
	}
	const newId = () => crypto.randomUUID();

	/** Listens to a socket; `ended` resolves with the frame that ends a run. */
	async function listen(clientId: string, wantsMetadata = false) {
		const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/ws?clientId=${clientId}`);
		socket.binaryType = 'arraybuffer';
		const heard: string[] = [];
		const pictures: Buffer[] = [];
		const ended = new Promise<void>((resolve) => {
			socket.onmessage = ({ data }) => {
				if (data instanceof ArrayBuffer) {
					pictures.push(Buffer.from(data));
					heard.push(`binary ${pictures.at(-1)?.readUInt32BE(0)}`);
					return;
				}
				const { type, data: about } = JSON.parse(String(data));
				heard.push(type === 'status' ? `status ${about.status.exec_info.queue_remaining}` : type);
				if (type === 'executing' && about.node === null) resolve();
			};
		});
		await new Promise((resolve) => {
			socket.onopen = resolve;
		});
		const flags = { type: 'feature_flags', data: { supports_preview_metadata: true } };
		if (wantsMetadata) socket.send(JSON.stringify(flags));
		return { heard, pictures, ended, close: () => socket.close() };
	}

	it('sends the events of a run in the order of a real engine, with all nodes of a repetition as cached', async () => {
		const client = newId();
		const stream = await listen(client);
		const step = ['progress_state', 'executing', 'progress_state'];
		const saved = ['progress_state', 'executing', 'executed', 'progress_state'];
		await post('/prompt', { prompt: document, client_id: client });
		await stream.ended;
		assert.deepEqual(stream.heard, [
			...['status 0', 'status 1', 'status 1', 'execution_start', 'execution_cached'],
			...[...step, ...step, ...saved, ...saved],
			...['execution_success', 'status 0', 'executing'],
		]);
		const id = newId();
		await post('/api/prompt', { prompt: document, client_id: client, prompt_id: id });
		const { status, outputs } = await historyOf(id);
		assert.deepEqual(status.messages[1][1].nodes, ['1', '2', '3', '4']);
		assert.deepEqual(outputs['3'].images, [{ filename: 'demo_00001_.png', subfolder: '', type: 'output' }]);
		stream.close();
	});

	it('sends progress pictures in the format that the client requested', async () => {
		const bytes = Buffer.from('ffd8ffe0', 'hex');
		engine.nodes.ImageInvert = { steps: 2, preview: { bytes, mediaType: 'image/jpeg' } };
		const [plain, rich] = [newId(), newId()];
		for (const [client, wants] of [
			[plain, false],
			[rich, true],
		] as const) {
			const stream = await listen(client, wants);
			await post('/prompt', { prompt: document, client_id: client });
			await stream.ended;
			await post('/free', { free_memory: true });
			assert.equal(stream.pictures.length, 2);
			const [picture = Buffer.alloc(0)] = stream.pictures;
			assert.deepEqual(
				[picture.readUInt32BE(0), picture.readUInt32BE(4)].slice(0, wants ? 1 : 2),
				wants ? [4] : [1, 1],
			);
			if (wants) {
				const about = JSON.parse(picture.subarray(8, 8 + picture.readUInt32BE(4)).toString());
				assert.deepEqual([about.node_id, about.image_type], ['2', 'image/jpeg']);
			}
			assert.deepEqual(picture.subarray(-4), bytes);
			stream.close();
		}
	});

	it('interrupts only the named run, and before 0.3.57 any active run', async () => {
		for (const [version, interrupted] of [
			['0.27.1', false],
			['0.3.57', false],
			['0.3.50', true],
		] as const) {
			engine.version = version;
			engine.hold('1');
			const id = engine.foreignRun({
				'1': image,
				'2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: version } },
			});
			await engine.held('1');
			await post('/interrupt', { prompt_id: newId() });
			engine.release('1');
			assert.equal((await historyOf(id)).status.status_str, interrupted ? 'error' : 'success', version);
			assert.equal(engine.interrupted.includes(id), interrupted);
			engine.cached.clear();
		}
	});

	it('loses its queue and history on a restart, but keeps its files and its port', async () => {
		const { url } = engine;
		const form = new FormData();
		form.set('image', new Blob([Buffer.from('abc')]), 'my.png');
		await fetch(`${url}/upload/image`, { method: 'POST', body: form });
		engine.hold('1');
		await post('/prompt', { prompt: document });
		await engine.held('1');
		await post('/prompt', { prompt: document });
		assert.equal((await get('/prompt')).exec_info.queue_remaining, 2);
		await engine.restart();
		assert.equal(engine.url, url);
		assert.deepEqual(await get('/queue'), { queue_running: [], queue_pending: [] });
		const part = await fetch(`${url}/view?filename=my.png&type=input`, { headers: { range: 'bytes=1-' } });
		assert.deepEqual([part.status, await part.text()], [206, 'bc']);
	});

	it('keeps equal uploads under their name, and renames others', async () => {
		const names: string[] = [];
		for (const text of ['a', 'a', 'b']) {
			const form = new FormData();
			form.set('image', new Blob([text]), 'my.png');
			form.set('subfolder', 'sub/dir');
			const reply = await fetch(`${engine.url}/api/upload/image`, { method: 'POST', body: form });
			names.push(((await reply.json()) as { name: string }).name);
		}
		assert.deepEqual(names, ['my.png', 'my.png', 'my (1).png']);
	});

	it('returns the reply set by the test, and ends no run once its worker is dead', async () => {
		const nodeErrors = { '4': { errors: [], dependent_outputs: ['4'], class_type: 'PreviewImage' } };
		engine.answerPrompt({ status: 200, nodeErrors });
		engine.answerPrompt({ status: 500, body: 'trouble' });
		const id = newId();
		const partial = await post('/prompt', { prompt: document, prompt_id: id });
		assert.deepEqual(((await partial.json()) as { node_errors: object }).node_errors, nodeErrors);
		assert.deepEqual(Object.keys((await historyOf(id)).outputs), ['3']);
		assert.equal((await post('/prompt', { prompt: document })).status, 500);
		engine.killWorker();
		await post('/prompt', { prompt: document });
		assert.equal((await get('/queue')).queue_pending.length, 1);
	});

	it('rejects like an engine: an unknown class, no output, a missing file, another origin', async () => {
		const load = { class_type: 'LoadImage', inputs: { image: 'absent.png' } };
		const save = { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } };
		for (const [prompt, type] of [
			[{ '1': { class_type: 'Nobody' } }, 'missing_node_type'],
			[{ '1': image }, 'prompt_no_outputs'],
			[{ '1': load, '2': save }, 'prompt_outputs_failed_validation'],
		] as const) {
			const reply = await post('/prompt', { prompt });
			assert.equal(reply.status, 400);
			assert.equal(((await reply.json()) as { error: { type: string } }).error.type, type);
		}
		const foreign = await fetch(`${engine.url}/queue`, { headers: { origin: 'http://other.example' } });
		assert.equal(foreign.status, 403);
	});

	it('replays a recorded stream as its own run', async () => {
		const recorded = newId();
		const about = (more: object) => ({ ...more, prompt_id: recorded });
		engine.playNext([
			{ _client: 'a note of the recorder' },
			{ type: 'execution_start', data: about({ timestamp: 1 }) },
			{ type: 'executed', data: about({ node: '3', output: { text: ['7'] } }) },
			{ _binary: true, event_type: 4, metadata: about({ node_id: '3' }) },
			{ type: 'execution_success', data: about({ timestamp: 2 }) },
		]);
		const client = newId();
		const stream = await listen(client);
		const id = newId();
		await post('/prompt', { prompt: document, client_id: client, prompt_id: id });
		await stream.ended;
		assert.deepEqual((await historyOf(id)).outputs, { '3': { text: ['7'] } });
		assert.match(String(stream.pictures[0]), new RegExp(id));
		stream.close();
	});
});
