import assert from 'node:assert/strict';
import { systemClock } from '../../../src/core/base/clock.ts';
import type { ChangeAccount } from '../../../src/core/deployments/changing.ts';
import { applyDeployment } from '../../../src/core/deployments/file/apply.ts';
import { parseDeployment } from '../../../src/core/deployments/parseDeployment.ts';
import type { Service } from '../../../src/core/http/transport.ts';
import { MemoryLeases } from '../following/support.ts';
import { expectFailure, expectValue, inTurn, json, withService } from '../http/support.ts';
import { record } from './record.ts';

const methods = (seen: readonly { readonly method: string }[]) => seen.map(({ method }) => method);

const settings = { name: 'mine', workflowId: 'w-1', workflowVersion: 'v1' };
const list = (...records: readonly unknown[]) => json({ deployments: records });

describe('applying settings to a deployment', () => {
	let leases: MemoryLeases;
	beforeEach(() => {
		leases = new MemoryLeases(systemClock);
	});
	const accountOf = (service: Service): ChangeAccount => ({
		service,
		leases,
		history: { accountId: 'ada', log: { put: async () => undefined, remove: async () => undefined } },
		show: () => undefined,
	});
	const create = (service: Service) => applyDeployment(accountOf(service), settings, undefined);

	it('sends nothing if the deployment was changed elsewhere', async () => {
		const live = parseDeployment(record);
		assert.ok(typeof live !== 'string');
		await withService(json({ ...record, queue_size: 9 }), async (service, server) => {
			const failure = expectFailure(await applyDeployment(accountOf(service), { queueSize: 4 }, live));
			assert.equal(failure.kind, 'conflict');
			assert.match(failure.message, /Someone else has just changed "mine"/);
			assert.deepEqual(methods(server.seen), ['GET']);
		});
	});

	it('disables a new deployment only if the settings require it', async () => {
		await withService(inTurn(list(), json(record)), async (service, server) => {
			expectValue(await create(service));
			assert.deepEqual(methods(server.seen), ['GET', 'POST']);
		});
		const disabled = inTurn(list(), json(record), json(record), json({ ...record, is_enabled: false }));
		await withService(disabled, async (service, server) => {
			expectValue(await applyDeployment(accountOf(service), { ...settings, enabled: false }, undefined));
			assert.deepEqual(methods(server.seen), ['GET', 'POST', 'GET', 'PATCH']);
			assert.equal(JSON.parse(server.seen[3]?.body ?? '').is_enabled, false);
		});
	});

	it('creates one deployment of a name, even with simultaneous calls in this program and others', async () => {
		await withService(inTurn(list(), json(record)), async (service, server) => {
			const made = await Promise.all([create(service), create(service), create(service)]);
			assert.deepEqual(
				made.map((each) => each.ok || each.failure.kind),
				[true, 'conflict', 'conflict'],
			);
			assert.deepEqual(methods(server.seen), ['GET', 'POST']);
		});
		await withService(json(record), async (service, server) => {
			// Another program has claimed the name.
			leases.lease = async () => false;
			const failure = expectFailure(await create(service));
			assert.match(failure.message, /is being created/);
			assert.deepEqual(methods(server.seen), []);
		});
		leases = new MemoryLeases(systemClock);
		await withService(list(record), async (service, server) => {
			const failure = expectFailure(await create(service));
			assert.match(failure.message, /has been created in the meantime, with the ID d-1/);
			assert.deepEqual(methods(server.seen), ['GET']);
		});
	});

	it('finds a created deployment although the reply was lost', async () => {
		const lost = json({ message: 'Bad gateway' }, 502);
		await withService(inTurn(list(), lost, list(record)), async (service, server) => {
			assert.equal(expectValue(await create(service)).id, 'd-1');
			assert.deepEqual(methods(server.seen), ['GET', 'POST', 'GET']);
		});
		await withService(inTurn(list(), lost, list()), async (service) => {
			const failure = expectFailure(await create(service));
			assert.deepEqual([failure.kind, failure.status], ['uncertain', 502]);
			assert.match(failure.message, /unknown whether the deployment "mine" was created/);
		});
	});
});
