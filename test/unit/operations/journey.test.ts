import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../../support/newFolder.ts';
import { OperationWorld, scriptedAsk } from '../../support/operations.ts';
import { smallSample } from '../../support/smallSample.ts';

const deployment = '5a9d0000-0000-4000-8000-000000000001';

interface Named {
	readonly name: string;
	readonly nodeId: string;
	readonly input: string;
}

describe('a workflow from its first names to an export with other IDs', () => {
	const world = OperationWorld.ofSuite();
	const folder = newFolder();

	const { value } = world.commands();
	const sure = () => scriptedAsk({ reviewRun: { kind: 'run' }, confirmSpending: true });
	const at = (name: string) => join(folder, name);

	it('keeps its inputs in presets, a sweep, its document and a client, and finds all of them after the export', async () => {
		const path = at('harbor_api.json');
		await writeFile(path, JSON.stringify(smallSample, undefined, 2));
		await value('workflow.name', { path, inputs: ['prompt=6.text', 'steps=3.steps', 'seed=3.seed'] });

		const set = ['prompt=a pier at night', 'seed=18446744073709551615'];
		const first = await value<{ run: { id: string } }>(
			'run.start',
			{ path, deployment, draws: false, set, wait: true },
			sure(),
		);
		await value('preset.save', { path, name: 'night', run: first.run.id });

		await writeFile(at('harbor_api.sweep.csv'), 'prompt,steps\na pier at night,4..6\n');
		const swept = await value<{ batch?: { id: string }; results: string }>(
			'run.sweep',
			{ path: at('harbor_api.sweep.csv'), deployment, draws: false },
			sure(),
		);
		await value('batch.status', { id: swept.batch?.id, wait: true });
		await value('sweep.results', { path: swept.results });
		const rows = (await readFile(swept.results, 'utf8')).trim().split('\r\n').slice(1);
		assert.equal(rows.length, 3);
		const [best = ''] = rows.filter((row) => row.startsWith('a pier at night,5,'));
		const bestRun = best.split(',')[2];

		await value('preset.save', { path, name: 'best', run: bestRun });
		await value('preset.apply', { path, name: 'best' });
		const written = JSON.parse(await readFile(path, 'utf8'));
		assert.deepEqual([written[6].inputs.text, written[3].inputs.steps], ['a pier at night', 5]);
		const { path: client } = await value<{ path: string }>('workflow.client', {
			path,
			language: 'typescript',
			out: folder,
		});
		const check = () =>
			value<{ isCurrent: boolean; changed?: string }>('workflow.clientCheck', { path, client });
		assert.ok((await check()).isCurrent);

		const exported = (await readFile(path, 'utf8')).replaceAll(
			/"(\d+)"(?=: \{|,)/g,
			(_, id) => `"${Number(id) + 40}"`,
		);
		await writeFile(path, exported);
		const { inputs, lost } = await value<{ inputs: readonly Named[]; lost: readonly unknown[] }>(
			'workflow.inputs',
			{ path },
		);
		assert.deepEqual(lost, []);
		assert.deepEqual(
			inputs.map(({ name, nodeId, input }) => `${name} ${nodeId}.${input}`),
			['prompt 46.text', 'steps 43.steps', 'seed 43.seed'],
		);
		const checked = await check();
		assert.deepEqual([checked.isCurrent, checked.changed], [true, 'ids']);
		const planned = await value<{
			plan: { changed: readonly { nodeId: string; input: string; to: string }[] };
		}>('run.start', { path, deployment, draws: false, preset: 'night', dryRun: true, mode: 'inline' });
		assert.ok(planned.plan);
		await writeFile(at('harbor_api.sweep.csv'), 'prompt,steps\na pier at noon,7\n');
		const again = await value<{ batch?: { id: string } }>(
			'run.sweep',
			{ path: at('harbor_api.sweep.csv'), deployment, draws: false },
			sure(),
		);
		await value('batch.status', { id: again.batch?.id, wait: true });
		const { runs } = await value<{ runs: readonly { prompt?: string; state: string }[] }>('run.list', {
			limit: 1,
		});
		assert.deepEqual(
			runs.map(({ prompt, state }) => [prompt, state]),
			[['a pier at noon', 'succeeded']],
		);
	});
});
