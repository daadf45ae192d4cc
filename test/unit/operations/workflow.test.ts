import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sample from '../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { newFolder } from '../../support/newFolder.ts';
import { OperationWorld } from '../../support/operations.ts';
import { apiWorkflow, uiWorkflow } from '../../support/uiWorkflow.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';

describe('workflow documents without a window', () => {
	const world = OperationWorld.ofSuite();
	const folder = newFolder();

	const { value, refused: failureOf } = world.commands();
	const refused = async (id: string, input: unknown) => (await failureOf(id, input)).message;
	const text = JSON.stringify(sample, undefined, 2);

	it('are checked, each finding with its place', async () => {
		const document = '{\n  "1": {"class_type": "KSampler", "inputs": {}}\n}';
		const found = await value<{
			errors: number;
			findings: { severity: string; line: number; character: number; nodeId?: string }[];
		}>('workflow.check', { document });
		assert.ok(found.errors > 0);
		const first = found.findings.find(({ nodeId }) => nodeId === '1');
		assert.deepEqual([first?.line, first?.character], [1, 2]);
		assert.deepEqual((await value<{ errors: number }>('workflow.check', { document: text })).errors, 0);
	});

	it('are compared by meaning', async () => {
		const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')];
		await writeFile(before, text);
		await writeFile(after, JSON.stringify(sample).replace(/"seed":\d+/, '"seed":4711'));
		const found = await value<{ summary: string; changes: { differences: string[] }[] }>('workflow.compare', {
			before,
			after,
		});
		assert.equal(found.summary, '1 changed');
		assert.match(found.changes[0]?.differences.join() ?? '', /^seed: .* → 4711$/);

		await writeFile(after, 'lr: 0.0001');
		assert.match(await refused('workflow.compare', { before, after }), /"after.json" is not a workflow/);
	});

	it('list their requirements, and those missing in a deployment', async () => {
		const changed = text.replace(/"[^"]+\.safetensors"/, '"none-of-these.safetensors"');
		const found = await value<{
			classes: string[];
			models: { value: string }[];
			lacks?: { classes: string[]; models: { value: string }[] };
		}>('workflow.requirements', { document: changed, deployment: harbour });
		assert.ok(found.classes.includes('KSampler'));
		assert.ok(found.models.some(({ value }) => value === 'none-of-these.safetensors'));
		assert.deepEqual(
			found.lacks?.models.map((each) => each.value),
			['none-of-these.safetensors'],
		);
		const alone = await value<object>('workflow.requirements', { document: text });
		assert.ok(!('lacks' in alone));

		const drawn = await value<{ classes: string[] }>('workflow.requirements', {
			document: JSON.stringify(uiWorkflow()),
		});
		const inApiFormat = Object.values(apiWorkflow).map((node) => node.class_type);
		assert.deepEqual(new Set(drawn.classes), new Set(inApiFormat));
		assert.match(await refused('workflow.requirements', { document: '[1' }), /is not a workflow document/);
	});

	it('in UI format, or inside a body for another service, are checked as they would run', async () => {
		for (const [code, body] of [
			['ui_format', uiWorkflow()],
			['ui_format', { input: { workflow: uiWorkflow() } }],
			['conversion', { workflow_json: JSON.stringify(apiWorkflow) }],
		] as const) {
			const found = await value<{ errors: number; findings: { code: string }[] }>('workflow.check', {
				document: JSON.stringify(body),
			});
			assert.deepEqual([found.errors, found.findings[0]?.code], [0, code]);
			const converted = await value<{ document: string }>('workflow.convert', {
				document: JSON.stringify(body),
			});
			assert.deepEqual(JSON.parse(converted.document), apiWorkflow);
		}
		const wrong = { ...uiWorkflow(), links: [] };
		const found = await value<{
			errors: number;
			findings: { severity: string; message: string; nodeId?: string }[];
		}>('workflow.check', { document: JSON.stringify(wrong) });
		const error = found.findings.find(({ severity }) => severity === 'error');
		assert.deepEqual([found.errors > 0, error?.nodeId], [true, '2']);
		assert.match(error?.message ?? '', /^Node 2: /);
	});

	it('are converted, or rejected with the reason', async () => {
		const ui = {
			nodes: [{ id: 1, type: 'CheckpointLoaderSimple', inputs: [], outputs: [], widgets_values: ['a'] }],
			links: [],
			last_node_id: 1,
			last_link_id: 0,
			version: 0.4,
		};
		const done = await value<{ document: string; nodes: number }>('workflow.convert', {
			document: JSON.stringify(ui),
		});
		assert.equal(done.nodes, 1);
		assert.equal(JSON.parse(done.document)['1'].class_type, 'CheckpointLoaderSimple');
		const notes = JSON.stringify({ ...ui, nodes: [{ id: 1, type: 'Note' }] });
		assert.match(await refused('workflow.convert', { document: notes }), /^Nothing was converted/);
		assert.match(await refused('workflow.convert', { document: '[' }), /JSON/);
		assert.match(
			await refused('workflow.check', { document: text, deployment: 'gone' }),
			/not in your account/,
		);
		const path = join(folder, 'no-info.json');
		await writeFile(path, '[]');
		assert.match(await refused('workflow.check', { document: text, nodeInfo: path }), /not a description/);
	});
});
