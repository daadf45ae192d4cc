import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { silentLog } from '../../../src/core/base/log.ts';
import { newSecret } from '../../../src/core/webhooks/address.ts';
import { forwardedHeader } from '../../../src/core/webhooks/forward.ts';
import {
	type Delivery,
	openReceiver,
	type Receiver,
	type ReceiverLimits,
} from '../../../src/core/webhooks/receiver.ts';

describe('the webhook receiver', () => {
	const secret = newSecret();
	let delivered: Delivery[];
	let open: Receiver[];

	beforeEach(() => {
		delivered = [];
		open = [];
	});
	afterEach(() => Promise.all(open.map((receiver) => receiver.close())));

	async function receiver(more: { port?: number; limits?: Partial<ReceiverLimits> } = {}): Promise<Receiver> {
		const onDelivery = (delivery: Delivery) => delivered.push(delivery);
		const opened = await openReceiver({ secret, onDelivery, log: silentLog, ...more });
		assert.ok(opened.ok);
		open.push(opened.value);
		return opened.value;
	}
	const post = (port: number, path: string, body: string | Buffer, method = 'POST') =>
		fetch(`http://127.0.0.1:${port}${path}`, {
			method,
			...(method === 'POST' ? { body, headers: { 'content-type': 'application/json' } } : {}),
		});

	it('has an address of at least 128 bits, different each time', () => {
		assert.ok(Buffer.from(secret, 'base64url').length * 8 >= 128);
		assert.notEqual(secret, newSecret());
		assert.equal(encodeURIComponent(secret), secret);
	});

	it('accepts a callback at its secret path, with a trailing name and any additions of a tunnel', async () => {
		const { port } = await receiver();
		const paths = [`/${secret}`, `/${secret}/run-1?a=b`, `/tunnel/${secret}/run-2/`, `/${secret}/..%2F`];
		for (const path of paths) assert.equal((await post(port, path, '{"a":1}')).status, 204, path);
		assert.deepEqual(
			delivered.map(({ name }) => name),
			[undefined, 'run-1', 'run-2', undefined],
		);
		assert.deepEqual(delivered[0], { text: '{"a":1}', contentType: 'application/json' });
	});

	it('distinguishes callbacks that Easel has forwarded', async () => {
		const { port } = await receiver();
		const headers = { [forwardedHeader]: '1' };
		await fetch(`http://127.0.0.1:${port}/${secret}`, { method: 'POST', body: '{}', headers });
		await post(port, `/${secret}`, '{}');
		assert.deepEqual(
			delivered.map(({ forwarded }) => forwarded),
			[true, undefined],
		);
	});

	it('rejects other paths and methods', async () => {
		const { port } = await receiver();
		for (const path of ['/', '/x', `/${secret}x`, `/${secret.slice(1)}`, `/${secret.toUpperCase()}`]) {
			assert.equal((await post(port, path, '{}')).status, 404, path);
		}
		for (const method of ['GET', 'HEAD', 'DELETE']) {
			const reply = await post(port, `/${secret}`, '', method);
			assert.deepEqual([reply.status, reply.headers.get('allow')], [405, 'POST']);
		}
		assert.deepEqual(delivered, []);
	});

	it('accepts any body, JSON or not, and rejects one that is too long, announced or not', async () => {
		const { port } = await receiver({ limits: { bodyBytes: 1000 } });
		for (const body of ['', 'not JSON', Buffer.from([0xff, 0xfe, 0]), 'x'.repeat(1000)]) {
			assert.equal((await post(port, `/${secret}`, body)).status, 204);
		}
		assert.equal((await post(port, `/${secret}`, 'x'.repeat(1001))).status, 413);
		const socket = connect(port, '127.0.0.1');
		socket.write(`POST /${secret} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`);
		socket.on('error', () => undefined);
		socket.write(`7d0\r\n${'x'.repeat(2000)}\r\n`);
		const [head] = (await once(socket, 'data')) as [Buffer];
		assert.match(head.toString(), /^HTTP\/1\.1 413 /);
		socket.destroy();
		assert.equal(delivered.length, 4);
	});

	it('accepts no more at a time than its memory allows', async () => {
		const { port } = await receiver({ limits: { pendingBytes: 1500 } });
		const socket = connect(port, '127.0.0.1');
		socket.on('error', () => undefined);
		socket.write(`POST /${secret} HTTP/1.1\r\nhost: x\r\ncontent-length: 2000\r\n\r\n${'x'.repeat(1400)}`);
		// The next one is refused once those bytes have arrived.
		let refused: Response | undefined;
		for (let turn = 0; refused === undefined && turn < 500; turn++) {
			const reply = await post(port, `/${secret}`, 'x'.repeat(200));
			if (reply.status === 503) refused = reply;
		}
		assert.equal(refused?.headers.get('retry-after'), '1');
		socket.destroy();
		let taken = false;
		for (let turn = 0; !taken && turn < 500; turn++) {
			taken = (await post(port, `/${secret}`, 'x'.repeat(200))).status === 204;
		}
		assert.ok(taken);
	});

	it('closes connections that never finish, while accepting others', async () => {
		const { port } = await receiver({ limits: { requestMs: 200, checkMs: 20 } });
		const slow = Array.from({ length: 50 }, (_, at) => {
			const socket = connect(port, '127.0.0.1');
			socket.on('error', () => undefined);
			socket.resume();
			socket.write(
				at % 2 === 0 ? 'POST /' : `POST /${secret} HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{`,
			);
			return once(socket, 'close');
		});
		assert.equal((await post(port, `/${secret}`, '{}')).status, 204);
		await Promise.all(slow);
		assert.equal(delivered.length, 1);
	});

	it('listens on loopback only, at the wanted port or, if taken, at another', async () => {
		const first = await receiver();
		const second = await receiver({ port: first.port });
		assert.notEqual(second.port, first.port);
		await first.close();
		const third = await receiver({ port: first.port });
		assert.equal(third.port, first.port);
	});

	it('accepts 1,000 callbacks, 40 at a time', async () => {
		const { port } = await receiver();
		const next = Array.from({ length: 1000 }, (_, at) => at)[Symbol.iterator]();
		const statuses: number[] = [];
		await Promise.all(
			Array.from({ length: 40 }, async () => {
				for (const at of next) statuses.push((await post(port, `/${secret}/${at}`, `{"at":${at}}`)).status);
			}),
		);
		assert.deepEqual(new Set(statuses), new Set([204]));
		assert.equal(new Set(delivered.map(({ name }) => name)).size, 1000);
	});
});
