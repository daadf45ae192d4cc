import assert from 'node:assert/strict';
import type { Service } from '../../../src/core/http/transport.ts';
import { withStoredHubToken } from '../../../src/core/jobs/hubTokenApi.ts';
import { serviceJobApi } from '../../../src/core/jobs/jobApi.ts';
import { expectFailure, expectValue, json, withService } from '../http/support.ts';

const token = 'Secret.Token-5ecret';
const variable = `$${'{HF_TOKEN}'}`;
const text = `config:\n  hf_token: ${variable}\n`;
const job = { configText: text, gpuType: 'ADA_80_PLUS', gpuCount: 1 };
const sentText = (body: string | undefined) => JSON.parse(body ?? '').config_file as string;

describe('the stored model-hub token in a call', () => {
	const api = withStoredHubToken(serviceJobApi, async () => token);

	it('replaces its variable in a submission and in an edit', async () => {
		await withService(json({ id: 'j', status: 'STOPPED' }), async (service, server) => {
			expectValue(await api.submit(service, job));
			expectValue(await api.edit(service, 'j', { configText: text }));
			for (const { body } of server.seen) assert.equal(sentText(body), text.replace(variable, token));
		});
	});

	it('leaves the text unchanged if no token is stored, or the connection is not secure', async () => {
		await withService(json({ id: 'j', status: 'IN_QUEUE' }), async (service, server) => {
			expectValue(await withStoredHubToken(serviceJobApi, async () => undefined).submit(service, job));
			const readable: Service = {
				connection: { ...service.connection, trainerUrl: 'http://trainer.example' },
				transport: {
					...service.transport,
					json: (request) =>
						service.transport.json({
							...request,
							url: request.url.replace('http://trainer.example', service.connection.trainerUrl),
						}),
				},
			};
			expectValue(await api.submit(readable, job));
			assert.deepEqual(
				server.seen.map(({ body }) => sentText(body)),
				[text, text],
			);
		});
	});

	it('does not appear in an error of the service or of a job', async () => {
		const words = `line 2: ${token} is not known`;
		await withService(json({ error_code: 42257, message: words }, 422), async (service) => {
			const failure = expectFailure(await api.submit(service, job));
			assert.ok(!JSON.stringify(failure).includes(token), JSON.stringify(failure));
			assert.match(failure.details?.[0] ?? '', /line 2/);
		});
		await withService(json({ id: 'j', status: 'FAILED', error: words }), async (service) => {
			for (const error of [
				expectValue(await api.status(service, 'j')).error,
				expectValue(await api.result(service, 'j')).error,
			])
				assert.equal(error, 'line 2: (secret) is not known');
		});
	});

	it('does not appear in names either, even for jobs of other programs', async () => {
		const checkpoints = [`https://files.example/job_${token}.safetensors?sig=1`];
		const reply = { id: 'j', status: 'STOPPED', name: `job_${token}`, artifacts: { checkpoints } };
		await withService(json(reply), async (service) => {
			assert.equal(expectValue(await api.status(service, 'j')).name, 'job_(secret)');
			const [checkpoint] = expectValue(await api.result(service, 'j')).checkpoints;
			assert.equal(checkpoint?.name, 'job_(secret).safetensors');
		});
	});

	it('is inserted nowhere else: such a configuration is not sent', async () => {
		await withService(json({ id: 'j', status: 'IN_QUEUE' }), async (service, server) => {
			const named = { ...job, configText: `${text}  name: job_${variable}\n` };
			for (const reply of [await api.submit(service, named), await api.edit(service, 'j', named)]) {
				const failure = expectFailure(reply);
				assert.deepEqual([failure.kind, failure.mayHaveArrived], ['input', false]);
			}
			assert.equal(server.seen.length, 0);
		});
	});

	it('that cannot be read blocks the job, which would start without it', async () => {
		await withService(json({ id: 'j', status: 'IN_QUEUE' }), async (service, server) => {
			const broken = withStoredHubToken(serviceJobApi, () => Promise.reject(new Error('locked')));
			const failure = expectFailure(await broken.submit(service, job));
			assert.equal(failure.mayHaveArrived, false);
			assert.equal(server.seen.length, 0);
		});
	});
});
