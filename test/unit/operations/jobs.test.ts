import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResumeQuestion } from '../../../src/core/jobs/submit/questions.ts';
import type { OpenServices } from '../../../src/core/operations/node/openServices.ts';
import { configurationFor } from '../../support/configuration.ts';
import { newFolder } from '../../support/newFolder.ts';
import { OperationCaller, OperationWorld, scriptedAsk } from '../../support/operations.ts';

const picture =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const configuration = configurationFor('harbour_pictures').replace(
	/^ {6}model:/m,
	'      sample: { sample_every: 10, prompts: [a boat, a pier] }\n      model:',
);

describe('datasets and training jobs without a window', () => {
	const world = OperationWorld.ofSuite();
	const folder = newFolder();
	let services: OpenServices;

	before(async () => {
		services = world.services();
		await mkdir(join(folder, 'pictures'));
		await writeFile(join(folder, 'pictures', 'one.png'), Buffer.from(picture, 'base64'));
	});

	const { call, value } = new OperationCaller(() => services);

	interface Sample {
		readonly name: string;
		readonly step: number;
		readonly promptIndex: number;
		readonly promptText?: string;
	}

	async function savesSamples(id: string, samples: readonly Sample[]): Promise<void> {
		const last = samples.at(-1) ?? assert.fail();
		assert.equal(typeof last.promptText, 'string');
		const { step } = last;
		const ofStep = samples.filter((sample) => sample.step === step);
		assert.deepEqual(await value('job.samples', { id, step }), { samples: ofStep });
		const { path, ...sample } = await value<Sample & { path: string }>('job.sample', {
			id,
			step,
			prompt: last.promptIndex,
		});
		assert.deepEqual(sample, last);
		const whole = await readFile(path);
		assert.ok(whole.byteLength > 0);
		assert.deepEqual(
			(await value<Sample>('job.sample', { id })).name,
			ofStep[0]?.name,
			'the latest step, its first prompt',
		);

		const into = join(folder, 'samples');
		await mkdir(into);
		await writeFile(join(into, last.name), 'mine');
		const saved = await value<{ paths: readonly string[]; missing: readonly string[] }>('job.saveSamples', {
			id,
			step,
			folder: into,
		});
		assert.deepEqual([saved.paths.length, saved.missing], [ofStep.length, []]);
		assert.deepEqual(await readFile(saved.paths.at(-1) ?? ''), whole);
		assert.equal(await readFile(join(into, last.name), 'utf8'), 'mine');
		for (const operation of ['job.samples', 'job.sample', 'job.saveSamples']) {
			const none = await call(operation, {
				id,
				step: 3,
				...(operation === 'job.saveSamples' ? { folder } : {}),
			});
			assert.ok(!none.ok);
			assert.match(none.failure.nextStep, new RegExp(`^Choose one of the steps .*${step}.* prompts 0`));
		}
	}

	it('take no picture and no lost link for a caption', async () => {
		for (const name of ['new.PNG', 'song.mp3', 'old.gif'])
			for (const [id, more] of [
				['caption.write', { text: 'a harbour' }],
				['caption.read', {}],
			] as const) {
				const refused = await call(id, { path: join(folder, name), ...more });
				assert.ok(!refused.ok);
				assert.equal(refused.failure.message, `"${name}" is not a caption.`);
				assert.match(refused.failure.nextStep, new RegExp(`"${name.slice(0, -4)}\\.txt"`));
				assert.ok(!existsSync(join(folder, name)));
			}
		if (process.platform === 'win32') return;
		const path = join(folder, 'link.txt');
		await symlink(join(folder, 'gone.txt'), path);
		const lost = await call('caption.write', { path, text: 'a harbour' });
		assert.ok(!lost.ok);
		assert.equal(lost.failure.message, 'The link refers to a file that does not exist.');
	});

	it('lead from a folder through a dataset to the results of a job', async () => {
		const caption = join(folder, 'pictures', 'one.txt');
		await value('caption.write', { path: caption, text: 'a harbour' });
		assert.deepEqual(await value('caption.read', { path: caption }), { exists: true, text: 'a harbour' });
		const report = await value<{ images: number; captions: number; blocked: boolean }>('dataset.report', {
			folder: join(folder, 'pictures'),
		});
		assert.deepEqual([report.images, report.captions, report.blocked], [1, 1, false]);
		const upload = await value<{ state: string; datasetId: string }>('dataset.upload', {
			folder: join(folder, 'pictures'),
			name: 'harbour_pictures',
			wait: true,
		});
		assert.equal(upload.state, 'ready');
		const again = await call('dataset.upload', {
			folder: join(folder, 'pictures'),
			name: 'harbour_pictures',
		});
		assert.ok(!again.ok);
		assert.match(again.failure.message, /already/);

		const misspelled = join(folder, 'pitcures');
		for (const [id, input, message] of [
			['dataset.report', { folder: misspelled }, `The folder "${misspelled}" does not exist.`],
			[
				'dataset.upload',
				{ folder: misspelled, name: 'nothing' },
				`The folder "${misspelled}" does not exist.`,
			],
			['dataset.upload', { folder: caption, name: 'nothing' }, `"${caption}" is not a folder.`],
		] as const) {
			const nowhere = await call(id, input);
			assert.ok(!nowhere.ok);
			assert.equal(nowhere.failure.message, message);
		}

		const unasked = await call('job.submit', { configuration });
		assert.ok(!unasked.ok);
		assert.deepEqual(unasked.failure.kind, 'canceled');
		const reviewed = scriptedAsk({ reviewSubmission: { kind: 'send' } });
		const unpaid = await call('job.submit', { configuration }, reviewed);
		assert.ok(!unpaid.ok);
		assert.match(unpaid.failure.message, /its cost was not confirmed/);
		assert.deepEqual(
			reviewed.asked.map(({ about }) => about),
			['reviewSubmission', 'confirmSpending'],
		);
		const sure = scriptedAsk({ reviewSubmission: { kind: 'send' }, confirmSpending: true });
		const job = await value<{ id: string; step: number; error?: string }>(
			'job.submit',
			{ configuration, wait: true },
			sure,
		);
		assert.deepEqual([job.step, job.error], [20, undefined]);
		const made = await value<{ checkpoints: readonly string[] }>('job.result', { id: job.id });
		assert.ok(made.checkpoints.length > 0);
		assert.ok(!JSON.stringify(made).includes('http'));

		const status = await value<{ phase: string }>('job.status', { id: job.id });
		assert.equal(status.phase, 'ended');
		const { samples } = await value<{ samples: readonly Sample[] }>('job.samples', { id: job.id });
		assert.ok(samples.length > 0 && !JSON.stringify(samples).includes('http'));
		await savesSamples(job.id, samples);
		const name = made.checkpoints[0] ?? '';
		const saved = await value<{ path: string; bytes: number }>('job.download', { id: job.id, name, folder });
		assert.equal((await stat(saved.path)).size, saved.bytes);
		for (const [id, input] of [
			['job.resume', { id: job.id }],
			['job.edit', { id: job.id, configuration, resume: true }],
		] as const) {
			const unwanted = await call(id, input);
			assert.ok(!unwanted.ok, id);
			assert.equal(unwanted.failure.kind, 'canceled', `${id}: ${unwanted.failure.message}`);
		}
		const silent = scriptedAsk({});
		const impossible = { id: job.id, gpu: { type: 'ADA_80_PLUS', count: 2 } };
		const refused = await call('job.resume', impossible, silent);
		assert.ok(!refused.ok);
		assert.match(refused.failure.message, /no machine 2 x ADA_80_PLUS/);
		assert.deepEqual(silent.asked, []);
		const read = scriptedAsk({ confirmResume: 'resume' });
		const unpaidResume = await call(
			'job.resume',
			{ id: job.id, gpu: { type: 'ADA_80_PLUS', count: 8 } },
			read,
		);
		assert.ok(!unpaidResume.ok);
		assert.deepEqual(
			read.asked.map(({ about }) => about),
			['confirmResume', 'confirmSpending'],
		);
		const [first] = read.asked;
		assert.ok(first);
		const { begins, balance, machine } = first.question as ResumeQuestion;
		assert.deepEqual([begins.point.step, machine], [20, { type: 'ADA_80_PLUS', count: 8 }]);
		assert.ok((balance?.microdollars ?? 0) > 0);
		const unknown = await call('job.status', { id: 'nobody' });
		assert.ok(!unknown.ok);
		assert.equal(unknown.failure.kind, 'notFound');

		const listed = await value<{ datasets: readonly { id: string }[] }>('dataset.list', {});
		assert.ok(listed.datasets.some(({ id }) => id === upload.datasetId));
		const known = await value<{ files: readonly { name: string }[] }>('dataset.status', {
			id: upload.datasetId,
		});
		assert.deepEqual(known.files.map((file) => file.name).toSorted(), ['one.png', 'one.txt']);
		const dataset = { id: upload.datasetId };
		assert.equal((await call('dataset.delete', dataset)).ok, false);
		await value('dataset.delete', dataset, scriptedAsk({ confirmDelete: true }));
	});
});
