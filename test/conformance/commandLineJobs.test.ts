import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { CommandLine, ended } from './commandLineWorld.ts';
import { config, demoJobs, train } from './jobsSupport.ts';

/** Small samples: the sandbox paints them, which takes most of the time of a job. */
const samples = ['width: 64', 'height: 64', 'sample_every: 10', 'prompts:', '  - a boat', '  - a pier'];
const shorter = train.map((line) => line.replace('steps: 40', 'steps: 20'));
const nothingCanceled = 'Nothing was canceled, because the job has ended.\n';

/** Writes a configuration of this name. */
function writeConfig(world: CommandLine, name: string, lines: readonly string[] = train): Promise<void> {
	return writeFile(world.place(`${name}.yaml`), config({ name, train: lines, sample: samples }));
}

describe('training jobs on the command line', () => {
	const world = CommandLine.ofSuite('--speed', '100');

	it('continues an interrupted download of a checkpoint at once, and leaves no part of it', async () => {
		const { id } = await world.json('jobs', 'track', demoJobs.finished);
		await world.sandbox.control('POST', 'faults', [
			{ kind: 'slow', bytesPerSecond: 2000, match: { host: 'storage' } },
		]);
		const download = ['jobs', 'download', id, '--latest', 'half'];
		const child = world.start(download);
		for await (const line of createInterface({ input: child.stderr }))
			if (line.includes(' of ')) child.kill('SIGINT');
		const parts = readdirSync(world.place('half'));
		assert.deepEqual([parts.length, parts[0]?.endsWith('.part')], [1, true]);
		await world.sandbox.control('POST', 'faults', []);
		const { path } = await world.json(...download);
		assert.deepEqual(readdirSync(world.place('half')), [basename(path)]);
		await world.json('jobs', 'remove', id, '--yes');
	});

	it('starts a job after a confirmation, waits for it, and lists and downloads its artifacts', async () => {
		await writeConfig(world, 'made');
		const before = await world.received('POST', '/jobs');
		const unasked = await world.easel('train', 'made.yaml', '--wait', '--json');
		const { error } = JSON.parse(unasked.out);
		assert.deepEqual([unasked.status, error.status, error.kind], [5, 5, 'canceled']);
		assert.match(
			unasked.err,
			/^Nothing was sent, because the review was not confirmed\..* --yes agrees to it\.$/m,
		);
		assert.equal(await world.received('POST', '/jobs'), before);

		const done = await world.easel('train', 'made.yaml', '--yes', '--wait', '--json');
		assert.equal(done.status, 0, done.err);
		assert.match(done.err, /^STOPPED, step 40 of 40$/m);
		const { effect, ...job } = JSON.parse(done.out);
		assert.equal(effect, 'started');
		const { name: jobName, state: jobState, phase, step: steps, steps: all } = job;
		assert.deepEqual([jobName, jobState, phase, steps, all], ['made', 'STOPPED', 'ended', 40, 40]);
		assert.equal(await world.received('POST', '/jobs'), before + 1);
		const shown = await world.easel('jobs', 'show', job.id);
		assert.match(shown.out, /^Phase: +ended\nState: +STOPPED$/m);
		for (const named of ['made', job.id.slice(0, 6)])
			assert.equal((await world.json('jobs', 'show', named)).id, job.id);
		assert.deepEqual(await world.json('jobs', 'list'), { jobs: [job], total: 1 });
		assert.deepEqual((await world.json('jobs', 'list', '--state', 'finished')).jobs, [job]);
		assert.deepEqual(await world.json('jobs', 'list', '--state', 'active'), { jobs: [], total: 0 });
		assert.deepEqual(await world.json('jobs', 'watch', 'made'), job);

		const { checkpoints, samples: pictures, state } = await world.json('jobs', 'result', job.id);
		assert.deepEqual([state, checkpoints.at(-1), pictures.length], ['STOPPED', 'made.safetensors', 10]);
		const grid = (await world.json('jobs', 'samples', job.id)).samples;
		assert.deepEqual(
			grid.map(({ step, promptIndex }: Record<string, number>) => [step, promptIndex]),
			[0, 10, 20, 30, 40].flatMap((step) => [0, 1].map((prompt) => [step, prompt])),
		);
		const table = await world.easel('jobs', 'samples', job.id, '--step', '20');
		assert.match(
			table.out,
			/^Step +Prompt Number +Prompt +Seed +Name\n +20 +0 +a boat +\d+ +\S+\n +20 +1 +a pier +\d+ +\S+$/m,
		);
		const ofPier = await world.json('jobs', 'samples', job.id, '--prompt', '1', '--save', 'pier');
		assert.deepEqual(
			ofPier.samples.map(({ promptText }: Record<string, string>) => promptText),
			Array(5).fill('a pier'),
		);
		assert.deepEqual(
			ofPier.saved,
			ofPier.samples.map(({ name }: Record<string, string>) => world.place('pier', name ?? '')),
		);
		assert.deepEqual([readdirSync(world.place('pier')).length, ofPier.missing], [5, []]);
		const told = await world.easel('jobs', 'result', job.id);
		assert.match(told.out, /^Samples: 10\n\nCheckpoints\nStep +Name\n +10 +made_000000010\.safetensors\n/m);
		for (const text of [done.out, done.err, told.out]) assert.ok(!text.includes('http'), text);

		const download = ['jobs', 'download', job.id, 'made.safetensors', 'models'];
		await world.json(...download);
		const whole = await readFile(world.place('models', 'made.safetensors'));
		await writeFile(world.place('models', 'made.safetensors'), 'mine');
		const again = await world.json(...download);
		assert.equal(again.path, world.place('models', 'made (1).safetensors'));
		assert.deepEqual(await readFile(again.path), whole);
		assert.equal(await readFile(world.place('models', 'made.safetensors'), 'utf8'), 'mine');
		assert.deepEqual(readdirSync(world.place('models')).sort(), ['made (1).safetensors', 'made.safetensors']);
		await writeFile(world.place('taken'), 'mine');
		const notThere = await world.easel('jobs', 'download', job.id, 'made.safetensors', 'taken');
		assert.equal(notThere.status, 2);
		assert.match(notThere.err, /because a file is where its folder should be/);
		assert.equal(await readFile(world.place('taken'), 'utf8'), 'mine');
		const missing = await world.easel('jobs', 'download', job.id, 'other.safetensors');
		assert.match(
			missing.err,
			/does not have the checkpoint "other\.safetensors" .* made_000000010\.safetensors, /,
		);
		assert.ok(missing.status !== 0 && !existsSync(world.place('other.safetensors')));

		const ofPlace = (step: number) =>
			ofPier.samples.find((sample: Record<string, unknown>) => sample.step === step).name;
		for (const [choice, name, step] of [
			[['--latest'], 'made.safetensors', 40],
			[['--step', '20'], 'made_000000020.safetensors', 20],
			[['--sample', ofPlace(0)], 'made_000000010.safetensors', 10],
		] as const) {
			const chosen = await world.json('jobs', 'download', job.id, ...choice, 'chosen');
			assert.deepEqual([chosen.name, chosen.step], [name, step]);
			assert.equal(chosen.path, world.place('chosen', name));
		}
		const sample = await world.easel('jobs', 'download', job.id, ofPlace(20));
		assert.equal(sample.status, 2);
		assert.match(
			sample.err,
			/is a sample, not a checkpoint\. Choose the checkpoint of its step, 20, or save/,
		);
		const between = await world.easel('jobs', 'download', job.id, '--step', '25');
		assert.match(between.err, /no checkpoint of step 25\. Choose one of the steps with a checkpoint: 10, 20/);
	});

	it('explains the effect of canceling, editing and resuming an ended job', async () => {
		await writeConfig(world, 'over');
		const { id } = await world.json('train', 'over.yaml', '--yes', '--wait');
		const canceled = await world.easel('jobs', 'cancel', id, '--json');
		assert.deepEqual([canceled.status, canceled.err], [0, nothingCanceled]);
		assert.deepEqual(JSON.parse(canceled.out), {
			...(await world.json('jobs', 'show', id)),
			effect: 'unchanged',
		});
		assert.equal(JSON.parse(canceled.out).state, 'STOPPED');

		await writeConfig(world, 'over', shorter);
		const calls = () => Promise.all(['/edit', '/resume'].map((end) => world.received('POST', end)));
		const before = await calls();
		for (const [args, why] of [
			[
				['edit', id, 'over.yaml'],
				/^Nothing was sent, because the review was not confirmed\..* --yes agrees to it\.$/m,
			],
			[['resume', id], /^Nothing was sent, because its cost was not confirmed\..* --yes agrees to it\.$/m],
		] as const) {
			const unasked = await world.easel('jobs', ...args);
			assert.equal(unasked.status, 5, unasked.err);
			assert.match(unasked.err, why);
		}
		assert.deepEqual(await calls(), before);
		assert.equal((await world.json('jobs', 'edit', id, 'over.yaml', '--yes')).phase, 'ended');
		const resumed = await world.json('jobs', 'resume', id, '--yes', '--wait');
		assert.deepEqual([resumed.state, resumed.step], ['STOPPED', 20]);
		assert.deepEqual(
			await calls(),
			before.map((count) => count + 1),
		);

		const wrongGpu = await world.easel('jobs', 'resume', id, '--yes', '--gpu', 'NOPE');
		assert.equal(wrongGpu.status, 2);
		assert.match(
			wrongGpu.err,
			/no machine 1 x NOPE for training\. Choose 1 x ADA_80_PLUS, .* or 1 x HOPPER_141\./,
		);
		assert.equal((await world.easel('jobs', 'resume', id, '--yes', '--gpu', 'HOPPER_141:3')).status, 2);
		assert.deepEqual(
			await calls(),
			before.map((count) => count + 1),
		);
		assert.equal((await world.easel('jobs', 'resume', id, '--yes', '--gpu', 'ADA_80_PLUS:x')).status, 2);
	});

	it('resumes none that has failed with a new configuration, unless that is wanted in spite of the refusal', async () => {
		const { id } = await world.json('jobs', 'track', demoJobs.failed);
		const shown = await world.easel('jobs', 'config', id);
		await writeFile(world.place('failed.yaml'), shown.out);
		const before = await world.received('POST', '/edit');
		const edit = ['jobs', 'edit', id, 'failed.yaml', '--resume', '--yes'];
		const refused = await world.easel(...edit);
		assert.equal(refused.status, 5, refused.err);
		assert.match(
			refused.err,
			/may refuse to resume it \(42267\)\. Without --resume, .* "easel train" starts a new job/,
		);
		assert.equal(await world.received('POST', '/edit'), before);
		const sent = await world.easel(...edit, '--anyway');
		assert.equal(sent.status, 3, sent.err);
		assert.match(sent.err, /has the new configuration, but did not resume the job/);
		assert.equal(await world.received('POST', '/edit'), before + 1);
	});

	it('reads and writes captions, and lists callbacks, without a sign-in', async () => {
		const file = world.place('one.txt');
		const none = await world.easel('captions', 'read', 'one.txt');
		assert.deepEqual([none.status, none.out.trim(), none.err], [1, '', 'This caption does not exist.\n']);
		const written = await world.easel('captions', 'write', 'one.txt', 'a harbor');
		assert.deepEqual([written.status, written.out], [0, 'a harbor\n']);
		assert.equal((await readFile(file, 'utf8')).trim(), 'a harbor');
		const read = await ended(world.start(['captions', 'read', 'one.txt'], { EASEL_TOKEN: '' }));
		assert.deepEqual([read.status, read.out], [0, 'a harbor\n']);
		const emptied = await world.easel('captions', 'write', 'one.txt', '');
		assert.deepEqual([emptied.status, emptied.err, await readFile(file, 'utf8')], [0, '', '']);
		assert.match((await world.easel('captions', 'write', '', 'x')).err, /^An argument is empty\.$/m);
		assert.deepEqual((await world.json('webhooks', 'events')).events, []);
	});

	it('lists one that the service has refused as not sent', async () => {
		await writeFile(world.place('refused.yaml'), 'job: extension\n');
		assert.equal((await world.easel('train', 'refused.yaml', '--yes', '--anyway')).status, 3);
		assert.match((await world.easel('jobs', 'list')).out, /refused\.yaml +not sent /);
	});

	it('begins with a template that has no errors, for each model that it lists', async () => {
		const listed = await world.easel('jobs', 'template');
		assert.deepEqual([listed.status, listed.out], [2, '']);
		const models = [...listed.err.matchAll(/^ {2}(\S+) {2}/gm)].map(([, model]) => model ?? '');
		assert.ok(models.length > 5 && models.includes('sdxl'), listed.err);
		for (const model of models) {
			const { name, text } = await world.json(
				'jobs',
				'template',
				model,
				'--dataset',
				'piers',
				'--trigger',
				'p1er',
			);
			assert.ok(text.includes(`name: ${name} `) && name.startsWith('piers_'), text);
			await writeFile(world.place(`${name}.yaml`), text);
		}
		const checked = await world.easel('check', 'piers_*.yaml');
		assert.match(checked.out, /0 errors, 0 warnings in \d+ documents/);
		const unsafe = await world.easel('jobs', 'template', 'sdxl', '--dataset', 'my piers');
		assert.deepEqual([unsafe.status, unsafe.out], [2, '']);
		assert.match(unsafe.err, /^ {2}--dataset: Use letters, digits, _ and -\.$/m);
	});

	it('refuses ids and files that are not there, and configurations with errors, before anything is sent', async () => {
		await writeConfig(world, 'free');
		await writeFile(world.place('broken.yaml'), 'config: [');
		await writeFile(world.place('empty.yaml'), '');
		await writeFile(world.place('comment.yaml'), '# nothing yet\n');
		const before = await world.received('POST', '/jobs');
		const noSuchJob =
			/This training job is not in the list on this computer\. Choose a job from the list, .*"Track a Training Job"/;
		const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
			...[['show'], ['cancel'], ['resume', '--yes'], ['result'], ['samples']].map(
				([verb = '', ...more]) => [['jobs', verb, 'nobody', ...more], 2, noSuchJob] as const,
			),
			[['jobs', 'show', 'nobody', '--wait'], 2, noSuchJob],
			[['jobs', 'download', 'nobody', 'x.safetensors'], 2, noSuchJob],
			[['jobs', 'download', 'nobody', '--latest'], 2, noSuchJob],
			[['jobs', 'download', 'nobody'], 2, /Specify it by NAME, --step, --sample or --latest/],
			[
				['jobs', 'download', 'nobody', 'x', '.', '--step', '2'],
				2,
				/Specify it by NAME, --step, --sample or --latest/,
			],
			[['jobs', 'edit', 'nobody', 'free.yaml', '--yes'], 2, noSuchJob],
			[['jobs', 'edit', 'nobody', 'gone.yaml', '--yes'], 2, /"gone\.yaml" cannot be read/],
			[['train', 'gone.yaml', '--yes'], 2, /"gone\.yaml" cannot be read/],
			[['train', 'broken.yaml', '--yes'], 5, /"broken\.yaml" has errors/],
			[['train', 'empty.yaml', '--yes'], 2, /this is not a training configuration\./],
			[['train', 'comment.yaml', '--yes', '--anyway'], 2, /this is not a training configuration\./],
			[['train', 'free.yaml', '--yes', '--gpu', 'NOPE'], 5, /no GPU type NOPE/],
			[['train', 'free.yaml', '--yes', '--max-usd', '0'], 5, /--max-usd allows/],
		];
		const outcomes = await Promise.all(cases.map(([args]) => world.easel(...args)));
		for (const [index, [args, status, message]] of cases.entries()) {
			const outcome = outcomes[index] ?? assert.fail();
			assert.equal(outcome.status, status, `${args.join(' ')}: ${outcome.out}${outcome.err}`);
			assert.match(outcome.err, message);
			assert.equal(outcome.out, '');
		}
		assert.equal(await world.received('POST', '/jobs'), before);
	});
});

describe('a training job that takes its time', () => {
	const world = CommandLine.ofSuite();

	it('keeps running after Ctrl-C, is shown with its current state, and is canceled by its command', async () => {
		await writeConfig(world, 'slow');
		const child = world.start(['train', 'slow.yaml', '--yes', '--wait', '--json']);
		const closed = once(child, 'close');
		const said: string[] = [];
		for await (const line of createInterface({ input: child.stderr })) {
			said.push(line);
			if (line.startsWith('IN_QUEUE')) child.kill('SIGINT');
		}
		assert.deepEqual(await closed, [130, null]);
		const id = /It continues\. Check it with: easel jobs show (\S+)/.exec(said.join('\n'))?.[1] ?? '';
		assert.equal((await world.json('jobs', 'show', id)).state, 'IN_QUEUE');
		const cancel = async () => {
			const { status, out, err } = await world.easel('jobs', 'cancel', id, '--json');
			return [status, JSON.parse(out).state, err];
		};
		assert.deepEqual(await cancel(), [0, 'CANCELED', '']);
		assert.deepEqual(await cancel(), [0, 'CANCELED', nothingCanceled]);

		const waited = await world.easel('jobs', 'show', id, '--wait');
		assert.equal(waited.status, 1, waited.err);
		assert.match(waited.out, /^State: +CANCELED$/m);
	});

	it('is not canceled if it has ended without having been followed here', async () => {
		await writeConfig(world, 'late');
		const { id } = await world.json('train', 'late.yaml', '--yes');
		await world.sandbox.advance(600);
		const { status, out, err } = await world.easel('jobs', 'cancel', id);
		assert.deepEqual([status, err], [0, nothingCanceled]);
		assert.match(out, /^State: +STOPPED$/m);
	});

	it('is asked about when it is shown or listed, though nothing here has followed it', async () => {
		await writeConfig(world, 'seen');
		const { id } = await world.json('train', 'seen.yaml', '--yes');
		await world.sandbox.advance(600);
		const state = async (...args: readonly string[]) => {
			const { jobs = [], ...job } = await world.json(...args);
			return [job, ...jobs].find((each) => each.id === id)?.state;
		};
		assert.equal(await state('jobs', 'list'), 'STOPPED');
		assert.equal(await state('jobs', 'show', id), 'STOPPED');
	});

	it('notifies another process that waits for it of its end', async () => {
		await writeConfig(world, 'shared');
		const { id } = await world.json('train', 'shared.yaml', '--yes');
		const waiting = [1, 2].map(() => world.start(['jobs', 'show', id, '--wait', '--json']));
		const ends = waiting.map((child) => ended(child));
		await world.sandbox.advance(600);
		for (const { status, out, err } of await Promise.all(ends)) {
			assert.equal(status, 0, err);
			assert.equal(JSON.parse(out).state, 'STOPPED');
		}
		assert.ok(statSync(world.place('data', 'history.db')).size > 0);
	});
});
