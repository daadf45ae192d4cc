import assert from 'node:assert/strict';
import { applyDeployment } from '../../../src/core/deployments/file/apply.ts';
import { readDeploymentFile } from '../../../src/core/deployments/file/deploymentFile.ts';
import { parseDeployment } from '../../../src/core/deployments/parseDeployment.ts';
import { expectFailure, expectValue, inTurn, json, withService } from '../http/support.ts';

const record = {
	id: 'd-1',
	name: 'mine',
	workflow_id: 'w-1',
	workflow_version: 'v1',
	hardware: ['AMPERE_48'],
	min_instances: 0,
	max_instances: 2,
	queue_size: 1,
	keep_warm_duration_in_seconds: 60,
	is_enabled: true,
};
const methods = (seen: readonly { readonly method: string }[]) => seen.map(({ method }) => method);

describe('applying a file of a deployment', () => {
	it('sends nothing where someone else has changed the deployment since the plan', async () => {
		const live = parseDeployment(record);
		assert.ok(typeof live !== 'string');
		const file = readDeploymentFile('id: d-1\nqueue_size: 4\n');
		await withService(json({ ...record, queue_size: 9 }), async (service, server) => {
			const failure = expectFailure(await applyDeployment({ service }, file, live));
			assert.equal(failure.kind, 'conflict');
			assert.match(failure.message, /Someone else changed "mine"/);
			assert.deepEqual(methods(server.seen), ['GET']);
		});
	});

	it('disables what it creates only where the file says so', async () => {
		const text = 'name: mine\nworkflow_id: w-1\nworkflow_version: v1\n';
		await withService(json(record), async (service, server) => {
			expectValue(await applyDeployment({ service }, readDeploymentFile(text), undefined));
			assert.deepEqual(methods(server.seen), ['POST']);
		});
		const disabled = inTurn(json(record), json(record), json({ ...record, is_enabled: false }));
		await withService(disabled, async (service, server) => {
			const file = readDeploymentFile(`${text}is_enabled: false\n`);
			expectValue(await applyDeployment({ service }, file, undefined));
			assert.deepEqual(methods(server.seen), ['POST', 'GET', 'PATCH']);
			assert.equal(JSON.parse(server.seen[2]?.body ?? '').is_enabled, false);
		});
	});
});
