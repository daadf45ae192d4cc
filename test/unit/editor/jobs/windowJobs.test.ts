import assert from 'node:assert/strict';
import type { JobRecord } from '../../../../src/core/jobs/jobRecord.ts';
import type { StartWatch } from '../../../../src/core/records/startWatch.ts';
import { WindowJobs } from '../../../../src/editor/jobs/windowJobs.ts';
import { Trainer } from '../../jobs/trainer.ts';
import { configOf, JobComputer, type JobWindow } from '../../jobs/window.ts';
import { ManualClock } from '../../runs/clocks.ts';
import { knowsNoCosts } from '../../support/startWatch.ts';
import { editor } from '../../support/vscode.ts';
import { windowParts } from '../../support/windowParts.ts';

const minute = 60_000;

describe('the training jobs of a window', () => {
	let clock: ManualClock;
	let trainer: Trainer;
	let computer: JobComputer;
	let earlier: JobWindow;
	let jobs: WindowJobs;
	let opened: number;
	let asked: string[];
	let allowed: boolean;
	let hubToken: string | undefined;

	beforeEach(async () => {
		clock = new ManualClock();
		trainer = new Trainer(clock);
		computer = new JobComputer(trainer, clock);
		earlier = await computer.open();
		const own = await computer.open();
		opened = 0;
		asked = [];
		allowed = true;
		hubToken = undefined;
		const history: StartWatch = {
			...knowsNoCosts,
			mayStart: async (_, { name }) => {
				asked.push(name);
				return allowed;
			},
		};
		const parts = windowParts(own.session, {
			folder: computer.folder,
			clock,
			starts: history,
			hubToken: async () => hubToken,
			history: async () => {
				opened += 1;
				return own;
			},
		});
		jobs = new WindowJobs(parts, own.session);
	});
	afterEach(async () => {
		jobs.dispose();
		editor.reset();
		await computer.shutDown();
	});

	it('are empty until opened, and then report contents and changes', async () => {
		const submitted = await earlier.service.submit({
			configText: configOf('harbor'),
			gpuType: 'ADA_80_PLUS',
			gpuCount: 1,
			name: 'harbor',
		});
		assert.ok(submitted.ok);
		const seen: JobRecord[] = [];
		jobs.onDidChange((job) => seen.push(job));
		assert.deepEqual(jobs.jobs(), []);
		assert.equal(opened, 0);
		await jobs.open();
		await jobs.open();
		assert.equal(opened, 1);
		assert.deepEqual(
			seen.map(({ name }) => name),
			['harbor'],
		);
		await clock.advance(2 * minute);
		assert.equal(seen.at(-1)?.state, 'RUNNING');
		assert.equal(jobs.jobs()[0]?.state, 'RUNNING');
	});

	it('ask the watchers of the spending before a job is sent', async () => {
		allowed = false;
		const service = await jobs.open();
		const submitted = await service.submit({
			configText: configOf('harbor'),
			gpuType: 'ADA_80_PLUS',
			gpuCount: 1,
			name: 'harbor',
		});
		assert.ok(!submitted.ok && submitted.failure.kind === 'canceled');
		assert.deepEqual([asked, trainer.count('submit')], [['harbor'], 0]);
	});

	it('put the stored model-hub token into the request, and keep the variable in the text', async () => {
		hubToken = `hf_${'a1'.repeat(17)}`;
		const variable = `$${'{HF_TOKEN}'}`;
		const service = await jobs.open();
		const submitted = await service.submit({
			configText: configOf('harbor', `      hf_token: ${variable}`),
			gpuType: 'ADA_80_PLUS',
			gpuCount: 1,
			name: 'harbor',
		});
		assert.ok(submitted.ok);
		const sent = trainer.calls.find(({ kind }) => kind === 'submit')?.body ?? '';
		assert.ok(sent.includes(`hf_token: ${hubToken}`) && !sent.includes(variable));
		const kept = await service.configs.read(submitted.value.id);
		assert.ok(kept.ok && kept.value.text.includes(`hf_token: ${variable}`) && !kept.value.masked);
		assert.ok(!JSON.stringify(service.get(submitted.value.id)).includes(hubToken));
	});

	it('notify of an end that happened while the submitting window was closed', async () => {
		trainer.add({ total: 60 });
		const tracked = await earlier.service.recovery.track(trainer.only.id);
		assert.ok(tracked.ok);
		await earlier.close();
		await jobs.open();
		await clock.advance(5 * minute);
		assert.deepEqual(editor.texts(), ['"job-1" finished all 60 steps.']);
	});
});
