import assert from 'node:assert/strict';
import { loadMedia } from '../../../src/sandbox/engine/media.ts';
import { redirectTarget } from '../../../src/sandbox/engine/mediaRedirect.ts';
import { startServer, type TestServer } from '../http/support.ts';

describe('a media input that the sandbox fetches', () => {
	let server: TestServer | undefined;
	afterEach(() => server?.close());
	const load = (url: string) => loadMedia(url, { get: async () => undefined }, new AbortController().signal);

	it('never leads from the web to a service of this computer or its network', () => {
		const inside = [
			'http://127.0.0.1:8080/x',
			'http://localhost/',
			'http://app.localhost/',
			'http://[::1]/',
			'http://[::ffff:127.0.0.1]/',
			'http://169.254.169.254/latest/meta-data',
			'http://10.1.2.3/',
			'http://172.20.0.1/',
			'http://192.168.1.1/',
			'http://100.64.0.1/',
			'http://0.0.0.0:8188/',
			'http://2130706433/',
			'http://0x7f.1/',
			'http://[fd00::1]/',
			'http://[fe80::1]/',
		];
		for (const target of inside) {
			assert.equal(redirectTarget('https://web.example/a.png', target), undefined, target);
			assert.ok(redirectTarget('http://127.0.0.1/a.png', target), `${target} from this computer`);
		}
		for (const target of ['file:///etc/passwd', 'data:,x', 'ftp://web.example/', 'http://', null])
			assert.equal(redirectTarget('https://web.example/a.png', target), undefined, String(target));
		assert.equal(redirectTarget('https://web.example/a/b.png', '../c.png'), 'https://web.example/c.png');
		for (const target of ['https://cdn.example/a.png', 'http://172.32.0.1/', 'https://[2001:db8::1]/'])
			assert.equal(redirectTarget('https://web.example/a.png', target), target);
	});

	it('is redirected a few times, but not in circles', async () => {
		server = await startServer((reply, { url }) => {
			if (url === '/round') reply.writeHead(302, { location: '/round' }).end();
			else if (url === '/away') reply.writeHead(307, { location: 'file:///etc/passwd' }).end();
			else if (url === '/first') reply.writeHead(301, { location: 'second' }).end();
			else reply.end('bytes');
		});
		const found = await load(`${server.url}/first`);
		assert.equal(found && 'bytes' in found && Buffer.from(found.bytes).toString(), 'bytes');
		for (const path of ['/round', '/away']) {
			const lost = await load(server.url + path);
			assert.match(lost && 'problem' in lost ? lost.problem : '', /redirects the media input/, path);
		}
		assert.ok(server.seen.filter(({ url }) => url === '/round').length <= 6);
	});
});
