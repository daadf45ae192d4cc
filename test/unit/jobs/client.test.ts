import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
	cancelJob,
	editJob,
	jobResult,
	jobStatus,
	resumeJob,
	submitJob,
} from '../../../src/core/jobs/client.ts';
import { configKeyOf } from '../../../src/core/jobs/config/key.ts';
import { expectFailure, expectValue, inTurn, json, withService } from '../http/support.ts';

const jobs = '/prod/v1/trainers/ai-toolkit/jobs';
const config = 'job: extension\nconfig:\n  name: harbor\n  process:\n    - train: {lr: 1.0e-4}\n';

describe('training job calls', () => {
	it('submit the unchanged text, with the GPU, as YAML', async () => {
		await withService(json({ id: 'j-1', name: 'harbor', status: 'IN_QUEUE' }), async (service, server) => {
			const job = expectValue(
				await submitJob(service, { configText: config, gpuType: 'HOPPER_141', gpuCount: 1 }),
			);
			assert.deepEqual(job, { id: 'j-1', name: 'harbor', state: 'IN_QUEUE' });
			assert.deepEqual([server.seen[0]?.method, server.seen[0]?.url], ['POST', jobs]);
			assert.deepEqual(JSON.parse(server.seen[0]?.body ?? ''), {
				config_file: config,
				config_file_format: 'yaml',
				gpu_type: 'HOPPER_141',
				gpu_count: 1,
			});
		});
	});

	it('name a machine at edit and resume only if one is given', async () => {
		await withService(json({ id: 'j', status: 'STOPPED' }), async (service, server) => {
			const gpu = { type: 'HOPPER_141', count: 1 };
			await editJob(service, 'j', { configText: config });
			await resumeJob(service, 'j');
			await editJob(service, 'j', { configText: config, gpu });
			await resumeJob(service, 'j', gpu);
			const text = { config_file: config, config_file_format: 'yaml' };
			const machine = { gpu_type: 'HOPPER_141', gpu_count: 1 };
			assert.deepEqual(
				server.seen.map(({ body }) => JSON.parse(body ?? '')),
				[text, {}, { ...text, ...machine }, machine],
			);
		});
	});

	it('submit only once, even if the service fails', async () => {
		await withService(json({}, 500), async (service, server) => {
			expectFailure(await submitJob(service, { configText: config, gpuType: 'ADA_80_PLUS', gpuCount: 1 }));
			assert.equal(server.seen.length, 1);
		});
	});

	it('request the status with the ID escaped, never another path', async () => {
		await withService(json({ id: 'j', status: 'RUNNING' }), async (service, server) => {
			assert.equal(expectValue(await jobStatus(service, 'a/b')).state, 'RUNNING');
			assert.equal(server.seen[0]?.url, `${jobs}/a%2Fb/status`);
			assert.equal(expectFailure(await jobStatus(service, '..')).kind, 'input');
			assert.equal(server.seen.length, 1);
		});
	});

	for (const status of [405, 404]) {
		it(`request the result with POST after GET fails with ${status}, and then always`, async () => {
			const good = json({ status: 'RUNNING', artifacts: null });
			await withService(
				inTurn(json({ detail: 'Method Not Allowed' }, status), good, good),
				async (service, server) => {
					assert.deepEqual(expectValue(await jobResult(service, 'j')).samples, []);
					expectValue(await jobResult(service, 'j'));
					assert.deepEqual(
						server.seen.map(({ method }) => method),
						['GET', 'POST', 'POST'],
					);
				},
			);
		});
	}

	it('do not retry with POST for an unknown job', async () => {
		await withService(json({ error_code: 40451, message: 'no' }, 404), async (service, server) => {
			assert.equal(expectFailure(await jobResult(service, 'j')).codeName, 'JOB_NOT_FOUND');
			assert.equal(server.seen.length, 1);
		});
	});

	it('cancel, resume and edit, with or without a job in the reply', async () => {
		await withService(
			inTurn(json({ id: 'j', status: 'CANCELED' }), json('', 204), json({ id: 'j', status: 'STOPPED' })),
			async (service, server) => {
				assert.equal(expectValue(await cancelJob(service, 'j'))?.state, 'CANCELED');
				assert.equal(expectValue(await resumeJob(service, 'j')), undefined);
				assert.equal(expectValue(await editJob(service, 'j', { configText: config }))?.state, 'STOPPED');
				assert.deepEqual(
					server.seen.map(({ url }) => url),
					['cancel', 'resume', 'edit'].map((what) => `${jobs}/j/${what}`),
				);
				assert.deepEqual(JSON.parse(server.seen[2]?.body ?? ''), {
					config_file: config,
					config_file_format: 'yaml',
				});
			},
		);
	});

	it('resume only once: a second one would fail and hide the success of the first', async () => {
		await withService(json({}, 503), async (service, server) => {
			expectFailure(await resumeJob(service, 'j'));
			assert.equal(server.seen.length, 1);
		});
	});

	it('return no secret of the configuration in an error', async () => {
		const secret = 'hf_abcdefghijklmnopqrstuvwxyz';
		const words = `Token ${secret} has no access, nor has plain-secret-1`;
		await withService(json({ error_code: 42257, message: words }, 422), async (service) => {
			const configText = `${config}      hf_token: plain-secret-1\n      other: ${secret}\n`;
			const failure = expectFailure(
				await submitJob(service, { configText, gpuType: 'ADA_80_PLUS', gpuCount: 1 }),
			);
			assert.deepEqual(failure.details, ['Token (secret) has no access, nor has (secret)']);
		});
	});
});

describe('the key named by an error', () => {
	const base = { kind: 'input', message: '', nextStep: '', fixer: 'you' } as const;

	it('comes from the code', () => {
		assert.equal(configKeyOf({ ...base, codeName: 'INVALID_LEARNING_RATE' }), 'config.process[].train.lr');
		assert.equal(configKeyOf({ ...base, codeName: 'CONFIG_NAME_IMMUTABLE' }), 'config.name');
		assert.equal(configKeyOf({ ...base, codeName: 'INVALID_GPU_TYPE' }), undefined);
	});

	it('is more exact if the service names it', () => {
		const details = ['Value error: config.process.0.datasets[2].num_frames must be above 1.'];
		assert.equal(
			configKeyOf({ ...base, codeName: 'VIDEO_LORA_NUM_FRAMES_ONE', details }),
			'config.process[0].datasets[2].num_frames',
		);
		assert.equal(
			configKeyOf({ ...base, details: ['`train.steps` is too large'] }),
			'config.process[].train.steps',
		);
	});

	it('is absent if the text only looks like a path', () => {
		for (const detail of ['see example.com', 'model-api.test/train.html', '3.5 of 4.0', 'v1.2', 'a.b.c']) {
			assert.equal(configKeyOf({ ...base, details: [detail] }), undefined, detail);
		}
	});
});
