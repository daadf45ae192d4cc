import assert from 'node:assert/strict';
import { systemClock } from '../../src/core/base/clock.ts';
import { compact } from '../../src/core/base/compact.ts';
import { silentLog } from '../../src/core/base/log.ts';
import type { Ledger } from '../../src/core/ledger/ledger.ts';
import { localAddress, newSecret } from '../../src/core/webhooks/address.ts';
import type { WebhookEvent } from '../../src/core/webhooks/event.ts';
import { EventLog } from '../../src/core/webhooks/eventLog.ts';
import { webhookEventLayout } from '../../src/core/webhooks/eventTable.ts';
import { openReceiver, type Receiver } from '../../src/core/webhooks/receiver.ts';
import { newFolder } from '../support/newFolder.ts';
import { openTestLedger } from '../unit/ledger/testLedger.ts';
import { type Body, demo, plainWorkflow, suiteSandbox } from './support.ts';

describe('webhooks of the sandbox, as the receiver of Easel takes them', () => {
	const folder = newFolder();
	const secret = newSecret();
	const sandbox = suiteSandbox();
	let ledger: Ledger;
	let events: EventLog;
	let receiver: Receiver;

	const listen = async (port?: number): Promise<Receiver> => {
		const opened = await openReceiver({
			secret,
			...compact({ port }),
			onDelivery: ({ name, ...delivered }) =>
				void events.receive({ ...delivered, ...compact({ runId: name }) }),
			log: silentLog,
		});
		assert.ok(opened.ok);
		return opened.value;
	};

	before(async () => {
		ledger = await openTestLedger(`${folder}/history.db`, { tables: [webhookEventLayout] });
		events = new EventLog({ ledger, log: silentLog, clock: systemClock });
		receiver = await listen();
	});
	afterEach(async () => {
		await sandbox.control('POST', 'reset');
		await events.clear();
	});
	after(async () => {
		await receiver.close();
		events.dispose();
		await ledger.close();
	});

	const submit = async (deployment: string, name: string, body: object): Promise<Body> => {
		const webhook = encodeURIComponent(`${localAddress(receiver.port, secret)}/${name}`);
		const path = `/prod/v2/deployments/${deployment}/inference?webhook=${webhook}&webhook_intermediate_status=true`;
		return (await sandbox.call('POST', path, { body })).body;
	};
	const run = { workflow_api_json: plainWorkflow(1) };
	/** Returns the events, oldest first, once there are `count`. */
	const arrived = async (count: number): Promise<readonly WebhookEvent[]> =>
		(
			await sandbox.until(
				async () => events.table.of({ limit: 100 }),
				(list) => list.length >= count,
			)
		).toReversed();

	it('are read in all four kinds, with the run and the request', async () => {
		const good = await submit(demo.harbour, 'run-1', run);
		await sandbox.settle(good);
		await arrived(3);
		const bad = await submit(demo.fails, 'run-2', { overrides: {} });
		await sandbox.settle(bad);
		const all = await arrived(6);
		assert.deepEqual(
			all.map(({ state, runId, requestId }) => [state, runId, requestId]),
			[
				['queued', 'run-1', good.request_id],
				['running', 'run-1', good.request_id],
				['succeeded', 'run-1', good.request_id],
				['queued', 'run-2', bad.request_id],
				['running', 'run-2', bad.request_id],
				['failed', 'run-2', bad.request_id],
			],
		);
		assert.equal(all[2]?.files, 1);
		assert.ok(all[5]?.error);
		assert.ok(all.every(({ duplicate, late }) => !duplicate && !late));
	});

	it('are marked if the sandbox delivers twice', async () => {
		await sandbox.control('POST', 'faults', [{ kind: 'duplicate', match: { host: 'webhook' } }]);
		await sandbox.settle(await submit(demo.harbour, 'run', run));
		const all = await arrived(6);
		assert.deepEqual(
			['queued', 'running', 'succeeded'].map(
				(state) => all.filter((event) => event.state === state && event.duplicate).length,
			),
			[1, 1, 1],
		);
	});

	it('are marked if the sandbox delivers out of order', async () => {
		const fault = { kind: 'reorder', count: 1, ms: 3000, match: { host: 'webhook' } };
		await sandbox.control('POST', 'faults', [fault]);
		await sandbox.settle(await submit(demo.warm, 'run', run));
		const all = await arrived(3);
		assert.equal(all.find(({ state }) => state === 'queued')?.late, true);
	});

	it('arrive later if the receiver was unavailable for a while', async () => {
		const { port } = receiver;
		const submission = await submit(demo.harbour, 'run', run);
		await arrived(1);
		await receiver.close();
		await sandbox.settle(submission);
		receiver = await listen(port);
		await sandbox.until(
			async () => {
				await sandbox.advance(60);
				return events.table.count();
			},
			(count) => count >= 3,
		);
		const states = (await arrived(3)).map(({ state }) => state);
		assert.deepEqual(new Set(states), new Set(['queued', 'running', 'succeeded']));
	});
});
