import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { compact } from '../../src/core/base/compact.ts';
import { newFolder } from '../support/newFolder.ts';
import {
	assertRefused,
	type Body,
	type Reply,
	type SandboxUnderTest,
	startSandbox,
	suiteSandbox,
} from './support.ts';

const picture = 'alder/river/1/text-to-image';
const sized = 'drift/tide/base/text-to-image';
const rich = 'kestrel/vision/5/text-to-image';
const repaint = 'alder/river/1/image-to-image';
const film = 'alder/current/1/text-to-video/720p';
const voice = 'pipit/voice/2/text-to-speech';

/** Inputs of `sized` that are soon painted. */
const small = { prompt: 'dunes', width: 256, height: 256 };

class ModelCalls {
	readonly sandbox: SandboxUnderTest;

	constructor(sandbox: SandboxUnderTest) {
		this.sandbox = sandbox;
	}

	post(model: string, body: unknown, token?: string): Promise<Reply> {
		const url = `${this.sandbox.announced.modelApiUrl}/v1/models/${model}`;
		return this.sandbox.call('POST', url, { body, ...compact({ token }) });
	}

	async submit(model: string, body: unknown): Promise<Body> {
		const reply = await this.post(model, body);
		assert.equal(reply.status, 200, reply.text);
		return reply.body;
	}

	async run(model: string, body: unknown): Promise<Body> {
		return this.sandbox.settle(await this.submit(model, body));
	}

	async balance(): Promise<number> {
		return (await this.sandbox.call('GET', '/prod/v2/balance')).body.balance_microdollars;
	}

	/** Returns place and type of every fault. */
	async faults(model: string, body: unknown): Promise<string[]> {
		const reply = await this.post(model, body);
		assertRefused(reply, 422, 422_001);
		return reply.body.detail.map(({ loc, type, msg }: Body) => {
			assert.ok(typeof msg === 'string' && msg.endsWith('.'), msg);
			return `${loc.join('.')} ${type}`;
		});
	}
}

describe('Requests to models', () => {
	const sandbox = suiteSandbox('reset');
	let calls: ModelCalls;
	before(async () => {
		calls = new ModelCalls(sandbox);
	});

	const media = (name: string): string => {
		const { port } = new URL(sandbox.announced.baseUrl);
		return `http://127.0.0.1:${port}/${name}`;
	};

	it('are queued, run and end, with addresses, position and times', async () => {
		const submitted = await calls.submit(picture, { prompt: 'a cat on a hill', seed: 4 });
		assert.deepEqual(Object.keys(submitted).sort(), ['cancel_url', 'request_id', 'result_url', 'status_url']);
		const id = submitted.request_id;
		const base = `${sandbox.announced.modelApiUrl}/v1/requests/${id}`;
		assert.equal(submitted.status_url, `${base}/status`);
		assert.deepEqual(await sandbox.status(submitted), {
			request_id: id,
			status: 'in_queue',
			queue_position: 0,
			status_url: `${base}/status`,
			result_url: `${base}/result`,
		});
		assert.equal((await sandbox.result(submitted)).status, 'in_queue');
		await sandbox.advance(3);
		const running = await sandbox.status(submitted);
		assert.deepEqual([running.status, running.queue_position], ['in_progress', undefined]);
		assert.equal((await sandbox.result(submitted)).status, 'in_progress');
		const result = await sandbox.settle(submitted);
		assert.equal(result.status, 'succeeded');
		assert.equal((await sandbox.status(submitted)).status, 'completed');
		assert.match(result.created_at, /^\d{4}-.*\+00:00$/);
		assert.ok(result.completed_at > result.created_at);
		assert.equal(result.finished_at, result.completed_at);
		assert.equal(result.output.images.length, 1);
		assert.equal(result.cost, undefined);
	});

	it('have pictures, a video or a sound as their output', async () => {
		const { output } = await calls.run(picture, {
			...{ prompt: 'boats', num_images: 2 },
			...{ output_format: 'jpeg', image_size: 'square' },
		});
		assert.equal(output.images.length, 2);
		const heads: string[] = [];
		for (const url of output.images) {
			const reply = await fetch(url);
			assert.equal(reply.headers.get('content-type'), 'image/jpeg');
			heads.push(
				createHash('sha256')
					.update(Buffer.from(await reply.arrayBuffer()))
					.digest('hex'),
			);
		}
		assert.notEqual(heads[0], heads[1]);
		const single = await calls.run(sized, { prompt: 'dunes', width: 512, height: 256 });
		const png = Buffer.from(await (await fetch(single.output.image)).arrayBuffer());
		assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [512, 256]);
		const video = await fetch((await calls.run(film, { prompt: 'a storm' })).output.video);
		assert.equal(video.headers.get('content-type'), 'video/mp4');
		assert.equal(Buffer.from(await video.arrayBuffer()).toString('latin1', 4, 8), 'ftyp');
		const sound = await fetch((await calls.run(voice, { text: 'Good evening.' })).output.audio);
		assert.equal(sound.headers.get('content-type'), 'audio/wav');
		assert.equal(Buffer.from(await sound.arrayBuffer()).toString('latin1', 0, 4), 'RIFF');
	});

	it('give the same file for the same seed, and another one for none', async () => {
		const bytesOf = async (body: unknown) => {
			const { output } = await calls.run(sized, body);
			const bytes = Buffer.from(await (await fetch(output.image)).arrayBuffer());
			return createHash('sha256').update(bytes).digest('hex');
		};
		const first = await bytesOf({ ...small, seed: 5 });
		assert.equal(await bytesOf({ seed: 5, ...small }), first);
		assert.notEqual(await bytesOf(small), await bytesOf(small));
	});

	it('name every fault of a body at once, each at its place', async () => {
		assert.deepEqual(
			await calls.faults(picture, { image_size: 'huge', guidance_scale: 21, num_images: 1.5, seed: '1' }),
			[
				'body.prompt missing',
				'body.image_size enum',
				'body.guidance_scale less_than_equal',
				'body.num_images int_type',
				'body.seed int_type',
			],
		);
		assert.deepEqual(await calls.faults(picture, { input: { prompt: 'x' } }), [
			'body.prompt missing',
			'body.input extra_forbidden',
		]);
		assert.deepEqual(await calls.faults(sized, { prompt: '', width: 513, height: 128, safety_checker: 1 }), [
			'body.prompt string_too_short',
			'body.width multiple_of',
			'body.height greater_than_equal',
			'body.safety_checker bool_type',
		]);
		assert.deepEqual(
			await calls.faults(rich, {
				prompt: 'x',
				size: { width: 1, depth: 3 },
				style_tags: ['', 5, 'fine'],
				seed: 1.5,
				output_format: null,
			}),
			[
				'body.size.width greater_than_equal',
				'body.size.width multiple_of',
				'body.size.depth extra_forbidden',
				'body.style_tags.0 string_too_short',
				'body.style_tags.1 string_type',
				'body.seed int_type',
				'body.output_format null',
			],
		);
		assert.deepEqual(await calls.faults('alder/river/1/lora', { prompt: 'x', lora: { path: 'a b' } }), [
			'body.lora.path string_pattern_mismatch',
		]);
	});

	it('accept values that a schema leaves open: unknown types, no type, null as the default', async () => {
		const body = { prompt: 'x', background: [1, 2, 3], metadata: { any: ['thing'] }, seed: null };
		assert.equal((await calls.run(rich, body)).status, 'succeeded');
		const lora = { prompt: 'x', lora: { path: 'harbour_style_v1_000001500.safetensors' } };
		assert.equal((await calls.run('alder/river/1/lora', lora)).status, 'succeeded');
		const bare = { prompt: 'x', guidance_scale: 2, seed: 2_147_483_647, image_size: 'square' };
		assert.equal((await calls.run(picture, bare)).status, 'succeeded');
	});

	it('take only public addresses for media, and fail when one cannot be fetched', async () => {
		for (const address of [
			'file:///etc/passwd',
			'boat.png',
			'data:image/png;base64,AAAA',
			'http://a.invalid/b',
		])
			assert.deepEqual(await calls.faults(repaint, { prompt: 'x', image_url: address }), [
				'body.image_url url_parsing',
			]);
		const gone = await calls.run(repaint, { prompt: 'x', image_url: media('nothing.png') });
		assert.deepEqual([gone.status, gone.error.error], ['failed', 'MediaError']);
		assert.match(gone.error.details, /404/);
		assert.equal(typeof gone.error.errorCode, 'number');
		const source = (await calls.run(sized, { prompt: 'boats', width: 256, height: 256 })).output.image;
		const again = await calls.run(repaint, { prompt: 'winter', image_url: source });
		assert.equal(again.status, 'succeeded');
		const text = await calls.run(repaint, { prompt: 'x', image_url: sandbox.announced.modelApiUrl });
		assert.equal(text.status, 'failed');
	});

	it('offer a picture, a video and a sound to try media inputs with', async () => {
		const { origin } = new URL((await calls.run(sized, small)).output.image);
		const body = { video_url: `${origin}/samples/coast.mp4`, audio_url: `${origin}/samples/melody.wav` };
		assert.equal((await calls.run('pipit/lips/lip-sync', body)).status, 'succeeded');
		const enlarged = await calls.run('umber/sharp/upscale', { image_url: `${origin}/samples/harbour.png` });
		assert.equal(enlarged.status, 'succeeded');
	});

	it('are refused with empty, broken and unsuitable bodies', async () => {
		assertRefused(await calls.post(picture, ''), 422, 422_001);
		assertRefused(await calls.post(picture, '{'), 422, 422_001);
		assertRefused(await calls.post(picture, []), 422, 422_001);
		assertRefused(await calls.post('nobody/knows/this', { prompt: 'x' }), 400, 400_001);
		assertRefused(await calls.post(picture, { prompt: 'x' }, 'wrong'), 401, 401_001);
	});

	it('run two at a time; the others show their place in the queue', async () => {
		const all: Body[] = [];
		for (let number = 0; number < 5; number++) all.push(await calls.submit(sized, small));
		await sandbox.advance(2.5);
		const states = await Promise.all(all.map((each) => sandbox.status(each)));
		assert.deepEqual(
			states.map(({ status, queue_position }) => `${status} ${queue_position ?? '-'}`),
			['in_progress -', 'in_progress -', 'in_queue 0', 'in_queue 1', 'in_queue 2'],
		);
		await sandbox.advance(60);
		for (const each of all) assert.equal((await sandbox.result(each)).status, 'succeeded');
	});

	it('are canceled while they wait, and not once they run or have ended', async () => {
		const waiting = await calls.submit(picture, { prompt: 'x' });
		const cancel = (submission: Body) => sandbox.call('POST', submission.cancel_url);
		const canceled = await cancel(waiting);
		assert.equal(canceled.status, 202);
		assert.deepEqual(canceled.body, {
			request_id: waiting.request_id,
			status: 'cancelled',
			outcome: 'cancelled',
		});
		assert.equal((await sandbox.status(waiting)).status, 'cancelled');
		assert.equal((await sandbox.result(waiting)).status, 'cancelled');
		assert.equal((await cancel(waiting)).body.outcome, 'not_cancellable');
		const running = await calls.submit(picture, { prompt: 'x' });
		await sandbox.advance(3);
		const refused = await cancel(running);
		assert.deepEqual([refused.status, refused.body.outcome], [202, 'not_cancellable']);
		assert.equal((await sandbox.settle(running)).status, 'succeeded');
		assert.equal((await cancel(running)).body.outcome, 'not_cancellable');
	});

	it('report their cost when asked, and take it from the balance when they succeed', async () => {
		const { price_unit: unit, base_price_usd: usd } = (await sandbox.call('GET', `/v1/models/${picture}`))
			.body;
		assert.equal(unit, 'image');
		const before = await calls.balance();
		const submitted = await calls.submit(picture, { prompt: 'x', num_images: 3, image_size: 'square' });
		const costOf = async (submission: Body) =>
			(await sandbox.call('GET', `${submission.result_url}?include_cost=true`)).body.cost;
		assert.equal(await costOf(submitted), null);
		await sandbox.settle(submitted);
		assert.equal(await costOf(submitted), Math.round(usd * 3 * 1_000_000) / 1_000_000);
		assert.equal(before - (await calls.balance()), Math.round(usd * 3 * 1_000_000));
		const canceled = await calls.submit(picture, { prompt: 'x' });
		await sandbox.call('POST', canceled.cancel_url);
		assert.equal(await costOf(canceled), 0);
		const failing = await calls.submit(repaint, { prompt: 'x', image_url: media('nothing.png') });
		await sandbox.settle(failing);
		assert.equal(await costOf(failing), 0);
		assert.equal(before - (await calls.balance()), Math.round(usd * 3 * 1_000_000));
		assertRefused(await sandbox.call('GET', `${submitted.result_url}?include_cost=maybe`), 422, 422_001);
	});

	it('are rejected with an insufficient balance as the reason', async () => {
		await sandbox.control('POST', 'balance', { microdollars: 29_999 });
		const reply = await calls.post(picture, { prompt: 'x' });
		assertRefused(reply, 400, 400_002);
		assert.match(reply.body.message, /balance.*0\.03 USD/);
		await sandbox.control('POST', 'balance', { microdollars: 30_000 });
		const taken = await calls.submit(picture, { prompt: 'x' });
		await sandbox.control('POST', 'balance', { microdollars: 0 });
		const { status, error } = await sandbox.settle(taken);
		assert.equal(status, 'failed');
		assert.match(error.details, /balance/);
	});

	it('never cost more than the balance together: running requests reserve their cost', async () => {
		await sandbox.control('POST', 'balance', { microdollars: 50_000 });
		const [first, second] = [
			await calls.submit(picture, { prompt: 'x' }),
			await calls.submit(picture, { prompt: 'y' }),
		];
		await sandbox.advance(3);
		assertRefused(await calls.post(picture, { prompt: 'z' }), 400, 400_002);
		assert.equal((await sandbox.settle(first)).status, 'succeeded');
		const { status, error } = await sandbox.settle(second);
		assert.deepEqual([status, error.errorCode, await calls.balance()], ['failed', 400_002, 20_000]);
	});

	it('of other accounts look like missing ones', async () => {
		const { token } = await sandbox.control('POST', 'accounts', {});
		const submitted = await calls.submit(picture, { prompt: 'x' });
		for (const url of [submitted.status_url, submitted.result_url])
			assertRefused(await sandbox.call('GET', url, { token }), 404, 404_001);
		assertRefused(await sandbox.call('POST', submitted.cancel_url, { token }), 404, 404_001);
		assertRefused(await sandbox.call('GET', '/v1/requests/none/status'), 404, 404_001);
	});

	it('lose their files after seven days, and no earlier; a wrong signature opens nothing', async () => {
		const { output } = await calls.run(sized, small);
		assert.equal((await fetch(`${output.image}0`)).status, 403);
		await sandbox.advance(7 * 24 * 3600 - 60);
		assert.equal((await fetch(output.image)).status, 200);
		await sandbox.advance(120);
		assert.equal((await fetch(output.image)).status, 404);
	});

	it('fail and get stuck under fault rules', async () => {
		await sandbox.control('POST', 'faults', [
			{ kind: 'model-failed', message: 'The model ran out of memory.', match: { path: 'alder/*' }, count: 1 },
			{ kind: 'model-stuck', match: { path: sized } },
		]);
		const result = await calls.run(picture, { prompt: 'x' });
		assert.deepEqual([result.status, result.error.details], ['failed', 'The model ran out of memory.']);
		const stuck = await calls.submit(sized, { prompt: 'x' });
		await sandbox.advance(600);
		assert.equal((await sandbox.status(stuck)).status, 'in_queue');
		await sandbox.control('POST', 'faults', []);
		assert.equal((await sandbox.settle(stuck)).status, 'succeeded');
	});
});

it('Requests to models survive a kill: each ends once, with its files and its cost', async () => {
	const folder = newFolder();
	const first = await startSandbox('--data', folder);
	const calls = new ModelCalls(first);
	const before = await calls.balance();
	const done = await calls.submit(sized, { ...small, seed: 1 });
	const { output, finished_at: finishedAt } = await first.settle(done);
	const running = await calls.submit(sized, { ...small, seed: 2 });
	await first.advance(3);
	const waiting = await calls.submit(sized, { ...small, seed: 3 });
	await first.end('SIGKILL');
	const second = await startSandbox('--data', folder);
	const moved = (url: string) => url.replace(first.announced.baseUrl, second.announced.baseUrl);
	const same = (submission: Body) => ({
		status_url: moved(submission.status_url),
		result_url: moved(submission.result_url),
	});
	const token = first.announced.token;
	assert.equal(second.announced.token, token);
	assert.equal((await second.result(same(done))).finished_at, finishedAt);
	assert.equal((await fetch(output.image)).status, 200);
	for (const submission of [running, waiting]) {
		const result = await second.settle(same(submission));
		assert.equal(result.status, 'succeeded');
		assert.equal((await fetch(result.output.image)).status, 200);
	}
	const { base_price_usd: usd } = (await second.call('GET', `/v1/models/${sized}`)).body;
	const left = await new ModelCalls(second).balance();
	assert.equal(before - left, Math.round(usd * 1_000_000) * 3);
	await second.end();
});
