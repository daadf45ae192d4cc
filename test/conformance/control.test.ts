import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../support/newFolder.ts';
import {
	type Body,
	demo,
	plainWorkflow,
	type SandboxUnderTest,
	startSandbox,
	suiteSandbox,
} from './support.ts';

const balance = '/prod/v2/balance';
const quick = { workflow_api_json: plainWorkflow(1) };

describe('Sandbox state', () => {
	const folder = newFolder();
	let sandbox: SandboxUnderTest;
	beforeEach(async () => {
		sandbox = await startSandbox('--data', folder);
	});
	afterEach(() => sandbox.end());

	const restart = async (signal: NodeJS.Signals) => {
		await sandbox.end(signal);
		sandbox = await startSandbox('--data', folder);
	};
	const again = (submission: Body, route: string) =>
		sandbox.call('GET', new URL(submission[`${route}_url`]).pathname);
	const settled = (submission: Body) =>
		sandbox.settle({ result_url: new URL(submission.result_url).pathname });

	for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
		it(`survives ${signal}: finished, running and waiting requests`, async () => {
			const finished = await sandbox.submit(demo.harbour, quick);
			await sandbox.settle(finished);
			const running = await sandbox.submit(demo.harbour);
			await sandbox.until(
				() => sandbox.status(running),
				({ status }) => status === 'in_progress',
			);
			const { instance_id } = await sandbox.status(running);
			const waiting = await sandbox.submit(demo.village, quick);
			const canceled = await sandbox.submit(demo.village, quick);
			await sandbox.call('POST', canceled.cancel_url);
			const before = await sandbox.result(finished);
			const { token } = sandbox.announced;

			await restart(signal);
			const after = (await again(finished, 'result')).body;
			assert.deepEqual([after.status, after.finished_at], ['succeeded', before.finished_at]);
			assert.equal((await fetch(after.outputs['2'].images[0].url)).status, 200);
			assert.equal((await again(running, 'status')).body.instance_id, instance_id);
			assert.equal((await again(canceled, 'result')).body.status, 'canceled');
			assert.equal((await settled(running)).status, 'succeeded');
			assert.equal((await settled(waiting)).status, 'succeeded');
			assert.equal((await sandbox.call('GET', balance, { token })).status, 200);
		});
	}

	it('loses no request that was acknowledged when it is killed among submissions, and ends each once', async () => {
		const acknowledged: Body[] = [];
		for (let round = 0; round < 3; round++) {
			const submissions = Array.from({ length: 12 }, async () => {
				const path = `/prod/v2/deployments/${demo.warm}/inference`;
				const reply = await sandbox.call('POST', path, { body: quick }).catch(() => undefined);
				if (reply?.status === 200) acknowledged.push(reply.body);
			});
			await Promise.race([submissions[round * 4], submissions[11]]);
			await sandbox.advance(20).catch(() => undefined);
			await restart('SIGKILL');
			await Promise.all(submissions);
		}
		assert.ok(acknowledged.length > 0);
		for (const submission of acknowledged) {
			const result = await settled(submission);
			assert.equal(result.status, 'succeeded');
			assert.deepEqual(Object.keys(result.outputs), ['2']);
		}
	});

	it('keeps output addresses through a reset and a restart', async () => {
		const folder = newFolder();
		let own = await startSandbox('--data', folder);
		try {
			await own.run(demo.warm, { workflow_api_json: plainWorkflow(1) });
			await own.control('POST', 'reset');
			const result = await own.run(demo.warm, { workflow_api_json: plainWorkflow(2) });
			await own.end();
			own = await startSandbox('--data', folder);
			assert.equal((await fetch(result.outputs['2'].images[0].url)).status, 200);
		} finally {
			await own.end();
		}
	});

	it('runs a request that a kill interrupted again, with its uploaded picture', async () => {
		const folder = newFolder();
		let own = await startSandbox('--data', folder);
		try {
			const first = await own.run(demo.warm, { workflow_api_json: plainWorkflow(0x123456) });
			const form = new FormData();
			form.set(
				'image',
				new Blob([await (await fetch(first.outputs['2'].images[0].url)).arrayBuffer()]),
				'mine.png',
			);
			const proxy = `${own.announced.baseUrl}/prod/v2/deployments/${demo.warm}/instances/${first.instance_id}/proxy`;
			const headers = { authorization: `Bearer ${own.announced.token}` };
			assert.equal(
				(await fetch(`${proxy}/upload/image`, { method: 'POST', headers, body: form })).status,
				200,
			);
			const workflow = plainWorkflow(0, {
				'1': { class_type: 'LoadImage', inputs: { image: 'mine.png' } },
			});
			const submission = await own.submit(demo.warm, { workflow_api_json: workflow });
			await own.end('SIGKILL');
			own = await startSandbox('--data', folder, '--port', new URL(own.announced.baseUrl).port);
			const result = await own.settle(submission);
			assert.equal(result.status, 'succeeded', JSON.stringify(result.error));
		} finally {
			await own.end();
		}
	});

	it('has a clock that never goes back', async () => {
		await sandbox.advance(30 * 24 * 3600);
		const submission = await sandbox.submit(demo.warm, quick);
		const { created_at } = await sandbox.result(submission);
		await restart('SIGKILL');
		const { now } = await sandbox.control('GET', 'clock');
		assert.ok(now >= created_at, `${now} is before ${created_at}`);
	});

	it('belongs to one process: a second one ends with status 3, and a killed one leaves no lock', async () => {
		await assert.rejects(startSandbox('--data', folder), /already using/);
		await restart('SIGKILL');
		assert.equal((await sandbox.call('GET', balance)).status, 200);
	});

	for (const signal of ['SIGTERM', 'SIGHUP'] as const)
		it(`ends cleanly on ${signal}`, async () => {
			assert.equal(await sandbox.end(signal), 0);
		});

	it('keeps no token, partner key or device code in its files, log or journal', async () => {
		const secret = 'partner-key-3141592653';
		const submission = await sandbox.submit(demo.warm, {
			...quick,
			extra_data: { api_key_partner_org: secret },
		});
		await sandbox.settle(submission);
		const device = (await sandbox.call('POST', '/api/cli-auth/start', { token: null })).body.device_code;
		const journal = JSON.stringify(await sandbox.control('GET', 'journal'));
		const { token } = sandbox.announced;
		await sandbox.end('SIGKILL');
		const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.map((name) => join(folder, name))
			.filter((path) => statSync(path).isFile());
		assert.ok(files.length > 2);
		for (const hidden of [secret, token, device]) {
			for (const file of files) assert.ok(!readFileSync(file).includes(hidden), `${file} holds a secret`);
			assert.ok(!journal.includes(hidden));
			assert.ok(!sandbox.log.includes(hidden));
		}
	});
});

describe('Command line', () => {
	it('reports a taken port in one sentence', async () => {
		const sandbox = await startSandbox();
		const { port } = new URL(sandbox.announced.baseUrl);
		await assert.rejects(startSandbox('--port', port), /Port \d+ is already in use/);
		await sandbox.end();
	});

	for (const wrong of [
		['--speed', '0'],
		['--speed', '1e308'],
		['--speed', '-1'],
		['--port', 'x'],
		['--engine', 'abacus'],
		['--faults', '[{}]'],
		['--nonsense'],
	]) {
		it(`refuses ${wrong.join(' ')} and shows how it is used`, async () => {
			const [option] = wrong;
			const usage = `did not start: .*${option}.*\n\neasel sandbox \\[options\\]\n[^]*--host 127.0.0.1 `;
			await assert.rejects(startSandbox(...wrong), (error: Error) => {
				assert.match(error.message, new RegExp(usage));
				assert.ok(!error.message.includes('\\n'), error.message);
				return true;
			});
		});
	}

	it('takes faults from the start', async () => {
		const sandbox = await startSandbox('--faults', '[{"kind": "status", "status": 503}]');
		assert.equal((await sandbox.call('GET', balance)).status, 503);
		await sandbox.end();
	});
});

describe('Control routes', () => {
	const sandbox = suiteSandbox('reset');

	it('are under a path that cannot be guessed', async () => {
		assert.match(new URL(sandbox.announced.controlUrl).pathname, /^\/control-[0-9a-f-]{36}$/);
		assert.equal((await sandbox.call('POST', '/control/reset')).status, 404);
	});

	it('reset goes back to a first start and keeps the announced token', async () => {
		await sandbox.control('POST', 'balance', { microdollars: 5 });
		const path = `/prod/v2/deployments/${demo.cat}`;
		await sandbox.call('DELETE', path);
		await sandbox.control('POST', 'reset');
		assert.equal((await sandbox.call('GET', path)).status, 200);
		assert.equal((await sandbox.call('GET', balance)).body.balance_microdollars, 25_000_000);
	});

	it('clock advances by the given seconds', async () => {
		const before = Date.parse((await sandbox.control('GET', 'clock')).now);
		const after = Date.parse((await sandbox.advance(3600)).now);
		assert.ok(Math.abs(after - before - 3_600_000) < 60_000);
	});

	it('journal shows every call with the names of its headers', async () => {
		const { entries } = await sandbox.control('GET', 'journal');
		const since = entries.at(-1)?.number ?? 0;
		await sandbox.call('GET', `${balance}?webhook=secret&x=1`);
		await sandbox.call('GET', balance, { token: null });
		const { entries: added } = await sandbox.until(
			() => sandbox.control('GET', `journal?since=${since}`),
			({ entries: list }) => list.length === 2 && list[1].status !== 0,
		);
		assert.deepEqual(
			added.map((entry: Body) => [entry.host, entry.method, entry.path, entry.status]),
			[
				['api', 'GET', `${balance}?webhook=***&x=1`, 200],
				['api', 'GET', balance, 401],
			],
		);
		assert.ok(added[0].headers.includes('authorization'));
		assert.ok(!added[1].headers.includes('authorization'));
	});

	it('deployments fills the account with copies', async () => {
		await sandbox.control('POST', 'deployments', { count: 250 });
		assert.ok((await sandbox.call('GET', '/prod/v2/deployments')).body.length > 250);
	});

	it('hold stays open until it is let go', async () => {
		const gone = new AbortController();
		const reply = await fetch(`${sandbox.announced.controlUrl}/hold`, { signal: gone.signal });
		assert.equal(reply.status, 200);
		const first = await reply.body?.getReader().read();
		assert.equal(Buffer.from(first?.value ?? []).toString(), 'held\n');
		gone.abort();
	});

	it('clock rejects times beyond the range of timestamps, and everything still works', async () => {
		for (const seconds of ['1e999', '1e15', '3e11']) {
			const reply = await sandbox.call('POST', `${sandbox.announced.controlUrl}/clock`, {
				token: null,
				body: `{"advance_seconds":${seconds}}`,
			});
			assert.equal(reply.status, 400, seconds);
			assert.match(reply.body.message, /\.$/);
		}
		await sandbox.submit(demo.harbour);
	});

	it('clock lets everything happen that is due on the way, each at its own time', async () => {
		const submissions = [];
		for (let count = 0; count < 3; count++) {
			submissions.push(await sandbox.submit(demo.cat, { workflow_api_json: plainWorkflow(count) }));
		}
		await sandbox.advance(3600);
		const results = await Promise.all(submissions.map((each) => sandbox.result(each)));
		const times = results.map(({ status, created_at, finished_at }) => {
			assert.equal(status, 'succeeded');
			return Date.parse(finished_at) - Date.parse(created_at);
		});
		assert.deepEqual(
			times.toSorted((a, b) => a - b),
			times,
		);
		assert.ok(
			times.every((time) => time > 5000 && time < 60_000),
			String(times),
		);
	});

	for (const [path, body] of [
		['accounts', { microdollars: 'abc' }],
		['accounts', { email: 7 }],
		['accounts', { email: 'demo@sandbox.local' }],
		['deployments', { count: 'abc' }],
		['deployments', { count: -5 }],
		['deployments', {}],
		['faults', [{ kind: 'latency', ms: 1, match: null }]],
		['faults', [{ kind: 'latency', ms: 1, match: { method: 5 } }]],
		['faults', [{ kind: 'latency', ms: 1, match: { path: [] } }]],
		['faults', [{ kind: 'latency', ms: 1, probability: 'often' }]],
		['faults', [{ kind: 'cut', bytes: 'all' }]],
		['faults', { rules: [], seed: 'x' }],
	] as const) {
		it(`${path} refuses ${JSON.stringify(body)} with a sentence, and calls continue`, async () => {
			const reply = await sandbox.call('POST', `${sandbox.announced.controlUrl}/${path}`, {
				token: null,
				body,
			});
			assert.equal(reply.status, 400, reply.text);
			assert.match(reply.body.message, /\.$/);
			assert.equal((await sandbox.call('GET', '/prod/v2/balance')).status, 200);
		});
	}

	it('stop ends the process', async () => {
		const other = await startSandbox();
		const gone = once(other.child, 'exit');
		await other.control('POST', 'stop');
		const [code] = await gone;
		assert.equal(code, 0);
	});
});

describe('Faults', () => {
	const sandbox = suiteSandbox('reset');

	const faults = (...rules: readonly object[]) => sandbox.control('POST', 'faults', rules);
	const fails = (path: string) => assert.rejects(sandbox.call('GET', path));

	it('answer with a status, a Retry-After and a body of choice', async () => {
		await faults({
			kind: 'status',
			status: 429,
			retryAfter: 7,
			body: { hello: 1 },
			match: { path: balance },
		});
		const reply = await sandbox.call('GET', balance);
		assert.deepEqual([reply.status, reply.headers.get('retry-after'), reply.body], [429, '7', { hello: 1 }]);
		assert.equal((await sandbox.call('GET', '/prod/v2/deployments')).status, 200);
	});

	it('cut the connection before anything happens, or after it has', async () => {
		const path = `/prod/v2/deployments/${demo.warm}/inference`;
		for (const [when, expected] of [
			['before', 0],
			['after', 1],
		] as const) {
			await sandbox.control('POST', 'reset');
			await faults({ kind: 'disconnect', when, match: { method: 'POST', path: '*/inference' } });
			await assert.rejects(sandbox.call('POST', path, { body: quick }));
			await sandbox.control('POST', 'faults', []);
			await sandbox.advance(60);
			const { balance_microdollars } = (await sandbox.call('GET', balance)).body;
			const spent = await sandbox.until(
				async () => {
					await sandbox.advance(10);
					return 25_000_000 - (await sandbox.call('GET', balance)).body.balance_microdollars;
				},
				(value) => expected === 0 || value > 0,
			);
			assert.equal(spent > 0 || balance_microdollars < 25_000_000, expected === 1);
		}
	});

	it('cut a body in the middle', async () => {
		await faults({ kind: 'cut', match: { path: '/prod/v2/deployments' } });
		await fails('/prod/v2/deployments');
	});

	it('send half of the JSON, broken JSON, and the wrong content type', async () => {
		for (const kind of ['truncated-json', 'malformed-json']) {
			await faults({ kind, match: { path: balance } });
			const reply = await sandbox.call('GET', balance);
			assert.equal(reply.status, 200);
			assert.throws(() => JSON.parse(reply.text));
		}
		await faults({ kind: 'content-type', match: { path: balance } });
		assert.equal((await sandbox.call('GET', balance)).headers.get('content-type'), 'text/html');
	});

	it('expire signatures of output files', async () => {
		const result = await sandbox.run(demo.warm, quick);
		await faults({ kind: 'expired-signature', count: 1, match: { host: 'storage' } });
		const { url } = result.outputs['2'].images[0];
		assert.equal((await fetch(url)).status, 403);
		assert.equal((await fetch(url)).status, 200);
	});

	it('slow bodies down without changing them', async () => {
		const whole = (await sandbox.call('GET', balance)).text;
		await faults({ kind: 'slow', bytesPerSecond: 400 }, { kind: 'latency', ms: 1 });
		assert.equal((await sandbox.call('GET', balance)).text, whole);
	});

	it('hit as many calls as asked for, after as many as asked for', async () => {
		await faults({
			kind: 'status',
			status: 503,
			skip: 1,
			count: 2,
			match: { method: 'get', path: '/prod/*' },
		});
		const statuses = [];
		for (let call = 0; call < 4; call++) statuses.push((await sandbox.call('GET', balance)).status);
		assert.deepEqual(statuses, [200, 503, 503, 200]);
		assert.equal((await sandbox.control('GET', 'faults')).rules[0].hits, 2);
	});

	it('hit the share of calls that was asked for, the same ones for the same seed', async () => {
		const rules = [{ kind: 'status', status: 500, probability: 0.3 }];
		const runs = [];
		for (let run = 0; run < 2; run++) {
			await sandbox.control('POST', 'faults', { rules, seed: 42 });
			const statuses = [];
			for (let call = 0; call < 60; call++) statuses.push((await sandbox.call('GET', balance)).status);
			runs.push(statuses);
		}
		assert.deepEqual(runs[0], runs[1]);
		const hits = runs[0]?.filter((status) => status === 500).length ?? 0;
		assert.ok(hits > 8 && hits < 30, `${hits} of 60`);
	});

	it('that cannot be understood are refused with a sentence', async () => {
		const url = `${sandbox.announced.controlUrl}/faults`;
		for (const body of [
			{},
			[{ kind: 'earthquake' }],
			[{ kind: 'status' }],
			[{ kind: 'latency' }],
			[{ kind: 'slow' }],
		]) {
			const reply = await sandbox.call('POST', url, { body });
			assert.equal(reply.status, 400);
			assert.equal(typeof reply.body.message, 'string');
		}
	});
});
