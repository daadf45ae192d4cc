import assert from 'node:assert/strict';
import { withVariables } from '../../src/core/training/hubVariable.ts';
import { newFolder } from '../support/newFolder.ts';
import { config, demoJobs, JobCalls, jobsPath, pace, train } from './jobsSupport.ts';
import { type Body, startSandbox, suiteSandbox } from './support.ts';

const steps = (count: number) => ['batch_size: 1', `steps: ${count}`, ...train.slice(2)];
/** Millionths of a dollar for a second of one `ADA_80_PLUS`. */
const price = 2081;

describe('Training jobs: states and moves', () => {
	const sandbox = suiteSandbox('reset');
	const jobs = new JobCalls(sandbox);

	const balance = async () => (await sandbox.call('GET', '/prod/v2/balance')).body.balance_microdollars;
	const faults = (...rules: readonly object[]) => sandbox.control('POST', 'faults', rules);

	/** A job in each state. */
	const inState: Readonly<Record<string, () => Promise<string>>> = {
		IN_QUEUE: () => jobs.submit(config()),
		RUNNING: async () => {
			const id = await jobs.submit(config());
			await jobs.advanceToStep(15);
			return id;
		},
		STOPPED: async () => {
			const id = await jobs.submit(config());
			await jobs.advanceToStep(40);
			return id;
		},
		CANCELED: async () => {
			const id = await jobs.submit(config());
			await jobs.advanceToStep(15);
			await jobs.cancel(id);
			return id;
		},
		FAILED: async () => {
			await faults({ kind: 'job-failed', step: 15 });
			const id = await jobs.submit(config());
			await jobs.advanceToStep(20);
			await faults();
			return id;
		},
	};

	/** trainer-service.md, "States and transitions": the state after each call, or the code that refuses it. */
	const table: readonly (readonly [
		state: string,
		cancel: string,
		resume: string | number,
		edit: string | number,
	])[] = [
		['IN_QUEUE', 'CANCELED', 42267, 42276],
		['RUNNING', 'CANCELED', 42267, 42276],
		['STOPPED', 'STOPPED', 'IN_QUEUE', 'STOPPED'],
		['CANCELED', 'CANCELED', 'IN_QUEUE', 'CANCELED'],
		['FAILED', 'FAILED', 42267, 'FAILED'],
	];
	for (const [state, ...outcomes] of table) {
		for (const [index, action] of ['cancel', 'resume', 'edit'].entries()) {
			const outcome = outcomes[index];
			it(`${action} of a job that is ${state}: ${outcome}`, async () => {
				const id = (await inState[state]?.()) ?? '';
				assert.equal((await jobs.status(id)).status, state);
				const body = action === 'edit' ? { config_file: config(), config_file_format: 'yaml' } : {};
				const reply = await jobs.call('POST', `/${id}/${action}`, body);
				if (typeof outcome === 'number') {
					assert.deepEqual([reply.status, reply.body.error_code], [422, outcome]);
					assert.equal((await jobs.status(id)).status, state);
					return;
				}
				assert.equal(reply.status, 200, reply.text);
				assert.deepEqual([reply.body.id, reply.body.job_id, reply.body.status], [id, id, outcome]);
				assert.equal((await jobs.status(id)).status, outcome);
			});
		}
	}

	it('a submission returns ID, name, status and addresses, on ADA_80_PLUS by default', async () => {
		const { body } = await jobs.offer(config());
		const url = `${sandbox.announced.trainerUrl}${jobsPath}/${body.id}`;
		assert.deepEqual(body, {
			id: body.id,
			job_id: body.id,
			name: 'portraits_v1',
			status: 'IN_QUEUE',
			gpu_type: 'ADA_80_PLUS',
			gpu_count: 1,
			created_at: body.created_at,
			status_url: `${url}/status`,
			result_url: `${url}/result`,
			cancel_url: `${url}/cancel`,
		});
		assert.match(body.id, /^[0-9a-f-]{36}$/);
		assert.match(body.created_at, /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/);
		assert.equal((await sandbox.call('GET', body.status_url)).body.status, 'IN_QUEUE');
	});

	it('a job waits, loads, counts its steps and stops at the last one', async () => {
		const id = await jobs.submit(config());
		const queued = await jobs.status(id);
		assert.deepEqual(
			[queued.status, queued.progress, queued.started_at, queued.finished_at, queued.error],
			['IN_QUEUE', null, null, null, null],
		);
		await sandbox.advance(pace.queue + 1);
		const loading = await jobs.status(id);
		assert.deepEqual(loading.progress, { current_step: 0, total_steps: 40, percent: 0 });
		assert.equal(loading.status, 'RUNNING');
		assert.equal(Date.parse(loading.started_at) - Date.parse(loading.created_at), pace.queue * 1000);
		await sandbox.advance(pace.loading - 1 + 10 * pace.step + 0.1);
		assert.deepEqual((await jobs.status(id)).progress, { current_step: 10, total_steps: 40, percent: 25 });
		await sandbox.advance(30 * pace.step);
		const done = await jobs.status(id);
		assert.deepEqual(done.progress, { current_step: 40, total_steps: 40, percent: 100 });
		assert.deepEqual([done.status, done.error], ['STOPPED', null]);
		const took = Date.parse(done.finished_at) - Date.parse(done.started_at);
		assert.equal(took, Math.ceil((pace.loading + 40 * pace.step) * 1000));
	});

	it('a clock that is put forward by a week passes every state on the way at its own time', async () => {
		const ids = [await jobs.submit(config()), await jobs.submit(config({ name: 'second' }))];
		await sandbox.advance(604_800);
		for (const id of ids) {
			const { status, progress, created_at, finished_at } = await jobs.status(id);
			assert.deepEqual([status, progress.percent], ['STOPPED', 100]);
			const took = (Date.parse(finished_at) - Date.parse(created_at)) / 1000;
			assert.ok(Math.abs(took - (pace.queue + pace.loading + 40 * pace.step)) < 0.1, String(took));
		}
	});

	it('the pace follows family, resolution, batch and GPUs', async () => {
		const stepSeconds = async (text: string, gpus?: Readonly<Record<string, unknown>>) => {
			const id = await jobs.submit(text, gpus);
			await sandbox.advance(604_800);
			const { started_at, finished_at } = await jobs.status(id);
			return (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
		};
		const at = (name: string, sections: object = {}) => config({ name, train: steps(1000), ...sections });
		const photos = 'folder_path: /app/ai-toolkit/datasets/harbour-photos';
		const plain = await stepSeconds(at('plain'));
		const near = (value: number, wanted: number) =>
			assert.ok(Math.abs(value - wanted) < 0.01, `${value}, not ${wanted}`);
		near(plain, pace.loading + 375);
		near(
			await stepSeconds(at('large', { datasets: [[photos, 'resolution: [512, 1024]']] })),
			pace.loading + 1500,
		);
		near(
			await stepSeconds(at('batch', { train: ['batch_size: 2', ...steps(1000).slice(1)] })),
			pace.loading + 750,
		);
		near(await stepSeconds(at('hopper'), { gpu_type: 'HOPPER_141' }), pace.loading + 300);
		near(await stepSeconds(at('eight'), { gpu_count: 8 }), pace.loading + 375 / 8 ** 0.9);
		const zimage = { model: ['name_or_path: Tongyi-MAI/Z-Image', 'arch: zimage'] };
		near(await stepSeconds(at('small', zimage)), 29 + 225);
	});

	describe('cancel', () => {
		it('ends a queued job, which never starts, and a running one at the step that it has reached', async () => {
			const queued = await jobs.submit(config());
			await jobs.cancel(queued);
			const running = await jobs.submit(config({ name: 'second' }));
			await jobs.advanceToStep(15);
			await jobs.cancel(running);
			await sandbox.advance(3600);
			assert.equal(await jobs.at(queued), 'CANCELED');
			assert.equal(await jobs.at(running), 'CANCELED 15');
			assert.equal((await jobs.result(queued)).artifacts, null);
			assert.equal((await jobs.result(running)).artifacts.checkpoints.length, 1);
		});
	});

	describe('resume', () => {
		it('continues from the highest step with a checkpoint', async () => {
			const id = await jobs.submit(config());
			await jobs.advanceToStep(27);
			await jobs.cancel(id);
			assert.equal(await jobs.at(id), 'CANCELED 27');
			const resumed = await jobs.resume(id);
			assert.equal(resumed.status, 'IN_QUEUE');
			assert.equal(await jobs.at(id), 'IN_QUEUE 27');
			await sandbox.advance(pace.queue + 1);
			assert.equal(await jobs.at(id), 'RUNNING 20');
			await sandbox.advance(pace.loading + 5 * pace.step);
			assert.equal((await jobs.status(id)).finished_at, null);
			await sandbox.advance(60);
			assert.equal(await jobs.at(id), 'STOPPED 40');
		});

		it('begins at 0 when there is no checkpoint', async () => {
			const id = await jobs.submit(config());
			await jobs.advanceToStep(9);
			await jobs.cancel(id);
			await jobs.resume(id);
			await sandbox.advance(pace.queue + 1);
			assert.equal(await jobs.at(id), 'RUNNING 0');
		});

		it('begins at 0 under a fault rule despite a checkpoint, which is kept', async () => {
			const id = await jobs.submit(config());
			await jobs.advanceToStep(27);
			await jobs.cancel(id);
			await faults({ kind: 'job-restarted', match: { path: 'portraits_v1' } });
			await jobs.resume(id);
			await sandbox.advance(pace.queue + 1);
			assert.equal(await jobs.at(id), 'RUNNING 0');
			assert.equal((await jobs.result(id)).artifacts.checkpoints.length, 2);
		});

		it('takes other GPUs, and refuses those that are not offered', async () => {
			const id = await jobs.submit(config());
			await jobs.cancel(id);
			const resume = (body: object) => jobs.call('POST', `/${id}/resume`, body);
			assert.equal((await resume({ gpu_type: 'TURING_16' })).body.error_code, 42252);
			assert.equal((await resume({ gpu_type: 'HOPPER_141', gpu_count: 8 })).body.error_code, 42273);
			const reply = await resume({ gpu_type: 'HOPPER_141' });
			assert.deepEqual([reply.status, reply.body.gpu_type], [200, 'HOPPER_141']);
		});

		it('needs no body', async () => {
			const id = await jobs.submit(config());
			await jobs.cancel(id);
			assert.equal((await jobs.call('POST', `/${id}/resume`)).status, 200);
		});
	});

	describe('edit', () => {
		it('replaces the configuration; a finished job with more steps continues from its end', async () => {
			const id = await jobs.submit(config());
			await jobs.advanceToStep(40);
			assert.equal(await jobs.at(id), 'STOPPED 40');
			const reply = await jobs.edit(id, config({ train: steps(80) }));
			assert.equal(reply.body.status, 'STOPPED', reply.text);
			const edited = await jobs.status(id);
			assert.deepEqual(edited.progress, { current_step: 40, total_steps: 80, percent: 50 });
			await jobs.resume(id);
			await sandbox.advance(pace.queue + pace.loading + 5.5 * pace.step);
			assert.equal(await jobs.at(id), 'RUNNING 45');
			await sandbox.advance(600);
			assert.equal(await jobs.at(id), 'STOPPED 80');
			const artifacts = (await jobs.result(id)).artifacts;
			const yaml = (await sandbox.call('GET', artifacts.config.path, { token: null })).text;
			assert.match(yaml, /steps: 80/);
		});

		it('that is refused changes nothing', async () => {
			const id = await jobs.submit(config());
			await jobs.cancel(id);
			assert.equal((await jobs.edit(id, config({ train: ['steps: 500'] }))).status, 422);
			await jobs.resume(id);
			await jobs.advanceToStep(1);
			assert.equal((await jobs.status(id)).progress.total_steps, 40);
		});
	});

	describe('money', () => {
		it('a job costs by the second from the start of its machine to its end', async () => {
			await sandbox.control('POST', 'balance', { microdollars: 5_000_000 });
			const id = await jobs.submit(config());
			await sandbox.advance(pace.queue);
			const start = await balance();
			assert.ok(5_000_000 - start < price, String(start));
			await sandbox.advance(20);
			assert.ok(Math.abs(start - (await balance()) - 20 * price) < 5);
			await sandbox.advance(3600);
			assert.equal((await jobs.status(id)).status, 'STOPPED');
			const total = Math.floor((pace.loading + 40 * pace.step) * price);
			assert.ok(Math.abs(5_000_000 - (await balance()) - total) < 5);
		});

		it('more and larger GPUs cost more', async () => {
			await sandbox.control('POST', 'balance', { microdollars: 50_000_000 });
			await jobs.submit(config({ train: steps(9000) }), { gpu_count: 8 });
			await sandbox.advance(90 + 100);
			assert.ok(Math.abs(50_000_000 - (await balance()) - 100 * price * 8) < price);
		});

		it('a balance that is used up fails the jobs at work at that moment, with a message', async () => {
			await sandbox.control('POST', 'balance', { microdollars: 500_000 });
			const id = await jobs.submit(config({ train: steps(9000) }));
			await sandbox.advance(86_400);
			const { status, error, started_at, finished_at, progress } = await jobs.status(id);
			assert.deepEqual([status, error.code], ['FAILED', 'INSUFFICIENT_BALANCE']);
			assert.match(error.message, /balance/);
			const lasted = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
			assert.ok(Math.abs(lasted - 500_000 / price) < 0.1, String(lasted));
			assert.equal(progress.current_step, Math.floor((500_000 / price - pace.loading) / pace.step));
			assert.deepEqual((await jobs.result(id)).error, error);
			assert.ok((await jobs.result(id)).artifacts.checkpoints.length > 0);
			assert.ok((await balance()) <= 0);
		});

		it('the jobs of an account share its balance, and those of others do not', async () => {
			const other = new JobCalls(sandbox, (await sandbox.control('POST', 'accounts', {})).token);
			await sandbox.control('POST', 'balance', { microdollars: 600_000 });
			const first = await jobs.submit(config({ train: steps(9000) }));
			const second = await jobs.submit(config({ name: 'second', train: steps(9000) }));
			await assert.rejects(other.submit(config({ train: steps(9000) })), /42254/);
			await sandbox.advance(3600);
			for (const id of [first, second]) {
				const { status, started_at, finished_at } = await jobs.status(id);
				assert.equal(status, 'FAILED');
				const lasted = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
				assert.ok(Math.abs(lasted - 300_000 / price) < 0.1, String(lasted));
			}
		});

		it('a balance set to nothing fails a running job at once, and a queued one when its turn comes', async () => {
			const running = await jobs.submit(config({ train: steps(9000) }));
			await jobs.advanceToStep(5);
			const queued = await jobs.submit(config({ name: 'second' }));
			await sandbox.control('POST', 'balance', { microdollars: 0 });
			assert.equal(await jobs.at(running), 'FAILED 5');
			assert.equal(await jobs.at(queued), 'IN_QUEUE');
			await sandbox.advance(pace.queue + 1);
			const { status, error, progress } = await jobs.status(queued);
			assert.deepEqual([status, error.code, progress], ['FAILED', 'INSUFFICIENT_BALANCE', null]);
		});

		it('a top-up in time keeps a job running, and the jobs of the demo account are free', async () => {
			await sandbox.control('POST', 'balance', { microdollars: 500_000 });
			const id = await jobs.submit(config({ train: steps(9000) }));
			await sandbox.advance(pace.queue + 150);
			await sandbox.control('POST', 'balance', { microdollars: 20_000_000 });
			await sandbox.advance(1200);
			assert.equal((await jobs.status(id)).status, 'RUNNING');
			await jobs.cancel(id);
			const left = await balance();
			await sandbox.advance(600);
			assert.equal((await jobs.status(demoJobs.running)).status, 'RUNNING');
			assert.equal(await balance(), left);
		});
	});

	describe('fault rules', () => {
		it('job-stuck: stays IN_QUEUE until the rule is lifted', async () => {
			await faults({ kind: 'job-stuck', match: { path: 'portraits_*' } });
			const id = await jobs.submit(config());
			const other = await jobs.submit(config({ name: 'other' }));
			await sandbox.advance(86_400);
			assert.equal(await jobs.at(id), 'IN_QUEUE');
			assert.equal(await jobs.at(other), 'STOPPED 40');
			await faults();
			await sandbox.advance(600);
			assert.equal(await jobs.at(id), 'STOPPED 40');
		});

		it('job-stalled: RUNNING at the step for as long as the rule is in force', async () => {
			await faults({ kind: 'job-stalled', step: 12 });
			const id = await jobs.submit(config());
			await sandbox.advance(3600);
			assert.equal(await jobs.at(id), 'RUNNING 12');
			await faults();
			await sandbox.advance(5 * pace.step + 0.1);
			assert.equal(await jobs.at(id), 'RUNNING 17');
			await sandbox.advance(60);
			assert.equal(await jobs.at(id), 'STOPPED 40');
		});

		it('job-stalled during a run, without a step: it stays at its step', async () => {
			const id = await jobs.submit(config());
			await jobs.advanceToStep(7);
			await faults({ kind: 'job-stalled' });
			await sandbox.advance(600);
			assert.equal(await jobs.at(id), 'RUNNING 7');
			await jobs.cancel(id);
			assert.equal(await jobs.at(id), 'CANCELED 7');
		});

		it('job-preempted: STOPPED early, with an error, and resumable', async () => {
			await faults({ kind: 'job-preempted', step: 25, count: 1, match: { path: 'portraits_v1' } });
			const id = await jobs.submit(config());
			await sandbox.advance(600);
			const { status, progress, error } = await jobs.status(id);
			assert.deepEqual([status, progress.current_step, error.code], ['STOPPED', 25, 'PREEMPTED']);
			await jobs.resume(id);
			assert.equal((await jobs.status(id)).error, null);
			await sandbox.advance(pace.queue + 1);
			assert.equal(await jobs.at(id), 'RUNNING 20');
			await sandbox.advance(600);
			assert.equal(await jobs.at(id), 'STOPPED 40');
		});

		it('job-failed: FAILED at the step with the message of the rule', async () => {
			await faults({ kind: 'job-failed', step: 15, message: 'Job failed: the disk is full.' });
			const id = await jobs.submit(config());
			await sandbox.advance(600);
			const { status, progress, error } = await jobs.status(id);
			assert.deepEqual(
				[status, progress.current_step, error],
				['FAILED', 15, { message: 'Job failed: the disk is full.', code: 'TRAINING_ERROR' }],
			);
		});

		it('a fault that the toolkit stops at fails the job before its first step, with the line', async () => {
			const flawed = config({
				datasets: [
					['folder_path: /app/ai-toolkit/datasets/harbour-photos', 'buckets: false', 'batch_size: 2'],
				],
			});
			const id = await jobs.submit(flawed);
			await sandbox.advance(600);
			const { status, progress, error } = await jobs.status(id);
			assert.deepEqual([status, progress.current_step], ['FAILED', 0]);
			assert.match(error.message, /^Job failed: Line \d+: .*buckets/);
			assert.deepEqual((await jobs.result(id)).artifacts.samples, []);
		});

		it('a rule that makes no sense is refused with a sentence', async () => {
			const refused = async (rule: object) => {
				const reply = await sandbox.call('POST', `${sandbox.announced.controlUrl}/faults`, {
					token: null,
					body: [rule],
				});
				assert.equal(reply.status, 400, reply.text);
				return reply.body.message;
			};
			assert.match(await refused({ kind: 'job-stalled', step: -1 }), /a step from 0 up/);
			assert.match(await refused({ kind: 'job-failed', message: 3 }), /a text/);
			assert.match(await refused({ kind: 'artifact-gone', status: 403 }), /404 or 410/);
		});
	});

	it('the demo account has a job that has finished, one that runs, one that failed and one that stopped early', async () => {
		const states: Record<string, Body> = {};
		for (const [what, id] of Object.entries(demoJobs)) states[what] = await jobs.status(id);
		assert.deepEqual(
			Object.entries(states).map(([what, { status, name }]) => [what, status, name]),
			[
				['finished', 'STOPPED', 'harbour_style_v1'],
				['running', 'RUNNING', 'coast_motion_v1'],
				['failed', 'FAILED', 'harbour_sketch_v1'],
				['stoppedEarly', 'STOPPED', 'winter_edit_v1'],
			],
		);
		assert.deepEqual(states.finished.progress, { current_step: 1500, total_steps: 1500, percent: 100 });
		assert.ok(states.running.progress.current_step > 500);
		assert.ok(states.stoppedEarly.progress.current_step < states.stoppedEarly.progress.total_steps);
		const { samples, checkpoints } = (await jobs.result(demoJobs.finished)).artifacts;
		assert.deepEqual([samples.length, checkpoints.length], [4 * 7, 5]);
	});

	it('the configurations of the demo account break no rule, with a token for their variable', async () => {
		for (const id of [demoJobs.finished, demoJobs.stoppedEarly, demoJobs.failed]) {
			const { artifacts, name } = await jobs.result(id);
			const text = (await sandbox.call('GET', artifacts.config.path, { token: null })).text;
			const reply = await jobs.edit(id, withVariables(text, `hf_${'e5'.repeat(17)}`));
			assert.equal(reply.status, 200, `${name}: ${reply.text}`);
		}
	});

	it('a reset ends and forgets every job', async () => {
		const id = await jobs.submit(config());
		await sandbox.control('POST', 'reset');
		assert.equal((await jobs.call('GET', `/${id}/status`)).status, 404);
		await sandbox.advance(600);
		await jobs.submit(config());
	});
});

describe('Training jobs on a very fast clock', () => {
	it('are charged and counted like on any other', async () => {
		const sandbox = await startSandbox('--speed', '1000000');
		try {
			const jobs = new JobCalls(sandbox);
			await sandbox.control('POST', 'balance', { microdollars: 9_000_000_000_000 });
			const ids = [];
			for (let number = 1; number <= 3; number++) {
				ids.push(await jobs.submit(config({ name: `job_${number}`, train: steps(10_000_000) })));
			}
			await sandbox.until(
				async () => (await sandbox.call('GET', '/prod/v2/balance')).body.balance_microdollars,
				(left) => left < 8_999_000_000_000,
			);
			for (const id of ids) {
				await sandbox.until(
					() => jobs.status(id),
					({ status, progress }) => status === 'STOPPED' && progress.percent === 100,
				);
			}
			assert.equal(sandbox.log.includes('internal error'), false, sandbox.log);
		} finally {
			await sandbox.end();
		}
	});
});

describe('Training jobs after the sandbox was killed', () => {
	it('queued and running jobs continue, artifacts are the same, and charges remain', async () => {
		const folder = newFolder();
		let sandbox = await startSandbox('--data', folder);
		try {
			let jobs = new JobCalls(sandbox);
			const running = await jobs.submit(
				config({
					train: steps(400),
					save: ['save_every: 10', 'max_step_saves_to_keep: 100'],
					sample: ['sample_every: 10', 'width: 128', 'height: 128', 'prompts:', '  - a lighthouse'],
				}),
			);
			await jobs.advanceToStep(27);
			const queued = await jobs.submit(config({ name: 'second' }));
			const spent = async () =>
				25_000_000 - (await sandbox.call('GET', '/prod/v2/balance')).body.balance_microdollars;
			const before = {
				at: await jobs.at(running),
				spent: await spent(),
				files: await filesOf(jobs, running),
			};
			assert.deepEqual([before.at, Object.keys(before.files).length], ['RUNNING 27', 2 + 1 + 3]);
			await sandbox.end('SIGKILL');

			sandbox = await startSandbox('--data', folder);
			jobs = new JobCalls(sandbox);
			const step = Number((await jobs.at(running)).replace('RUNNING ', ''));
			assert.ok(step >= 26, String(step));
			assert.ok((await spent()) >= before.spent);
			await sandbox.advance(pace.queue);
			const after = await filesOf(jobs, running);
			for (const [name, bytes] of Object.entries(before.files)) assert.equal(after[name], bytes, name);
			assert.match(await jobs.at(queued), /^RUNNING/);
			await sandbox.advance(3600);
			assert.equal(await jobs.at(running), 'STOPPED 400');
			assert.equal(await jobs.at(queued), 'STOPPED 40');
		} finally {
			await sandbox.end();
		}
	});

	it('demo jobs that were deleted stay deleted, and the others are as they were', async () => {
		const folder = newFolder();
		let sandbox = await startSandbox('--data', folder);
		try {
			await sandbox.control('DELETE', `jobs/${demoJobs.failed}`);
			await new JobCalls(sandbox).cancel(demoJobs.running);
			await sandbox.end();
			sandbox = await startSandbox('--data', folder);
			const jobs = new JobCalls(sandbox);
			assert.equal((await jobs.call('GET', `/${demoJobs.failed}/status`)).status, 404);
			assert.match(await jobs.at(demoJobs.running), /^CANCELED/);
			assert.equal(await jobs.at(demoJobs.finished), 'STOPPED 1500');
		} finally {
			await sandbox.end();
		}
	});

	it('the steps of a fast clock never go back', async () => {
		const folder = newFolder();
		const fast = ['--data', folder, '--speed', '2000'];
		let sandbox = await startSandbox(...fast);
		try {
			await sandbox.control('POST', 'balance', { microdollars: 9_000_000_000 });
			const id = await new JobCalls(sandbox).submit(config({ train: steps(9_000_000) }));
			const step = async () => (await new JobCalls(sandbox).status(id)).progress?.current_step ?? 0;
			const before = await sandbox.until(step, (reached) => reached > 4000);
			await sandbox.end('SIGKILL');
			sandbox = await startSandbox(...fast);
			const after = await step();
			assert.ok(after >= before, `${after} after ${before}`);
		} finally {
			await sandbox.end();
		}
	});

	/** Returns the bytes of every file of a job by name, as text. */
	async function filesOf(jobs: JobCalls, id: string): Promise<Record<string, string>> {
		const { checkpoints, config: yaml, samples } = (await jobs.result(id)).artifacts;
		const files: Record<string, string> = {};
		for (const { path } of [...checkpoints, yaml, ...samples]) {
			const reply = await fetch(path);
			assert.equal(reply.status, 200);
			files[new URL(path).pathname] = Buffer.from(await reply.arrayBuffer()).toString('base64');
		}
		return files;
	}
});
