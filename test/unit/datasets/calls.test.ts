import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
	createDataset,
	datasetStatus,
	deleteDataset,
	listDatasets,
	uploadDirect,
	uploadEndpoints,
	uploadSigned,
} from '../../../src/core/datasets/client.ts';
import { bytesBody } from '../../../src/core/http/requestBody.ts';
import { expectFailure, expectValue, inTurn, json, withService } from '../http/support.ts';

const base = '/prod/v1/trainers/datasets';
const body = bytesBody(new TextEncoder().encode('a cat'));

describe('dataset calls', () => {
	it('list, and skip only the bad record', async () => {
		await withService(json({ datasets: [{ id: 'd-1' }, 7] }), async (service, server) => {
			const list = expectValue(await listDatasets(service));
			assert.deepEqual([list.datasets.length, list.skipped.length], [1, 1]);
			assert.equal(server.seen[0]?.url, base);
			assert.equal(server.seen[0]?.headers.authorization, 'Bearer secret-token');
		});
		await withService(json('"nothing"'), async (service) => {
			assert.equal(expectFailure(await listDatasets(service)).kind, 'protocol');
		});
	});

	it('create once, with a name or without one', async () => {
		const answers = inTurn(
			json({ id: 'd-1' }),
			json({ dataset_id: 'd-2', dataset_name: 'ds_1' }),
			json({}, 500),
		);
		await withService(answers, async (service, server) => {
			const named = expectValue(await createDataset(service, { name: 'cats' }));
			assert.deepEqual(named, { id: 'd-1', name: 'cats', state: 'DRAFT' });
			assert.equal(expectValue(await createDataset(service)).name, 'ds_1');
			expectFailure(await createDataset(service, { name: 'cats' }));
			assert.deepEqual(
				server.seen.map(({ method, url, body: sent }) => [method, url, sent]),
				[
					['POST', base, '{"name":"cats"}'],
					['POST', base, '{}'],
					['POST', base, '{"name":"cats"}'],
				],
			);
		});
	});

	it('get the status of one by its escaped ID, never by another path', async () => {
		const answers = inTurn(json({ status: 'UPLOADING', files: [] }), json({ files: [] }));
		await withService(answers, async (service, server) => {
			assert.deepEqual(expectValue(await datasetStatus(service, 'a/b')), {
				id: 'a/b',
				name: 'a/b',
				state: 'UPLOADING',
				files: [],
			});
			assert.equal(server.seen[0]?.url, `${base}/a%2Fb/status`);
			assert.equal(expectFailure(await datasetStatus(service, 'a')).kind, 'protocol', 'no state');
			for (const id of ['', '.', '..']) {
				assert.equal(expectFailure(await datasetStatus(service, id)).kind, 'input');
				assert.equal(expectFailure(await deleteDataset(service, id)).kind, 'input');
			}
			assert.equal(server.seen.length, 2);
		});
	});

	it('delete, even if the reply is empty', async () => {
		await withService(
			(reply) => reply.writeHead(204).end(),
			async (service, server) => {
				expectValue(await deleteDataset(service, 'd-1'));
				assert.deepEqual([server.seen[0]?.method, server.seen[0]?.url], ['DELETE', `${base}/d-1`]);
			},
		);
	});

	it('send a file as the field "file" of a form, and do not retry after the first byte', async () => {
		await withService(inTurn(json({ filename: 'a.txt' }), json({}, 500)), async (service, server) => {
			const sent: number[] = [];
			const file = { name: 'a "1".txt', body };
			expectValue(await uploadDirect(service, 'd-1', file, { onProgress: (bytes) => sent.push(bytes) }));
			const [seen] = server.seen;
			assert.equal(seen?.url, `${base}/d-1/upload`);
			assert.match(seen?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
			assert.match(seen?.body ?? '', /name="file"; filename="a %221%22\.txt"\r\n.*\r\n\r\na cat\r\n--/);
			assert.equal(sent.at(-1), Buffer.byteLength(seen?.body ?? ''));
			assert.equal(expectFailure(await uploadDirect(service, 'd-1', file)).status, 500);
			assert.equal(server.seen.length, 2);
		});
	});

	it('request signed addresses with exact sizes', async () => {
		const uploads = { 'a.mp4': { upload_url: 'https://s.test/a?sig=1' } };
		await withService(json({ uploads }), async (service, server) => {
			const sizes = new Map([
				['a.mp4', 5],
				['__proto__', 7],
			]);
			const endpoints = expectValue(await uploadEndpoints(service, 'd-1', sizes));
			assert.deepEqual([...endpoints.keys()], ['a.mp4']);
			assert.equal(server.seen[0]?.body, '{"filenameToByteSize":{"a.mp4":5,"__proto__":7}}');
		});
	});

	it('send the bytes to a signed address without a token, only with its headers', async () => {
		await withService(
			(reply, seen) => reply.writeHead(seen.url.includes('old') ? 403 : 200).end(`no access to ${seen.url}`),
			async (service, server) => {
				const url = (sig: string) => `${service.connection.trainerUrl}/put?sig=${sig}`;
				const headers = { 'x-size': '5' };
				expectValue(await uploadSigned(service, { url: url('new'), method: 'PUT', headers }, body));
				const [seen] = server.seen;
				assert.deepEqual(
					[seen?.method, seen?.url, seen?.body, seen?.headers['x-size'], seen?.headers['content-length']],
					['PUT', '/put?sig=new', 'a cat', '5', '5'],
				);
				assert.equal(seen?.headers.authorization, undefined);
				assert.equal(seen?.headers['content-type'], undefined);
				const failure = expectFailure(
					await uploadSigned(service, { url: url('old'), method: 'PUT', headers: {} }, body),
				);
				assert.equal(failure.status, 403);
				assert.doesNotMatch(JSON.stringify(failure), /sig=old/);
				assert.equal(server.seen.length, 2);
			},
		);
	});
});
