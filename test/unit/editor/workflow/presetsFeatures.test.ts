import assert from 'node:assert/strict';
import sample from '../../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { startPresetsFeatures } from '../../../../src/editor/workflow/nextTo/presets.ts';
import { NextToFeatures } from '../../support/nextToFeatures.ts';
import { until } from '../../support/until.ts';
import { editor } from '../../support/vscode.ts';

describe('open preset files', () => {
	let features: NextToFeatures;
	const name = 'harbor.presets.yaml';
	const messages = () => editor.diagnostics.get(`file:///project/${name}`)?.map(({ message }) => message);

	beforeEach(() => {
		features = new NextToFeatures(startPresetsFeatures);
	});
	afterEach(() => features.end());

	it('are checked with their workflow in the editor, while either is edited', async () => {
		const workflow = editor.open('harbor.json', 'json', JSON.stringify(sample));
		const document = editor.open(name, 'yaml', 'presets:\n  night:\n    3.steps: many\n');
		await until('the finding', () => messages()?.length === 1);
		assert.match(messages()?.[0] ?? '', /whole number/);
		editor.type(document, '8', 'many');
		await until('a file without findings', () => messages()?.length === 0);
		assert.equal(features.documents.kindOf(document as never), 'presets');
		editor.type(workflow, '"stairs"', '"steps"');
		features.read.fire(workflow as never);
		await until('the input gone', () => messages()?.length === 1);
		assert.match(messages()?.[0] ?? '', /no input "steps"/);
	});

	it('complete choices', async () => {
		editor.open('harbor.json', 'json', JSON.stringify(sample));
		const document = editor.open(name, 'yaml', 'presets:\n  night:\n    3.sampler_name: ');
		const at = document.positionAt(document.getText().length);
		const items = await editor.completions?.provideCompletionItems(document, at);
		assert.ok(items?.some(({ label }) => label === 'euler'));
	});
});
