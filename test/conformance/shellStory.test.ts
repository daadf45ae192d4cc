import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import sd15Sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { applyEdits } from '../../src/core/base/fixAll.ts';
import { runLine } from '../support/commandIo.ts';
import { configurationFor } from '../support/configuration.ts';
import { smallSample } from '../support/smallSample.ts';
import { approveSignIns, CommandLine } from './commandLineWorld.ts';
import type { Body } from './support.ts';

const samples = join(import.meta.dirname, '..', '..', 'media', 'samples');

/** The sample with an unknown scheduler, which has a fix. */
const broken = JSON.stringify(smallSample, undefined, 2).replace('"karras"', '"karas"');

/** Returns the sample with a chain of samplers that is long enough to run for a minute on the slowest machine. */
function slowDocument(): string {
	const nodes: Body = structuredClone(sd15Sample);
	const sampler = nodes[3];
	for (let last = '3', count = 0; count < 40; count++) {
		const id = String(100 + count);
		nodes[id] = { ...sampler, inputs: { ...sampler.inputs, steps: 1000, latent_image: [last, 0] } };
		nodes[8].inputs.samples = [id, 0];
		last = id;
	}
	return JSON.stringify(nodes);
}

/** Reads the files of a folder with these names. */
async function textsIn(folder: string, names = /^/): Promise<readonly string[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && names.test(entry.name));
	return Promise.all(files.map(({ name }) => readFile(join(folder, name), 'utf8')));
}

/** A configuration with two mistakes that have fixes, and with samples. */
const mistaken = configurationFor('shell_session')
	.replace('name: harbour_v1', 'name: harbour v1')
	.replace('lr: 0.0001', 'lr: "0.0001"')
	.replace(
		/^ {6}train:/m,
		'      sample: { width: 64, height: 64, sample_every: 10, prompts: [a pier, a boat] }\n$&',
	);

/** An edit of `easel check --json`. */
interface Edit {
	readonly range: { readonly start: Position; readonly end: Position };
	readonly newText: string;
}

interface Position {
	readonly line: number;
	readonly character: number;
}

describe('a whole session on the command line', () => {
	const world = CommandLine.ofSuite('--speed', '100');
	/** Everything that was printed. */
	let printed: string[];
	let spoken: PassThrough;

	before(async () => {
		printed = [];
		spoken = new PassThrough();
		await writeFile(world.place('broken.json'), broken);
		await writeFile(world.place('slow.json'), slowDocument());
		await writeFile(world.place('lora.yaml'), mistaken);
		await mkdir(world.place('photos'));
		await copyFile(join(samples, 'harbour.png'), world.place('photos', 'one.png'));
		await writeFile(world.place('photos', 'one.txt'), 'a harbour');
	});

	/** Runs a command that ends with a status, and returns its JSON. */
	async function ends(status: number, ...args: readonly string[]): Promise<Body> {
		const done = await runLine([...args, '--json'], {
			cwd: world.folder,
			env: { ...world.environment, EASEL_TOKEN: '' },
			err: (text) => spoken.write(text),
		});
		printed.push(done.out);
		assert.equal(done.status, status, `easel ${args.join(' ')}: ${done.out}`);
		return JSON.parse(done.out);
	}
	const easel = (...args: readonly string[]): Promise<Body> => ends(0, ...args);
	async function refused(status: number, kind: string, ...args: readonly string[]): Promise<void> {
		assert.equal((await ends(status, ...args)).error.kind, kind, args.join(' '));
	}

	/** Makes the first fix of each finding. */
	async function repair(name: string, findings: readonly Body[]): Promise<void> {
		const text = await readFile(world.place(name), 'utf8');
		const lines = text.split('\n');
		const offset = ({ line, character }: Position) =>
			lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, character);
		const edits: readonly Edit[] = findings.flatMap(({ fixes: [fix] }) => fix?.edits ?? []);
		const placed = edits.map(({ range, newText }) => ({
			range: { start: offset(range.start), end: offset(range.end) },
			newText,
		}));
		await writeFile(world.place(name), applyEdits(text, placed));
	}

	/** Replaces a text of a file. */
	async function change(name: string, pattern: RegExp, by: string, to = name): Promise<void> {
		const text = await readFile(world.place(name), 'utf8');
		assert.match(text, pattern);
		await writeFile(world.place(to), text.replace(pattern, by));
	}

	it('goes from the sign-in to pictures, a checkpoint and the sign-out, by JSON alone', async function () {
		this.timeout(240_000);
		const approved = approveSignIns(spoken, world.sandbox);

		await refused(7, 'auth', 'whoami');
		const { account } = await easel('login');
		const [tokens = ''] = await textsIn(world.place('config'));
		assert.equal((await easel('whoami')).account, account);
		const before = await easel('balance');
		assert.ok(before.microdollars > 0);

		const { deployments } = await easel('deployments', 'list');
		const listed = deployments.find(({ name }: Body) => name.startsWith('Harbour ('));
		const model = await easel('deployments', 'get', listed.id);
		assert.equal(model.name, listed.name);

		const { id: deployment } = await easel(
			...['deployments', 'create', '--name', `${model.name}, by script`],
			...['--workflow-id', model.workflowId, '--workflow-version', model.workflowVersion],
			...['--hardware', 'TURING_16'],
		);
		assert.notEqual(deployment, model.id);
		const got = () => easel('deployments', 'get', deployment);
		assert.equal((await got()).hardware, 'TURING_16');

		// Its instance lives long enough to be called.
		const updated = await easel('deployments', 'update', deployment, '--keep-warm-seconds', '3600');
		assert.equal((await got()).keepWarmSeconds, 3600);
		await refused(2, 'input', 'deployments', 'update', deployment, '--max-instances', '0');

		const { path: file } = await easel('deployments', 'pull', deployment, 'ours.deployment.yaml');
		assert.equal((await easel('deployments', 'pull', deployment, file)).changed, false);
		assert.equal((await easel('plan', file)).files[0].action, 'none');
		await change('ours.deployment.yaml', /^queue_size: .*/m, 'queue_size: 4');
		const plan = await ends(1, 'deployments', 'plan', file);
		assert.equal(plan.files[0].changes[0].key, 'queue_size');
		assert.equal((await got()).queueSize, updated.queueSize);
		assert.equal((await easel('deployments', 'apply', file)).files[0].applied, true);
		assert.equal(String((await got()).queueSize), plan.files[0].changes[0].after);

		const { findings } = await easel('check', 'broken.json');
		assert.equal(findings[0].code, 'value_not_in_list');
		await repair('broken.json', findings);
		assert.deepEqual((await easel('check', 'broken.json')).findings, []);

		const run = ['run', 'broken.json', '--on', deployment];
		await refused(5, 'canceled', ...run);
		await refused(2, 'input', ...run, '--webhook', 'http://example.com/done', '--yes');
		const done = await easel(
			...[...run, '--set', '6.text=a quiet pier', '--seed', '7', '--save', 'out', '--yes'],
			...['--webhook', 'https://example.invalid/done'],
		);
		const { id } = done.run;
		assert.deepEqual([done.run.prompt, done.run.seed], ['a quiet pier', '7']);
		const picture = await readFile(world.place(done.saved[0]));
		assert.ok(picture.length > 0);

		assert.equal((await easel('runs', 'show', id)).state, 'succeeded');
		assert.equal((await easel('runs', 'result', id)).files[0].bytes, done.files[0].bytes);
		assert.equal((await easel('runs', 'list', '--state', 'succeeded', '--limit', '1')).runs[0].id, id);

		const { instanceId } = await easel('runs', 'show', id);
		const stats = await easel('instances', 'call', deployment, instanceId, 'system_stats');
		assert.equal(stats.status, 200);
		assert.equal(JSON.parse(stats.text).devices[0].name, 'TURING_16');
		const free = [
			'instances',
			'call',
			deployment,
			instanceId,
			'api/free',
			'--method',
			'POST',
			'--body',
			'{}',
		];
		await refused(5, 'canceled', ...free);

		const again = await easel('runs', 'again', id, '--new-seed', '--yes');
		assert.equal(again.run.prompt, done.run.prompt);
		assert.notEqual(again.run.seed, done.run.seed);
		const { runs } = await easel('runs', 'list');
		assert.deepEqual(
			runs.map((each: Body) => each.id),
			[again.run.id, id],
		);

		const saved = await easel('runs', 'save', id, '--to', 'kept');
		assert.deepEqual(await readFile(saved.paths[0]), picture);
		assert.notEqual((await easel('runs', 'save', id, '--to', 'kept')).paths[0], saved.paths[0]);

		const slow = (await easel('run', 'slow.json', '--on', deployment, '--no-wait', '--yes')).run.id;
		assert.equal((await easel('runs', 'cancel', slow)).outcome, 'requested');
		assert.equal((await ends(1, 'runs', 'show', slow, '--wait')).state, 'canceled');
		assert.equal((await easel('runs', 'cancel', id)).outcome, 'notCancellable');
		await refused(5, 'canceled', 'runs', 'delete', slow);
		await refused(2, 'notFound', 'runs', 'show', (await easel('runs', 'delete', slow, '--yes')).id);

		const all = await easel('models', 'search', '--limit', '1');
		const found = await easel(
			...['models', 'search', 'text-to-image', '--category', 'text-to-image', '--limit', '1'],
		);
		assert.ok(found.total < all.total);
		const [{ id: modelId, name: modelName }] = found.models;
		assert.equal((await easel('models', 'show', modelId)).model.name, modelName);
		await refused(2, 'input', 'models', 'run', modelId, '--inputs', '{}', '--yes');
		const inputs = ['--inputs', '{"prompt": "a quiet pier"}'];
		const modelRun = await easel('models', 'run', modelId, ...inputs, '--save', 'out', '--yes');
		assert.equal(modelRun.run.target.id, modelId);
		assert.ok((await readFile(world.place(modelRun.saved[0]))).length > 0);

		const upload = await easel('upload', 'photos', '--dataset', 'shell_session');
		assert.deepEqual([upload.state, upload.done], ['ready', 2]);
		await refused(2, 'input', 'upload', 'photos', '--dataset', 'shell_session');
		const dataset = upload.datasetId;
		const { datasets } = await easel('datasets', 'list');
		assert.equal(datasets.find((each: Body) => each.id === dataset).name, upload.datasetName);
		assert.deepEqual(
			(await easel('datasets', 'show', dataset)).files.map(({ name }: Body) => name),
			await readdir(world.place('photos')),
		);

		const mistakes = await ends(1, 'check', 'lora.yaml');
		await refused(5, 'canceled', 'train', 'lora.yaml', '--yes');
		await repair('lora.yaml', mistakes.findings);
		assert.deepEqual((await easel('check', 'lora.yaml')).findings, []);

		const { id: job, step: last } = await easel('train', 'lora.yaml', '--yes', '--wait');
		assert.equal((await easel('jobs', 'show', job)).state, 'STOPPED');
		assert.equal((await easel('jobs', 'list')).jobs[0].id, job);
		assert.equal((await easel('jobs', 'samples', job)).samples.at(-1).step, last);
		const checkpoint = (await easel('jobs', 'result', job)).checkpoints.at(-1);
		const download = await easel('jobs', 'download', job, checkpoint, 'models');
		assert.equal((await readFile(download.path)).length, download.bytes);

		await change('lora.yaml', new RegExp(`steps: ${last}\\b`), 'steps: 90000', 'longer.yaml');
		assert.equal((await easel('jobs', 'edit', job, 'longer.yaml', '--yes')).phase, 'ended');
		assert.equal((await easel('jobs', 'resume', job, '--yes')).phase, 'moving');
		assert.equal((await easel('jobs', 'cancel', job)).state, 'CANCELED');
		assert.equal((await ends(1, 'jobs', 'show', job, '--wait')).state, 'CANCELED');

		await refused(5, 'canceled', 'datasets', 'delete', dataset);
		const gone = await easel('datasets', 'delete', dataset, '--yes');
		await refused(3, 'notFound', 'datasets', 'show', gone.id);

		// Four runs, a job, and the same job again.
		const { starts } = await easel('spending');
		assert.equal(starts.length, 6);
		assert.ok(starts.some((each: Body) => each.id === id));
		assert.ok((await easel('balance')).microdollars < before.microdollars);

		await refused(5, 'canceled', 'deployments', 'delete', deployment);
		const deleted = await easel('deployments', 'delete', deployment, '--yes');
		await refused(3, 'notFound', 'deployments', 'get', deleted.id);

		assert.equal((await easel('logout')).removed, 1);
		await refused(7, 'auth', 'balance');

		spoken.end();
		printed.push(...(await approved));
		const [, token = assert.fail()] = /"token":\s*"([^"]+)"/.exec(tokens) ?? [];
		assert.ok(
			printed.every((text) => !text.includes(token)),
			'the token is printed',
		);
		const { entries } = await world.sandbox.control('GET', 'journal');
		const submitted: readonly string[] = entries.flatMap(({ method, path }: Body) =>
			method === 'POST' && /\/inference(\?|$)/.test(path) ? [path] : [],
		);
		assert.deepEqual(
			submitted.map((path) => path.includes('?webhook=')),
			[true, false, false],
		);
	});
});
