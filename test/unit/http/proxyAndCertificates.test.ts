import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { describe, it } from 'mocha';
import type { NetworkSettings } from '../../../src/core/http/network.ts';
import { selfSigned } from './certificate.ts';
import { expectFailure, expectValue, json, serviceAt, startServer } from './support.ts';

/** Starts a proxy that opens tunnels to `target` for any requested name, or refuses with `refusal`. */
async function startProxy(target: number, refusal?: number) {
	const asked: { readonly host: string; readonly authorization: string | undefined }[] = [];
	const sockets = new Set<net.Socket>();
	const server = http.createServer();
	server.on('connection', (socket) => sockets.add(socket));
	server.on('connect', (request, client: net.Socket) => {
		asked.push({ host: request.url ?? '', authorization: request.headers['proxy-authorization'] });
		client.on('error', () => {});
		if (refusal !== undefined) {
			client.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
			return;
		}
		const upstream = net.connect(target, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 OK\r\n\r\n');
			upstream.pipe(client).pipe(upstream);
		});
		upstream.on('error', () => client.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

describe('a proxy', () => {
	it('is used with its credentials, which the service never sees', async () => {
		const server = await startServer(json({ fine: true }));
		const proxy = await startProxy(server.port);
		const service = serviceAt('http://service.test', {
			network: { proxy: `http://name:pass%20word@${proxy.host}`, environment: {} },
		});
		assert.deepEqual(
			expectValue(await service.transport.json({ method: 'GET', url: 'http://service.test/a' })),
			{
				fine: true,
			},
		);
		assert.deepEqual(proxy.asked, [
			{ host: 'service.test:80', authorization: `Basic ${Buffer.from('name:pass word').toString('base64')}` },
		]);
		assert.equal(server.seen[0]?.headers['proxy-authorization'], undefined);
		assert.equal(server.seen[0]?.headers.authorization, 'Bearer secret-token');
		await service.transport.close();
		await proxy.close();
		await server.close();
	});

	it('carries secure connections and still checks their certificates', async () => {
		const valid = {
			notBefore: new Date(Date.now() - 86_400_000),
			notAfter: new Date(Date.now() + 86_400_000),
		};
		const server = await startServer(json({ fine: true }), selfSigned({ name: 'service.test', ...valid }));
		const proxy = await startProxy(server.port);
		const network = { proxy: `http://${proxy.host}`, environment: {} };
		const strict = serviceAt('https://service.test', { network });
		const failure = expectFailure(
			await strict.transport.json({ method: 'GET', url: 'https://service.test/' }),
		);
		assert.equal(failure.kind, 'certificate');
		const lax = serviceAt('https://service.test', { network: { ...network, strictSsl: false } });
		assert.deepEqual(expectValue(await lax.transport.json({ method: 'GET', url: 'https://service.test/' })), {
			fine: true,
		});
		assert.equal(proxy.asked[0]?.host, 'service.test:443');
		await strict.transport.close();
		await lax.transport.close();
		await proxy.close();
		await server.close();
	});

	for (const [status, words, fixer] of [
		[407, /name and a password/, 'you'],
		[403, /refused to connect .*403/, 'administrator'],
	] as const) {
		it(`that responds with ${status} is named, and nothing arrives`, async () => {
			const proxy = await startProxy(1, status);
			const service = serviceAt('http://service.test', {
				network: { proxy: `http://${proxy.host}`, environment: {} },
				retry: { attempts: 1 },
			});
			const request = { method: 'POST', url: 'http://service.test/', body: '{"a":1}' } as const;
			const failure = expectFailure(await service.transport.json(request));
			assert.match(failure.message, words);
			assert.deepEqual([failure.kind, failure.fixer, failure.mayHaveArrived], ['network', fixer, false]);
			await service.transport.close();
			await proxy.close();
		});
	}

	it('with an invalid address is a failure that names the setting', async () => {
		const service = serviceAt('http://service.test', { network: { proxy: 'http://[', environment: {} } });
		const failure = expectFailure(
			await service.transport.json({ method: 'GET', url: 'http://service.test/' }),
		);
		assert.equal(failure.kind, 'network');
		assert.match(failure.nextStep, /http\.proxy/);
		await service.transport.close();
	});
});

describe('a broken proxy', () => {
	/** Starts a program at an address that handles each connection with `answer`. */
	async function listen(answer: (socket: net.Socket) => void) {
		const sockets: net.Socket[] = [];
		const server = net.createServer((socket) => {
			sockets.push(socket);
			socket.on('error', () => {});
			answer(socket);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return {
			host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
			connections: () => sockets.length,
			async close() {
				for (const socket of sockets) socket.destroy();
				await new Promise((resolve) => server.close(resolve));
			},
		};
	}

	const answers: readonly (readonly [string, (socket: net.Socket) => void])[] = [
		['hangs up', (socket) => socket.once('data', () => socket.destroy())],
		['ends the connection', (socket) => socket.once('data', () => socket.end())],
		['ends in the middle of its reply', (socket) => socket.once('data', () => socket.end('HTTP/1.1 20'))],
		['speaks another protocol', (socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n'))],
		['says nothing', () => {}],
	];

	for (const [what, answer] of answers) {
		for (const url of ['http://service.test/a', 'https://service.test/a']) {
			it(`that ${what} is named, and nothing arrives: ${url.slice(0, 5)}`, async () => {
				const proxy = await listen(answer);
				const service = serviceAt('http://service.test', {
					network: { proxy: `http://${proxy.host}`, environment: {} },
					retry: { attempts: 2 },
					limits: { headersMs: 300 },
				});
				const failure = expectFailure(await service.transport.json({ method: 'GET', url }));
				assert.ok(failure.message.includes(proxy.host), failure.message);
				assert.match(failure.message, /^The proxy did not connect to service\.test:/);
				assert.match(failure.nextStep, /http\.proxy/);
				assert.equal(failure.mayHaveArrived, false);
				assert.ok(proxy.connections() <= 4, `${proxy.connections()} connections for two attempts`);
				await service.transport.close();
				await proxy.close();
			});
		}
	}

	it('that is not listening is named', async () => {
		const proxy = await listen(() => {});
		await proxy.close();
		const service = serviceAt('http://service.test', {
			network: { proxy: `http://${proxy.host}`, environment: {} },
			retry: { attempts: 1 },
		});
		const failure = expectFailure(
			await service.transport.json({ method: 'GET', url: 'http://service.test/a' }),
		);
		assert.equal(
			failure.message,
			`The proxy did not connect to service.test:80. Nothing answers at ${proxy.host}.`,
		);
		await service.transport.close();
	});
});

describe('the choice of the proxy', () => {
	/**
	 * Returns where the connection of a call goes, as the library announces it before it connects: to the host or to a
	 * proxy. Nothing is sent: the call is ended there.
	 */
	async function choose(url: string, network: Partial<NetworkSettings>): Promise<string> {
		const abort = new AbortController();
		const hosts: string[] = [];
		const note = (message: unknown) => {
			hosts.push((message as { connectParams: { host: string } }).connectParams.host);
			setImmediate(() => abort.abort());
		};
		diagnostics.subscribe('undici:client:beforeConnect', note);
		const service = serviceAt(url, { network: { environment: {}, ...network }, retry: { attempts: 1 } });
		await service.transport.json({ method: 'GET', url, signal: abort.signal });
		diagnostics.unsubscribe('undici:client:beforeConnect', note);
		await service.transport.close();
		return hosts.at(-1) ?? 'nowhere';
	}
	const closed = (port: number) => `http://127.0.0.1:${port}`;
	const at = (port: number) => `127.0.0.1:${port}`;

	it('prefers the setting over the environment', async () => {
		const environment = { HTTPS_PROXY: closed(2) };
		assert.equal(await choose('https://a.test', { proxy: closed(1), environment }), at(1));
		assert.equal(await choose('https://a.test', { proxy: '', environment }), at(2));
		assert.equal(await choose('https://a.test', {}), 'a.test');
	});

	it('reads the usual variables by protocol, lower case first', async () => {
		const environment = { https_proxy: closed(1), HTTPS_PROXY: closed(2), HTTP_PROXY: '127.0.0.1:3' };
		assert.equal(await choose('https://a.test', { environment }), at(1));
		assert.equal(await choose('http://a.test', { environment }), at(3));
		assert.equal(await choose('https://a.test', { environment: { ALL_PROXY: closed(4) } }), at(4));
		assert.equal(await choose('http://a.test', { environment: { HTTPS_PROXY: closed(2) } }), 'a.test');
	});

	it('never uses a proxy for this computer', async () => {
		for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '[::1]', 'a.localhost']) {
			assert.notEqual(await choose(`http://${host}:2`, { proxy: closed(1) }), at(1), host);
		}
		assert.equal(await choose('http://localhost.test', { proxy: closed(1) }), at(1));
	});

	it('supports exceptions by name, subdomain, port and star', async () => {
		const direct = async (url: string, ...noProxy: readonly string[]) =>
			(await choose(url, { proxy: closed(1), noProxy })) !== at(1);
		assert.ok(await direct('https://a.test', 'a.test'));
		assert.ok(await direct('https://b.a.test', 'a.test'));
		assert.ok(await direct('https://b.a.test', '.a.test'));
		assert.ok(await direct('https://b.a.test', '*.a.test'));
		assert.ok(await direct('https://A.test', 'a.TEST:443'));
		assert.ok(await direct('https://x.test', 'a.test', '*'));
		assert.ok(!(await direct('https://ba.test', 'a.test')));
		assert.ok(!(await direct('https://a.test:8443', 'a.test:443')));
		assert.ok(!(await direct('https://a.test', '')));
		const environment = { https_proxy: closed(1), no_proxy: 'b.test, a.test' };
		assert.equal(await choose('https://a.test', { environment }), 'a.test');
	});
});

describe('a certificate', () => {
	const day = 86_400_000;
	const at = (days: number) => new Date(Date.now() + days * day);

	for (const [name, options, words, fixer] of [
		[
			'nobody vouches for',
			{ name: '127.0.0.1', notBefore: at(-1), notAfter: at(1) },
			/authority/,
			'administrator',
		],
		[
			'of a person who is not the one',
			{ name: 'other.test', notBefore: at(-1), notAfter: at(1) },
			/not trusted/,
			undefined,
		],
		[
			'that has expired',
			{ name: '127.0.0.1', notBefore: at(-9), notAfter: at(-1) },
			/not trusted/,
			undefined,
		],
	] as const) {
		it(`${name} ends the call before the token is sent`, async () => {
			const server = await startServer(json({}), selfSigned(options));
			const service = serviceAt(server.url);
			const request = { method: 'POST', url: `${server.url}/a`, body: '{"a":1}' } as const;
			const failure = expectFailure(await service.transport.json(request));
			assert.equal(failure.kind, 'certificate');
			assert.match(failure.message, words);
			if (fixer !== undefined) assert.equal(failure.fixer, fixer);
			assert.equal(failure.mayHaveArrived, false);
			assert.equal(server.seen.length, 0);
			await service.transport.close();
			await server.close();
		});
	}

	it('is not checked if the user turned that off', async () => {
		const server = await startServer(
			json({ fine: true }),
			selfSigned({ name: 'x', notBefore: at(-9), notAfter: at(-1) }),
		);
		const service = serviceAt(server.url, { network: { strictSsl: false, environment: {} } });
		assert.deepEqual(expectValue(await service.transport.json({ method: 'GET', url: server.url })), {
			fine: true,
		});
		await service.transport.close();
		await server.close();
	});

	it('is missing from a plain server', async () => {
		const server = await startServer(json({}));
		const service = serviceAt(server.url.replace('http:', 'https:'));
		const url = server.url.replace('http:', 'https:');
		const failure = expectFailure(await service.transport.json({ method: 'GET', url }));
		assert.equal(failure.kind, 'certificate');
		assert.match(failure.message, /no secure connection/);
		await service.transport.close();
		await server.close();
	});
});
