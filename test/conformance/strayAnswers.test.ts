import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { smallSample } from '../support/smallSample.ts';
import { approveSignIns, CommandLine, ended } from './commandLineWorld.ts';
import { McpWorld, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

const page = '<!doctype html><title>Not found</title>';
const stray = (status: number, path: string, method = 'GET') => ({
	kind: 'status',
	status,
	count: 1,
	match: { method, path },
	...([302, 404].includes(status) ? { body: page } : {}),
});

describe('a reply from a gateway instead of the service, on the command line', () => {
	const world = CommandLine.ofSuite('--speed', '100');

	before(() => writeFile(world.place('harbour.json'), JSON.stringify(smallSample)));

	const faults = (rules: readonly object[]) => world.sandbox.control('POST', 'faults', rules);
	const run = ['run', 'harbour.json', '--on', demo.harbour, '--yes', '--json'];

	it('ends no command', async () => {
		for (const [status, path, args] of [
			[401, '*/deployments', ['deployments', 'list']],
			[404, '*/deployments', ['deployments', 'list']],
			[302, '*/balance', ['balance']],
			[401, '*/models*', ['models', 'search', 'brindle']],
			[401, '/api/auth/me', ['whoami']],
			[404, '/api/auth/me', ['whoami']],
		] as const) {
			await faults([stray(status, path)]);
			const { status: end, err } = await world.easel(...args);
			assert.equal(end, 0, `${args.join(' ')}: ${err}`);
		}
	});

	it('is reported as such each time: a failed list names the next step instead of asking for a target', async () => {
		await faults([
			{ kind: 'status', status: 401, match: { path: '*/deployments' } },
			{ kind: 'status', status: 401, skip: 1, match: { path: '/api/auth/me' } },
		]);
		const refused = await world.easel(...run, '--set', '6.text=refused');
		assert.equal(refused.status, 7, refused.err);
		const { error } = JSON.parse(refused.out);
		assert.deepEqual(
			[error.kind, error.nextStep],
			['auth', 'Run "easel login", or put an API token into the environment variable EASEL_TOKEN.'],
		);
		assert.doesNotMatch(refused.err, /--on/);
	});

	it('does not end a sign-in that waits, nor the question whose token it is', async () => {
		const poll = '/api/cli-auth/poll';
		await faults([
			...[401, 403, 425, 404, 302].map((status) => stray(status, poll, 'POST')),
			...[403, 404, 401].map((status) => stray(status, '/api/auth/me')),
		]);
		const signing = world.start(['login'], { EASEL_TOKEN: '' });
		signing.stdout.resume();
		const closed = once(signing, 'close');
		const said = await approveSignIns(signing.stderr, world.sandbox);
		assert.deepEqual(await closed, [0, null], said.join('\n'));
		await faults([]);
		assert.equal((await ended(world.start(['whoami'], { EASEL_TOKEN: '' }))).status, 0);
	});
});

describe('a reply from a gateway instead of the service, to an agent', () => {
	const world = McpWorld.ofSuite();

	it('ends no call', async () => {
		const agent = await world.connect({ era: '2025-11-25', answer: () => yes });
		await world.withFaults([stray(401, '*/deployments')], () => agent.value('list_deployments'));
		await world.withFaults([stray(404, '*/deployments')], () => agent.value('list_deployments'));
		const rules = [
			stray(401, '*/deployments'),
			stray(401, '*/inference', 'POST'),
			...[0, 2, 4].map((skip) => ({ ...stray(401, '*/status'), skip })),
		];
		const run = await world.withFaults(rules, () =>
			agent.value('submit_request', {
				deployment_id: demo.harbour,
				path: sampleWorkflow,
				wait_for_completion: true,
			}),
		);
		assert.equal(run.state, 'succeeded');
	});
});
