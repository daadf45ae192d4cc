import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { drawInputs } from '../../../src/core/runs/plan/draw.ts';
import { drawPrompt, isDynamicPrompt } from '../../../src/core/workflow/canvas/dynamicPrompt.ts';
import { fillPlaceholders, hasPlaceholder } from '../../../src/core/workflow/canvas/placeholders.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';
import { drawer } from '../../support/cachePairs.ts';

/**
 * Texts, and their results in the node editor: the n-th prompt with the random numbers below that begin with n, the
 * names of files at 5:06:07 of March 4, 2026, with the nodes of the document.
 */
interface Table {
	readonly document: object;
	readonly prompts: readonly (readonly [text: string, sent: string])[];
	readonly prefixes: readonly (readonly [text: string, sent: string])[];
}

const table: Table = JSON.parse(readFileSync(new URL('canvasTexts.json', import.meta.url), 'utf8'));

describe('the text change made only by the node editor', () => {
	it('matches the editor for dynamic prompts', () => {
		assert.deepEqual(
			table.prompts.map(([text], index) => [text, drawPrompt(text, drawer(index + 1))]),
			table.prompts,
		);
	});

	it('matches the editor for file names', () => {
		const document = parseWorkflow(JSON.stringify(table.document));
		const now = new Date(2026, 2, 4, 5, 6, 7);
		assert.deepEqual(
			table.prefixes.map(([text]) => [text, fillPlaceholders(text, document, now)]),
			table.prefixes,
		);
		assert.equal(table.prompts.length + table.prefixes.length, 200);
	});

	it('is empty if a file name refers to a missing node', () => {
		const of = (filename_prefix: string) =>
			drawInputs(
				parseWorkflow(JSON.stringify({ 1: { class_type: 'SaveImage', inputs: { filename_prefix } } })),
				undefined,
				new Date(2026, 2, 4),
			).map(({ to }) => to);
		assert.deepEqual(of('out/%Nobody.seed%'), []);
		assert.deepEqual(of('out/%date:yyyy%/%Nobody.seed%'), ['"out/2026/%Nobody.seed%"']);
	});

	it('is predicted for every text that it changes', () => {
		for (const [text, sent] of table.prompts) assert.ok(isDynamicPrompt(text) || text === sent, text);
		for (const [text, sent] of table.prefixes) assert.ok(hasPlaceholder(text) || text === sent, text);
	});

	it('keeps a backslash at the end, and the digits of a long seed', () => {
		assert.equal(drawPrompt('a\\', drawer(1)), 'a\\');
		const document = parseWorkflow('{"1": {"class_type": "A", "inputs": {"seed": 18446744073709551615}}}');
		assert.equal(fillPlaceholders('%A.seed%', document, new Date()), '18446744073709551615');
	});

	it('ends for endlessly nested choices', () => {
		const deep = '{'.repeat(20_000);
		assert.equal(drawPrompt(deep, () => 0).length, 20_000 - 101);
	});

	it('draws each choice about equally often', () => {
		const counts = new Map<string, number>();
		const choose = drawer(7);
		for (let n = 0; n < 3000; n++) {
			const drawn = drawPrompt('{a|b|{c|d}}', choose);
			counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
		}
		const expected = { a: 1000, b: 1000, c: 500, d: 500 };
		for (const [text, count] of Object.entries(expected))
			assert.ok(Math.abs((counts.get(text) ?? 0) - count) < 120, text);
	});
});

describe('a finding about an editor-only feature', () => {
	const node = (classType: string, inputs: object) =>
		parseWorkflow(JSON.stringify({ 1: { class_type: classType, inputs } }));
	const codes = (...[document, info]: Parameters<typeof checkWorkflow>) =>
		checkWorkflow(document, info).flatMap(({ code, severity, input }) =>
			/^(?:dynamic_prompt|canvas_placeholder)$/.test(code) ? [[code, severity, input]] : [],
		);

	it('is a hint only at engine inputs from which the node editor draws', async () => {
		const core = await loadCoreCatalog();
		assert.deepEqual(codes(node('CLIPTextEncode', { text: 'a {red|blue} fox' }), core), [
			['dynamic_prompt', 'hint', 'text'],
		]);
		assert.deepEqual(codes(node('CLIPTextEncode', { text: 'a (red:1.1) fox' }), core), []);
		assert.deepEqual(codes(node('PrimitiveString', { value: 'a {red|blue} fox' }), core), []);
		assert.deepEqual(codes(node('CLIPTextEncode', { text: ['2', 0] }), core), []);
	});

	it('follows the engine description if it has the class', () => {
		const described = (options: object) =>
			readNodeInfo(
				JSON.stringify({ Own: { input: { required: { words: ['STRING', options] } }, output: [] } }),
				{ kind: 'engine', label: 'Mine' },
			);
		const own = node('Own', { words: '{a|b}' });
		assert.deepEqual(codes(own, described({ dynamicPrompts: true })), [['dynamic_prompt', 'hint', 'words']]);
		assert.deepEqual(codes(own, described({ multiline: true })), []);
	});

	it('is a hint at file names with a date or node value, but not with values filled in by the engine', async () => {
		const core = await loadCoreCatalog();
		const named = (filename_prefix: string) => codes(node('SaveImage', { filename_prefix }), core);
		assert.deepEqual(named('%date:yyyy-MM-dd%/a'), [['canvas_placeholder', 'hint', 'filename_prefix']]);
		assert.deepEqual(named('a_%KSampler.seed%'), [['canvas_placeholder', 'hint', 'filename_prefix']]);
		assert.deepEqual(named('%year%-%month%-%day%_%width%'), []);
	});
});
