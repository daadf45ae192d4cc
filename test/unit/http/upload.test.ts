import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat, truncate, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { bytesBody, formBody, type StreamBody } from '../../../src/core/http/requestBody.ts';
import { newFolder } from '../../support/newFolder.ts';
import { expectFailure, expectValue, json, serviceAt, startServer, withService } from './support.ts';

const megabyte = 1024 * 1024;

/** Starts a server that checks the bytes as they arrive instead of keeping them. */
async function startSink(take: (request: http.IncomingMessage, reply: http.ServerResponse) => void) {
	const server = http.createServer(take);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Returns the bytes of a file, read while they are sent. */
async function fileBody(path: string): Promise<StreamBody> {
	return { length: (await stat(path)).size, open: () => createReadStream(path) };
}

/** Returns a body of `length` bytes that counts the requested bytes, and records whether reading was ended. */
function countedBody(length: number, chunk = 256 * 1024) {
	const state = { read: 0, opened: 0, closed: 0 };
	const bytes = Buffer.alloc(chunk, 'x');
	const body: StreamBody = {
		length,
		contentType: 'application/octet-stream',
		async *open() {
			state.opened += 1;
			try {
				for (let at = 0; at < length; at += chunk) {
					const part = bytes.subarray(0, Math.min(chunk, length - at));
					state.read += part.length;
					yield part;
				}
			} finally {
				state.closed += 1;
			}
		},
	};
	return { body, state };
}

describe('an upload', () => {
	it('of 300 MB is read only as fast as the other side accepts it, and reports its progress', async () => {
		const length = 300 * megabyte;
		const { body, state } = countedBody(length);
		let received = 0;
		let mostAhead = 0;
		const sink = await startSink((request, reply) => {
			assert.equal(request.headers['content-length'], String(length));
			assert.equal(request.headers['transfer-encoding'], undefined);
			request.on('data', (chunk: Buffer) => {
				received += chunk.length;
				mostAhead = Math.max(mostAhead, state.read - received);
			});
			// Reads nothing for a while: a client that does not wait would send all of it.
			request.pause();
			setTimeout(() => {
				mostAhead = Math.max(mostAhead, state.read - received);
				request.resume();
			}, 200);
			request.on('end', () => reply.end('{"stored":true}'));
		});
		const service = serviceAt(sink.url);
		const progress: number[] = [];
		const reply = await service.transport.json({
			method: 'POST',
			url: `${sink.url}/upload`,
			body,
			onProgress: (sent) => progress.push(sent),
		});
		assert.deepEqual(expectValue(reply), { stored: true });
		assert.equal(received, length);
		assert.ok(mostAhead < 32 * megabyte, `${mostAhead} bytes were held`);
		assert.equal(progress.at(-1), length);
		assert.ok(progress.every((sent, index) => sent > (progress[index - 1] ?? 0)));
		assert.deepEqual([state.opened, state.closed], [1, 1]);
		await service.transport.close();
		await sink.close();
	});

	it('ends at once when canceled midway, and stops reading', async () => {
		const { body, state } = countedBody(100 * megabyte);
		const abort = new AbortController();
		const sink = await startSink((request) => {
			request.once('data', () => abort.abort());
			request.on('error', () => {});
		});
		const service = serviceAt(sink.url);
		const request = { method: 'PUT', url: sink.url, body, signal: abort.signal } as const;
		assert.equal(expectFailure(await service.transport.send(request)).kind, 'canceled');
		while (state.closed === 0) await new Promise((resolve) => setImmediate(resolve));
		assert.ok(state.read < 100 * megabyte);
		await service.transport.close();
		await sink.close();
	});

	it('that the service rejects early ends with that error, and is not repeated', async () => {
		const { body, state } = countedBody(60 * megabyte);
		const sink = await startSink((request, reply) => {
			reply.writeHead(413, { 'content-type': 'application/json' });
			reply.end('{"error_message":"at most 150 MB"}');
			request.on('error', () => {});
			request.resume();
		});
		const service = serviceAt(sink.url);
		const failure = expectFailure(
			await service.transport.json({ method: 'POST', url: sink.url, body, safeToRepeat: true }),
		);
		assert.deepEqual([failure.status, failure.kind], [413, 'input']);
		assert.deepEqual(failure.details, ['at most 150 MB']);
		assert.equal(state.opened, 1);
		await service.transport.close();
		await sink.close();
	});

	for (const [name, status] of [
		['trouble of the service', 503],
		['too many calls', 429],
	] as const) {
		it(`is not sent again automatically after ${name}, even if called safe`, async () => {
			const { body, state } = countedBody(1000);
			await withService(json({}, status), async (service, server) => {
				const request = { method: 'PUT', url: server.url, body, safeToRepeat: true } as const;
				const failure = expectFailure(await service.transport.send(request));
				assert.deepEqual([failure.status, failure.mayHaveArrived], [status, true]);
				assert.deepEqual([state.opened, server.seen.length], [1, 1]);
			});
		});
	}

	it('is retried before any byte is sent', async () => {
		const server = await startServer(json({}));
		await server.close();
		const service = serviceAt(server.url);
		const { body, state } = countedBody(1000);
		const failure = expectFailure(await service.transport.send({ method: 'PUT', url: server.url, body }));
		assert.deepEqual([failure.kind, failure.mayHaveArrived], ['network', false]);
		assert.equal(state.opened, 0);
		await service.transport.close();
	});

	it('that is not accepted times out, counted from the last byte', async () => {
		const sink = await startSink((request) => {
			request.pause();
			request.on('error', () => {});
		});
		const service = serviceAt(sink.url, { limits: { progressMs: 300 } });
		const { body, state } = countedBody(100 * megabyte);
		const request = { method: 'PUT', url: sink.url, body } as const;
		const failure = expectFailure(await service.transport.send(request));
		assert.deepEqual([failure.kind, failure.mayHaveArrived], ['timeout', true]);
		assert.match(failure.message, /accepted no data of the upload/);
		assert.ok(state.read > 0);
		await service.transport.close();
		await sink.close();
	});

	it('without a reply times out, with that reason', async () => {
		const sink = await startSink((request) => request.resume());
		const service = serviceAt(sink.url);
		const { body } = countedBody(megabyte);
		const request = { method: 'PUT', url: sink.url, body, headersTimeoutMs: 200 } as const;
		assert.match(
			expectFailure(await service.transport.send(request)).message,
			/received the whole upload but took too long to respond/,
		);
		await service.transport.close();
		await sink.close();
	});

	describe('of a file', () => {
		const folder = newFolder();
		it('arrives byte for byte', async () => {
			const bytes = randomBytes(3 * megabyte + 17);
			await writeFile(join(folder, 'a.bin'), bytes);
			const hash = createHash('sha256');
			const sink = await startSink((request, reply) => {
				request.on('data', (chunk: Buffer) => hash.update(chunk));
				request.on('end', () => reply.writeHead(200).end());
			});
			const service = serviceAt(sink.url);
			const body = await fileBody(join(folder, 'a.bin'));
			expectValue(await service.transport.send({ method: 'PUT', url: sink.url, body }));
			assert.equal(hash.digest('hex'), createHash('sha256').update(bytes).digest('hex'));
			await service.transport.close();
			await sink.close();
		});

		it('that is shorter, longer or deleted when it is read is a failure about the file', async () => {
			const path = join(folder, 'b.bin');
			await withService(json({}), async (service, server) => {
				for (const change of [
					() => truncate(path, 10),
					() => writeFile(path, 'x'.repeat(3000)),
					() => rm(path),
				]) {
					await writeFile(path, 'x'.repeat(2000));
					const body = await fileBody(path);
					await change();
					const failure = expectFailure(
						await service.transport.send({ method: 'PUT', url: server.url, body }),
					);
					assert.equal(failure.kind, 'input');
					assert.match(failure.message, /file/);
					assert.equal(JSON.stringify(failure.message + failure.nextStep).includes(folder), false);
				}
				assert.equal(server.seen.length, 0);
			});
		});
	});
});

describe('a form', () => {
	it('contains texts and files with their names, in the announced length', async () => {
		await withService(json({ fine: true }), async (service, server) => {
			const body = formBody([
				{ name: 'caption "one"', value: 'grüße\r\n--' },
				{ name: 'file', fileName: 'a"\nb.png', body: bytesBody(Buffer.from('PNG!'), 'image/png') },
				{ name: 'empty', fileName: 'none.txt', body: bytesBody(new Uint8Array()) },
			]);
			expectValue(await service.transport.json({ method: 'POST', url: server.url, body }));
			const [seen] = server.seen;
			assert.equal(seen?.headers['content-length'], String(Buffer.byteLength(seen?.body ?? '')));
			const parsed = await new Response(seen?.body, {
				headers: { 'content-type': seen?.headers['content-type'] ?? '' },
			}).formData();
			assert.equal(parsed.get('caption "one"'), 'grüße\r\n--');
			const file = parsed.get('file');
			assert.ok(file instanceof File);
			assert.deepEqual([file.name, file.type, await file.text()], ['a"\nb.png', 'image/png', 'PNG!']);
			const empty = parsed.get('empty');
			assert.ok(empty instanceof File && empty.size === 0);
			assert.equal(seen?.headers.authorization, 'Bearer secret-token');
		});
	});
});

describe('a call to a signed address', () => {
	it('has no token, even to a host of the connection, and only the given headers', async () => {
		await withService(json('', 200), async (service, server) => {
			const reply = await service.transport.send({
				method: 'PUT',
				url: `${server.url}/bucket/a.png?X-Signature=abc`,
				bearer: false,
				body: bytesBody(Buffer.from('bytes'), 'image/png'),
				headers: {
					'Content-Type': 'image/webp',
					'x-amz-acl': 'private',
					'Content-Length': '99',
					Host: 'evil',
				},
			});
			assert.equal(expectValue(reply).status, 200);
			const [seen] = server.seen;
			assert.equal(seen?.method, 'PUT');
			assert.equal(seen?.body, 'bytes');
			assert.deepEqual(
				['authorization', 'content-type', 'x-amz-acl', 'content-length', 'host'].map(
					(name) => seen?.headers[name],
				),
				[undefined, 'image/webp', 'private', '5', new URL(server.url).host],
			);
		});
	});

	it('is not redirected, and its rejection keeps the sign-in', async () => {
		const stranger = await startServer(json({}));
		let recoveries = 0;
		const signed = { method: 'PUT', bearer: false, body: bytesBody(Buffer.from('bytes')) } as const;
		await withService(
			(reply, seen, index) =>
				index === 0
					? reply.writeHead(307, { location: `${stranger.url}/steal` }).end()
					: json({ message: 'expired' }, 401)(reply, seen, index),
			async (service, server) => {
				const redirected = await service.transport.send({ ...signed, url: server.url });
				assert.equal(expectFailure(redirected).kind, 'protocol');
				const refused = await service.transport.send({ ...signed, url: server.url });
				const { status, kind, message, nextStep } = expectFailure(refused);
				assert.deepEqual([status, kind], [401, 'protocol']);
				assert.match(message, /refused the address/);
				assert.doesNotMatch(nextStep, /sign in/i);
			},
			{
				onUnauthorized: async () => {
					recoveries += 1;
					return true;
				},
			},
		);
		assert.deepEqual([stranger.seen.length, recoveries], [0, 0]);
		await stranger.close();
	});
});
