import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Capabilities } from '../../../src/core/connection/connection.ts';
import {
	engineConnection,
	runcomfyConnection,
	sandboxConnection,
	userConnections,
} from '../../../src/core/connection/connections.ts';
import { route } from '../../../src/core/connection/route.ts';
import type { RouteName } from '../../../src/core/connection/routes.ts';

const entry = { name: 'Lab', baseUrl: 'https://lab.test/api/' };

describe('connections of the user', () => {
	it('have their own ID and clean addresses, with the base as default', () => {
		const { connections, problems } = userConnections([{ ...entry, webUrl: 'https://web.test' }]);
		assert.deepEqual(problems, []);
		assert.deepEqual(connections, [
			{
				id: 'user:Lab',
				name: 'Lab',
				baseUrl: 'https://lab.test/api',
				modelApiUrl: 'https://lab.test/api',
				webUrl: 'https://web.test',
				trainerUrl: 'https://lab.test/api',
				kind: 'service',
				capabilities: sandboxConnection().capabilities,
				dialect: sandboxConnection().dialect,
			},
		]);
	});

	it('speak the dialect of the public service only on its hosts', () => {
		const dialects = ['https://api.runcomfy.net', 'https://runcomfy.net.evil.test'].map(
			(baseUrl) => userConnections([{ name: 'x', baseUrl }]).connections[0]?.dialect,
		);
		assert.deepEqual(dialects, [runcomfyConnection.dialect, sandboxConnection().dialect]);
	});

	for (const [name, wrong, words] of [
		['plain http to another computer', { ...entry, baseUrl: 'http://lab.test' }, /must begin with https/],
		['a text that is not an address', { ...entry, webUrl: 'lab' }, /webUrl .* not an https/],
		['another protocol', { ...entry, trainerUrl: 'ftp://lab.test' }, /trainerUrl .* not an https/],
		['credentials in an address', { ...entry, baseUrl: 'https://me:pw@lab.test' }, /name or password/],
		['a query', { ...entry, baseUrl: 'https://lab.test?x=1' }, /must not contain/],
		['no name', { baseUrl: 'https://lab.test' }, /needs a name/],
		['a name that is only space', { ...entry, name: '  ' }, /needs a name/],
		['the name of a built-in', { ...entry, name: 'RunComfy' }, /built-in/],
		['no object', 7, /needs a name/],
	] as const) {
		it(`are rejected with a sentence for ${name}, and the others stay`, () => {
			const { connections, problems } = userConnections([
				wrong,
				{ name: 'good', baseUrl: 'http://localhost:1' },
			]);
			assert.deepEqual(
				connections.map(({ id }) => id),
				['user:good'],
			);
			assert.equal(problems.length, 1);
			assert.match(problems[0] ?? '', words);
		});
	}

	it('need unique names', () => {
		const { connections, problems } = userConnections([entry, entry]);
		assert.deepEqual([connections.length, problems.length], [1, 1]);
	});

	it('are empty if the setting is something else', () => {
		for (const setting of [undefined, null, 'x', {}, 7]) {
			assert.deepEqual(userConnections(setting), { connections: [], problems: [] });
		}
	});
});

describe('engines of the user', () => {
	const comfyui = 'http://127.0.0.1:8188';

	it('are one address under their name, with the dialect of an engine', () => {
		const { connections, problems } = userConnections([{ name: ' My ComfyUI ', comfyui: ` ${comfyui}// ` }]);
		assert.deepEqual(problems, []);
		assert.deepEqual(connections, [
			{
				id: 'user:My ComfyUI',
				name: 'My ComfyUI',
				baseUrl: comfyui,
				modelApiUrl: comfyui,
				webUrl: comfyui,
				trainerUrl: comfyui,
				kind: 'engine',
				capabilities: {
					account: false,
					balance: false,
					deployments: false,
					catalog: false,
					datasets: false,
					jobs: false,
					engineRoutes: true,
				},
				dialect: 'engine',
			},
		]);
		assert.deepEqual(connections, [engineConnection('My ComfyUI', comfyui)]);
	});

	it('may be on another computer without encryption, and below a path', () => {
		for (const address of ['http://studio.test:8188', 'https://studio.test/comfy', 'http://[::1]:8188']) {
			const { connections, problems } = userConnections([{ name: 'Studio', comfyui: address }]);
			assert.deepEqual(problems, [], address);
			assert.equal(connections[0]?.baseUrl, address);
			assert.equal(connections[0]?.kind, 'engine');
		}
	});

	it('are exactly the entries with the address of an engine', () => {
		const { connections } = userConnections([
			{ ...entry, comfyui },
			{ ...entry, name: 'Other' },
		]);
		assert.deepEqual(
			connections.map(({ name, baseUrl, kind }) => [name, baseUrl, kind]),
			[
				['Lab', comfyui, 'engine'],
				['Other', 'https://lab.test/api', 'service'],
			],
		);
	});

	for (const [name, wrong, words] of [
		[
			'a password in the address',
			{ comfyui: 'http://me:pw@127.0.0.1:8188' },
			/must not contain a name or password/,
		],
		['a name in the address', { comfyui: 'http://me@127.0.0.1:8188' }, /must not contain a name or password/],
		['a password alone', { comfyui: 'http://:pw@127.0.0.1:8188' }, /must not contain a name or password/],
		['a query, where a token may be', { comfyui: `${comfyui}?token=x` }, /must not contain "\?" or "#"/],
		['a fragment', { comfyui: `${comfyui}#x` }, /must not contain "\?" or "#"/],
		['an address without a protocol', { comfyui: '127.0.0.1:8188' }, /not an http:\/\/ or https:/],
		['the address of its event stream', { comfyui: 'ws://127.0.0.1:8188/ws' }, /not an http:\/\/ or https:/],
		['a file', { comfyui: 'file:///comfyui' }, /not an http:\/\/ or https:/],
		['an empty address', { comfyui: '' }, /needs a name and a baseUrl/],
		['no name', { name: ' ', comfyui }, /Connection 1 in the settings needs a name/],
		['the name of a built-in', { name: 'sandbox', comfyui }, /built-in/],
	] as const) {
		it(`are rejected with a sentence for ${name}, which does not repeat a secret`, () => {
			const { connections, problems } = userConnections([{ name: 'My ComfyUI', ...wrong }]);
			assert.deepEqual(connections, []);
			assert.equal(problems.length, 1);
			assert.match(problems[0] ?? '', words);
			assert.doesNotMatch(problems[0] ?? '', /pw|token=/);
		});
	}

	it('share their namespace with the other connections', () => {
		const { connections, problems } = userConnections([entry, { name: 'Lab', comfyui }]);
		assert.deepEqual([connections.map(({ kind }) => kind), problems.length], [['service'], 1]);
	});
});

describe('the offer of a connection', () => {
	/** The route that each capability needs. */
	const needed: Readonly<Partial<Record<keyof Capabilities, RouteName>>> = {
		account: 'identity',
		balance: 'balance',
		deployments: 'submit',
		catalog: 'modelSubmit',
		datasets: 'uploadAddresses',
		jobs: 'jobStatus',
		engineRoutes: 'enginePrompt',
	};
	const connections = [
		sandboxConnection(),
		runcomfyConnection,
		engineConnection('Mine', 'http://127.0.0.1:1'),
	];

	for (const connection of connections)
		it(`has its routes, and the others are rejected without a call: ${connection.name}`, () => {
			for (const [capability, name] of Object.entries(needed)) {
				// An engine answers who it is, too, so that a token can be tried.
				if (capability === 'account' && !connection.capabilities.account) continue;
				const has = connection.capabilities[capability as keyof Capabilities];
				const { ok } = route(connection, name, {
					deploymentId: 'd',
					modelId: 'a/b',
					datasetId: 's',
					jobId: 'j',
				});
				assert.equal(ok, has, capability);
			}
		});

	it('has addresses with escaped IDs, and never one that leaves its path', () => {
		const found = route(
			runcomfyConnection,
			'deployment',
			{ deploymentId: 'a/b c' },
			{ includes: ['x', 'y'] },
		);
		assert.deepEqual(found, {
			ok: true,
			value: 'https://api.runcomfy.net/prod/v2/deployments/a%2Fb%20c?includes=x&includes=y',
		});
		for (const deploymentId of ['', '.', '..'])
			assert.equal(route(runcomfyConnection, 'deployment', { deploymentId }).ok, false);
		const withCost = route(runcomfyConnection, 'modelRequestResult', { requestId: 'r' }, { more: 'yes' });
		assert.match(withCost.ok ? withCost.value : '', /result\?include_cost=true&more=yes$/);
	});
});
