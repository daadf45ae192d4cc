import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { newFolder } from '../support/newFolder.ts';
import { type Body, demo, plainWorkflow, type SandboxUnderTest, startSandbox } from './support.ts';

interface Received {
	readonly path: string;
	readonly type: string | undefined;
	readonly body: Body;
}

describe('Webhooks', () => {
	const folder = newFolder();
	let sandbox: SandboxUnderTest;
	let receiver: Server;
	let received: Received[] = [];
	/** Statuses of the next answers, one after the other; 200 when no more are left. */
	let answers: number[] = [];
	/** Callbacks that arrived before the previous one was answered. */
	let overlaps = 0;
	let open = 0;
	/** True if the receiver is slow. */
	let slowly = false;

	before(async () => {
		sandbox = await startSandbox('--data', folder);
		receiver = createServer(async (request, response) => {
			let text = '';
			if (open++ > 0) overlaps++;
			for await (const part of request) text += part;
			received.push({
				path: request.url ?? '',
				type: request.headers['content-type'],
				body: JSON.parse(text),
			});
			await delay(slowly ? 50 : 0);
			open--;
			response.writeHead(answers.shift() ?? 200).end();
		});
		await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(async () => {
		await sandbox.control('POST', 'reset');
		received = [];
		answers = [];
		slowly = false;
		overlaps = 0;
	});
	after(async () => {
		receiver.close();
		await sandbox.end();
	});

	const address = (path = '/hook') => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
	const submit = async (
		deployment: string,
		intermediate: boolean,
		body: object = { workflow_api_json: plainWorkflow(1) },
	) => {
		const query = `?webhook=${encodeURIComponent(address('/hook?a=1&b=2'))}&webhook_intermediate_status=${intermediate}`;
		const path = `/prod/v2/deployments/${deployment}/inference${query}`;
		return (await sandbox.call('POST', path, { body })).body;
	};
	const arrived = (count: number) =>
		sandbox.until(
			async () => received,
			(list) => list.length >= count,
		);

	it('push every update as JSON when intermediate ones are wanted, with the fields of the document', async () => {
		const submission = await submit(demo.harbour, true);
		const [queued] = await arrived(1);
		assert.deepEqual(queued?.body, submission);
		assert.equal(queued?.type, 'application/json');
		assert.equal(queued?.path, '/hook?a=1&b=2');
		await sandbox.advance(8);
		const [, active] = await arrived(2);
		const always = ['created_at', 'deployment_id', 'instance_id', 'request_id', 'started_at', 'status'];
		assert.deepEqual(
			Object.keys(active?.body).sort(),
			[...always, 'status_url', 'result_url', 'cancel_url'].sort(),
		);
		assert.equal(active?.body.status, 'in_progress');
		await sandbox.settle(submission);
		const [, , done] = await arrived(3);
		assert.equal(done?.body.status, 'succeeded');
		assert.equal(done?.body.outputs['2'].images[0].filename, 'plain_00001_.png');
		for (const name of [...always, 'finished_at']) assert.equal(typeof done?.body[name], 'string', name);
	});

	it('of one request arrive in their order, the next when the last was answered', async () => {
		await sandbox.advance(30);
		slowly = true;
		const submission = await submit(demo.warm, true);
		await sandbox.settle(submission);
		const states = (await arrived(3)).map(({ body }) => String(body.status));
		assert.deepEqual([states, overlaps], [['undefined', 'in_progress', 'succeeded'], 0]);
	});

	it('that were not taken yet end with a reset, and do not hurry those of later requests', async () => {
		answers = Array(20).fill(500);
		await sandbox.settle(await submit(demo.harbour, false));
		await arrived(1);
		await sandbox.advance(32);
		await arrived(6);
		// The next attempt would be half a minute from here.
		await sandbox.control('POST', 'reset');
		received = [];
		answers = Array(40).fill(500);
		await submit(demo.harbour, true);
		await sandbox.advance(60);
		const queued = received.filter(({ body }) => body.status === undefined);
		assert.equal(queued.length, 6);
	});

	it('carry the error object of a failed request', async () => {
		const submission = await submit(demo.fails, false, { overrides: {} });
		const result = await sandbox.settle(submission);
		const [failed] = await arrived(1);
		assert.equal(failed?.body.status, 'failed');
		assert.deepEqual(failed?.body.error, result.error);
	});

	it('report a canceled request', async () => {
		const submission = await submit(demo.harbour, false);
		await sandbox.call('POST', submission.cancel_url);
		const [canceled] = await arrived(1);
		assert.equal(canceled?.body.status, 'canceled');
	});

	it('are tried again until they are taken', async () => {
		answers = [500, 302, 404];
		const submission = await submit(demo.harbour, false);
		await sandbox.settle(submission);
		for (let attempt = 1; attempt <= 3; attempt++) {
			await arrived(attempt);
			await sandbox.until(
				async () => {
					await sandbox.advance(60);
					return received.length;
				},
				(length) => length > attempt,
			);
		}
		await sandbox.advance(100_000);
		assert.equal(received.length, 4);
		assert.deepEqual(new Set(received.map(({ body }) => body.request_id)).size, 1);
	});

	it('that were not taken before the sandbox was killed are delivered after it', async () => {
		answers = [500];
		const submission = await submit(demo.harbour, false);
		await sandbox.settle(submission);
		await arrived(1);
		await sandbox.end('SIGKILL');
		sandbox = await startSandbox('--data', folder);
		await sandbox.advance(3600);
		const list = await arrived(2);
		assert.equal(list[1]?.body.request_id, submission.request_id);
	});

	it('can be made to arrive twice', async () => {
		await sandbox.control('POST', 'faults', [{ kind: 'duplicate', match: { host: 'webhook' } }]);
		const submission = await submit(demo.harbour, false);
		await sandbox.settle(submission);
		const list = await arrived(2);
		assert.deepEqual(list[0], list[1]);
	});

	it('can be made to arrive out of order', async () => {
		await sandbox.control('POST', 'faults', [
			{ kind: 'reorder', count: 1, ms: 3000, match: { host: 'webhook' } },
		]);
		const submission = await submit(demo.warm, true);
		await sandbox.settle(submission);
		const list = await arrived(3);
		assert.equal(list[0]?.body.status, 'in_progress');
		assert.equal(received.filter(({ body }) => body.status === undefined).length, 1);
	});
});
