import assert from 'node:assert/strict';
import { fetchBalance } from '../../src/core/account/balance.ts';
import { whoAmI } from '../../src/core/account/identity.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { catalogRequests } from '../../src/core/catalog/catalogRequests.ts';
import { getModel, listModels } from '../../src/core/catalog/client.ts';
import { exampleBody } from '../../src/core/catalog/snippets.ts';
import { dialectOf } from '../../src/core/connection/dialects.ts';
import { listDatasets } from '../../src/core/datasets/client.ts';
import { createDeployment, getDeployment, listDeployments } from '../../src/core/deployments/client.ts';
import { deploymentRequests } from '../../src/core/deployments/deploymentRequests.ts';
import { hardwareChoices } from '../../src/core/deployments/settings.ts';
import { HttpTransport } from '../../src/core/http/httpTransport.ts';
import type { Service } from '../../src/core/http/transport.ts';
import { cancelJob, jobStatus, submitJob } from '../../src/core/jobs/client.ts';
import { trainingGpus } from '../../src/core/jobs/gpus.ts';
import { expectFailure, expectValue } from '../unit/http/support.ts';
import { config } from './jobsSupport.ts';
import { openOtherService } from './otherService.ts';
import { demo, plainWorkflow, suiteSandbox } from './support.ts';

describe('a service with other paths, words and numbers', () => {
	const sandbox = suiteSandbox();
	let other: Awaited<ReturnType<typeof openOtherService>>;
	let service: Service;

	before(async () => {
		other = await openOtherService(sandbox);
		const { connection } = other;
		const token = () => sandbox.announced.token;
		service = {
			connection,
			transport: new HttpTransport({ connection, token, network: { environment: {} }, log: silentLog }),
		};
	});
	after(async () => {
		await service?.transport.close();
		other?.close();
	});

	it('answers about account and balance', async () => {
		assert.match(expectValue(await whoAmI(service)).label, /@/);
		assert.ok(expectValue(await fetchBalance(service)).microdollars > 0);
	});

	it('makes deployments on its own machines', async () => {
		const { workflowId = '', workflowVersion = '' } = expectValue(await getDeployment(service, demo.harbour));
		const wanted = { name: 'Elsewhere', workflowId, workflowVersion };
		const made = expectValue(await createDeployment(service, wanted));
		assert.equal(made.hardware, 'BIG_BOX');
		assert.equal(expectValue(await getDeployment(service, made.id)).name, 'Elsewhere');
		const { deployments } = expectValue(await listDeployments(service));
		assert.ok(deployments.some(({ id }) => id === made.id));
		assert.deepEqual(hardwareChoices([], dialectOf(other.connection).machines), ['BIG_BOX']);
	});

	it('runs a workflow to its result, and cancels another', async () => {
		const body = JSON.stringify({ workflow_api_json: plainWorkflow(7) });
		const { requestId } = expectValue(await deploymentRequests.submit(service, demo.harbour, body));
		const result = await sandbox.until(
			async () => {
				await sandbox.advance(10);
				expectValue(await deploymentRequests.status(service, { targetId: demo.harbour, requestId }));
				return expectValue(await deploymentRequests.result(service, { targetId: demo.harbour, requestId }));
			},
			(reply) => reply?.phase === 'succeeded',
		);
		assert.equal(result?.files.length, 1);
		const second = expectValue(await deploymentRequests.submit(service, demo.village, body));
		assert.equal(
			expectValue(
				await deploymentRequests.cancel(service, { targetId: demo.village, requestId: second.requestId }),
			),
			'requested',
		);
	});

	it('runs models, in pages of a different length', async () => {
		const page = expectValue(await listModels(service, { limit: 100 }));
		assert.equal(page.models.length, 2);
		const [model] = page.models;
		assert.ok(model);
		const body = exampleBody(expectValue(await getModel(service, model.id)));
		const { requestId } = expectValue(await catalogRequests.submit(service, model.id, body));
		expectValue(await catalogRequests.status(service, { targetId: model.id, requestId }));
		expectValue(await catalogRequests.result(service, { targetId: model.id, requestId }));
	});

	it('trains on its own machine', async () => {
		const [gpu] = trainingGpus(other.connection);
		const job = { configText: config(), gpuType: gpu.type, gpuCount: gpu.count };
		const { id } = expectValue(await submitJob(service, job));
		assert.equal(expectValue(await jobStatus(service, id)).state, 'IN_QUEUE');
		assert.equal(expectValue(await cancelJob(service, id))?.state, 'CANCELED');
	});

	it('rejects with different codes, which are understood', async () => {
		const failure = expectFailure(await getDeployment(service, '5a9d0000-0000-4000-8000-00000000ffff'));
		assert.deepEqual([failure.kind, failure.code, failure.codeName], ['notFound', 7, 'Not Found']);
	});

	it('gets no request for missing capabilities', async () => {
		const before = other.asked.length;
		const failure = expectFailure(await listDatasets(service));
		assert.equal(failure.kind, 'input');
		assert.match(failure.message, /"Other" does not offer this/);
		assert.equal(other.asked.length, before);
	});

	it('is called at its own paths alone', () => {
		assert.deepEqual(
			other.asked.filter((line) => /\/(?:prod|v1|api)\//.test(line)),
			[],
		);
	});
});
