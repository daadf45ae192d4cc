import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { failedOutput } from '../../src/cli/frame/failing.ts';
import { runLine } from '../support/commandIo.ts';
import { smallSample } from '../support/smallSample.ts';
import { CommandLine, type Ended, ended } from './commandLineWorld.ts';
import { McpWorld, replyText, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

const status = (status: number, path: string, method: string, more: object = {}) => ({
	kind: 'status',
	status,
	match: { method, path },
	...more,
});

describe('a failure on the command line, as a program reads it', () => {
	const world = CommandLine.ofSuite('--speed', '20');
	let seed = 1000;

	before(() => writeFile(world.place('harbour.json'), JSON.stringify(smallSample)));
	afterEach(() => faults([]));

	const faults = (rules: readonly object[]) => world.sandbox.control('POST', 'faults', rules);
	const list = ['deployments', 'list', '--json'];
	const runArgs = () => {
		seed++;
		return ['run', 'harbour.json', '--on', demo.harbour, '--seed', String(seed), '--yes', '--json'];
	};
	const errorOf = ({ out }: Ended) => failedOutput.parse(JSON.parse(out)).error;

	/** Runs a failing command, and returns the facts of its failure. */
	async function facts(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
		const done = await runLine(args, { cwd: world.folder, env: { ...world.environment, ...env } });
		const { status, code, retryable, retryAfterMs } = errorOf(done);
		assert.equal(done.status, status, done.out);
		return [status, code, retryable, ...(retryAfterMs === undefined ? [] : [retryAfterMs])];
	}

	it('names wrong use, an id that is not known and no sign-in apart', async () => {
		assert.deepEqual(await facts([...list, '--on', 'x']), [2, 'wrong-use', false]);
		assert.deepEqual(await facts(['nothing', '--json']), [2, 'wrong-use', false]);
		assert.deepEqual(await facts(['runs', 'show', 'x', '--json']), [2, 'not-found', false]);
		assert.deepEqual(await facts(list, { EASEL_TOKEN: '' }), [7, 'sign-in-needed', false]);
		assert.deepEqual(await facts(runArgs().slice(0, -2).concat('--json')), [5, 'not-confirmed', false]);
	});

	it('tells a sign-in that is not accepted from an account that may not', async () => {
		assert.deepEqual(await facts(list, { EASEL_TOKEN: 'not-a-token-of-it' }), [7, 'sign-in-expired', false]);
		await faults([status(401, '*/deployments', 'GET'), status(401, '/api/auth/me', 'GET', { skip: 1 })]);
		assert.deepEqual(await facts(runArgs()), [7, 'sign-in-expired', false]);
		await faults([status(403, '*/deployments', 'GET')]);
		assert.deepEqual(await facts(list), [3, 'forbidden', false]);
		assert.deepEqual(await facts(runArgs()), [3, 'forbidden', false]);
	});

	it('lets a command be repeated that only asked when the service could not answer', async () => {
		const sent = await world.received('POST', '/inference');
		assert.deepEqual(await facts(runArgs(), { EASEL_BASE_URL: 'http://127.0.0.1:9' }), [
			4,
			'unreachable',
			true,
		]);
		await faults([status(503, '*/deployments', 'GET')]);
		assert.deepEqual(await facts(list), [4, 'service-error', true]);
		assert.deepEqual(await facts(runArgs()), [4, 'service-error', true]);
		await faults([status(429, '*/deployments', 'GET', { retryAfter: 90 })]);
		assert.deepEqual(await facts(list), [3, 'rate-limited', true, 90_000]);
		assert.equal(await world.received('POST', '/inference'), sent);
	});

	it('lets a submission be repeated only if the service surely did not take it', async () => {
		await faults([status(429, '*/inference', 'POST', { retryAfter: 90 })]);
		assert.deepEqual(await facts(runArgs()), [3, 'rate-limited', true, 90_000]);
		await faults([status(502, '*/inference', 'POST', { when: 'after' })]);
		assert.deepEqual(await facts(runArgs()), [6, 'outcome-unknown', false]);
		await faults([status(502, '*/inference', 'POST')]);
		assert.deepEqual(await facts(runArgs()), [6, 'outcome-unknown', false]);
		await faults([status(403, '*/inference', 'POST')]);
		assert.deepEqual(await facts(runArgs()), [3, 'forbidden', false]);
	});

	it('never lets a command be repeated that has started a run: it gives the id', async () => {
		const sent = await world.received('POST', '/inference');
		await faults([status(401, '*/status', 'GET'), status(401, '/api/auth/me', 'GET', { skip: 1 })]);
		const left = await ended(world.start(runArgs()));
		await faults([]);
		assert.equal(left.status, 8, left.err);
		const { code, retryable, record, nextStep } = errorOf(left);
		assert.deepEqual([code, retryable, record?.what], ['not-followed', false, 'run']);
		assert.ok(record !== undefined && nextStep?.includes(`easel runs show ${record.id}`), nextStep);
		assert.equal(await world.received('POST', '/inference'), sent + 1);
		assert.equal((await world.json('runs', 'show', record.id, '--wait')).state, 'succeeded');
	});
});

describe('a wait with a limit', () => {
	const world = CommandLine.ofSuite('--speed', '0.05');

	before(() => writeFile(world.place('harbour.json'), JSON.stringify(smallSample)));

	const errorOf = ({ out }: Ended) => failedOutput.parse(JSON.parse(out)).error;

	it('ends with the id, the state and the next command, and cancels nothing', async () => {
		const args = ['run', 'harbour.json', '--on', demo.harbour, '--yes', '--json', '--timeout', '1s'];
		const left = await world.easel(...args);
		assert.equal(left.status, 8, left.err);
		const { status, code, retryable, record, nextStep } = errorOf(left);
		assert.deepEqual([status, code, retryable, record?.what], [8, 'timed-out', false, 'run']);
		assert.ok(record !== undefined && nextStep?.endsWith(`easel runs show ${record.id} --wait`), nextStep);
		for (const command of ['show', 'result']) {
			const again = await world.easel('runs', command, record.id, '--wait', '--timeout', '1', '--json');
			const error = errorOf(again);
			assert.deepEqual([again.status, error.code, error.retryable], [8, 'timed-out', true]);
			assert.equal(error.record?.id, record.id);
		}
		assert.equal(await world.received('POST', '/cancel'), 0);
		assert.match((await world.json('runs', 'show', record.id)).state, /^(queued|running)$/);
	});

	it('pauses several runs', async () => {
		const left = await world.easel(
			...['run', 'harbour.json', '--on', demo.harbour, '--seeds', '2', '--yes', '--anyway', '--json'],
			...['--timeout', '1s'],
		);
		assert.equal(left.status, 8, left.err);
		const { code, record } = errorOf(left);
		assert.deepEqual([code, record?.what], ['timed-out', 'batch']);
		assert.equal((await world.json('batches', 'show', record?.id ?? '')).batch.state, 'paused');
	});

	it('ends a sign-in that does not come, and takes only durations', async () => {
		const child = world.start(['login', '--timeout', '1s', '--json'], { EASEL_TOKEN: '' });
		const left = await ended(child);
		assert.deepEqual([left.status, errorOf(left).code], [8, 'timed-out']);
		for (const wrong of ['soon', '0s', '1.5h', '501h', '-1s']) {
			const refused = await world.easel('runs', 'show', 'x', '--wait', `--timeout=${wrong}`, '--json');
			assert.deepEqual([refused.status, errorOf(refused).code], [2, 'wrong-use'], wrong);
		}
	});
});

describe('a failure of a tool, as a program reads it', () => {
	const world = McpWorld.ofSuite();

	it('has a code, and lets nothing be repeated that may be paid', async () => {
		const agent = await world.connect({ era: '2025-11-25', answer: () => yes });
		const facts = async (rule: object, name: string, args = {}) => {
			const reply = await world.withFaults([rule], () => agent.call(name, args));
			assert.equal(reply.isError, true);
			const { code, retryable, retryAfterMs } = reply._meta?.['easel/failure'] ?? {};
			assert.match(replyText(reply), new RegExp(`^Code: ${code}\\.`, 'm'));
			return [code, retryable, ...(retryAfterMs === undefined ? [] : [retryAfterMs])];
		};
		const run = { deployment_id: demo.harbour, path: sampleWorkflow };
		assert.deepEqual(await facts(status(503, '*/deployments', 'GET'), 'list_deployments'), [
			'service-error',
			true,
		]);
		assert.deepEqual(await facts(status(403, '*/deployments', 'GET'), 'list_deployments'), [
			'forbidden',
			false,
		]);
		assert.deepEqual(
			await facts(status(429, '*/inference', 'POST', { retryAfter: 90 }), 'submit_request', run),
			['rate-limited', true, 90_000],
		);
		assert.deepEqual(await facts(status(403, '*/inference', 'POST'), 'submit_request', run), [
			'forbidden',
			false,
		]);
		await agent.close();
	});
});
