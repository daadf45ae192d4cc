import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseCallback } from '../../../src/core/webhooks/callback.ts';
import { CallbackOrder } from '../../../src/core/webhooks/callbackOrder.ts';
import { exampleCallback, exampleKinds, exampleRequest } from '../../../src/core/webhooks/examples.ts';
import { ofService } from '../../support/connection.ts';

describe('a callback', () => {
	it('has a state and a request in each of the four kinds', () => {
		const request = exampleRequest({ ...ofService, baseUrl: 'https://api.test' }, Date.UTC(2026, 10, 21, 12));
		const read = exampleKinds.map((kind) => parseCallback(exampleCallback(kind, request)));
		assert.deepEqual(
			read.map(({ state }) => state),
			['queued', 'running', 'succeeded', 'failed'],
		);
		for (const { requestId } of read) assert.equal(requestId, request.requestId);
		const [queued, running, succeeded, failed] = read;
		assert.equal(queued?.status, undefined);
		assert.equal(running?.instanceId, request.instanceId);
		assert.equal(succeeded?.files, 1);
		assert.equal(failed?.error, 'ExecutionError');
	});

	it('has the documented members in each example', () => {
		const request = exampleRequest({ ...ofService, baseUrl: 'https://api.test' }, 0);
		const members = (kind: (typeof exampleKinds)[number]) =>
			Object.keys(JSON.parse(exampleCallback(kind, request))).sort();
		const urls = ['status_url', 'result_url', 'cancel_url'];
		const begun = ['request_id', 'deployment_id', 'status', 'instance_id', 'created_at', 'started_at'];
		assert.deepEqual(members('queued'), ['request_id', ...urls].sort());
		assert.deepEqual(members('in_progress'), [...begun, ...urls].sort());
		assert.deepEqual(members('succeeded'), [...begun, 'outputs', 'finished_at'].sort());
		assert.deepEqual(members('failed'), [...begun, 'error', 'finished_at'].sort());
	});

	it('may have an output, an outcome, another spelling, or an unknown status', () => {
		const read = (value: unknown) => parseCallback(JSON.stringify(value));
		const images = ['https://files.test/1.png', 'https://files.test/2.png'];
		assert.equal(read({ request_id: 'r', status: 'succeeded', output: { images } }).files, 2);
		assert.equal(read({ request_id: 'r', outcome: 'failed' }).state, 'failed');
		assert.equal(read({ request_id: 'r', status: 'completed', outcome: 'cancelled' }).state, 'canceled');
		assert.equal(read({ request_id: 'r', status: 'in_queue' }).state, 'queued');
		assert.deepEqual(read({ request_id: 'r', status: 'paused' }), {
			state: 'unknown',
			status: 'paused',
			requestId: 'r',
		});
		assert.equal(read({ request_id: 7, status: 'in_progress' }).requestId, '7');
	});

	it('is parsed from any input, without an exception and with bounded length', () => {
		const hostile = [
			'',
			'not JSON',
			'null',
			'7',
			'[]',
			'{}',
			'"text"',
			'{"request_id":null,"status":{}}',
			`{"request_id":"${'x'.repeat(100_000)}","status":"failed","error":"${'y'.repeat(100_000)}"}`,
			`${'['.repeat(100_000)}${']'.repeat(100_000)}`,
			`[${'{},'.repeat(300_000)}{}]`,
			'{"__proto__":{"status":"succeeded"},"constructor":1}',
		];
		for (const text of hostile) {
			const read = parseCallback(text);
			assert.ok(JSON.stringify(read).length < 1000, text.slice(0, 40));
			assert.notEqual(read.state, 'succeeded');
		}
		assert.equal(parseCallback('not JSON').state, 'notJson');
		assert.equal(parseCallback('{}').state, 'unknown');
		fc.assert(
			fc.property(fc.jsonValue(), (value) => parseCallback(JSON.stringify(value)).state !== undefined),
		);
		fc.assert(fc.property(fc.string(), (text) => parseCallback(text).state !== undefined));
	});
});

describe('the order of callbacks', () => {
	const of = (requestId: string, state: 'queued' | 'running' | 'succeeded' | 'failed') => ({
		requestId,
		state,
	});

	it('marks duplicates and late arrivals, separately for each request', () => {
		const order = new CallbackOrder();
		assert.deepEqual(order.note(of('a', 'queued')), {});
		assert.deepEqual(order.note(of('b', 'running')), {});
		assert.deepEqual(order.note(of('a', 'queued')), { duplicate: true });
		assert.deepEqual(order.note(of('a', 'succeeded')), {});
		assert.deepEqual(order.note(of('a', 'running')), { late: true });
		assert.deepEqual(order.note(of('a', 'running')), { duplicate: true });
		assert.deepEqual(order.note(of('b', 'queued')), { late: true });
		assert.deepEqual(order.note(of('c', 'succeeded')), {});
		assert.deepEqual(order.note(of('c', 'queued')), { late: true });
		assert.deepEqual(order.note(of('c', 'running')), { late: true }, 'also after one that came later still');
	});

	it('ignores callbacks without a request, and distinguishes unknown statuses', () => {
		const order = new CallbackOrder();
		for (let turn = 0; turn < 2; turn++) assert.deepEqual(order.note({ state: 'succeeded' }), {});
		assert.deepEqual(order.note({ requestId: 'a', state: 'unknown', status: 'paused' }), {});
		assert.deepEqual(order.note({ requestId: 'a', state: 'unknown', status: 'resumed' }), {});
		assert.deepEqual(order.note({ requestId: 'a', state: 'unknown', status: 'paused' }), { duplicate: true });
	});
});
