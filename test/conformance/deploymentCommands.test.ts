import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { CommandLine } from './commandLineWorld.ts';
import { demo, plainWorkflow } from './support.ts';

describe('deployments and their instances on the command line', () => {
	const world = CommandLine.ofSuite();

	const read = (name: string) => readFile(world.place(name), 'utf8');
	const write = (name: string, text: string) => writeFile(world.place(name), text);
	const withQueue = (text: string, size: number) =>
		text.replace(/^queue_size: .*$/m, `queue_size: ${String(size)}`);

	it('are created once under a name, unless --anyway asks for another one', async () => {
		const { workflowId, workflowVersion } = await world.json('deployments', 'get', demo.harbour);
		const create = (...more: readonly string[]) =>
			world.easel(
				...['deployments', 'create', '--name', 'Pier', '--workflow-id', workflowId],
				...['--workflow-version', workflowVersion, '--hardware', 'AMPERE_24', '--yes', '--json'],
				...more,
			);
		const first = await create();
		assert.equal(JSON.parse(first.out).effect, 'created', first.err);
		const second = await create();
		assert.deepEqual([second.status, JSON.parse(second.out).error.code], [5, 'not-confirmed']);
		const other = await create('--anyway');
		assert.notEqual(JSON.parse(other.out).id, JSON.parse(first.out).id);
	});

	it('pull values into their own file, and leave other files unchanged', async () => {
		const pull = (...more: readonly string[]) => world.json('deployments', 'pull', demo.repaint, ...more);
		const { path } = await pull();
		const text = `# ours\n${await read(path)}`;
		await write(path, text);
		assert.equal((await pull(path)).changed, false);
		const mine = withQueue(text, 9);
		await write(path, mine);

		const cases: readonly (readonly [readonly string[], RegExp])[] = [
			[[demo.repaint], /already exists\. Specify the file to pull into it\./],
			[[demo.cat, path], /does not have the ID of this deployment, so it was left unchanged/],
			[[demo.repaint, 'none/of.deployment.yaml'], /^The folder ".*none" does not exist\.$/m],
			[
				[demo.repaint, `${'x'.repeat(250)}.deployment.yaml`],
				/cannot be written: its path is too long for this system\.$/m,
			],
			[[demo.repaint, 'repaint.yaml'], /the name must end with \.deployment\.yaml/],
		];
		for (const [args, message] of cases) {
			const refused = await world.easel('deployments', 'pull', ...args);
			assert.equal(refused.status, 2, refused.out);
			assert.match(refused.err, message);
			assert.equal(await read(path), mine);
		}
		assert.ok(!existsSync(world.place('repaint.yaml')));

		assert.equal((await pull(path)).changed, true);
		assert.equal(await read(path), text);
	});

	it('read a route of an instance unasked, and send to one only after a yes', async () => {
		const { request_id, instance_id } = await world.sandbox.run(demo.warm, {
			workflow_api_json: plainWorkflow(0x00ff00),
		});
		const call = ['instances', 'call', demo.warm, instance_id, 'history'];
		const history = async () => {
			const { status, contentType, text } = await world.json(...call);
			assert.deepEqual([status, contentType], [200, 'application/json']);
			return Object.keys(JSON.parse(text));
		};
		assert.deepEqual(await history(), [request_id]);

		const clear = [...call, '--method', 'POST', '--body', '{"clear": true}'];
		const unasked = await world.easel(...clear);
		assert.equal(unasked.status, 5, unasked.out);
		assert.match(
			unasked.err,
			/Nothing was sent to the instance, because it was not confirmed\. .*--yes agrees/,
		);
		assert.deepEqual(await history(), [request_id]);
		assert.equal((await world.json(...clear, '--yes')).status, 200);
		assert.deepEqual(await history(), []);
	});
});

describe('instances of a deployment on the command line', () => {
	const world = CommandLine.ofSuite('--speed', '20');

	it('are listed by the runs on them', async () => {
		assert.deepEqual((await world.json('deployments', 'get', demo.harbour)).instances, []);
		const { run } = await world.json('run', '--on', demo.harbour, '--yes');
		const { instances } = await world.json('deployments', 'get', demo.harbour);
		assert.deepEqual(
			instances.map(({ warmUntilAt, ...facts }: { readonly warmUntilAt: number }) => [
				facts,
				warmUntilAt > run.endedAt,
			]),
			[
				[
					{
						id: run.instanceId,
						deploymentId: demo.harbour,
						deployment: run.target.name,
						busy: false,
						runId: run.id,
					},
					true,
				],
			],
		);
		assert.deepEqual((await world.json('instances', 'list')).instances, instances);
		assert.deepEqual((await world.json('instances', 'list', '--deployment', demo.village)).instances, []);
		const { out } = await world.easel('deployments', 'get', demo.harbour);
		assert.ok(out.includes(`\n\nInstances\n`) && out.includes(run.instanceId), out);
		await world.json('deployments', 'update', demo.harbour, '--no-enabled');
		assert.deepEqual((await world.json('instances', 'list')).instances, []);
	});
});
