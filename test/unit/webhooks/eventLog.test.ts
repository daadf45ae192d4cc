import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import { EventLog, mostEvents } from '../../../src/core/webhooks/eventLog.ts';
import { webhookEventLayout } from '../../../src/core/webhooks/eventTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { openTestLedger } from '../ledger/testLedger.ts';

describe('webhook events', () => {
	let folder: string;
	let ledgers: Ledger[];
	let logs: EventLog[];

	beforeEach(() => {
		folder = newFolder();
		ledgers = [];
		logs = [];
	});
	afterEach(async () => {
		for (const log of logs) log.dispose();
		for (const ledger of ledgers) await ledger.close();
	});

	async function open(): Promise<EventLog> {
		const ledger = await openTestLedger(join(folder, 'history.db'), { tables: [webhookEventLayout] });
		const log = new EventLog({ ledger, log: silentLog, clock: systemClock });
		ledgers.push(ledger);
		logs.push(log);
		return log;
	}
	const callback = (status: string, more: object = {}) => ({
		text: JSON.stringify({ request_id: 'r1', status, ...more }),
		contentType: 'application/json',
	});

	it('are listed newest first, with their marks, and filtered by state and request', async () => {
		const log = await open();
		await log.receive(callback('in_progress'));
		await log.receive(callback('succeeded'));
		await log.receive(callback('in_progress'));
		await log.receive(callback('in_queue'));
		await log.receive({ ...callback('failed'), text: '{"request_id":"r2","status":"failed"}', runId: 'run' });
		await log.receive({ text: 'not JSON', contentType: 'text/plain' });
		const rows = log.table.of({ limit: 10 }).map(({ state, duplicate, late }) => [state, duplicate, late]);
		assert.deepEqual(rows, [
			['notJson', undefined, undefined],
			['failed', undefined, undefined],
			['queued', undefined, true],
			['running', true, undefined],
			['succeeded', undefined, undefined],
			['running', undefined, undefined],
		]);
		assert.equal(log.table.of({ limit: 2 }).length, 2);
		assert.equal(log.table.count({ states: ['running', 'failed'] }), 3);
		assert.equal(log.table.count({ states: ['running'], requestIds: ['r2'] }), 0);
		assert.deepEqual(
			log.table.of({ limit: 10, requestIds: ['r2'] }).map(({ runId }) => runId),
			['run'],
		);
		assert.deepEqual(log.table.requests(10), [{ requestId: 'r2', runId: 'run' }, { requestId: 'r1' }]);
	});

	it('are passed on in order of arrival, even if the first one triggers the cleanup', async () => {
		const log = await open();
		const states = ['in_queue', 'in_progress', 'succeeded'];
		const handedOn: string[] = [];
		await Promise.all(
			states.map(async (state) => {
				await log.receive(callback(state));
				handedOn.push(state);
			}),
		);
		assert.deepEqual(handedOn, states);
	});

	it('have whole bodies in memory, but no signatures, keys or media in the history', async () => {
		const log = await open();
		const url = 'https://files.test/1.png?signature=5ecret&expires=9';
		const text = JSON.stringify({
			request_id: 'r1',
			status: 'succeeded',
			outputs: { 9: { images: [{ url }] } },
			api_key_partner_org: 'sk-partner-0123456789abcdef',
			preview: `data:image/png;base64,${'QUJD'.repeat(100)}`,
		});
		const event = await log.receive({ text, contentType: 'application/json' });
		assert.equal(log.body(event.id), text);
		const kept = log.table.get(event.id)?.kept ?? '';
		for (const secret of ['5ecret', 'sk-partner', 'QUJDQUJD'])
			assert.equal(kept.includes(secret), false, secret);
		assert.equal(JSON.parse(kept).outputs['9'].images[0].url, 'https://files.test/1.png');
		for (const name of ['history.db', 'history.db-wal']) {
			const bytes = await readFile(join(folder, name)).catch(() => Buffer.of());
			for (const secret of ['5ecret', 'sk-partner', 'QUJDQUJD']) assert.equal(bytes.includes(secret), false);
		}
		const later = await open();
		assert.equal(later.body(event.id), undefined);
		assert.equal(later.table.get(event.id)?.kept, kept);
	});

	it('keep only the beginning of a long body, and mark it as cut', async () => {
		const log = await open();
		const event = await log.receive(callback('succeeded', { text: 'x'.repeat(100_000) }));
		const kept = log.table.get(event.id);
		assert.equal(kept?.cut, true);
		assert.ok((kept?.kept.length ?? 0) < 17_000);
		assert.ok((kept?.bytes ?? 0) > 100_000);
	});

	it('keep only the latest of many long bodies in memory', async () => {
		const log = await open();
		const events = [];
		for (let at = 0; at < 24; at++)
			events.push(await log.receive({ text: String(at).repeat(1_000_000), contentType: '' }));
		const there = events.map(({ id }) => log.body(id) !== undefined);
		assert.ok(there.lastIndexOf(false) >= 0);
		assert.ok(there.filter(Boolean).length >= 15, there.join());
		assert.deepEqual(there, there.toSorted(), 'the oldest went first');
	});

	it('are compared with those from before a restart', async () => {
		await (await open()).receive(callback('succeeded'));
		const after = await open();
		assert.equal((await after.receive(callback('in_progress'))).late, true);
		assert.equal((await after.receive(callback('succeeded'))).duplicate, true);
	});

	it('keep only the latest responses of the application', async () => {
		const log = await open();
		const event = await log.addExample(callback('failed').text);
		assert.equal(event.example, true);
		for (let status = 200; status < 215; status++) {
			await log.answered(event.id, { at: status, host: 'localhost:3000', status, tookMs: 1 });
		}
		const { answers = [] } = log.table.get(event.id) ?? {};
		assert.deepEqual([answers.length, answers.at(-1)?.status], [10, 214]);
		// An example is not news of a request.
		assert.equal((await log.receive(callback('failed'))).duplicate, undefined);
	});

	it('appear in other windows without triggering anything there', async () => {
		const [here, there] = [await open(), await open()];
		let changes = 0;
		const received: string[] = [];
		there.onDidChange(() => changes++);
		there.onDidReceive(({ id }) => received.push(id));
		await here.receive(callback('succeeded'));
		there.look();
		assert.deepEqual([changes, received.length, there.table.count()], [1, 0, 1]);
		await there.clear();
		assert.equal(here.table.count(), 0);
	});

	it('are limited to the newest 5,000', async () => {
		const log = await open();
		const all = Array.from({ length: mostEvents + 300 }, (_, at) =>
			log.receive({ text: `{"request_id":"${at}","status":"succeeded"}`, contentType: '' }),
		);
		await Promise.all(all);
		await log.receive(callback('succeeded'));
		const count = log.table.count();
		assert.ok(count >= mostEvents && count <= mostEvents + 100, `${count}`);
		assert.equal(log.table.of({ limit: 1 })[0]?.requestId, 'r1');
		assert.equal(log.table.count({ requestIds: ['0'] }), 0);
	});
});
