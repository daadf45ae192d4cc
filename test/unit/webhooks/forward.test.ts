import assert from 'node:assert/strict';
import { silentLog } from '../../../src/core/base/log.ts';
import { publicBase, webhookOfRun } from '../../../src/core/webhooks/address.ts';
import type { ForwardAnswer } from '../../../src/core/webhooks/event.ts';
import { Forwarder, type ForwardTarget, forwardTarget } from '../../../src/core/webhooks/forward.ts';
import { startServer, type TestServer } from '../http/support.ts';

const targetOf = (text: string): ForwardTarget => {
	const read = forwardTarget(text);
	assert.ok('target' in read);
	return read.target;
};

describe('the target of forwarded callbacks', () => {
	it('is any HTTP address, local or not, except the receiver itself or one with a password', () => {
		assert.deepEqual(targetOf(' http://localhost:3000/hook?a=b#c '), {
			url: 'http://localhost:3000/hook?a=b',
			host: 'localhost:3000',
			isLocal: true,
		});
		for (const local of ['http://127.0.0.1', 'http://[::1]:80/x', 'http://app.localhost']) {
			assert.equal(targetOf(local).isLocal, true, local);
		}
		for (const foreign of [
			'https://example.com',
			'http://127.0.0.1.example.com',
			'http://localhost.example.com',
			'http://0.0.0.0:3000',
			'http://192.168.1.1',
		]) {
			assert.equal(targetOf(foreign).isLocal, false, foreign);
		}
		const problems: [string, string][] = [
			['', 'notAnAddress'],
			['localhost', 'notAnAddress'],
			['localhost:3000', 'notHttp'],
			['file:///etc/passwd', 'notHttp'],
			['http://u:p@localhost', 'credentials'],
			['http://127.0.0.1:4000/x', 'ownAddress'],
		];
		for (const [text, problem] of problems) assert.deepEqual(forwardTarget(text, 4000), { problem }, text);
	});
});

describe('forwarding', () => {
	let server: TestServer;
	let forwarder: Forwarder;
	let answers: [string, ForwardAnswer][];

	beforeEach(() => {
		answers = [];
		forwarder = new Forwarder({
			network: () => ({ environment: {}, proxy: 'http://127.0.0.1:9' }),
			log: silentLog,
			onAnswer: async (id, answer) => void answers.push([id, answer]),
		});
	});
	afterEach(async () => {
		forwarder.dispose();
		await server?.close();
	});

	const pass = (id: string, url: string, body = '{}') =>
		forwarder.forward({ event: { id, contentType: 'application/json' }, body, target: targetOf(url) });

	it('sends the body unchanged, past the proxy, and records the status and time of the response', async () => {
		server = await startServer((reply) => reply.writeHead(202).end('thanks'));
		const body = '{ "seed": 18446744073709551615,  "text":"é" }';
		const answer = await pass('e1', `${server.url}/hook?key=1`, body);
		assert.equal(answer.status, 202);
		assert.equal(answer.host, new URL(server.url).host);
		assert.ok(answer.tookMs >= 0);
		assert.deepEqual(answers, [['e1', answer]]);
		assert.deepEqual(
			server.seen.map(({ method, url, body: sent, headers }) => [method, url, sent, headers['content-type']]),
			[['POST', '/hook?key=1', body, 'application/json']],
		);
	});

	it('keeps the intended order, even if one response is slow', async () => {
		server = await startServer((reply, _seen, index) => {
			setTimeout(() => reply.end(), index === 0 ? 100 : 0);
		});
		await Promise.all(['1', '2', '3'].map((text) => pass(text, server.url, text)));
		assert.deepEqual(
			server.seen.map(({ body }) => body),
			['1', '2', '3'],
		);
	});

	it('follows no redirect and reports the reason for a failure', async () => {
		server = await startServer((reply, _seen, index) => {
			if (index === 0) reply.writeHead(307, { location: 'http://example.invalid/' }).end();
			else if (index === 1) reply.destroy();
			else reply.writeHead(500).end('x'.repeat(100_000));
		});
		assert.equal((await pass('a', server.url)).status, 307);
		const cut = await pass('b', server.url);
		assert.deepEqual([cut.status, typeof cut.problem], [undefined, 'string']);
		assert.equal((await pass('c', server.url)).status, 500);
		assert.equal(server.seen.length, 3);
		const { url } = server;
		await server.close();
		const gone = await pass('d', url);
		assert.match(gone.problem ?? '', /^Nothing answers at 127/);
	});
});

describe('the webhook of a run', () => {
	const local = 'http://127.0.0.1:4000/secret';

	it('is the local address for a service on this computer, and the public one for any other', () => {
		const sandbox = { baseUrl: 'http://127.0.0.1:9' };
		const service = { baseUrl: 'https://api.test' };
		assert.deepEqual(webhookOfRun({ local }, sandbox, 'r1', true), {
			url: `${local}/r1`,
			intermediate: true,
		});
		assert.equal(webhookOfRun({ local }, service, 'r1', true), undefined);
		assert.equal(
			webhookOfRun({ local, public: 'https://tunnel.test/secret' }, service, 'r1', false)?.url,
			'https://tunnel.test/secret/r1',
		);
	});

	it('has a public address only over HTTPS, without secrets in it', () => {
		assert.deepEqual(publicBase(' https://tunnel.test/hooks/ '), { base: 'https://tunnel.test/hooks' });
		const problems: [string, string][] = [
			['tunnel.test', 'notAnAddress'],
			['http://tunnel.test', 'notHttps'],
			['https://u:p@tunnel.test', 'credentials'],
			['https://tunnel.test/?a=b', 'query'],
			['https://localhost:3000', 'loopback'],
		];
		for (const [text, problem] of problems) assert.deepEqual(publicBase(text), { problem }, text);
	});
});
