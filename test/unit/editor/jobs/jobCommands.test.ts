import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { JobNews } from '../../../../src/core/jobs/jobNews.ts';
import type { JobRecord } from '../../../../src/core/jobs/jobRecord.ts';
import { jobCommands } from '../../../../src/editor/jobs/commands.ts';
import { notifyOfJobs } from '../../../../src/editor/jobs/notifier.ts';
import type { WindowJobs } from '../../../../src/editor/jobs/windowJobs.ts';
import type { jobsCommandIds } from '../../../../src/editor/shell/ids.ts';
import { cut, refusal, Trainer } from '../../jobs/trainer.ts';
import { configOf, JobComputer, type JobWindow } from '../../jobs/window.ts';
import { ManualClock } from '../../runs/clocks.ts';
import { actsOf } from '../../support/acts.ts';
import { jobRecord } from '../../support/jobRecord.ts';
import { part } from '../../support/part.ts';
import { until } from '../../support/until.ts';
import { editor, workspace } from '../../support/vscode.ts';

const minute = 60_000;

describe('commands of training jobs', () => {
	let clock: ManualClock;
	let trainer: Trainer;
	let computer: JobComputer;
	let window: JobWindow;
	let edits: string[];
	let revealed: string[];

	const run = (id: (typeof jobsCommandIds)[number], ...args: unknown[]) => {
		const handlers = jobCommands({
			log: silentLog,
			jobs: part<WindowJobs>({ open: async () => window.service }),
			session: window.session,
			acts: actsOf(window.session, { jobs: async () => window.service }),
			changes: {
				openForEdit: async ({ name }) => void edits.push(`edit ${name}`),
				continueWithMoreSteps: async ({ name }) => void edits.push(`continue ${name}`),
			},
			signedIn: async () =>
				window.session.current.state === 'signedIn' ? window.session.current : undefined,
			ready: async () => undefined,
			reveal: async (id) => void revealed.push(id),
			showMore: () => undefined,
		});
		return handlers[id](...args);
	};
	const submitted = async (name = 'harbor', configText = configOf(name)): Promise<JobRecord> => {
		const result = await window.service.submit({
			configText,
			gpuType: 'ADA_80_PLUS',
			gpuCount: 1,
			name,
		});
		assert.ok(result.ok);
		return result.value;
	};
	const now = ({ id }: JobRecord) => window.service.get(id);

	beforeEach(async () => {
		clock = new ManualClock();
		trainer = new Trainer(clock);
		computer = new JobComputer(trainer, clock);
		window = await computer.open();
		edits = [];
		revealed = [];
	});
	afterEach(async () => {
		editor.reset();
		await computer.shutDown();
	});

	it('report before a resume which checkpoints are deleted at its end, since only the newest are kept', async () => {
		const job = await submitted(
			'harbor',
			configOf('harbor').replace('save_every: 250', 'save_every: 250\n        max_step_saves_to_keep: 2'),
		);
		await clock.advance(minute);
		await window.service.cancel(job.id);
		trainer.only.base = 730;
		await clock.advance(minute);
		await run('easel.resumeJob', job.id);
		assert.match(
			editor.messages[0]?.detail ?? '',
			/begins at step 500.*The checkpoints of these steps are removed while the job runs: 250\./,
		);
	});

	it('give up a missing job only after confirmation, and look for it again', async () => {
		const job = await submitted();
		trainer.before = ({ kind }) => (kind === 'status' ? refusal(404) : undefined);
		await clock.advance(minute);
		await run('easel.giveUpJob', { kind: 'job', job });
		assert.equal(now(job)?.phase, 'moving');
		assert.match(editor.messages[0]?.text ?? '', /^Give up the training job "harbor"\?$/);
		editor.answer = ([first]) => first;
		await run('easel.giveUpJob', { kind: 'job', job });
		assert.equal(now(job)?.phase, 'lost');
		await run('easel.lookForJob', { kind: 'job', job });
		assert.equal(editor.messages.at(-1)?.kind, 'error');
		trainer.before = () => undefined;
		await run('easel.lookForJob', { kind: 'job', job });
		assert.equal(now(job)?.phase, 'moving');
	});

	it('accept the ID of a job whose submission had no response', async () => {
		trainer.after = ({ kind }) => (kind === 'submit' ? cut : undefined);
		const gpu = { gpuType: 'ADA_80_PLUS', gpuCount: 1 };
		await window.service.submit({ configText: configOf('harbor'), ...gpu, name: 'harbor' });
		const [job] = window.service.jobs();
		assert.equal(job?.phase, 'uncertain');
		editor.ask = () => ` ${trainer.only.id} `;
		const taken = run('easel.thisIsJob', { kind: 'job', job });
		await until('the job', () => now(job ?? assert.fail())?.jobId !== undefined);
		await clock.advance(minute);
		await taken;
		assert.ok(job && now(job)?.phase === 'moving');
		assert.equal(now(job)?.jobId, trainer.only.id);
	});

	it('report before a resume that the balance is too low, and resume on another machine if chosen', async () => {
		const job = await submitted();
		await clock.advance(minute);
		await window.service.cancel(job.id);
		await clock.advance(minute);
		trainer.balance = 499_999;
		await run('easel.resumeJob', job.id);
		assert.match(
			editor.messages[0]?.detail ?? '',
			/Your balance is 0\.49.*A training job needs at least 0\.50 USD to start/,
		);
		assert.deepEqual(editor.messages[0]?.buttons, ['Resume Anyway', 'Choose GPU...']);
		assert.equal(trainer.count('resume'), 0);
		trainer.balance = 5_000_000;
		const answers = ['Choose GPU...', 'Resume'];
		editor.answer = (buttons) => buttons.find((each) => each === answers[0]) && answers.shift();
		editor.pick = (rows) => rows.find(({ label }) => label === '1 x HOPPER_141');
		await run('easel.resumeJob', job.id);
		const detail = editor.messages.at(-1)?.detail ?? '';
		assert.match(
			detail,
			/It runs on 1 x HOPPER_141\. Cost: unknown; its machine costs up to 8\.75 USD an hour\. Your balance is 5\.00 USD\.$/,
		);
		const [resume] = trainer.calls.filter(({ kind }) => kind === 'resume');
		assert.deepEqual(JSON.parse(resume?.body ?? ''), { gpu_type: 'HOPPER_141', gpu_count: 1 });
		assert.deepEqual([now(job)?.gpuType, now(job)?.gpuCount], ['HOPPER_141', 1]);
	});

	it('try to resume a failed job, and warn that the service may reject it', async () => {
		const job = await submitted();
		await clock.advance(minute);
		trainer.end(trainer.only, 'FAILED');
		await clock.advance(minute);
		await run('easel.resumeJob', job.id);
		assert.match(editor.messages.at(-1)?.detail ?? '', /has failed\. The service may refuse.*42267/);
		assert.deepEqual(editor.messages.at(-1)?.buttons, ['Try to Resume', 'Choose GPU...']);
	});

	it('open the configuration of the service, even if the sent text is kept', async () => {
		const job = await submitted();
		await clock.advance(6 * minute);
		trainer.resolved = `config:\n  name: resolved\n  hf_token: hf_${'a1'.repeat(17)}\n`;
		const sent = await window.service.configs.read(job.id);
		const resolved = await window.service.configs.resolved(job.id);
		assert.ok(sent.ok && sent.value.source === 'sent');
		assert.ok(resolved.ok && resolved.value.source === 'resolved');
		assert.equal(resolved.value.text, `config:\n  name: resolved\n  hf_token: $${'{HF_TOKEN}'}\n`);
		const opened: string[] = [];
		const { openTextDocument } = workspace;
		Object.assign(workspace, {
			openTextDocument: async ({ path }: { path: string }) => {
				opened.push(path);
				return {};
			},
		});
		await run('easel.openResolvedConfiguration', job.id);
		Object.assign(workspace, { openTextDocument });
		assert.deepEqual(opened, [`/${job.id}/resolved/harbor.yaml`]);
	});

	it('edit and continue an ended job', async () => {
		const job = await submitted();
		await clock.advance(20 * minute);
		await run('easel.editJob', job.id);
		await run('easel.continueJob', job.id);
		assert.deepEqual(edits, ['edit harbor', 'continue harbor']);
	});

	it('remove from the list only after confirmation; the job continues', async () => {
		const job = await submitted();
		await run('easel.removeJob', job.id);
		assert.match(editor.messages[0]?.detail ?? '', /^The job is not canceled: it continues on the service/);
		assert.ok(now(job));
		editor.answer = ([first]) => first;
		await run('easel.removeJob', job.id);
		assert.equal(now(job), undefined);
		assert.equal(trainer.count('cancel'), 0);
	});

	it('copy an address only after a confirmation that explains its access', async () => {
		const job = await submitted();
		await clock.advance(6 * minute);
		const name = 'harbor_000000250.safetensors';
		await run('easel.copyCheckpointAddress', { kind: 'checkpoint', job: now(job), name });
		assert.match(editor.messages[0]?.detail ?? '', /gives access to the file until it expires/);
		assert.deepEqual(editor.copied, []);
		editor.answer = ([first]) => first;
		await run('easel.copyCheckpointAddress', { kind: 'checkpoint', job: now(job), name });
		assert.match(editor.copied[0] ?? '', /harbor_000000250\.safetensors\?signature=/);
		assert.ok(editor.messages.every(({ text, detail }) => !`${text}${detail}`.includes('5ecret')));
	});

	it('copy the ID of the service, track by it, and show the row', async () => {
		const job = await submitted();
		await run('easel.copyJobId', job.id);
		assert.deepEqual(editor.copied, [trainer.only.id]);
		await run('easel.trackJob', trainer.add().id);
		assert.equal(window.service.jobs().length, 2);
		assert.equal(revealed.length, 1);
	});

	it('track the jobs of the demo account except deleted ones', async () => {
		trainer.add({ id: '7a100000-0000-4000-8000-000000000001', base: 1000, state: 'STOPPED' });
		trainer.add({ id: '7a100000-0000-4000-8000-000000000002' });
		await run('easel.trackDemoJobs');
		assert.deepEqual(
			window.service
				.jobs()
				.map(({ phase }) => phase)
				.toSorted(),
			['ended', 'moving'],
		);
		assert.deepEqual(editor.messages, []);
	});
});

describe('notifications of training jobs', () => {
	afterEach(() => editor.reset());

	const job = jobRecord({ progress: { step: 2000, totalSteps: 2000 } });

	async function said(what: JobNews, ...records: readonly JobRecord[]): Promise<void> {
		const changed = new Emitter<JobRecord>();
		const clock = new ManualClock();
		const notices = notifyOfJobs({ onDidChange: changed.event, claimNews: async () => [what] }, clock);
		for (const record of records) changed.fire(record);
		await clock.advance(minute);
		notices.dispose();
	}
	const shown = () => editor.messages.map(({ kind, text }) => [kind, text]);

	it('distinguish a finished, an early-stopped and a failed job', async () => {
		await said('ended', job);
		await said('ended', { ...job, progress: { step: 700, totalSteps: 2000 } });
		await said('ended', { ...job, state: 'FAILED', error: 'server was reclaimed' });
		assert.deepEqual(shown(), [
			['information', '"harbor" finished all 2,000 steps.'],
			['warning', '"harbor" was stopped early, at step 700. It can be resumed.'],
			['warning', '"harbor" has ended: failed. server was reclaimed'],
		]);
	});

	it('are not shown for jobs canceled by the user, nor while turned off', async () => {
		await said('ended', { ...job, state: 'CANCELED' });
		editor.set('easel.notifyAboutJobs', false);
		await said('ended', job);
		assert.deepEqual(shown(), []);
	});

	it('report the balance, and a stalled job', async () => {
		await said('lowBalance', {
			...job,
			phase: 'moving',
			lowBalance: { at: 1, microdollars: 1_209_000, currency: 'USD' },
		});
		await said('stalled', { ...job, phase: 'moving', state: 'RUNNING', startedAt: Date.now() - 5 * minute });
		assert.match(shown()[0]?.[1] ?? '', /^The balance is 1\.20 USD\./);
		assert.match(shown()[1]?.[1] ?? '', /^"harbor" has made no progress for 5 min/);
	});

	it('combine simultaneous events into one message', async () => {
		const jobs = ['harbor', 'portraits', 'films', 'garden'].map(
			(name, index): JobRecord => ({
				...job,
				id: `j${index}`,
				name,
			}),
		);
		await said('ended', ...jobs);
		const [first, ...others] = jobs;
		await said('ended', { ...job, state: 'FAILED', error: 'server was reclaimed' }, ...others);
		const low = { at: 1, microdollars: 1_209_000, currency: 'USD' };
		await said('lowBalance', ...jobs.map((each) => ({ ...each, phase: 'moving' as const, lowBalance: low })));
		assert.equal(first?.name, 'harbor');
		assert.deepEqual(editor.texts(), [
			'4 training jobs finished all steps: "harbor", "portraits", "films", ….',
			'4 training jobs have ended, 3 of them with all steps done. The last other one: "harbor" has ended: failed. server was reclaimed',
			'The balance is 1.20 USD. When it is used up, running training jobs fail. Top it up on the profile page.',
		]);
	});

	it('link to existing samples, and can be turned off', async () => {
		const opened = editor.calls('easel.showSamples');
		editor.answer = ([first]) => first;
		const artifacts = { step: 2000, checkpoints: [], sampleCount: 3 };
		await said('ended', { ...job, artifacts });
		assert.deepEqual(opened, ['r']);
		editor.answer = (buttons) => buttons.at(-1);
		editor.pick = (rows) => rows.find(({ label }) => label === 'All Training Jobs');
		await said('ended', job);
		await said('ended', job);
		assert.equal(editor.messages.length, 2);
	});
});
