import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { assertRefused, demo, plainWorkflow, suiteSandbox } from './support.ts';

const path = (api: string, deployment: string) => `/prod/${api}/deployments/${deployment}/inference`;

describe('Inference submission', () => {
	const sandbox = suiteSandbox();

	const post = (body: unknown, deployment: string = demo.harbour, query = '') =>
		sandbox.call('POST', path('v2', deployment) + query, { body });

	/** Returns the place of the only fault in a refused body. */
	async function faultOf(body: unknown, deployment?: string): Promise<readonly (string | number)[]> {
		const reply = await post(body, deployment);
		assertRefused(reply, 422, 422001);
		assert.equal(reply.body.detail.length, 1, reply.text);
		return reply.body.detail[0].loc;
	}

	it('is reachable through either version whichever it was made with', async () => {
		const { request_id } = await sandbox.submit(demo.harbour, { overrides: {} }, 'v1');
		const reply = await sandbox.call(
			'GET',
			`/prod/v2/deployments/${demo.harbour}/requests/${request_id}/status`,
		);
		assert.equal(reply.body.request_id, request_id);
	});

	describe('webhook', () => {
		const webhook = (address: string) =>
			post({ overrides: {} }, demo.harbour, `?webhook=${encodeURIComponent(address)}`);

		for (const address of [
			'http://localhost.evil.invalid/x',
			'http://127.evil.invalid/x',
			'http://evil.invalid/x',
			'https://user:secret@example.com/x',
			'http://user@127.0.0.1:9/x',
			'ftp://127.0.0.1/x',
			'nowhere',
		]) {
			it(`${address} is refused, in the query and in the body`, async () => {
				const reply = await webhook(address);
				assertRefused(reply, 422, 422001);
				assert.deepEqual(reply.body.detail[0].loc, ['body', 'webhook']);
				assert.deepEqual(await faultOf({ overrides: {}, webhook: address }), ['body', 'webhook']);
			});
		}

		for (const address of [
			'https://example.com/x',
			'http://127.0.0.1:9/x',
			'http://localhost:9/x',
			'http://[::1]:9/x',
		]) {
			it(`${address} is taken`, async () => {
				assert.equal((await webhook(address)).status, 200);
			});
		}

		for (const [word, status] of [
			['True', 200],
			['False', 200],
			['1', 200],
			['on', 200],
			['maybe', 422],
		] as const) {
			it(`with intermediate status ${word} answers ${status}`, async () => {
				const reply = await post({ overrides: {} }, demo.harbour, `?webhook_intermediate_status=${word}`);
				assert.equal(reply.status, status);
			});
		}

		it('has an intermediate flag in the body that must be true or false', async () => {
			const found = await faultOf({ overrides: {}, webhook_intermediate_status: 'maybe' });
			assert.deepEqual(found, ['body', 'webhook_intermediate_status']);
		});
	});

	describe('flat body', () => {
		for (const [name, value, status] of [
			['sampler', 'not a sampler; really', 422],
			['sampler', 'flowmatch', 200],
		] as const) {
			it(`with ${name} "${value}" answers ${status}`, async () => {
				const reply = await post({ prompt: 'a boat', [name]: value }, demo.lora);
				assert.equal(reply.status, status, reply.text);
				if (status === 422) assert.deepEqual(reply.body.detail[0].loc, ['body', name]);
			});
		}
	});

	describe('values', () => {
		for (const [cfg, fits] of [
			['0x10', false],
			['1_0.5', true],
			['inf', false],
			[' 7.5 ', true],
			[true, true],
			['', false],
		] as const) {
			it(`${JSON.stringify(cfg)} ${fits ? 'is' : 'is not'} taken for a FLOAT`, async () => {
				const reply = await post({ overrides: { '3': { inputs: { cfg } } } });
				assert.equal(reply.status, fits ? 200 : 422, reply.text);
			});
		}

		it('that are not in a list are refused with the whole list', async () => {
			const reply = await post({ overrides: { '3': { inputs: { sampler_name: 'none such' } } } });
			assert.match(reply.body.detail[0].msg, /is not one of euler, .*uni_pc/);
		});

		it('that nest too deep are refused with that reason', async () => {
			const reply = await post(`{"overrides": ${'['.repeat(5000)}${']'.repeat(5000)}}`);
			assertRefused(reply, 422, 422001);
			assert.match(reply.body.detail[0].msg, /nests deeper than 1000 levels/);
		});
	});

	describe('body', () => {
		it('that is not JSON, or not an object, is refused', async () => {
			for (const body of ['{"overrides":', '[]', '"text"', '7', 'null']) {
				assertRefused(await post(body), 422, 422001);
			}
		});

		it('with neither overrides nor a workflow is refused', async () => {
			assert.deepEqual(await faultOf({ extra_data: {} }), ['body', 'overrides']);
		});

		it('with both is refused', async () => {
			const body = { overrides: { '3': { inputs: { seed: 1 } } }, workflow_api_json: plainWorkflow(1) };
			assert.deepEqual(await faultOf(body), ['body', 'overrides']);
		});

		it('with empty overrides and a workflow is accepted', async () => {
			assert.equal((await post({ overrides: {}, workflow_api_json: plainWorkflow(1) })).status, 200);
		});
	});

	describe('overrides', () => {
		it('that name an unknown node are refused', async () => {
			assert.deepEqual(await faultOf({ overrides: { '99': { inputs: {} } } }), ['body', 'overrides', '99']);
		});

		it('that name an unknown input are refused', async () => {
			const body = { overrides: { '3': { inputs: { sed: 1 } } } };
			assert.deepEqual(await faultOf(body), ['body', 'overrides', '3', 'inputs', 'sed']);
		});

		it('without an inputs object are refused', async () => {
			assert.deepEqual(await faultOf({ overrides: { '3': { seed: 1 } } }), [
				'body',
				'overrides',
				'3',
				'inputs',
			]);
		});

		it('that are not objects are refused', async () => {
			assert.deepEqual(await faultOf({ overrides: [] }), ['body', 'overrides']);
		});

		const misfits: readonly (readonly [string, string, string, unknown])[] = [
			['a text for a number', '3', 'steps', 'many'],
			['a number below its range', '3', 'steps', 0],
			['a number above its range', '3', 'denoise', 1.5],
			['a value outside its list', '3', 'sampler_name', 'nobody'],
			['a link to nowhere', '3', 'model', ['77', 0]],
			['a link of the wrong length', '3', 'model', ['4']],
		];
		for (const [what, node, input, value] of misfits) {
			it(`with ${what} are rejected`, async () => {
				const body = { overrides: { [node]: { inputs: { [input]: value } } } };
				assert.deepEqual(await faultOf(body), ['body', 'overrides', node, 'inputs', input]);
			});
		}

		it('report every fault at once', async () => {
			const reply = await post({
				overrides: { '3': { inputs: { steps: 0, nothing: 1 } }, '99': { inputs: {} } },
			});
			assert.equal(reply.body.detail.length, 3);
		});

		it('keep integers of 64 bits to the last digit, and one more is out of range', async () => {
			const seed = (text: string) => `{"overrides":{"3":{"inputs":{"seed":${text}}}}}`;
			assert.equal((await post(seed('18446744073709551615'))).status, 200);
			assertRefused(await post(seed('18446744073709551616')), 422, 422001);
		});

		it('leave everything else as it was saved', async () => {
			const seed = '18446744073709551615';
			const result = await sandbox.run(demo.harbour, `{"overrides":{"3":{"inputs":{"seed":${seed}}}}}`);
			const picture = await fetch(result.outputs['9'].images[0].url);
			const text = Buffer.from(await picture.arrayBuffer()).toString('latin1');
			assert.match(text, /"seed":18446744073709551615,"steps":24,/);
			assert.match(text, /"text":"a quiet fishing harbour at sunset/);
		});
	});

	describe('inline workflow', () => {
		const faults: readonly (readonly [string, unknown, readonly string[]])[] = [
			['no object', [], []],
			['no nodes', {}, []],
			['a node that is not an object', { '1': 'text' }, ['1']],
			['a node without class_type', { '1': { inputs: {} } }, ['1', 'class_type']],
			['a node without inputs', { '1': { class_type: 'SaveImage' } }, ['1', 'inputs']],
		];
		for (const [what, workflow, where] of faults) {
			it(`with ${what} is rejected`, async () => {
				const found = await faultOf({ workflow_api_json: workflow });
				assert.deepEqual(found, ['body', 'workflow_api_json', ...where]);
			});
		}
	});

	describe('media inputs', () => {
		const pixel =
			'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DA8J8BAAgAAf/FQrhkAAAAAElFTkSuQmCC';

		it('take a well-formed data URI', async () => {
			const body = { overrides: { '1': { inputs: { image: `data:image/png;base64,${pixel}` } } } };
			assert.equal((await post(body, demo.repaint)).status, 200);
		});

		it('take an address', async () => {
			const body = { overrides: { '1': { inputs: { image: 'https://example.org/a.png' } } } };
			assert.equal((await post(body, demo.repaint)).status, 200);
		});

		for (const [what, value] of [
			['an address', 'https://'],
			['base64 data', 'data:image/png;base64,***'],
			['a data URI', 'data:image/png,abc'],
		]) {
			it(`reject malformed ${what}, in overrides and inline`, async () => {
				const inputs = { image: value };
				const override = await faultOf({ overrides: { '1': { inputs } } }, demo.repaint);
				assert.deepEqual(override, ['body', 'overrides', '1', 'inputs', 'image']);
				const inline = { '1': { class_type: 'LoadImage', inputs } };
				const found = await faultOf({ workflow_api_json: inline });
				assert.deepEqual(found, ['body', 'workflow_api_json', '1', 'inputs', 'image']);
			});
		}
	});

	describe('extra_data', () => {
		it('must be an object with a text as its key', async () => {
			assert.deepEqual(await faultOf({ overrides: {}, extra_data: 'key' }), ['body', 'extra_data']);
			const body = { overrides: {}, extra_data: { api_key_partner_org: 5 } };
			assert.deepEqual(await faultOf(body), ['body', 'extra_data', 'api_key_partner_org']);
		});
	});

	describe('is refused', () => {
		it('when its body is announced as larger than 100 MB', async () => {
			const url = sandbox.announced.baseUrl + path('v2', demo.harbour);
			const headers = {
				'content-length': 101 * 1024 * 1024,
				authorization: `Bearer ${sandbox.announced.token}`,
			};
			const call = request(url, { method: 'POST', headers });
			call.on('error', () => undefined);
			call.flushHeaders();
			const [reply] = (await once(call, 'response')) as [IncomingMessage];
			assert.equal(reply.statusCode, 413);
			call.destroy();
		});
	});
});
