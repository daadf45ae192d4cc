import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sd15Sample from '../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import type { OpenServices } from '../../../src/core/operations/node/openServices.ts';
import { newFolder } from '../../support/newFolder.ts';
import { OperationCaller, OperationWorld, scriptedAsk } from '../../support/operations.ts';
import { uiWorkflow } from '../../support/uiWorkflow.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';
const disabled = '5a9d0000-0000-4000-8000-000000000007';
const takesInputs = '5a9d0000-0000-4000-8000-000000000008';

interface RunFact {
	readonly id: string;
	readonly state: string;
	readonly seed?: string;
	readonly prompt?: string;
	readonly requestId?: string;
}

describe('runs without a window', () => {
	let world: OperationWorld;
	const folder = newFolder();
	let path: string;
	let services: OpenServices;

	before(async () => {
		world = await OperationWorld.open();
		path = join(folder, 'harbour.json');
		await writeFile(path, withSeed(11));
		services = world.services({ partnerKey: 'partner-key-0123456789' });
	});
	after(() => world?.end());

	const withSeed = (seed: number) => {
		const workflow = structuredClone(sd15Sample) as unknown as Record<
			string,
			{ inputs: Record<string, unknown> }
		>;
		for (const { inputs } of Object.values(workflow)) if ('seed' in inputs) inputs.seed = seed;
		return JSON.stringify(workflow, undefined, 2);
	};
	const { value, refused } = new OperationCaller(() => services);
	const sure = () => scriptedAsk({ reviewRun: { kind: 'run' }, confirmSpending: true });
	const requests = () => world.submissions();

	it('show the plan without sending or asking anything', async () => {
		const { plan } = await value<{ plan: Record<string, unknown> }>('run.start', {
			path,
			deployment: harbour,
			dryRun: true,
		});
		assert.equal(plan.mode, 'overrides');
		assert.deepEqual(
			(plan.changed as { input: string }[]).map(({ input }) => input),
			['seed'],
		);
		assert.equal(await requests(), 0);
		const failure = await refused('run.start', { path, dryRun: true });
		assert.match(failure.message, /no target for the document/);
	});

	it('change the request, not the file, and report invalid assignments', async () => {
		const changes = async (...set: readonly string[]) => {
			const input = { path, deployment: harbour, dryRun: true, set, seed: '7' };
			const { plan } = await value<{ plan: { changed: { nodeId: string; input: string; to: string }[] } }>(
				'run.start',
				input,
			);
			return plan.changed.map(({ nodeId, input: name, to }) => `${nodeId}.${name}=${to}`).sort();
		};
		assert.deepEqual(await changes('6.text=1', '3.steps=9', '3.steps=8', '3.seed=5'), [
			'3.seed=7',
			'3.steps=8',
			'6.text="1"',
		]);
		assert.equal(await readFile(path, 'utf8'), withSeed(11));
		for (const [assignment, message] of [
			['6.text', /form NODE\.INPUT=VALUE/],
			['60.text=a', /no node "60"/],
			['6.size=a', /no input "size"/],
		] as const)
			assert.match((await refused('run.start', { path, set: [assignment] })).message, message);
		assert.equal((await refused('run.start', { path, seed: '-1' })).kind, 'input');
	});

	it('accept changes as overrides, in either spelling and with all digits', async () => {
		const changes = async (overrides: string, ...set: readonly string[]) => {
			const input = { path, deployment: harbour, mode: 'overrides', dryRun: true, overrides, set };
			const { plan } = await value<{ plan: { changed: { nodeId: string; input: string; to: string }[] } }>(
				'run.start',
				input,
			);
			return plan.changed.map(({ nodeId, input: name, to }) => `${nodeId}.${name}=${to}`).sort();
		};
		assert.deepEqual(
			await changes(
				'{"3": {"inputs": {"seed": 18446744073709551615, "cfg": 7.50}}, "6.text": "a pier"}',
				'3.cfg=8.0',
			),
			['3.cfg=8.0', '3.seed=18446744073709551615', '6.text="a pier"'],
		);
		for (const [overrides, message] of [
			['{"3": {"seed": 1}}', /Overrides have the form/],
			['[1]', /Overrides have the form/],
			['{"3.seed": ', /Overrides have the form/],
			['{"60.text": "a"}', /no node "60"/],
		] as const)
			assert.match((await refused('run.start', { path, overrides })).message, message);
	});

	it('send nothing without confirmation, and name the missing one', async () => {
		const first = await refused('run.start', { path, deployment: harbour });
		assert.deepEqual(
			[first.kind, first.message],
			['canceled', 'Nothing was sent, because the review was not confirmed.'],
		);
		const second = await refused(
			'run.start',
			{ path, deployment: harbour },
			scriptedAsk({ reviewRun: { kind: 'run' } }),
		);
		assert.match(second.message, /its cost was not confirmed/);
		assert.equal(await requests(), 0);
	});

	it('turn a document into local files', async () => {
		const ask = sure();
		const { run } = await value<{ run: RunFact }>(
			'run.start',
			{ path, deployment: harbour, wait: true },
			ask,
		);
		assert.deepEqual([run.state, run.seed], ['succeeded', '11']);
		assert.deepEqual(
			ask.asked.map(({ about }) => about),
			['reviewRun', 'confirmSpending'],
		);
		assert.ok(!JSON.stringify(ask.asked).includes('partner-key-0123456789'));
		const result = await value<{ files: { name: string; path: string }[] }>('run.result', { id: run.id });
		assert.equal(result.files.length, 1);
		const bytes = await readFile(result.files[0]?.path ?? '');
		assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
		assert.doesNotMatch(JSON.stringify(result), /https?:/);
	});

	it('need no document: the saved workflow of a deployment runs with overrides alone', async () => {
		const before = await requests();
		const overrides = '{"3": {"inputs": {"seed": 18446744073709551615}}}';
		const wanted = { deployment: 'Harbour (SD 1.5)', overrides };
		const { plan } = await value<{ plan: { mode: string; changed: { input: string; to: string }[] } }>(
			'run.start',
			{ ...wanted, dryRun: true },
		);
		assert.deepEqual(
			[plan.mode, plan.changed.map(({ input, to }) => [input, to])],
			['overrides', [['seed', '18446744073709551615']]],
		);
		assert.match((await refused('run.start', wanted)).message, /the review was not confirmed/);
		assert.equal(await requests(), before);
		const { run } = await value<{ run: RunFact }>('run.start', { ...wanted, wait: true }, sure());
		assert.deepEqual([run.state, run.seed], ['succeeded', '18446744073709551615']);
		assert.equal(await requests(), before + 1);
		const again = scriptedAsk({ confirmSpending: true });
		await value('run.start', { deployment: harbour, seed: '5', wait: true }, again);
		assert.deepEqual(
			again.asked.map(({ about }) => about),
			['confirmSpending'],
		);
		for (const [input, message] of [
			[{ deployment: harbour, set: ['60.text=a'] }, /no node "60"/],
			[{ deployment: takesInputs }, /takes inputs such as a prompt/],
			[{ deployment: 'Harbor' }, /no such deployment/],
			[{ overrides }, /a deployment to run its saved workflow/],
		] as const)
			assert.match((await refused('run.start', input, sure())).message, message);
	});

	it('need no review if the document has run before, and reuse its target', async () => {
		await writeFile(path, withSeed(12));
		const ask = scriptedAsk({ confirmSpending: true });
		const { run } = await value<{ run: RunFact }>('run.start', { path, wait: true }, ask);
		assert.equal(run.seed, '12');
		assert.deepEqual(
			ask.asked.map(({ about }) => about),
			['confirmSpending'],
		);
	});

	it('run again with another seed, from the saved request', async () => {
		const [latest] = (await value<{ runs: RunFact[] }>('run.list', { limit: 1 })).runs;
		assert.ok(latest);
		const { id } = latest;
		await writeFile(path, '{}');
		const ask = scriptedAsk({ confirmSpending: true });
		const { run } = await value<{ run: RunFact }>('run.again', { id, newSeed: true, wait: true }, ask);
		assert.equal(run.state, 'succeeded');
		assert.notEqual(run.seed, latest.seed);
		const { run: same } = await value<{ run: RunFact }>('run.again', { id, wait: true }, ask);
		assert.equal(same.seed, latest.seed);
	});

	it('run again with other values instead of the original ones', async () => {
		const [latest] = (await value<{ runs: RunFact[] }>('run.list', { limit: 1 })).runs;
		const again = { id: latest?.id, set: ['6.text=another harbor'], newSeed: true, wait: true };
		const { run } = await value<{ run: RunFact }>('run.again', again, sure());
		assert.deepEqual([run.state, run.prompt], ['succeeded', 'another harbor']);
		assert.notEqual(run.seed, latest?.seed);
		const wrong = { id: latest?.id, set: ['99.text=a harbor'] };
		assert.equal((await refused('run.again', wrong, sure())).kind, 'input');
	});

	it('are listed, found by text, saved and deleted', async () => {
		const { runs } = await value<{ runs: RunFact[] }>('run.list', {
			text: 'harbour.json',
			state: 'succeeded',
		});
		assert.equal(runs.length, 5);
		assert.deepEqual(await value('run.list', { text: 'no such word' }), { runs: [], total: 0 });
		const id = runs[0]?.id ?? '';
		const target = join(folder, 'saved');
		const { paths } = await value<{ paths: string[] }>('run.save', { id, folder: target });
		assert.equal(paths.length, 1);
		assert.ok((await readFile(paths[0] ?? '')).length > 0);
		assert.match((await refused('run.delete', { id })).message, /was deleted, because it was not confirmed/);
		assert.equal((await value<RunFact>('run.status', { id })).state, 'succeeded');
		assert.deepEqual(await value('run.delete', { id }, scriptedAsk({ confirmDelete: true })), {
			id,
			name: 'harbour.json',
		});
		assert.equal((await refused('run.status', { id })).kind, 'notFound');
	});

	it('are canceled by their ID', async () => {
		await writeFile(path, withSeed(13));
		const { run } = await value<{ run: RunFact }>('run.start', { path, deployment: harbour }, sure());
		const canceled = await value<{ outcome: string }>('run.cancel', { id: run.id });
		assert.ok(['requested', 'notCancellable'].includes(canceled.outcome));
		const ended = await value<RunFact>('run.status', { id: run.id, wait: true });
		assert.equal(ended.state, canceled.outcome === 'requested' ? 'canceled' : 'succeeded');
	});

	it('are found by the beginning of an ID or by a name, and never guessed', async () => {
		const started: string[] = [];
		for (const seed of [401, 402]) {
			const named = join(folder, `twin${seed === 401 ? '' : '2'}.json`);
			await writeFile(named, withSeed(seed));
			const { run } = await value<{ run: RunFact }>(
				'run.start',
				{ path: named, deployment: harbour },
				sure(),
			);
			started.push(run.id);
			await value('run.status', { id: run.id, wait: true });
		}
		const [first = '', second = ''] = started;
		assert.equal((await value<RunFact>('run.status', { id: first.slice(0, -1) })).id, first);
		assert.equal((await value<RunFact>('run.status', { id: 'twin2.json' })).id, second);
		assert.match((await refused('run.status', { id: first.slice(0, 3) })).message, /too short/);
		await writeFile(join(folder, 'twin.json'), withSeed(403));
		const again = { path: join(folder, 'twin.json'), deployment: harbour };
		const { run } = await value<{ run: RunFact }>('run.start', again, sure());
		const failure = await refused('run.status', { id: 'twin.json' });
		assert.equal(failure.kind, 'input');
		assert.deepEqual(failure.details?.toSorted(), [`${first} twin.json`, `${run.id} twin.json`].toSorted());
		await value('run.status', { id: run.id, wait: true });
	});

	it('do not enable a deployment unasked, and reject one with inputs', async () => {
		const off = await refused('run.start', { path, deployment: disabled }, sure());
		assert.match(off.message, /the deployment is disabled/);
		const inputs = await refused('run.start', { path, deployment: takesInputs }, sure());
		assert.match(inputs.message, /takes inputs/);
	});

	it('explain invalid inputs', async () => {
		assert.match((await refused('run.start', {})).message, /by its path or as text/);
		assert.match((await refused('run.start', { path: join(folder, 'none.json') })).message, /no such file/);
		assert.match((await refused('run.start', { path: folder })).message, /it is a folder/);
		assert.equal((await refused('run.start', { path: 7 })).kind, 'input');
		assert.equal((await refused('run.start', { document: '{}', deployment: harbour })).kind, 'input');
		assert.equal((await refused('run.start', { document: '{}', deployment: 'gone' })).kind, 'notFound');
	});

	it('accept a document in UI format and show the notes of its conversion', async () => {
		const document = JSON.stringify({ input: { workflow: uiWorkflow() } });
		const input = { document, deployment: harbour, mode: 'inline', set: ['1.width=128'] };
		const { plan } = await value<{ plan: { conversion: { message: string }[] } }>('run.start', {
			...input,
			dryRun: true,
		});
		assert.deepEqual(plan.conversion, [
			{ severity: 'info', message: 'The workflow is the part "input.workflow" of the document.' },
		]);
		const ask = sure();
		const { run } = await value<{ run: RunFact }>('run.start', { ...input, wait: true }, ask);
		assert.equal(run.state, 'succeeded');
		const { question } =
			ask.asked.find(({ about }) => about === 'reviewRun') ?? assert.fail('nothing was asked');
		const { conversion } = question as { conversion?: { nodes: number; report: readonly unknown[] } };
		assert.equal(conversion?.nodes, 2);
		const refusal = await refused('run.start', { ...input, set: ['7.width=128'] }, sure());
		assert.match(refusal.message, /7/);
	});

	it('have ended in the first reply to the next program, even if no program waited', async () => {
		const alone = await OperationWorld.open();
		try {
			const starter = alone.services();
			const { value: begin } = new OperationCaller(() => starter);
			const { run } = await begin<{ run: RunFact }>('run.start', { path, deployment: harbour }, sure());
			await starter.close();
			const place = `/prod/v2/deployments/${harbour}/requests/${run.requestId}/status`;
			while ((await alone.call('GET', place)).status !== 'completed')
				await new Promise((resolve) => setTimeout(resolve, 20));
			const { value: ask } = new OperationCaller(() => alone.services());
			assert.equal((await ask<RunFact>('run.status', { id: run.id })).state, 'succeeded');
		} finally {
			await alone.end();
		}
	});
});
