import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VirtualClock } from '../../../src/sandbox/clock.ts';
import { forwardingEngine } from '../../../src/sandbox/engine/forward.ts';

describe('engine that forwards to a real one', () => {
	const clock = new VirtualClock(1);
	let server: Server;
	let posted: {
		prompt: Record<string, { inputs: Record<string, unknown> }>;
		extra_data: unknown;
		prompt_id: string;
	};
	let uploads = 0;
	let entry: unknown;
	let refusal: unknown;
	before(async () => {
		server = createServer(async (request, response) => {
			let body = '';
			for await (const part of request) body += part;
			const path = request.url?.split('?')[0];
			const send = (status: number, reply: unknown) => response.writeHead(status).end(JSON.stringify(reply));
			if (path === '/prompt') {
				posted = JSON.parse(body);
				if (refusal === undefined) send(200, { prompt_id: posted.prompt_id, number: 0, node_errors: {} });
				else send(400, refusal);
			} else if (path?.startsWith('/history/')) send(200, { [posted.prompt_id]: entry });
			else if (path === '/upload/image')
				send(200, { name: `up-${++uploads}.png`, subfolder: '', type: 'input' });
			else if (path === '/view') response.end(`bytes of ${request.url}`);
			else send(404, {});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => {
		refusal = undefined;
		entry = { outputs: {}, status: { status_str: 'success', completed: true, messages: [] } };
	});
	after(() => {
		server.close();
		clock.stop();
	});

	const run = (document: string) => {
		const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const signal = new AbortController().signal;
		const extraData = { api_key_partner_org: 'key' };
		return forwardingEngine(base, clock).run({
			document,
			hardware: 'X',
			uploads: new Map(),
			signal,
			extraData,
		});
	};

	it('sends document and extra data, and brings files and texts back', async () => {
		const image = { filename: 'a.png', subfolder: 's', type: 'output' };
		entry = { outputs: { '9': { images: [image], text: ['hello'] } }, status: { status_str: 'success' } };
		const ending = await run('{"1":{"class_type":"X","inputs":{"seed":18446744073709551615}}}');
		assert.ok(ending.state === 'succeeded');
		assert.deepEqual(posted.extra_data, { api_key_partner_org: 'key' });
		assert.deepEqual(ending.outputs, { '9': { images: [image], text: ['hello'] } });
		assert.equal(ending.files[0]?.subfolder, 's');
		assert.match(Buffer.from(ending.files[0]?.bytes ?? []).toString(), /bytes of .*filename=a\.png/);
	});

	it('uploads embedded media and names it as the engine does', async () => {
		await run('{"1":{"class_type":"LoadImage","inputs":{"image":"data:image/png;base64,AAAA"}}}');
		assert.match(String(posted.prompt['1']?.inputs.image), /^up-\d+\.png$/);
	});

	it('turns a refusal into the error object', async () => {
		refusal = {
			error: { type: 'prompt_no_outputs', message: 'Prompt has no outputs', details: '' },
			node_errors: {},
		};
		const ending = await run('{}');
		assert.ok(ending.state === 'failed');
		assert.deepEqual(
			[ending.error.error, ending.error.details],
			['prompt_no_outputs', 'Prompt has no outputs'],
		);
	});

	it('turns an execution error into the error object', async () => {
		const about = {
			node_id: '3',
			node_type: 'KSampler',
			exception_type: 'RuntimeError',
			exception_message: 'boom',
		};
		entry = { outputs: {}, status: { status_str: 'error', messages: [['execution_error', about]] } };
		const ending = await run('{}');
		assert.ok(ending.state === 'failed');
		assert.equal(ending.error.error, 'RuntimeError');
		assert.match(ending.error.details, /Node 3 \(KSampler\): boom/);
	});

	it('says that the engine cannot be reached', async () => {
		const signal = new AbortController().signal;
		const engine = forwardingEngine('http://127.0.0.1:1', clock);
		const ending = await engine.run({ document: '{}', hardware: 'X', uploads: new Map(), signal });
		assert.ok(ending.state === 'failed');
		assert.equal(ending.error.error, 'EngineError');
	});
});
