import assert from 'node:assert/strict';
import { TokenVault } from '../../../src/core/account/tokenVault.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { sandboxConnection } from '../../../src/core/connection/connections.ts';
import type { OpenServices } from '../../../src/core/operations/node/openServices.ts';
import { OperationCaller, OperationWorld, scriptedAsk } from '../../support/operations.ts';
import { MemorySecrets } from '../account/memorySecrets.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';
const takesInputs = '5a9d0000-0000-4000-8000-000000000008';
const me = 'GET /api/auth/me';

const page = '<!doctype html><title>Not found</title>';
const strays = {
	'a refused sign-in': { status: 401, body: { message: 'Who are you?' } },
	'a web page with status 404': { status: 404, body: page },
	'a web page with status 403': { status: 403, body: page },
	'a redirect': { status: 302, body: page },
	'a call that came too early': { status: 425 },
} as const;

describe('a stray reply', () => {
	const world = OperationWorld.ofSuite();
	let services: OpenServices;

	beforeEach(async () => {
		await faults([]);
		services = world.services();
	});

	const { call, value, refused } = new OperationCaller(() => services);
	const sure = () => scriptedAsk({ confirmSpending: true });

	async function control(method: string, route: string, body?: unknown): Promise<Response> {
		const reply = await fetch(`${world.sandbox.announcement.controlUrl}/${route}`, {
			method,
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		assert.ok(reply.ok, route);
		return reply;
	}
	const faults = (rules: readonly object[]) => control('POST', 'faults', rules);
	const hits = async () => {
		const { rules } = (await (await control('GET', 'faults')).json()) as { rules: { hits: number }[] };
		return rules.map((rule) => rule.hits);
	};
	/** Returns the calls that the service has received since. */
	async function seen(): Promise<() => Promise<readonly string[]>> {
		const entries = async () => {
			const journal = (await (await control('GET', 'journal')).json()) as {
				entries: { method: string; path: string }[];
			};
			return journal.entries.map(({ method, path }) => `${method} ${path}`);
		};
		const { length } = await entries();
		return async () => (await entries()).slice(length);
	}

	for (const [name, stray] of Object.entries(strays)) {
		it(`does not end a read if it comes once: ${name}`, async () => {
			for (const [id, input, path] of [
				['deployment.list', {}, '*/deployments'],
				['deployment.get', { id: harbour }, `*/deployments/${harbour}`],
				['balance.show', {}, '*/balance'],
				['model.search', { limit: 1 }, '/*models*'],
				['dataset.list', {}, '*/datasets'],
				['job.list', {}, '/api/auth/me'],
			] as const) {
				await faults([{ kind: 'status', ...stray, count: 1, match: { method: 'GET', path } }]);
				const done = await call(id, input);
				assert.ok(done.ok, done.ok ? '' : `${id}: ${done.failure.message}`);
				assert.deepEqual(await hits(), [1], id);
				services = world.services();
			}
		});
	}

	it('is checked once for all calls rejected together', async () => {
		const calls = await seen();
		await faults([{ kind: 'status', status: 401, count: 3, match: { path: '*/deployments' } }]);
		for (const done of await Promise.all([1, 2, 3].map(() => call('deployment.list', {}))))
			assert.ok(done.ok);
		const made = await calls();
		assert.equal(made.filter((each) => each === me).length, 1, made.join('\n'));
	});

	it('repeats a submission rejected with the sign-in, and never one that got a page', async () => {
		const input = { id: takesInputs, inputs: { prompt: 'a pier' } };
		const match = { method: 'POST', path: '*/inference' };
		let calls = await seen();
		await faults([{ kind: 'status', status: 401, count: 1, match }]);
		await value('deployment.run', input, sure());
		const posts = async () => (await calls()).filter((each) => each.startsWith('POST ')).length;
		assert.equal(await posts(), 2);
		calls = await seen();
		await faults([{ kind: 'status', status: 404, body: page, count: 1, match }]);
		await refused('deployment.run', { ...input, inputs: { prompt: 'a quay' } }, sure());
		assert.equal(await posts(), 1);
	});

	it('does not delay a followed run, however often it comes', async () => {
		const every = (skip: number) => ({
			kind: 'status',
			status: 401,
			count: 1,
			skip,
			match: { path: '*/status' },
		});
		await faults([0, 2, 4, 6].map(every));
		const warnings: string[] = [];
		services = world.services({ log: { ...silentLog, warn: (text) => warnings.push(text) } });
		const { run } = await value<{ run: { state: string } }>(
			'deployment.run',
			{ id: takesInputs, inputs: { prompt: 'dunes' }, wait: true },
			sure(),
		);
		assert.equal(run.state, 'succeeded');
		assert.ok((await hits()).some((each) => each > 0));
		// A pause is reported.
		assert.deepEqual(warnings, []);
	});

	it('is trusted if it comes each time, and later calls do not wait for it again', async () => {
		services = world.services({ token: 'not-the-token' });
		const calls = await seen();
		assert.equal((await refused('deployment.list', {})).kind, 'auth');
		assert.equal((await calls()).filter((each) => each === me).length, 3);
		assert.equal((await refused('deployment.list', {})).kind, 'auth');
		assert.equal((await calls()).filter((each) => each === me).length, 3);
	});

	it('activates a newer stored token of the same account', async () => {
		const { announcement } = world.sandbox;
		const connection = sandboxConnection(announcement);
		const vault = new TokenVault(new MemorySecrets(), silentLog);
		const account = { id: 'a', label: 'a' };
		services = world.services({ token: 'an-older-token', stored: { vault, account } });
		await vault.put(connection, { ...account, token: announcement.token });
		const calls = await seen();
		assert.ok((await call('deployment.list', {})).ok);
		assert.ok(!(await calls()).includes(me));
	});
});
