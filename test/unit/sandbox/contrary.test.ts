import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/sandbox/base/journal.ts';
import { type OddityKind, oddityKinds, readContrary } from '../../../src/sandbox/contrary/kinds.ts';
import { ContraryLayer } from '../../../src/sandbox/contrary/layer.ts';

const api = 'http://127.0.0.1:4000';
const storage = 'http://127.0.0.1:4001';
const trainer = '/prod/v1/trainers';
const created = Date.UTC(2030, 0, 1);
const iso = (at: number) => new Date(at).toISOString().replace('Z', '000+00:00');

/** A service of one run, one request to a model, one job and one dataset, as polite as the real sandbox, on a clock that is moved on. */
class World {
	now = created;
	/** The time when the run and the request to a model have ended. */
	finishedAt = created;
	readonly #layer: ContraryLayer;
	readonly journal: JournalEntry[] = [];
	/** The number of submissions that the service has accepted. */
	accepted = 0;
	/** The state of the run and of the request to a model. */
	state = 'in_queue';
	job = 'IN_QUEUE';
	files: { filename: string; size_bytes: number }[] = [];

	constructor(contrary: string) {
		this.#layer = new ContraryLayer(readContrary(contrary), {
			clock: { now: () => this.now } as ConstructorParameters<typeof ContraryLayer>[1]['clock'],
			origins: { api, storage },
		});
	}

	async call(
		method: string,
		path: string,
		host: 'api' | 'storage' = 'api',
		headers: Readonly<Record<string, string>> = {},
	) {
		const entry: JournalEntry = {
			number: this.journal.length + 1,
			at: '',
			host,
			method,
			path,
			headers: [],
			status: 0,
			faults: [],
		};
		this.journal.push(entry);
		const request = new Request((host === 'api' ? api : storage) + path, { method, headers });
		const reply = await this.#layer.reply(request, (each) => this.#answer(each), entry);
		return { status: reply.status, headers: reply.headers, text: await reply.text(), entry };
	}

	callback(payload: object) {
		return this.#layer.callback(payload);
	}

	#answer(request: Request): Response {
		const { pathname } = new URL(request.url);
		const ended = ['succeeded', 'failed', 'canceled'].includes(this.state);
		const times = { created_at: iso(created), ...(ended ? { finished_at: iso(this.finishedAt) } : {}) };
		const url = `${storage}/deployment_requests/r/output/a.png?signature=1`;
		const status = ended && this.state !== 'canceled' ? 'completed' : this.state;
		const submission = { status_url: api, result_url: api, cancel_url: api };
		if (request.url.startsWith(storage))
			return new Response('picture', { headers: { 'content-type': 'image/png' } });
		switch (`${request.method} ${pathname}`) {
			case 'POST /prod/v2/deployments/d/inference':
			case 'POST /v1/models/a/b':
				return Response.json({ request_id: `request-${++this.accepted}`, ...submission });
			case 'GET /prod/v2/deployments/d/requests/r/status':
				return Response.json({ request_id: 'r', status, result_url: api, status_url: api });
			case 'GET /prod/v2/deployments/d/requests/r/result':
				return Response.json({
					request_id: 'r',
					status: this.state,
					...times,
					...(this.state === 'succeeded' ? { outputs: { 9: { images: [{ url, filename: 'a.png' }] } } } : {}),
				});
			case 'GET /v1/requests/m/result':
				return Response.json({
					request_id: 'm',
					status: this.state,
					...times,
					output: { image: url, images: [url] },
				});
			case `POST ${trainer}/datasets`:
				this.accepted++;
				return Response.json({ id: 's', dataset_id: 's', name: 'set', dataset_name: 'set', status: 'DRAFT' });
			case `GET ${trainer}/datasets`:
				return Response.json({
					datasets: ['s', 't', 'u'].map((id) => ({ id, dataset_id: id, name: id, status: 'READY' })),
				});
			case `POST ${trainer}/datasets/s/upload`:
				this.files.push({ filename: `${this.files.length}.png`, size_bytes: 7 });
				return Response.json({ id: 's', dataset_id: 's', ...this.files.at(-1) });
			case `POST ${trainer}/datasets/s/get-upload-endpoint`: {
				const upload = { upload_url: `${storage}/datasets/s/a.png?expires=1`, method: 'PUT', headers: {} };
				return Response.json({ id: 's', uploads: { 'a.png': upload } });
			}
			case `GET ${trainer}/datasets/s/status`:
				return Response.json({ id: 's', dataset_id: 's', name: 'set', status: 'READY', files: this.files });
			case `GET ${trainer}/ai-toolkit/jobs/j/status`:
				return Response.json({
					id: 'j',
					job_id: 'j',
					name: 'job',
					status: this.job,
					progress: { current_step: 4, total_steps: 8 },
					gpu_type: 'ADA_80_PLUS',
					...times,
				});
			case `GET ${trainer}/ai-toolkit/jobs/j/result`:
				return Response.json({
					id: 'j',
					job_id: 'j',
					status: this.job,
					artifacts: { checkpoints: [{ path: `${storage}/train/j.safetensors?expires=1` }], samples: [] },
					...times,
				});
			default:
				return Response.json(
					{ error_code: 404_001, message: 'There is nothing.', error_message: 'There is nothing.' },
					{ status: 404 },
				);
		}
	}
}

const runPath = '/prod/v2/deployments/d/requests/r';
const everyCall: readonly (readonly [string, string, ('api' | 'storage')?])[] = [
	['POST', '/prod/v2/deployments/d/inference'],
	['POST', '/v1/models/a/b'],
	['GET', `${runPath}/status`],
	['GET', `${runPath}/result`],
	['GET', '/v1/requests/m/result'],
	['POST', `${trainer}/datasets`],
	['GET', `${trainer}/datasets`],
	['POST', `${trainer}/datasets/s/upload`],
	['POST', `${trainer}/datasets/s/get-upload-endpoint`],
	['GET', `${trainer}/datasets/s/status`],
	['GET', `${trainer}/ai-toolkit/jobs/j/status`],
	['GET', `${trainer}/ai-toolkit/jobs/j/result`],
	['GET', '/prod/v2/deployments/unknown'],
	['GET', '/deployment_requests/r/output/a.png?signature=1', 'storage'],
	['GET', '/deployment_requests/r/output/a.png?signature=1&issued=3', 'storage'],
	['PUT', '/datasets/s/b.png?expires=1', 'storage'],
];

/** Makes every call several times while things move on. */
async function live(world: World, rounds = 40): Promise<void> {
	const states = ['in_queue', 'in_progress', 'succeeded', 'failed'];
	for (let round = 0; round < rounds; round++) {
		world.state = states[Math.min(3, Math.floor((round / rounds) * 4))] ?? 'failed';
		world.job =
			['IN_QUEUE', 'RUNNING', 'STOPPED'][Math.min(2, Math.floor((round / rounds) * 3))] ?? 'STOPPED';
		for (const [method, path, host] of everyCall) {
			world.now += 40;
			await world.call(
				method,
				path,
				host,
				host === 'storage' && method === 'GET' ? { range: 'bytes=0-2' } : {},
			);
		}
	}
}

const kindOf = (note: string) => note.split(':')[0] as OddityKind;

describe('the contrary sandbox', () => {
	it('draws the same for the same seed and calls, but differently for another seed', async () => {
		const [first, second, other] = [new World('7'), new World('7'), new World('8')];
		for (const world of [first, second, other]) await live(world, 12);
		const drawn = (world: World) => world.journal.map((entry) => entry.drawn ?? []);
		assert.deepEqual(drawn(first), drawn(second));
		assert.notDeepEqual(drawn(first), drawn(other));
	});

	it('draws for a call by its place among calls about the same thing, regardless of others', async () => {
		const [alone, among] = [new World('7:words,extra,order'), new World('7:words,extra,order')];
		const path = `${runPath}/status`;
		for (let call = 0; call < 20; call++) {
			await alone.call('GET', path);
			await among.call('GET', `${trainer}/datasets/s/status`);
			await among.call('GET', path);
		}
		const drawn = (world: World) =>
			world.journal.filter((entry) => entry.path === path).map((entry) => entry.drawn);
		assert.deepEqual(drawn(alone), drawn(among));
	});

	it('has every kind of oddity, or only the listed ones', async () => {
		const seen = new Set<OddityKind>();
		for (let seed = 1; seed <= 12 && seen.size < oddityKinds.length - 1; seed++) {
			const world = new World(String(seed));
			await live(world);
			for (const { drawn = [] } of world.journal) for (const note of drawn) seen.add(kindOf(note));
		}
		// Callbacks are not replies.
		assert.deepEqual(new Set([...seen, 'callbacks']), new Set(oddityKinds));

		const some = new World('7:words,server-errors');
		await live(some);
		const kinds = new Set(some.journal.flatMap(({ drawn = [] }) => drawn.map(kindOf)));
		assert.deepEqual(kinds, new Set(['words', 'server-errors']));
	});

	it('records accepted submissions even if the reply does not, but no client errors', async () => {
		let lost = 0;
		let refused = 0;
		for (let seed = 1; seed <= 40; seed++) {
			const world = new World(String(seed));
			for (let call = 0; call < 10; call++) {
				const { status, text, entry } = await world.call('POST', '/prod/v2/deployments/d/inference');
				if (entry.accepted !== undefined && !text.includes(entry.accepted)) lost++;
				if (status >= 400 && status < 500) {
					refused++;
					assert.equal(entry.accepted, undefined, entry.drawn?.join());
				}
				if (status === 200 && /^\{/.test(text)) assert.match(text, new RegExp(`"${entry.accepted}"`));
			}
			const accepted = world.journal.flatMap((entry) => entry.accepted ?? []);
			assert.equal(accepted.length, world.accepted);
			assert.equal(new Set(accepted).size, accepted.length);
		}
		assert.ok(lost > 0 && refused > 0, `${lost} lost, ${refused} refused`);
	});

	it('never names a wrong end, and names the right one within a minute', async () => {
		for (let seed = 1; seed <= 20; seed++) {
			const world = new World(`${seed}:words,stale,late-results,late-lists,unknown-words,order`);
			const stateOf = async (act: string) => {
				const { text } = await world.call('GET', `${runPath}/${act}`);
				return String((JSON.parse(text) as { status: string }).status).toLowerCase();
			};
			for (const state of ['in_queue', 'in_progress']) {
				world.state = state;
				for (let call = 0; call < 5; call++) {
					world.now += 500;
					for (const act of ['status', 'result'])
						assert.doesNotMatch(await stateOf(act), /succ|fail|cancel|comp/);
				}
			}
			world.state = 'failed';
			const failedAt = world.now;
			world.finishedAt = failedAt;
			for (let call = 0; call < 10; call++) {
				world.now = failedAt + call * 500;
				assert.doesNotMatch(await stateOf('status'), /succ|cancel|fail/);
				assert.doesNotMatch(await stateOf('result'), /succ|cancel/);
			}
			world.now += 60_000;
			assert.equal(await stateOf('status'), 'completed');
			assert.equal(await stateOf('result'), 'failed');
		}
	});

	it('lists an uploaded file within a minute, and then permanently', async () => {
		let late = 0;
		for (let seed = 1; seed <= 20; seed++) {
			const world = new World(`${seed}:late-lists`);
			for (let file = 0; file < 5; file++) await world.call('POST', `${trainer}/datasets/s/upload`);
			const listed = async () => {
				const { text } = await world.call('GET', `${trainer}/datasets/s/status`);
				const { files, status } = JSON.parse(text) as { files: { filename: string }[]; status: string };
				assert.equal(status, files.length < 5 ? 'UPLOADING' : 'READY');
				return files.length;
			};
			let before = 0;
			for (let second = 0; second <= 60; second += 5) {
				const now = await listed();
				assert.ok(now >= before, 'a file is gone again');
				before = now;
				if (now < 5) late++;
				world.now += 5000;
			}
			assert.equal(await listed(), 5);
		}
		assert.ok(late > 0);
	});

	it('renews addresses with each reply, and never revives an expired one', async () => {
		const world = new World('7:expired-addresses');
		world.state = 'succeeded';
		const address = async () => {
			const { text } = await world.call('GET', `${runPath}/result`);
			return new URL(/"url":"([^"]+)"/.exec(text)?.[1] ?? '');
		};
		const addresses = await Promise.all(Array.from({ length: 40 }, address));
		assert.equal(new Set(addresses.map(String)).size, 40);
		const replies = async () =>
			Promise.all(
				addresses.map(async ({ pathname, search }) => {
					return (await world.call('GET', pathname + search, 'storage')).status;
				}),
			);
		const first = await replies();
		assert.ok(first.includes(200) && first.some((status) => status >= 400));
		assert.deepEqual(await replies(), first);
	});

	it('returns every address of an output, whatever its shape', async () => {
		const world = new World('7:output-shapes');
		world.state = 'succeeded';
		const shapes = new Set<string>();
		for (let call = 0; call < 60; call++) {
			const { text } = await world.call('GET', '/v1/requests/m/result');
			assert.ok(text.includes(`${storage}/deployment_requests/r/output/a.png`));
			shapes.add(text);
		}
		assert.ok(shapes.size > 5, `${shapes.size} shapes`);
	});

	it('rejects a call at most twice in a row, and never an account check as unauthorized', async () => {
		for (let seed = 1; seed <= 30; seed++) {
			const world = new World(`${seed}:stray-401,stray-404,rate-limit,server-errors,html-pages`);
			let inARow = 0;
			for (let call = 0; call < 40; call++) {
				await world.call('GET', '/api/auth/me');
				const { status, text } = await world.call('GET', `${runPath}/status`);
				inARow = status === 200 && text.startsWith('{') ? 0 : inARow + 1;
				assert.ok(inARow <= 2);
			}
			const me = world.journal
				.filter(({ path }) => path === '/api/auth/me')
				.flatMap(({ drawn = [] }) => drawn);
			assert.ok(!me.some((note) => /^stray-40/.test(note)));
		}
	});

	it('posts callbacks twice, late and in other words, each with its true end', () => {
		const notes: string[] = [];
		for (let seed = 1; seed <= 40; seed++) {
			const odd = new World(String(seed)).callback({
				request_id: 'r',
				status: 'succeeded',
				outcome: 'succeeded',
			});
			for (const { body } of odd?.bodies ?? []) {
				const { status, outcome } = body as { status?: string; outcome: string };
				assert.match(outcome, /^succeeded$/i);
				assert.match(status ?? outcome, /^succeeded$/i);
			}
			notes.push(...(odd?.notes ?? []));
		}
		for (const word of ['twice', 'held back', ' as '])
			assert.ok(
				notes.some((note) => note.includes(word)),
				word,
			);
	});

	it('keeps the spelling of oversized numbers', async () => {
		const { readReply, writeReply } = await import('../../../src/sandbox/contrary/json.ts');
		const text = '{"seed":18446744073709551615,"ratio":1.50}';
		assert.equal(writeReply(readReply(text)), text);
	});

	it('accepts a seed and a list of kinds, and names an unknown kind', () => {
		assert.deepEqual([...readContrary('a1:words, stale').kinds], ['words', 'stale']);
		assert.equal(readContrary('a1').kinds.size, oddityKinds.length);
		assert.throws(() => readContrary(':words'), /needs a seed/);
		assert.throws(() => readContrary('7:wrods'), /does not know "wrods"/);
	});
});
