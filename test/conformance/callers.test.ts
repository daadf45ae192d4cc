import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { startSandbox, suiteSandbox } from './support.ts';

interface RawReply {
	readonly status: number;
	readonly text: string;
}

describe('Callers', () => {
	const sandbox = suiteSandbox();
	let port: string;
	before(async () => {
		port = new URL(sandbox.announced.baseUrl).port;
	});

	/** Makes a call with headers that `fetch` does not allow to set. The body is sent in parts, without a length. */
	async function call(
		method: string,
		url: string,
		headers: Readonly<Record<string, string>>,
		parts: Iterable<string | Buffer> = [],
	): Promise<RawReply> {
		const request = http.request(url, { method, headers, agent: false });
		const replied = once(request, 'response') as Promise<[http.IncomingMessage]>;
		replied.catch(() => {});
		request.on('error', () => {});
		for (const part of parts) {
			if (request.destroyed || request.writableEnded) break;
			if (!request.write(part)) await Promise.race([once(request, 'drain'), replied]);
		}
		request.end();
		const [reply] = await replied;
		let text = '';
		for await (const part of reply) text += String(part);
		return { status: reply.statusCode ?? 0, text };
	}

	const bearer = () => ({ authorization: `Bearer ${sandbox.announced.token}` });

	describe('are answered under a name of this computer only', () => {
		const allowed = ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', 'easel.localhost'];
		for (const name of allowed) {
			it(`"${name}" with the port is one`, async () => {
				const host = `${name}:${port}`;
				const reply = await call('GET', `${sandbox.announced.baseUrl}/cli-auth`, { host });
				assert.equal(reply.status, 200, reply.text);
			});
		}

		const refused = [
			(own: string) => `evil.example:${own}`,
			() => 'evil.example',
			() => '127.0.0.1:1',
			(own: string) => `127.0.0.256:${own}`,
			(own: string) => `127.0.0.01:${own}`,
			(own: string) => `127.0.0.1.evil.example:${own}`,
			(own: string) => `localhost.evil.example:${own}`,
			(own: string) => `user@127.0.0.1:${own}`,
			(own: string) => `192.0.2.7:${own}`,
		];
		for (const hostOf of refused) {
			it(`"${hostOf('PORT')}" is not one, whatever is asked for`, async () => {
				const headers = { ...bearer(), host: hostOf(port) };
				const { baseUrl, controlUrl } = sandbox.announced;
				for (const [method, url] of [
					['GET', `${baseUrl}/cli-auth`],
					['GET', `${baseUrl}/prod/v2/deployments`],
					['POST', `${baseUrl}/api/cli-auth/start`],
					['GET', `${controlUrl}/clock`],
				] as const) {
					const reply = await call(method, url, headers);
					assert.equal(reply.status, 403, `${method} ${url}: ${reply.text}`);
					assert.match(JSON.parse(reply.text).message, /does not answer under the name/);
				}
			});
		}

		it('the storage host keeps to it, too', async () => {
			const { payload } = (await sandbox.call('GET', '/prod/v2/deployments?includes=payload')).body.find(
				(each: { payload: { object_info_url: string | null } }) => each.payload.object_info_url,
			);
			const reply = await call('GET', payload.object_info_url, { host: 'evil.example:80' });
			assert.equal(reply.status, 403);
		});
	});

	describe('on a page of another site', () => {
		it('cannot post anything, whether the browser names the site or the origin', async () => {
			const url = `${sandbox.announced.baseUrl}/api/cli-auth/start`;
			for (const headers of [
				{ 'sec-fetch-site': 'cross-site' },
				{ 'sec-fetch-site': 'same-site' },
				{ origin: 'https://evil.example' },
				{ origin: 'http://127.0.0.1:1' },
				{ origin: 'null' },
			]) {
				const reply = await call('POST', url, headers);
				assert.equal(reply.status, 403, JSON.stringify(headers));
				assert.match(JSON.parse(reply.text).message, /pages of other sites/);
			}
			assert.equal((await call('POST', url, { origin: sandbox.announced.baseUrl })).status, 200);
		});
	});

	describe('that send a body without saying how long it is', () => {
		const part = Buffer.alloc(1024 * 1024, 0x20);
		function* parts(count: number) {
			yield '{"overrides":';
			for (let sent = 0; sent < count; sent++) yield part;
			yield '{}}';
		}

		it('are refused beyond 100 MB', async () => {
			const [deployment] = (await sandbox.call('GET', '/prod/v2/deployments')).body;
			const url = `${sandbox.announced.baseUrl}/prod/v2/deployments/${deployment.id}/inference`;
			const headers = { ...bearer(), 'transfer-encoding': 'chunked' };
			const reply = await call('POST', url, headers, parts(101));
			assert.equal(reply.status, 413, reply.text);
			assert.equal(JSON.parse(reply.text).error_code, 413_001);
			assert.equal((await call('POST', url, headers, parts(2))).status, 200);
		});

		for (const path of ['/api/cli-auth/poll', '/session', '/cli-auth', '/profile/revoke']) {
			it(`are refused at ${path}, which needs no token, beyond 16 KB`, async () => {
				const url = sandbox.announced.baseUrl + path;
				const reply = await call('POST', url, { 'transfer-encoding': 'chunked' }, parts(1));
				assert.equal(reply.status, 413, reply.text);
			});
		}

		it('are answered when they have sent all of it, not while they send', async () => {
			const request = http.request(`${sandbox.announced.baseUrl}/session`, { method: 'POST', agent: false });
			const replied = once(request, 'response');
			replied.catch(() => {});
			request.write(part);
			const journal = async () => (await sandbox.control('GET', 'journal')).entries;
			const isThere = (entries: { path: string; status: number }[]) => entries.at(-1)?.path === '/session';
			await sandbox.until(journal, isThere);
			for (let more = 0; more < 4; more++) {
				if (!request.write(part)) await once(request, 'drain');
			}
			request.end();
			const [reply] = (await replied) as [http.IncomingMessage];
			reply.resume();
			assert.equal(reply.statusCode, 413);
		});

		it('are cut off if they never end', async () => {
			const request = http.request(`${sandbox.announced.baseUrl}/session`, { method: 'POST', agent: false });
			const ended = Promise.race([once(request, 'response'), once(request, 'error'), once(request, 'close')]);
			let goes = true;
			void ended.then(
				() => (goes = false),
				() => (goes = false),
			);
			let sent = 0;
			while (goes && sent < 1000) {
				sent++;
				if (!request.write(part))
					await Promise.race([once(request, 'drain').catch(() => {}), ended.catch(() => {})]);
			}
			request.destroy();
			assert.ok(sent < 1000);
		});
	});

	it('that go away in the middle of a body leave no word in the log', async () => {
		const sandbox = await startSandbox();
		const [deployment] = (await sandbox.call('GET', '/prod/v2/deployments')).body;
		const request = http.request(
			`${sandbox.announced.baseUrl}/prod/v2/deployments/${deployment.id}/inference`,
			{
				method: 'POST',
				headers: { authorization: `Bearer ${sandbox.announced.token}`, 'content-length': '1000' },
				agent: false,
			},
		);
		request.on('error', () => {});
		request.write('{"overrides":');
		const arrived = async () =>
			(await sandbox.control('GET', 'journal')).entries.some(
				({ method, status }: { method: string; status: number }) => method === 'POST' && status === 0,
			);
		await sandbox.until(arrived, (there) => there);
		request.destroy();
		await sandbox.call('GET', '/prod/v2/balance');
		await sandbox.end();
		assert.doesNotMatch(sandbox.log, /internal error|aborted/);
	});
});
