import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { decode } from 'fast-png';
import { assertRefused, type Body, demo, plainWorkflow, suiteSandbox } from './support.ts';

describe('Request queue', () => {
	const sandbox = suiteSandbox('reset');

	const body = (color = 1) => ({ workflow_api_json: plainWorkflow(color) });
	const running = (submission: Body) =>
		sandbox.until(
			() => sandbox.status(submission),
			({ status }) => status === 'in_progress',
		);
	const cancel = (submission: Body) => sandbox.call('POST', submission.cancel_url);
	const change = async (id: string, attributes: object) => {
		const path = `/prod/v2/deployments/${id}`;
		const { name } = (await sandbox.call('GET', path)).body;
		const reply = await sandbox.call('PATCH', path, { body: { name, ...attributes } });
		assert.equal(reply.status, 200, reply.text);
	};
	/** The simulated node time of the saved harbour workflow is well above this many seconds. */
	const shortly = 0.5;

	it('calls a failed request completed; the result has the failure', async () => {
		const submission = await sandbox.submit(demo.fails);
		assert.equal((await sandbox.settle(submission)).status, 'failed');
		assert.equal((await sandbox.status(submission)).status, 'completed');
	});

	describe('cancel', () => {
		it('of a running request is accepted at once and shows as canceled later', async () => {
			const submission = await sandbox.submit(demo.harbour);
			await sandbox.advance(8);
			await running(submission);
			assert.equal((await cancel(submission)).body.status, 'cancellation_requested');
			assert.equal((await sandbox.status(submission)).status, 'in_progress');
			assert.equal((await cancel(submission)).body.status, 'cancellation_requested');
			await sandbox.advance(1);
			assert.equal((await sandbox.status(submission)).status, 'canceled');
			await sandbox.advance(600);
			assert.equal((await sandbox.result(submission)).status, 'canceled');
		});

		it('of a canceled request is not_cancellable', async () => {
			const submission = await sandbox.submit(demo.harbour);
			await cancel(submission);
			assert.equal((await cancel(submission)).body.status, 'not_cancellable');
		});

		it('lets the next request move up', async () => {
			await change(demo.harbour, { max_instances: 1 });
			const submissions = [];
			for (let count = 0; count < 3; count++) submissions.push(await sandbox.submit(demo.harbour));
			assert.equal((await sandbox.status(submissions[2])).queue_position, 2);
			await cancel(submissions[1]);
			assert.equal((await sandbox.status(submissions[2])).queue_position, 1);
		});
	});

	describe('instances', () => {
		it('are started cold, and take one request after the other in order', async () => {
			await change(demo.harbour, { max_instances: 1 });
			const submissions: Body[] = [];
			for (let count = 0; count < 3; count++) submissions.push(await sandbox.submit(demo.harbour));
			const positions = async () => {
				const all = await Promise.all(submissions.map((submission) => sandbox.status(submission)));
				return all.map((status) => status.queue_position ?? status.status);
			};
			assert.deepEqual(await positions(), [0, 1, 2]);
			await sandbox.advance(1);
			assert.deepEqual(await positions(), [0, 1, 2]);
			await sandbox.advance(8);
			assert.deepEqual(await positions(), ['in_progress', 0, 1]);
			await sandbox.settle(submissions[0]);
			assert.equal((await positions())[0], 'completed');
			await sandbox.settle(submissions[2]);
			const ids = await Promise.all(
				submissions.map(async (each) => (await sandbox.status(each)).instance_id),
			);
			assert.equal(new Set(ids).size, 1);
			const times = await Promise.all(
				submissions.map(async (each) => (await sandbox.result(each)).finished_at),
			);
			assert.deepEqual(times, [...times].sort());
		});

		it('are added when more requests wait for each than the queue size, up to the maximum', async () => {
			const cases = [
				{ queue_size: 1, max_instances: 3, requests: 2, expected: 2 },
				{ queue_size: 2, max_instances: 3, requests: 2, expected: 1 },
				{ queue_size: 0, max_instances: 3, requests: 5, expected: 3 },
			];
			for (const { requests, expected, ...attributes } of cases) {
				const id = demo.village;
				await change(id, attributes);
				const submissions: Body[] = [];
				for (let count = 0; count < requests; count++) submissions.push(await sandbox.submit(id));
				await sandbox.advance(7);
				const states = await Promise.all(submissions.map((each) => sandbox.status(each)));
				assert.equal(
					states.filter(({ status }) => status === 'in_progress').length,
					expected,
					JSON.stringify(attributes),
				);
				for (const submission of submissions) await sandbox.settle(submission);
				await sandbox.advance(1000);
			}
		});

		it('stay warm for the keep-warm time and not longer', async () => {
			await change(demo.harbour, { keep_warm_duration_in_seconds: 300 });
			const first = await sandbox.submit(demo.harbour, body(1));
			await sandbox.settle(first);
			await sandbox.advance(200);
			const second = await sandbox.submit(demo.harbour, body(2));
			assert.equal((await sandbox.status(second)).status, 'in_progress');
			await sandbox.settle(second);
			await sandbox.advance(301);
			const third = await sandbox.submit(demo.harbour, body(3));
			assert.equal((await sandbox.status(third)).status, 'in_queue');
			await sandbox.settle(third);
			const ids = await Promise.all(
				[first, second, third].map(async (each) => (await sandbox.status(each)).instance_id),
			);
			assert.equal(ids[0], ids[1]);
			assert.notEqual(ids[1], ids[2]);
		});

		it('below the minimum are always there', async () => {
			await sandbox.advance(3600);
			const submission = await sandbox.submit(demo.warm);
			assert.equal((await sandbox.status(submission)).status, 'in_progress');
			const { status } = (await sandbox.call('GET', `/prod/v2/deployments/${demo.warm}`)).body;
			assert.equal(status, 'active');
		});

		it('stop when the minimum is lowered', async () => {
			await sandbox.advance(10);
			await change(demo.warm, { min_instances: 0 });
			await sandbox.advance(3600);
			const { status } = (await sandbox.call('GET', `/prod/v2/deployments/${demo.warm}`)).body;
			assert.equal(status, 'standby');
		});
	});

	describe('a disabled deployment', () => {
		it('fails all its requests at once, waiting and running ones', async () => {
			await change(demo.harbour, { max_instances: 1 });
			const submissions = [await sandbox.submit(demo.harbour), await sandbox.submit(demo.harbour)];
			await sandbox.advance(8);
			await running(submissions[0]);
			await change(demo.harbour, { is_enabled: false });
			for (const submission of submissions) {
				const { status, error } = await sandbox.result(submission);
				assert.deepEqual([status, error.error, error.errorCode], ['failed', 'DisabledDeployment', 10002]);
			}
		});
	});

	describe('ids', () => {
		it('that are unknown, or of another account or deployment, all look the same', async () => {
			const submission = await sandbox.submit(demo.harbour);
			const { token } = await sandbox.control('POST', 'accounts', {});
			const base = `/prod/v2/deployments/${demo.harbour}/requests`;
			for (const [method, route] of [
				['GET', 'status'],
				['GET', 'result'],
				['POST', 'cancel'],
			] as const) {
				const absent = await sandbox.call(method, `${base}/5a9d0000-0000-4000-8000-00000000dead/${route}`);
				assertRefused(absent, 404, 404001);
				const foreign = await sandbox.call(method, `${base}/${submission.request_id}/${route}`, { token });
				const elsewhere = `/prod/v2/deployments/${demo.cat}/requests/${submission.request_id}/${route}`;
				const misplaced = await sandbox.call(method, elsewhere);
				assert.deepEqual([foreign.status, foreign.text], [absent.status, absent.text]);
				assert.deepEqual([misplaced.status, misplaced.text], [absent.status, absent.text]);
			}
		});
	});

	describe('output files', () => {
		it('keep no file open after a request for the headers only', async function () {
			if (process.platform !== 'linux') this.skip();
			const { url } = (await sandbox.run(demo.harbour)).outputs['9'].images[0];
			const open = () => readdirSync(`/proc/${sandbox.child.pid}/fd`).length;
			const size = Number((await fetch(url, { method: 'HEAD' })).headers.get('content-length'));
			assert.equal(size, (await (await fetch(url)).arrayBuffer()).byteLength);
			assert.ok(size > 128 * 1024, `${size} bytes fit into one read`);
			const before = open();
			for (let count = 0; count < 60; count++) await fetch(url, { method: 'HEAD' });
			assert.ok(open() < before + 20, `${before} open files became ${open()}`);
		});

		it('are kept apart whatever folders and letters their names have', async () => {
			const image = (color: number) => ({
				class_type: 'EmptyImage',
				inputs: { width: 16, height: 16, batch_size: 1, color },
			});
			const save = (from: string, filename_prefix: string) => ({
				class_type: 'SaveImage',
				inputs: { images: [from, 0], filename_prefix },
			});
			const prefixes = [
				'a/b',
				'a-b',
				'A-b',
				'a/b/c',
				'a~1b',
				`${'long'.repeat(30)}/${'long'.repeat(30)}/${'long'.repeat(30)}`,
			];
			const workflow = Object.fromEntries(
				prefixes.flatMap((prefix, index) => [
					[`image${index}`, image(index * 40)],
					[`save${index}`, save(`image${index}`, prefix)],
				]),
			);
			const { outputs } = await sandbox.run(demo.harbour, { workflow_api_json: workflow });
			const colors = await Promise.all(
				prefixes.map(async (_, index) => {
					const { url } = outputs[`save${index}`].images[0];
					const { data, channels } = decode(new Uint8Array(await (await fetch(url)).arrayBuffer()));
					return data[channels === 1 ? 0 : 2];
				}),
			);
			assert.deepEqual(
				colors,
				prefixes.map((_, index) => index * 40),
			);
		});

		it('need no token but their exact address, and can be fetched in parts', async () => {
			const result = await sandbox.run(demo.harbour, body());
			const { url } = result.outputs['2'].images[0];
			const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
			assert.equal((await fetch(url.split('?')[0])).status, 403);
			assert.equal((await fetch(url.slice(0, -1))).status, 403);
			const part = await fetch(url, { headers: { range: 'bytes=4-' } });
			assert.equal(part.status, 206);
			assert.equal(part.headers.get('content-range'), `bytes 4-${whole.length - 1}/${whole.length}`);
			assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(4));
			assert.equal((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status, 416);
			assert.notEqual(new URL(url).origin, sandbox.announced.baseUrl);
		});
	});

	describe('time', () => {
		it('passes only as fast as asked for', async () => {
			const submission = await sandbox.submit(demo.harbour);
			await sandbox.advance(shortly);
			assert.equal((await sandbox.status(submission)).status, 'in_queue');
		});
	});
});
