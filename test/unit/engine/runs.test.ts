import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { failed } from '../../../src/core/base/failure.ts';
import type { EngineProgress } from '../../../src/core/engine/engineProgress.ts';
import { refusedRun } from '../../../src/core/runs/plan/refusedRun.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { EngineDouble } from '../../support/engineDouble.ts';
import { fastClock } from '../runs/clocks.ts';
import { openHistory } from '../runs/window.ts';
import { until } from '../support/until.ts';
import { EngineWindow, engineService, origin, planOf } from './window.ts';

/** Seconds of the service of runs pass this many times faster than ours. */
const speed = 30;

/** Seeds of an engine go to 2^64 - 1, and must not be rounded. */
const picture = `{
	"1": { "class_type": "EmptyImage", "inputs": { "width": 64, "height": 64, "batch_size": 1, "color": 255, "seed": 18446744073709551615 } },
	"2": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "harbour" }, "_meta": { "title": "Save it" } }
}`;
const other = picture.replace('255', '128');

describe('a run on an engine', () => {
	let engine: EngineDouble;
	let window: EngineWindow;

	beforeEach(async () => {
		engine = await EngineDouble.start();
		window = await EngineWindow.open(engine.url, fastClock(speed));
	});
	afterEach(async () => {
		await window.close();
		await engine.close();
	});

	describe('that succeeds', () => {
		it('sends the whole document unchanged, after its ID is in the history', async () => {
			const run = await window.start(picture);
			const [call] = engine.callsTo('POST', '/prompt');
			assert.match(call?.text ?? '', /"seed": 18446744073709551615/);
			assert.equal(call?.body.prompt_id, run.id);
			assert.deepEqual(Object.keys(call?.body.prompt), ['1', '2']);
			assert.equal(window.seen[0]?.state, 'submitting');
			assert.equal(window.seen[0]?.id, run.id);
			await window.reaches(run.id, 'succeeded');
		});

		it('reports that everything was cached if the engine lists no results', async () => {
			const frames = (nodes: readonly string[]) =>
				['execution_start', 'execution_cached', 'execution_success'].map((type) => ({
					type,
					data: { prompt_id: 'recorded', ...(type === 'execution_cached' ? { nodes } : {}) },
				}));
			engine.playNext(frames(['1', '2']));
			const cached = await window.reaches((await window.start(picture)).id, 'succeeded');
			assert.match(
				cached.warning ?? '',
				/^The engine took everything from its cache and made no new files\./,
			);
			// A run with an output that ran and reported nothing is a different case.
			engine.playNext(frames(['1']));
			const empty = await window.reaches((await window.start(picture)).id, 'succeeded');
			assert.equal(empty.warning, undefined);
		});

		it('has the same bytes as shown by the engine', async () => {
			const run = await window.start(picture);
			const ended = await window.reaches(run.id, 'succeeded');
			assert.equal(ended.files.length, 1);
			const [file] = ended.files;
			const query = new URLSearchParams({
				filename: file?.filename ?? '',
				subfolder: file?.subfolder ?? '',
				type: file?.type ?? '',
			});
			const shown = Buffer.from(await (await fetch(`${engine.url}/view?${query}`)).arrayBuffer());
			const kept = readFileSync(join(window.folder, 'runs', run.id, file?.archivedAs ?? ''));
			assert.ok(kept.equals(shown) && kept.length > 0);
			assert.equal(ended.expiresAt, undefined, 'an engine of one keeps its files');
		});

		it('shows the current node, its progress and its preview, to the end', async () => {
			const bytes = Buffer.from('a preview');
			engine.nodes.EmptyImage = { steps: 3, preview: { bytes, mediaType: 'image/png' } };
			const seen: EngineProgress[] = [];
			window.progress.onDidChange((progress) => seen.push(progress));
			engine.hold('2');
			const run = await window.start(picture);
			await until('the last node', () => window.progress.of(run.id)?.nodeId === '2');
			assert.ok(seen.some(({ nodeId, step }) => nodeId === '1' && step?.value === 3 && step.max === 3));
			const now = window.progress.of(run.id);
			assert.equal(now?.nodeTitle, 'Save it');
			assert.deepEqual(now?.done, ['1']);
			assert.equal(now?.total, 2);
			assert.deepEqual(Buffer.from(now?.preview?.bytes ?? []), bytes);
			engine.release('2');
			await window.reaches(run.id, 'succeeded');
			assert.equal(window.progress.of(run.id), undefined);
			await until('the stream closed', () => engine.clients.length === 0);
		});

		it('ends even if the event stream is silent', async () => {
			engine.hold('2');
			const run = await window.start(picture);
			await engine.held('2');
			// Another client takes the stream away; only the questions are left.
			const clientId = String(engine.callsTo('POST', '/prompt')[0]?.body.client_id);
			const thief = new WebSocket(`${engine.url.replace('http', 'ws')}/ws?clientId=${clientId}`);
			await new Promise((resolve) => thief.addEventListener('open', resolve));
			engine.release('2');
			await window.reaches(run.id, 'succeeded');
			thief.close();
		});

		it('finds texts, files in any channel, files named by a bare path, and no flags', async () => {
			const model = Buffer.from('glTF');
			engine.files.set('output/3d/cube.glb', model);
			engine.nodes.SaveImage = {
				output: { text: ['42'], animated: [true], result: ['3d/cube.glb', null] },
				files: [
					{
						type: 'output',
						filename: 'a.mp4',
						channel: 'gifs',
						bytes: Buffer.from('\0\0\0\x08ftypisom', 'latin1'),
					},
					{ type: 'temp', filename: 'b.flac', channel: 'audio', bytes: Buffer.from('fLaC') },
				],
			};
			const run = await window.start(picture);
			const ended = await window.reaches(run.id, 'succeeded');
			assert.deepEqual(
				ended.texts.map(({ text }) => text),
				['42'],
			);
			assert.deepEqual(ended.files.map(({ filename }) => filename).sort(), ['a.mp4', 'b.flac', 'cube.glb']);
			assert.ok(ended.files.every(({ archivedAs }) => archivedAs !== undefined));
		});

		it('uploads a local picture under a name derived from its bytes', async () => {
			const bytes = Buffer.from('\x89PNG\r\n\x1a\npicture', 'latin1');
			const text =
				'{"1":{"class_type":"LoadImage","inputs":{"image":"mine.png"}},"2":{"class_type":"SaveImage","inputs":{"images":["1",0],"filename_prefix":"a"}}}';
			const dataUri = `data:image/png;base64,${bytes.toString('base64')}`;
			const file = {
				nodeId: '1',
				input: 'image',
				path: '/x/mine.png',
				name: 'mine.png',
				kind: 'image',
				mediaType: 'image/png',
				bytes: bytes.length,
				dataUri,
			} as const;
			const run = await window.start(text, { files: [file], warnings: [] });
			await window.reaches(run.id, 'succeeded');
			const name = `${createHash('sha256').update(bytes).digest('hex')}.png`;
			const [call] = engine.callsTo('POST', '/prompt');
			assert.equal(call?.body.prompt['1'].inputs.image, `easel/${name}`);
			assert.ok(engine.files.get(`input/easel/${name}`)?.equals(bytes));
		});
	});

	describe('that the engine rejects', () => {
		it('names node and input', async () => {
			const node_errors = {
				'1': {
					class_type: 'EmptyImage',
					dependent_outputs: ['2'],
					errors: [
						{
							type: 'value_smaller_than_min',
							message: 'Value 0 smaller than min of 1',
							details: 'width',
							extra_info: { input_name: 'width' },
						},
					],
				},
			};
			const error = {
				type: 'prompt_outputs_failed_validation',
				message: 'Prompt outputs failed validation',
				details: '',
				extra_info: {},
			};
			engine.answerPrompt({ status: 400, body: { error, node_errors } });
			const result = await window.runs.start(await planOf(picture), origin);
			assert.ok(!result.ok);
			const said = refusedRun(result.failure, parseWorkflow(picture), 'My ComfyUI', 'harbour.json');
			assert.equal(
				said.message,
				'My ComfyUI refused the run. EmptyImage, width: Value 0 smaller than min of 1',
			);
			assert.deepEqual(said.place, { nodeId: '1', input: 'width' });
			assert.equal(window.latest?.state, 'unsent');
			assert.deepEqual(window.latest?.refusedAt, ['1.inputs.width']);
			assert.equal(
				window.latest?.notice,
				'The run did not start. My ComfyUI refused the document. Node 1 (EmptyImage), width: Value 0 smaller than min of 1. Fix the document, then run it again.',
			);
		});

		it('names the node of a class that is not installed', async () => {
			const error = {
				type: 'missing_node_type',
				message: "Node 'Blur' not found. The custom node may not be installed.",
				details: "Node ID '#2'",
				extra_info: { node_id: '2', class_type: 'Blur' },
			};
			engine.answerPrompt({ status: 400, body: { error, node_errors: {} } });
			const result = await window.runs.start(await planOf(picture), origin);
			assert.ok(!result.ok);
			const said = refusedRun(result.failure, parseWorkflow(picture), 'My ComfyUI', 'harbour.json');
			assert.deepEqual(said.place, { nodeId: '2', input: 'class_type' });
			assert.match(said.message, /Save it: Node 'Blur' not found/);
		});

		it('reports an error even for a response that is not JSON', async () => {
			engine.answerPrompt({ status: 500, body: 'Server got itself in trouble' });
			const result = await window.runs.start(await planOf(picture), origin);
			assert.ok(!result.ok);
			assert.match(result.failure.message, /could not read the document/);
			assert.equal(window.latest?.state, 'unsent');
		});

		it('names the omitted parts if only a part is accepted', async () => {
			const fault = {
				type: 'value_not_in_list',
				message: 'Value not in list',
				details: "ckpt_name: 'x' not in []",
				extra_info: { input_name: 'ckpt_name' },
			};
			const nodeErrors = {
				'7': { class_type: 'CheckpointLoaderSimple', dependent_outputs: ['9'], errors: [fault] },
			};
			engine.answerPrompt({ status: 200, nodeErrors });
			const run = await window.start(picture);
			const ended = await window.reaches(run.id, 'succeeded');
			assert.match(
				ended.warning ?? '',
				/left out the output of node 9\. Node 7 \(CheckpointLoaderSimple\), ckpt_name:/,
			);
		});
	});

	for (const status of [401, 403] as const) {
		describe(`behind a proxy that returns ${status} without a token`, () => {
			const token = 'hush-hush';

			it('is not sent, and names the command that sets one', async () => {
				engine.door = { status, token };
				const result = await window.runs.start(await planOf(picture), origin);
				assert.ok(!result.ok);
				const { kind, message, nextStep } = result.failure;
				assert.equal(kind, 'auth');
				assert.match(message, /The server in front of My ComfyUI requires a token/);
				assert.match(nextStep, /Easel: Set Token of the Engine/);
				assert.equal(window.latest?.state, 'unsent');
				assert.match(window.latest?.notice ?? '', /Set Token of the Engine/);
				assert.equal(engine.runs.length, 0);
			});

			it('is sent with the token, which is stored nowhere', async () => {
				engine.door = { status, token };
				window.go(engineService(engine.url, token));
				const run = await window.start(picture);
				const ended = await window.reaches(run.id, 'succeeded');
				assert.ok(ended.files.every(({ archivedAs }) => archivedAs !== undefined));
				assert.doesNotMatch(JSON.stringify(window.seen), /hush/);
			});

			it('survives a rejection that starts during the run, and ends once the token is set', async () => {
				engine.hold('2');
				const run = await window.start(picture);
				await window.reaches(run.id, 'running');
				engine.door = { status, token };
				engine.release('2');
				const asked = await until('a sentence about the token', () => {
					const now = window.runs.get(run.id);
					return now?.notice?.includes('Set Token of the Engine') && now;
				});
				assert.equal(asked.state, 'running');
				window.go(engineService(engine.url, token));
				await window.reaches(run.id, 'succeeded');
			});
		});
	}

	describe('on a test clock', () => {
		const clock = fastClock(300);
		let quick: EngineWindow;
		beforeEach(async () => {
			quick = await EngineWindow.open(engine.url, clock);
		});
		afterEach(() => quick.close());

		it('is given up after five minutes without a response from the engine', async () => {
			engine.hold('2');
			const run = await quick.start(picture);
			await quick.reaches(run.id, 'running');
			// The transport's failure for such a call, without the wait.
			const { connection, transport } = quick.service;
			const silence = failed({
				kind: 'timeout',
				message: 'There was no answer in time.',
				nextStep: 'Try again.',
				fixer: 'nobody',
				mayHaveArrived: true,
			});
			const since = clock.now();
			let calls = 0;
			const send = async () => {
				calls++;
				return silence;
			};
			quick.go({ connection, transport: { ...transport, send, close: () => transport.close() } });
			const ended = await quick.reaches(run.id, 'lost');
			assert.ok(clock.now() - since >= 5 * 60_000);
			assert.ok(calls > 1);
			assert.match(ended.notice ?? '', /stopped responding during this run/);
		});

		it('ends three minutes after its cancellation if the engine does not stop it', async () => {
			engine.hold('2');
			const run = await quick.start(picture);
			await engine.held('2');
			await quick.reaches(run.id, 'running');
			engine.killWorker();
			const since = clock.now();
			assert.ok((await quick.runs.cancel(run.id)).ok);
			const ended = await quick.reaches(run.id, 'failed');
			assert.ok(clock.now() - since >= 3 * 60_000);
			assert.equal(ended.error?.error, 'EngineStuck');
			assert.match(ended.error?.details ?? '', /did not stop this run/);
			assert.deepEqual(engine.interrupted, []);
			assert.ok(engine.callsTo('POST', '/interrupt').length > 0);
		});
	});

	describe('that fails', () => {
		it('names the node and its message', async () => {
			engine.failNode('2', { type: 'builtins.ValueError', message: 'no room' });
			const run = await window.start(picture);
			const { error } = await window.reaches(run.id, 'failed');
			assert.equal(error?.error, 'ValueError');
			assert.equal(error?.details, 'Node 2 (SaveImage): no room');
			assert.match(error?.debugInfo ?? '', /line 1/);
		});

		it('reports an interruption on the engine', async () => {
			engine.hold('2');
			const run = await window.start(picture);
			await engine.held('2');
			await fetch(`${engine.url}/interrupt`, { method: 'POST', body: '{}' });
			const ended = await window.reaches(run.id, 'failed');
			assert.match(ended.error?.details ?? '', /interrupted on the engine itself/);
		});
	});

	describe('that is canceled', () => {
		it('while queued, is removed from the queue, and other runs continue', async () => {
			engine.hold('1');
			const foreign = engine.foreignRun(JSON.parse(other));
			await engine.held('1');
			const run = await window.start(picture);
			await window.reaches(run.id, 'queued');
			assert.ok((await window.runs.cancel(run.id)).ok);
			await window.reaches(run.id, 'canceled');
			engine.release('1');
			await until('the foreign run', () => engine.runs.find(({ id }) => id === foreign)?.state === 'success');
			assert.deepEqual(engine.interrupted, []);
			assert.equal(engine.callsTo('POST', '/interrupt').length, 0);
		});

		it('while running, is stopped there', async () => {
			engine.hold('2');
			const run = await window.start(picture);
			await engine.held('2');
			await window.reaches(run.id, 'running');
			assert.ok((await window.runs.cancel(run.id)).ok);
			await window.reaches(run.id, 'canceled');
			assert.deepEqual(engine.interrupted, [run.id]);
		});

		it('before the response, is canceled after it arrives', async () => {
			engine.hold('1');
			let answer: (value?: unknown) => void = () => undefined;
			engine.answerPrompt({ status: 200, until: new Promise((resolve) => (answer = resolve)) });
			const starting = window.runs.start(await planOf(picture), origin);
			await until('the call', () => engine.callsTo('POST', '/prompt').length === 1);
			const id = window.latest?.id ?? '';
			assert.ok((await window.runs.cancel(id)).ok);
			answer();
			await starting;
			await window.reaches(id, 'canceled');
			assert.deepEqual(engine.interrupted, [id]);
		});

		it('before the response, is canceled after a reload', async () => {
			engine.hold('1');
			const id = engine.foreignRun(JSON.parse(picture));
			await engine.held('1');
			const ledger = await openHistory(window.folder, fastClock(speed));
			const { connection } = window.service;
			// The window that sent it has exited, and with it the pending cancel.
			await new RunTable(ledger).put({
				...{ id, connectionId: connection.id, accountId: 'engine', ...origin },
				...{ state: 'submitting', cancelRequested: true, submittedAt: Date.now() },
				...{ summary: (await planOf(picture)).summary, files: [], texts: [] },
			});
			await ledger.close();
			window.runs.resume();
			await window.reaches(id, 'canceled');
			assert.deepEqual(engine.interrupted, [id]);
		});

		it('on an engine that stops any current run, never stops another run', async () => {
			engine.version = '0.3.50';
			engine.hold('1');
			const foreign = engine.foreignRun(JSON.parse(other));
			await engine.held('1');
			const run = await window.start(picture);
			assert.ok((await window.runs.cancel(run.id)).ok);
			await window.reaches(run.id, 'canceled');
			engine.release('1');
			await until('the foreign run', () => engine.runs.find(({ id }) => id === foreign)?.state === 'success');
			assert.deepEqual(engine.interrupted, []);
		});

		it('on such an engine is stopped while it is the current one', async () => {
			engine.version = '0.3.50';
			engine.hold('2');
			const run = await window.start(picture);
			await engine.held('2');
			assert.ok((await window.runs.cancel(run.id)).ok);
			await window.reaches(run.id, 'canceled');
			assert.deepEqual(engine.interrupted, [run.id]);
		});

		it('after its end, does nothing', async () => {
			const run = await window.start(picture);
			await window.reaches(run.id, 'succeeded');
			const outcome = await window.runs.cancel(run.id);
			assert.deepEqual(outcome, { ok: true, value: 'notCancellable' });
			assert.equal(engine.callsTo('POST', '/interrupt').length, 0);
		});
	});

	describe('on an engine in trouble', () => {
		it('ends when the queue is cleared', async () => {
			engine.hold('1');
			engine.foreignRun(JSON.parse(other));
			await engine.held('1');
			const run = await window.start(picture);
			engine.clearQueue();
			const ended = await window.reaches(run.id, 'lost');
			assert.match(ended.notice ?? '', /no longer knows this run/);
		});

		it('ends when the engine is restarted', async () => {
			engine.hold('2');
			const run = await window.start(picture);
			await engine.held('2');
			await engine.restart();
			await window.reaches(run.id, 'lost');
		});

		it('ends when the engine is unreachable', async () => {
			engine.hold('2');
			const run = await window.start(picture);
			await engine.held('2');
			await engine.stop();
			const ended = await window.reaches(run.id, 'lost');
			assert.match(ended.notice ?? '', /stopped responding/);
		});

		it('ends when its worker stops', async () => {
			const idle = { type: 'crystools.monitor', data: {} };
			engine.playNext([
				{ type: 'execution_start', data: { prompt_id: 'recorded' } },
				{ type: 'execution_cached', data: { prompt_id: 'recorded', nodes: [] } },
				...Array.from({ length: 100_000 }, () => idle),
			]);
			const run = await window.start(picture);
			await until('the start', () => engine.runs[0]?.state === 'running');
			engine.killWorker();
			const ended = await window.reaches(run.id, 'failed');
			assert.match(ended.error?.details ?? '', /its worker has stopped/);
		});

		it('is found again after a lost response, and sent once', async () => {
			engine.hold('2');
			let lose: (reason: Error) => void = () => undefined;
			engine.answerPrompt({ status: 200, until: new Promise((_, reject) => (lose = reject)) });
			const starting = window.runs.start(await planOf(picture), origin);
			const id = await engine.held('2');
			// A proxy answers with its own error; the engine has the run.
			lose(new Error('cut'));
			const started = await starting;
			assert.ok(started.ok && started.value.id === id);
			engine.release('2');
			await window.reaches(id, 'succeeded');
			assert.equal(engine.callsTo('POST', '/prompt').length, 1);
		});
	});
});
