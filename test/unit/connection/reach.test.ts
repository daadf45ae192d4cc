import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { sandboxConnection } from '../../../src/core/connection/connections.ts';
import { mayLeadTo } from '../../../src/core/connection/reach.ts';
import { expectFailure, serviceAt } from '../http/support.ts';

const servedAt = (url: string) =>
	sandboxConnection({ baseUrl: url, modelApiUrl: url, webUrl: url, trainerUrl: url });
const web = servedAt('https://api.example.com');
const office = servedAt('http://10.0.0.7:8188');
const here = servedAt('http://127.0.0.1:8188');

const onWeb = ['https://files.example.com/a', 'https://1.1.1.1/a', 'https://[2606:4700::1]/a'];
const readable = ['http://files.example.com/a', 'http://1.1.1.1/a'];
const near = [
	'10.0.0.8',
	'172.16.0.1',
	'192.168.1.1',
	'100.64.0.1',
	'printer',
	'nas.local',
	'db.internal',
	'[fd00::1]',
];
const onThisComputer = [
	'127.0.0.1',
	'127.1.2.3',
	'localhost',
	'a.localhost',
	'[::1]',
	'0.0.0.0',
	'2130706433',
	'0x7f.1',
	'[::ffff:127.0.0.1]',
	'[::]',
];
const secretsOfClouds = ['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]'];

describe('an address from a service', () => {
	const allowed = (service: typeof web, ...urls: readonly string[]) =>
		urls.filter((url) => mayLeadTo(new URL(url), service));
	const both = (hosts: readonly string[]) =>
		hosts.flatMap((host) => [`https://${host}/a`, `http://${host}/a`]);

	it('leads from the web only to protected addresses on the web', () => {
		assert.deepEqual(allowed(web, ...onWeb, 'https://api.example.com/a'), [
			...onWeb,
			'https://api.example.com/a',
		]);
		assert.deepEqual(
			allowed(web, ...readable, ...both([...near, ...onThisComputer, ...secretsOfClouds])),
			[],
		);
	});

	it('leads from a private network there, and to the web', () => {
		const there = both(near);
		assert.deepEqual(allowed(office, ...onWeb, ...there), [...onWeb, ...there]);
		assert.deepEqual(allowed(office, ...readable, ...both([...onThisComputer, ...secretsOfClouds])), []);
		assert.deepEqual(allowed(servedAt('https://10.0.0.7'), 'http://10.0.0.8/a'), []);
	});

	it('leads from this computer anywhere', () => {
		const anywhere = [...onWeb, ...readable, ...both([...near, ...onThisComputer])];
		assert.deepEqual(allowed(here, ...anywhere), anywhere);
	});

	it('is rejected before a byte leaves, whatever the call', async () => {
		const service = serviceAt('https://api.example.com');
		const url = 'http://127.0.0.1:9/api/free';
		try {
			const body = { length: 1, open: async function* () {} };
			const calls = [
				service.transport.send({ method: 'POST', url, body, bearer: false }),
				service.transport.stream({ method: 'GET', url }),
				service.transport.json({ method: 'GET', url }),
			];
			for (const reply of await Promise.all(calls)) {
				const failure = expectFailure(reply);
				assert.match(failure.message, /only protected addresses on the web/);
				assert.equal(failure.mayHaveArrived, false);
			}
		} finally {
			await service.transport.close();
		}
	});
});
