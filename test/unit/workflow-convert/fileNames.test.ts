import assert from 'node:assert/strict';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { converted, uiText } from './support.ts';

describe('conversion: node values in file names', () => {
	const prompt = (id: number, name: string, more: object = {}) => ({
		id,
		type: 'CLIPTextEncode',
		widgets_values: [`hill/${id}: "x"`],
		properties: { 'Node name for S&R': name },
		...more,
	});

	async function prefix(given: string, ...nodes: readonly ReturnType<typeof prompt>[]): Promise<unknown> {
		const save = { id: 9, type: 'SaveImage', widgets_values: [given] };
		return converted(uiText([...nodes, save]), await loadCoreCatalog()).nodes['9']?.inputs.filename_prefix;
	}

	it('inserts values of a node with a custom name, sanitized for a file', async () => {
		const nodes = [prompt(1, 'CLIPTextEncode'), prompt(2, 'Words'), prompt(3, 'Words')];
		assert.equal(
			await prefix('a_%Words.text%_%Words.none%_%width%', ...nodes),
			'a_hill_2_ _x__%Words.none%_%width%',
		);
	});

	it('writes a number as the node editor does', async () => {
		const sampler = {
			id: 4,
			type: 'KSampler',
			widgets_values: [18, 'fixed', 20, 'CFG', 'euler', 'normal', 1],
			properties: { 'Node name for S&R': 'Main' },
		};
		const save = { id: 9, type: 'SaveImage', widgets_values: ['%Main.seed%_%Main.cfg%'] };
		const source = uiText([sampler, save]).replace('"CFG"', '7.50');
		const { nodes } = converted(source, await loadCoreCatalog());
		assert.equal(nodes['9']?.inputs.filename_prefix, '18_7.5');
	});

	it('leaves references by class, title or date to each run', async () => {
		const given = '%CLIPTextEncode.text%_%Words.text%_%date:yyyy%';
		assert.equal(
			await prefix(given, prompt(1, 'CLIPTextEncode'), prompt(2, 'Words', { title: 'Words' })),
			given,
		);
	});

	it('leaves other texts unchanged', async () => {
		const text = { id: 5, type: 'PrimitiveString', widgets_values: ['%Words.text%'] };
		const { nodes } = converted(uiText([prompt(2, 'Words'), text]), await loadCoreCatalog());
		assert.equal(nodes['5']?.inputs.value, '%Words.text%');
	});
});
