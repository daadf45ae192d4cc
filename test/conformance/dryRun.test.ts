import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dryRunOutput } from '../../src/cli/frame/dryRunOutput.ts';
import { commands } from '../../src/cli/table.ts';
import { smallSample } from '../support/smallSample.ts';
import { uiWorkflow } from '../support/uiWorkflow.ts';
import { png } from '../unit/datasets/report/mediaFiles.ts';
import { CommandLine } from './commandLineWorld.ts';
import { config, demoJobs, train } from './jobsSupport.ts';
import { type Body, demo } from './support.ts';

/** The ids and names that the commands are given. */
type Known = Readonly<
	Record<
		| 'ended'
		| 'moving'
		| 'lost'
		| 'request'
		| 'batch'
		| 'finished'
		| 'running'
		| 'lostJob'
		| 'dataset'
		| 'upload'
		| 'model',
		string
	>
>;

/** The end of a dry run: a question, a call, a file, the output of a copy of the history, or a failure. */
type End = 'asks' | 'sends' | 'writes' | 'result' | 'fails';

type Row = readonly [end: End, args: (known: Known) => readonly string[]];

const made = ['--name', 'made', '--workflow-id', '00000000-0000-0000-0000-000000001111'];

/** The arguments of each command that has a dry run. */
const rows: Readonly<Record<string, readonly Row[]>> = {
	apply: [['result', () => ['.']]],
	client: [
		['writes', () => ['sample.json', '--language', 'python', '--out', 'photos']],
		['result', () => ['sample.json', '--language', 'python']],
	],
	'workflows app': [['writes', () => ['sea.json']]],
	'workflows unname': [['writes', () => ['preset.json', '--name', 'prompt']]],
	'workflows name': [['writes', () => ['sample.json', '--input', 'prompt=6.text']]],
	'presets save': [['writes', () => ['sample.json', 'night', '--set', '6.text=a pier']]],
	'presets apply': [['writes', () => ['preset.json', 'night']]],
	logout: [['result', () => []]],
	run: [
		['asks', () => ['sample.json', '--on', demo.harbour, '--save', 'out']],
		['asks', () => ['--on', demo.harbour, '--set', '6.text=a pier', '--yes', '--anyway']],
		['asks', () => ['sample.json', '--on', demo.disabled, '--no-wait']],
		['asks', () => ['sample.json', '--on', demo.harbour, '--seeds', '3']],
	],
	sweep: [['asks', () => ['sample.sweep.csv', '--on', demo.harbour, '--save', 'out']]],
	'sweeps make': [['writes', () => ['sample.json', '--vary', '3.steps=20..40..10']]],
	// It is not the results of a sweep.
	'sweeps results': [['fails', () => ['sample.sweep.csv']]],
	'runs cancel': [
		['asks', ({ moving }) => [moving]],
		['result', ({ ended }) => [ended]],
		['asks', ({ ended, moving }) => [ended, moving]],
		['asks', () => ['--all', '--yes']],
	],
	'runs again': [['asks', ({ ended }) => [ended, '--new-seed', '--save', 'out']]],
	'runs take': [['result', ({ lost, request }) => [lost, request]]],
	'runs look': [['result', ({ lost }) => [lost]]],
	'runs give-up': [['asks', ({ lost }) => [lost]]],
	'runs save': [
		['writes', ({ ended }) => [ended, '--to', 'out']],
		['asks', () => ['--all', '--to', 'out']],
	],
	'runs share': [['writes', ({ ended }) => [ended, 'harbor.easelrun.json']]],
	'runs import': [['result', () => ['sample.easelrun.json']]],
	'runs fetch': [['result', ({ ended }) => [ended]]],
	'runs star': [['result', ({ ended }) => [ended, '--note', 'the best']]],
	'runs delete': [['asks', ({ ended }) => [ended, '--yes']]],
	'deployments run': [
		['asks', () => [demo.poster, '--inputs', '{"prompt": "a harbor", "layout": {"corner": "top left"}}']],
	],
	'models run': [['asks', ({ model }) => [model, '--set', 'prompt=a harbor']]],
	'batches pause': [['result', ({ batch }) => [batch]]],
	'batches continue': [['asks', ({ batch }) => [batch]]],
	'batches cancel': [['asks', ({ batch }) => [batch]]],
	'deployments create': [['asks', () => [...made, '--workflow-version', 'v1']]],
	'deployments update': [['asks', () => [demo.harbour, '--max-instances', '4']]],
	'deployments restore': [['asks', () => [demo.harbour]]],
	'deployments pull': [
		['result', () => [demo.village]],
		['result', () => [demo.harbour, 'harbour.deployment.yaml']],
	],
	'deployments delete': [['asks', () => [demo.harbour, '--yes']]],
	'deployments apply': [['result', () => ['.']]],
	'instances call': [['asks', () => [demo.harbour, 'i-1', 'api/free', '--method', 'POST']]],
	'instances free': [['sends', () => [demo.harbour, 'i-1', '--cache']]],
	'engine free': [['sends', () => ['--connection', 'Engine']]],
	'engine interrupt': [['asks', () => ['prompt', '--connection', 'Engine', '--yes']]],
	upload: [['asks', () => ['photos', '--dataset', 'other', '--fix']]],
	'datasets create': [['sends', () => ['made']]],
	'datasets retry': [['result', ({ upload }) => [upload]]],
	'datasets delete': [['asks', ({ dataset }) => [dataset, '--yes']]],
	'captions write': [['writes', () => ['photos/a.txt', 'a pier']]],
	train: [['asks', () => ['train.yaml', '--yes']]],
	'jobs cancel': [
		['asks', ({ running }) => [running]],
		['result', ({ finished }) => [finished]],
	],
	'jobs take': [['result', ({ lostJob }) => [lostJob, demoJobs.failed]]],
	// The record of a reply that was lost is not one that is missing.
	'jobs look': [['fails', ({ lostJob }) => [lostJob]]],
	'jobs give-up': [['asks', ({ lostJob }) => [lostJob]]],
	'jobs track': [['result', () => [demoJobs.stoppedEarly]]],
	'jobs edit': [['asks', ({ finished }) => [finished, 'train.yaml']]],
	'jobs resume': [['asks', ({ finished }) => [finished]]],
	'jobs samples': [['writes', ({ finished }) => [finished, '--save', 'out']]],
	'jobs download': [['writes', ({ finished }) => [finished, '--latest', 'out']]],
	'jobs remove': [['asks', ({ finished }) => [finished, '--yes']]],
	'jobs import': [['result', () => ['--text', '@jobs.json']]],
};

describe('a dry run of each command that changes something', () => {
	const world = CommandLine.ofSuite();
	let known: Known;

	before(async function () {
		this.timeout(120_000);
		const write = (name: string, content: string | Uint8Array) => writeFileSync(world.place(name), content);
		write('sample.json', JSON.stringify(smallSample));
		write('preset.json', JSON.stringify(smallSample));
		write(
			'preset.presets.yaml',
			'inputs:\n  prompt:\n    node: 6\n    input: text\n    class: CLIPTextEncode\n    links: [to KSampler.positive]\npresets:\n  night:\n    6.text: a pier\n',
		);
		write('sea.json', JSON.stringify(uiWorkflow()));
		write(
			'sea.presets.yaml',
			'inputs:\n  file:\n    node: 2\n    input: filename_prefix\n    class: SaveImage\n    only: true\n',
		);
		write('sample.sweep.csv', '6.text\na pier\na boat\n');
		write(
			'sample.easelrun.json',
			'{"format":"easel-run","version":1,"run":{"sent":"inline"},"document":{"1":{"class_type":"VAEDecode","inputs":{}}}}',
		);
		write('train.yaml', config({ name: 'dry', train }));
		mkdirSync(world.place('config'));
		write(
			'config/connections.json',
			JSON.stringify([{ name: 'Engine', comfyui: world.environment.EASEL_BASE_URL }]),
		);
		mkdirSync(world.place('photos'));
		write('photos/a.png', png(640, 480));
		write('photos/a.txt', 'a harbor');
		const harbour = ['--on', demo.harbour, '--yes', '--no-wait'];
		const { id: ended } = (await world.json('run', ...harbour, '--set', '6.text=one')).run;
		await atOnce(world.json('runs', 'show', ended, '--wait'));
		const { id: moving } = (await world.json('run', ...harbour, '--set', '6.text=two')).run;
		const lose = async (path: string, ...args: readonly string[]): Promise<string> => {
			await world.sandbox.control('POST', 'faults', [
				{ kind: 'disconnect', match: { method: 'POST', path }, count: 1 },
			]);
			const { status, out, err } = await world.easel(...args, '--yes', '--json');
			assert.equal(status, 6, err);
			return JSON.parse(out).error.record.id;
		};
		const lost = await lose('*/inference', 'run', '--on', demo.harbour, '--set', '6.text=three');
		const lostJob = await lose('*/jobs', 'train', 'train.yaml');
		await world.easel('run', 'sample.json', '--on', demo.village, '--seeds', '3', '--yes', '--timeout', '2s');
		const { id: batch } = (await world.json('batches', 'list')).batches[0];
		const { id: finished } = await world.json('jobs', 'track', demoJobs.finished);
		const { id: running } = await world.json('jobs', 'track', demoJobs.running);
		write('jobs.json', (await world.easel('jobs', 'export')).out);
		await world.json('deployments', 'update', demo.harbour, '--max-instances', '3');
		await world.json('deployments', 'pull', demo.harbour, 'harbour.deployment.yaml');
		await world.json('deployments', 'update', demo.harbour, '--max-instances', '2');
		const { id: dataset } = await world.json('datasets', 'create', 'dry-made');
		// A refusal of a file is final at once.
		await world.sandbox.control('POST', 'faults', [
			{ kind: 'status', status: 422, match: { path: '*/upload' } },
		]);
		const sent = await atOnce(world.easel('upload', 'photos', '--dataset', 'dry-photos', '--json'));
		assert.equal(sent.status, 1, sent.out + sent.err);
		const { datasetId: upload } = JSON.parse(sent.out);
		await world.sandbox.control('POST', 'faults', []);
		const { request_id: request } = await world.sandbox.submit(demo.harbour);
		const { id: model } = (await world.json('models', 'search', 'text-to-image')).models[0];
		known = { ended, moving, lost, request, batch, finished, running, lostJob, dataset, upload, model };
	});

	/** Puts the clock of the service forward until work has ended. */
	const atOnce = async <T>(work: Promise<T>): Promise<T> => {
		let isOver = false;
		const end = work.finally(() => {
			isOver = true;
		});
		while (!isOver) await Promise.all([world.sandbox.advance(10), Promise.race([end, delay(50)])]);
		return end;
	};
	/** Each file of the folder of the commands, with its content: history, results, sign-ins and documents. */
	const files = () =>
		Object.fromEntries(
			readdirSync(world.folder, { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile())
				.map(({ parentPath, name }) => join(parentPath, name))
				.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
		);
	/** The calls of the service that may change something. */
	const writes = async () =>
		(await world.sandbox.control('GET', 'journal')).entries
			.filter(({ method }: Body) => method !== 'GET')
			.map(({ method, path }: Body) => `${method} ${path}`);

	it('exists, unless the command reads or has a reason', () => {
		const framed = commands.filter((command) => 'run' in command);
		const without = framed.filter(
			({ effect, flags }) =>
				effect !== undefined && effect !== 'read' && !flags.some(({ name }) => name === 'dry-run'),
		);
		assert.deepEqual(without, []);
		assert.deepEqual(
			Object.keys(rows).sort(),
			framed
				.filter(({ flags }) => flags.some(({ name }) => name === 'dry-run'))
				.map(({ name }) => name)
				.sort(),
		);
	});

	for (const [name, cases] of Object.entries(rows))
		for (const [index, [end, args]] of cases.entries())
			it(`of easel ${name} changes nothing (${index + 1}: ${end})`, async () => {
				const before = { files: files(), writes: await writes() };
				const words = [...name.split(' '), ...args(known), '--dry-run'];
				const shown = await world.easel(...words, '--json');
				assert.deepEqual({ files: files(), writes: await writes() }, before);
				assert.deepEqual(
					readdirSync(tmpdir()).filter((each) => each.startsWith('easel-dry-run-')),
					[],
				);
				assert.equal(shown.status, end === 'fails' ? 2 : 0, `${shown.err}${shown.out}`);
				if (end === 'fails') return;
				const answer = dryRunOutput.parse(JSON.parse(shown.out));
				const ends: Readonly<Record<Exclude<End, 'fails'>, boolean>> = {
					asks: answer.asks.length === 1,
					sends: answer.sends !== undefined,
					writes: answer.writes !== undefined,
					result: answer.result !== undefined,
				};
				assert.deepEqual(
					Object.entries(ends).flatMap(([each, is]) => (is ? [each] : [])),
					[end],
					shown.out,
				);
				for (const secret of [world.sandbox.announced.token, '?']) {
					const told = secret === '?' ? JSON.stringify(answer.sends ?? '') : shown.out;
					assert.ok(!told.includes(secret), told);
				}
			});
});
