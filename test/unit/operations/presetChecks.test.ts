import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import sample from '../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import type { Finding } from '../../../src/core/base/findings.ts';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { readPresetsDocument } from '../../../src/core/operations/named/presetsDocument.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { anchorOf } from '../../../src/core/workflow/named/anchor.ts';
import { changedPresets } from '../../../src/core/workflow/named/presetsText.ts';

/** Returns a preset file that names inputs of the sample by their places. */
function presetsOf(inputs: Readonly<Record<string, string>>, presets: string): string {
	const document = parseWorkflow(JSON.stringify(sample));
	const named = Object.entries(inputs).map(([name, place]) => {
		const [nodeId = '', input = ''] = place.split('.');
		return { name, anchor: anchorOf(document, { nodeId, input }) ?? assert.fail(place) };
	});
	return `${changedPresets('', { inputs: named })}${presets}`;
}

async function check(text: string, files: Readonly<Record<string, unknown>> = { 'harbor.json': sample }) {
	const texts = new Map(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]));
	const disk = { textIn: async (_: string, name: string) => texts.get(name) };
	const place = { disk, folder: '/' };
	return (await readPresetsDocument('harbor.presets.yaml', text, place, () => loadCoreCatalog())).findings;
}

const shown = (text: string, findings: readonly Finding[]) =>
	findings.map(({ code, severity, range }) => [code, severity, text.slice(range.start, range.end)].join(' '));

/** Returns the text after the fix of a finding that contains these words. */
function fixed(text: string, findings: readonly Finding[], words: string): string {
	const fixes = findings.flatMap((finding) => finding.fixes ?? []);
	const fix = fixes.find(({ title }) => title.includes(words));
	assert.ok(fix, `${words}: ${fixes.map(({ title }) => title).join(' | ')}`);
	return applyEdits(text, fix.edits);
}

const inputs = { prompt: '6.text', steps: '3.steps', sampler: '3.sampler_name' };
const right = 'presets:\n  # In the evening\n  night:\n    prompt: "7"\n    steps: 8\n    5.width: 640\n';

describe('a preset file', () => {
	it('has no findings if it fits its workflow or is empty', async () => {
		assert.deepEqual(await check(presetsOf(inputs, right)), []);
		assert.deepEqual(await check('', {}), []);
	});

	const ofFile: readonly (readonly [string, string])[] = [
		['a: [', 'presets_syntax'],
		['- a\n', 'presets_syntax'],
		['preset:\n  a:\n    b: 1\n', 'presets_unknown_key'],
		['presets:\n  a: 1\n', 'presets_missing_value'],
		['presets:\n  a:\n    prompt: [1]\n', 'presets_missing_value'],
		['inputs:\n  a:\n    node: 6\n', 'presets_missing_value'],
		['presets:\n  a:\n    5.width: 64\n  a:\n    5.width: 64\n', 'presets_duplicate_name'],
		['presets:\n  a:\n    5.width: 64\n    5.width: 128\n', 'presets_duplicate_name'],
		['presets:\n  a:\n    prompt: fog\n', 'presets_unknown_input'],
		['presets:\n  a:\n    99.text: fog\n', 'presets_unknown_input'],
	];
	for (const [text, code] of ofFile)
		it(`reports ${code} for ${JSON.stringify(text)}`, async () => {
			assert.deepEqual(
				(await check(text)).map((finding) => finding.code),
				[code],
			);
		});

	it('is reported without its workflow, whose name may end with .app.json', async () => {
		assert.deepEqual(
			(await check(right, { 'other.json': sample })).map(({ code, severity }) => `${code} ${severity}`),
			['presets_no_workflow warning'],
		);
		assert.deepEqual(await check(presetsOf(inputs, right), { 'harbor.app.json': sample }), []);
	});

	it('has fixes for nearly correct input names', async () => {
		const text = presetsOf(inputs, right.replace('steps:', 'stepps:'));
		const findings = await check(text);
		assert.deepEqual(shown(text, findings), ['presets_unknown_input error stepps']);
		assert.match(findings[0]?.message ?? '', /The nearest name is "steps"/);
		assert.equal(fixed(text, findings, 'Change to "steps"'), presetsOf(inputs, right));
	});

	it('has a fix that names an input', async () => {
		const text = presetsOf(inputs, 'presets:\n  a:\n    cfg: 7\n');
		const findings = await check(text);
		assert.deepEqual(shown(text, findings), ['presets_unknown_input error cfg']);
		assert.deepEqual(await check(fixed(text, findings, 'Choose 3.cfg')), []);
	});

	it('is checked by the rules of documents, with their fixes', async () => {
		const text = presetsOf(
			inputs,
			'presets:\n  a:\n    prompt: 7\n    steps: many\n    sampler: eular\n    5.width: -8\n    3.seed: 5\n',
		);
		const findings = await check(text);
		assert.deepEqual(shown(text, findings), [
			'invalid_input_type error many',
			'value_not_in_list warning eular',
			'value_smaller_than_min error -8',
		]);
		assert.match(fixed(text, findings, 'euler'), /sampler: euler\n/);
		assert.match(fixed(text, findings, 'Change to 16'), /5\.width: 16\n/);
		const foreign = { ...sample, 90: { class_type: 'OwnNode', inputs: { count: 4, on: true } } };
		const other =
			'presets:\n  a:\n    90.count: some\n    90.on: maybe\n  b:\n    90.count: 7\n    90.on: false\n';
		assert.deepEqual(shown(other, await check(other, { 'harbor.json': foreign })), [
			'presets_other_type warning some',
			'presets_other_type warning maybe',
		]);
	});

	it('reports names with a missing or ambiguous input, with a fix for each candidate', async () => {
		const text = presetsOf(inputs, right);
		const { 6: _, ...without } = sample;
		const gone = await check(text, { 'harbor.json': without });
		assert.deepEqual(shown(text, gone), [
			'presets_lost_input warning prompt',
			'presets_lost_input error prompt',
		]);
		assert.match(gone[1]?.message ?? '', /no longer in the document/);
		const twins = {
			...sample,
			60: sample['6'],
			70: sample['7'],
			30: { ...sample['3'], inputs: { ...sample['3'].inputs, positive: ['60', 0], negative: ['70', 0] } },
		};
		const several = await check(text, { 'harbor.json': twins });
		assert.match(several.find(({ severity }) => severity === 'error')?.message ?? '', /6\.text or 60\.text/);
		const ofPrompt = several.find(({ message }) => message.includes('"prompt"'));
		assert.deepEqual(ofPrompt?.fixes, []);
		assert.match(ofPrompt?.remedy ?? '', /unique title/);
		assert.match(fixed(text, several, 'Choose 3.steps'), /steps:\n {4}node: (?:"3"|3)\n/);
		const titled = { ...twins, 60: { ...sample['6'], _meta: { title: 'Second' } } };
		const chosen = fixed(text, await check(text, { 'harbor.json': titled }), 'Choose 60.text (Second)');
		assert.match(chosen, /prompt:\n {4}node: (?:"60"|60)\n/);
		assert.match(chosen, /# In the evening/);
		const left = await check(chosen, { 'harbor.json': titled });
		assert.ok(!left.some(({ message }) => message.includes('"prompt"')));
	});

	it('is documented on its page', async () => {
		const page = readFileSync(new URL('../../../docs/rules/presets.md', import.meta.url), 'utf8');
		const codes = new Set([
			...ofFile.map(([, code]) => code),
			...['presets_no_workflow', 'presets_lost_input', 'presets_other_type'],
		]);
		for (const code of codes) assert.ok(page.includes(`\n### ${code}\n`), code);
		for (const [, heading = ''] of page.matchAll(/^### (.*)$/gm)) assert.ok(codes.has(heading), heading);
		assert.equal((await check('- a\n'))[0]?.documentation, 'presets.md#presets_syntax');
	});
});
