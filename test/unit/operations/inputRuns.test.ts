import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { OpenServices } from '../../../src/core/operations/node/openServices.ts';
import { OperationCaller, OperationWorld, scriptedAsk } from '../../support/operations.ts';

const takesInputs = '5a9d0000-0000-4000-8000-000000000008';
const harbour = '5a9d0000-0000-4000-8000-000000000001';

interface Started {
	readonly run: {
		readonly id: string;
		readonly state: string;
		readonly seed?: string;
		readonly prompt?: string;
	};
}

describe('runs of inputs without a window', () => {
	const world = OperationWorld.ofSuite();
	let services: OpenServices;

	before(() => {
		services = world.services();
	});

	const { call, refused } = new OperationCaller(() => services);
	async function started(id: string, input: unknown): Promise<Started['run']> {
		const outcome = await call(id, input, sure());
		assert.ok(outcome.ok, outcome.ok ? '' : JSON.stringify(outcome.failure));
		return (outcome.value as Started).run;
	}
	const sure = () => scriptedAsk({ confirmSpending: true });
	const painter = async () => {
		const outcome = await call('model.search', { text: 'brindle', category: 'text-to-image' });
		assert.ok(outcome.ok);
		const [model] = (outcome.value as { models: { id: string }[] }).models;
		return model?.id ?? assert.fail('no such model');
	};

	it('end with the file of a model, with the given values over its defaults', async () => {
		const id = await painter();
		const run = await started('model.run', {
			id,
			inputs: '{"prompt": "a harbour at dusk", "seed": 2147483647}',
			wait: true,
		});
		assert.deepEqual([run.state, run.prompt, run.seed], ['succeeded', 'a harbour at dusk', '2147483647']);
		const result = await call('run.result', { id: run.id });
		assert.ok(result.ok);
		const [file] = (result.value as { files: { path?: string }[] }).files;
		assert.equal((await readFile(file?.path ?? '')).subarray(1, 4).toString(), 'PNG');
	});

	it('use values by name over those of the inputs', async () => {
		const id = await painter();
		const run = await started('model.run', {
			id,
			inputs: { prompt: 'a pier', seed: 5 },
			set: ['prompt=2049', 'seed=7'],
			wait: true,
		});
		assert.deepEqual([run.state, run.prompt, run.seed], ['succeeded', '2049', '7']);
		const wrong = await refused('model.run', { id, set: ['promt=x'] }, sure());
		assert.match(wrong.message, /Did you mean "prompt"\?/);
	});

	it('are found by kind and category', async () => {
		const found = await call('model.categories', {});
		assert.ok(found.ok);
		assert.ok((found.value as { categories: string[] }).categories.includes('text-to-image'));
		const ofKind = await call('model.search', { kind: 'inference', limit: 500 });
		assert.ok(ofKind.ok);
		const { models } = ofKind.value as { models: { kind?: string }[] };
		assert.ok(models.length > 0 && models.every(({ kind }) => kind === 'inference'));
	});

	it('run a deployment with inputs, and reject one that runs workflows', async () => {
		const run = await started('deployment.run', {
			id: takesInputs,
			inputs: { prompt: 'a pier' },
			wait: true,
		});
		assert.equal(run.state, 'succeeded');
		assert.match((await refused('deployment.run', { id: harbour }, sure())).message, /runs workflows/);
	});

	it('send nothing without confirmation or with invalid inputs', async () => {
		const id = await painter();
		assert.equal((await refused('model.run', { id, inputs: { prompt: 'a pier' } })).kind, 'canceled');
		const missing = await refused('model.run', { id }, sure());
		assert.match(missing.details?.join('\n') ?? '', /^prompt: /m);
		const broken = await refused('model.run', { id, inputs: '{"prompt": ' }, sure());
		assert.match(broken.message, /line 1, column \d+/);
		assert.equal((await refused('model.run', { id: 'no/such-model' }, sure())).kind, 'notFound');
	});
});
