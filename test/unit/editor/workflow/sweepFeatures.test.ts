import assert from 'node:assert/strict';
import sample from '../../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { startSweepFeatures } from '../../../../src/editor/workflow/nextTo/sweeps.ts';
import { NextToFeatures } from '../../support/nextToFeatures.ts';
import { until } from '../../support/until.ts';
import { editor } from '../../support/vscode.ts';

describe('open value tables', () => {
	let features: NextToFeatures;
	const name = 'harbor.sweep.csv';
	const messages = () => editor.diagnostics.get(`file:///project/${name}`)?.map(({ message }) => message);

	beforeEach(() => {
		features = new NextToFeatures(startSweepFeatures);
	});
	afterEach(() => features.end());

	it('are checked with their workflow in the editor, while either is edited, in any language', async () => {
		const workflow = editor.open('harbor.json', 'json', JSON.stringify(sample));
		const document = editor.open(name, 'plaintext', '3.steps\nmany\n');
		await until('the finding', () => messages()?.length === 1);
		assert.match(messages()?.[0] ?? '', /"many" is not a whole number/);
		editor.type(document, '8', 'many');
		await until('a table without findings', () => messages()?.length === 0);
		assert.equal(features.documents.kindOf(document as never), 'sweep');
		editor.type(workflow, '"stairs"', '"steps"');
		features.read.fire(workflow as never);
		await until('the input gone', () => messages()?.length === 1);
		assert.match(messages()?.[0] ?? '', /no input "steps"/);
	});

	it('complete inputs and choices', async () => {
		editor.open('harbor.json', 'json', JSON.stringify(sample));
		const document = editor.open(name, 'csv', '3.sampler_name,\n,');
		const offered = async (at: number) =>
			(await editor.completions?.provideCompletionItems(document, document.positionAt(at)))?.map(
				({ label }) => label,
			) ?? [];
		assert.ok((await offered(15)).includes('3.steps'));
		assert.ok((await offered(16)).includes('euler'));
	});
});
