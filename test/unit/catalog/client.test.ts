import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { silentLog } from '../../../src/core/base/log.ts';
import { getModel, listModels, modelCategories } from '../../../src/core/catalog/client.ts';
import { lazyTransport } from '../../../src/core/http/lazyTransport.ts';
import type { Service } from '../../../src/core/http/transport.ts';
import { connectionTo } from '../../support/connection.ts';

describe('the client of the catalog', () => {
	const asked: string[] = [];
	let reply: { status: number; body: unknown };
	/** Returns the body of an answer by the requested address, if it depends on that. */
	let answer: ((url: URL) => unknown) | undefined;
	let server: Server;
	let service: Service;

	beforeEach(async () => {
		asked.length = 0;
		answer = undefined;
		reply = { status: 200, body: { models: [{ model_id: 'a/b' }], total: 1 } };
		server = createServer((request, response) => {
			asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
			response.writeHead(reply.status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer?.(new URL(request.url ?? '', 'http://127.0.0.1')) ?? reply.body));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const connection = { ...connectionTo('http://127.0.0.1:1'), modelApiUrl: origin };
		const network = { environment: {} };
		const transport = lazyTransport({
			connection,
			token: () => 'token',
			network,
			log: silentLog,
			retry: { attempts: 1 },
		});
		service = { connection, transport };
	});
	afterEach(async () => {
		await service.transport.close();
		await new Promise((resolve) => server.close(resolve));
	});

	it('calls the host of the catalog, with the token and the names of the API', async () => {
		const listed = await listModels(service, {
			search: ' light house ',
			category: 'text-to-image',
			kind: 'model',
			includeSchema: true,
			limit: 50,
			offset: 100,
		});
		assert.ok(listed.ok);
		assert.deepEqual(asked, [
			'GET /v1/models?search=light+house&category=text-to-image&kind=model&include_schema=true&limit=50&offset=100 Bearer token',
		]);
	});

	it('finds models by words in any order, page by page, with a second request only if the service finds nothing', async () => {
		const names = ['Juniper Sketch', 'Juniper Sketch to Text', 'Oil Sketch'];
		answer = (url) => {
			const words = url.searchParams.get('search') ?? '';
			const found = names.filter((name) => name.toLowerCase().includes(words));
			return {
				models: found.map((name) => ({
					model_id: name.toLowerCase().replaceAll(' ', '/'),
					display_name: name,
				})),
				total: found.length,
			};
		};
		const found = async (search: string, more: { limit?: number; offset?: number } = {}) => {
			const page = await listModels(service, { search, ...more });
			assert.ok(page.ok);
			const { models, next, total } = page.value;
			return [models.map(({ name }) => name).join(), total, next];
		};
		assert.deepEqual(await found('juniper sketch'), ['Juniper Sketch,Juniper Sketch to Text', 2, undefined]);
		assert.equal(asked.length, 1);
		assert.deepEqual(await found('Sketch  Juniper'), ['Juniper Sketch,Juniper Sketch to Text', 2, undefined]);
		assert.deepEqual(await found('sketch juniper', { limit: 1 }), ['Juniper Sketch', 2, 1]);
		assert.deepEqual(await found('sketch juniper', { limit: 1, offset: 1 }), [
			'Juniper Sketch to Text',
			2,
			undefined,
		]);
		assert.deepEqual(await found('sketch juniper text'), ['Juniper Sketch to Text', 1, undefined]);
		assert.deepEqual(await found('oil juniper'), ['', 0, undefined]);
		asked.length = 0;
		assert.deepEqual(await found('nothing'), ['', 0, undefined]);
		assert.equal(asked.length, 1);
	});

	it('keeps page and offset within the bounds of the service', async () => {
		await listModels(service, { limit: 10_000, offset: -5 });
		await listModels(service, { limit: 0, search: '  ' });
		assert.deepEqual(
			asked.map((line) => line.split(' ')[1]),
			['/v1/models?limit=500&offset=0', '/v1/models?limit=1&offset=0'],
		);
	});

	it('requests one model by the segments of its ID', async () => {
		reply.body = { model_id: 'maker/a b', input_schema: { type: 'object' } };
		const model = await getModel(service, 'maker/a b');
		assert.ok(model.ok);
		assert.deepEqual(model.value.inputSchema, { type: 'object' });
		assert.deepEqual(asked, ['GET /v1/models/maker/a%20b Bearer token']);
	});

	it('sends no request for an ID that leaves its path', async () => {
		const model = await getModel(service, '../requests/x/cancel');
		assert.equal(model.ok, false);
		assert.deepEqual(asked, []);
	});

	it('returns the categories', async () => {
		reply.body = { categories: ['a', 'b'] };
		assert.deepEqual(await modelCategories(service), { ok: true, value: ['a', 'b'] });
	});

	it('turns an error, even with status 200, and a malformed reply into a failure with its meaning', async () => {
		const kindOf = async () => {
			const listed = await listModels(service);
			return listed.ok ? 'ok' : `${listed.failure.kind} ${listed.failure.codeName ?? ''}`;
		};
		reply = { status: 400, body: { error_code: 400001, error_message: 'no' } };
		assert.equal(await kindOf(), 'notFound InvalidResourceIdentifier');
		reply = { status: 200, body: { error_code: 400004, error_message: 'no' } };
		assert.equal(await kindOf(), 'auth UserAccountError');
		reply = { status: 200, body: { hello: 1 } };
		assert.equal(await kindOf(), 'protocol ');
	});
});
