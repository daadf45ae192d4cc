import assert from 'node:assert/strict';
import sample from '../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { readPresetsDocument } from '../../../src/core/operations/named/presetsDocument.ts';
import {
	definitionPresets,
	differenceCount,
	hoverPresets,
} from '../../../src/core/operations/named/presetsHover.ts';
import { completePresets } from '../../../src/core/operations/named/presetsLanguage.ts';
import { withoutLine } from '../../../src/core/operations/named/presetsLines.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';

const harbor = JSON.stringify(sample, undefined, 2);
const inputs = `inputs:
  prompt:
    node: 6
    input: text
    class: CLIPTextEncode
    links: [to KSampler.positive]
  sampler:
    node: 3
    input: sampler_name
    class: KSampler
    only: true
    links: [to VAEDecode.samples]
`;

/** Reads a text that has the cursor at the sign `|`. */
async function at(marked: string) {
	const offset = marked.indexOf('|');
	const text = marked.replace('|', '');
	const disk = { textIn: async (_: string, name: string) => (name === 'harbor.json' ? harbor : undefined) };
	const place = { disk, folder: '/' };
	const read = await readPresetsDocument('harbor.presets.yaml', text, place, () => loadCoreCatalog());
	assert.ok(read.workflow);
	return { text, offset, file: read.file, workflow: read.workflow };
}

async function suggested(marked: string) {
	const offset = marked.indexOf('|');
	const text = marked.replace('|', '');
	const { workflow } = await at(`${withoutLine(text, offset)}|`);
	return { text, found: completePresets(text, offset, workflow) };
}

const labels = async (marked: string) => (await suggested(marked)).found.map(({ label }) => label);

/** Returns the text after the suggestion with this label. */
async function taken(marked: string, label: string): Promise<string> {
	const { text, found } = await suggested(marked);
	const { range, insert } =
		found.find((each) => each.label === label) ?? assert.fail(found.map((each) => each.label).join());
	return applyEdits(text, [{ range, newText: insert }]);
}

const findingsOf = async (text: string) => {
	const disk = { textIn: async (_: string, name: string) => (name === 'harbor.json' ? harbor : undefined) };
	const place = { disk, folder: '/' };
	return (await readPresetsDocument('harbor.presets.yaml', text, place, () => loadCoreCatalog())).findings;
};

describe('completion in a preset file', () => {
	it('offers the missing keys', async () => {
		assert.deepEqual(await labels('|'), ['inputs', 'presets']);
		assert.deepEqual(await labels(`${inputs}pre|`), ['presets']);
		assert.deepEqual(await labels('inputs:\n  a:\n    node: 6\n    |\n'), [
			...['input', 'class', 'title', 'only', 'links'],
		]);
		assert.deepEqual(await labels('# pre|'), []);
	});

	it('offers the names without a value in a preset', async () => {
		assert.deepEqual(await labels(`${inputs}presets:\n  night:\n    |\n`), ['prompt', 'sampler']);
		assert.deepEqual(
			await labels(`${inputs}presets:\n  night:\n    prompt: fog\n    s|\n  day:\n    sampler: lcm\n`),
			['sampler'],
		);
		assert.equal(
			await taken(`${inputs}presets:\n  night:\n    pr|\n`, 'prompt'),
			`${inputs}presets:\n  night:\n    prompt: \n`,
		);
		assert.equal(
			await taken(`${inputs}presets:\n  night:\n    pr|: fog\n`, 'prompt'),
			`${inputs}presets:\n  night:\n    prompt: fog\n`,
		);
	});

	it('offers the choices of an input, or the value of the document', async () => {
		const choices = await labels(`${inputs}presets:\n  night:\n    sampler: |\n`);
		assert.ok(choices.includes('euler') && choices.includes('lcm'), choices.join());
		assert.equal(
			await taken(`${inputs}presets:\n  night:\n    sampler: eu|\n`, 'lcm'),
			`${inputs}presets:\n  night:\n    sampler: lcm\n`,
		);
		assert.deepEqual(await labels(`${inputs}presets:\n  night:\n    3.steps: |\n`), [
			String(sample['3'].inputs.steps),
		]);
		assert.deepEqual(await labels(`${inputs}presets:\n  night:\n    nothing: |\n`), []);
	});

	it('offers the inputs without a name, each as a complete entry', async () => {
		const text = await taken(`${inputs.trimEnd()}\n  |\n`, '3.steps');
		assert.match(text, /\n {2}steps:\n/);
		// The editor gives the other lines the indentation of the first one.
		const [before = '', entry = ''] = text.split('  steps:\n');
		const indented = entry.replace(/^(?=.)/gm, '  ');
		assert.deepEqual(await findingsOf(`${before}  steps:\n${indented}presets:\n  a:\n    steps: 4\n`), []);
		assert.ok(!(await labels(`${inputs}  |\n`)).includes('6.text'));
	});

	it('offers the nodes, their inputs and classes for an entry', async () => {
		assert.deepEqual(await labels('inputs:\n  a:\n    node: |\n'), Object.keys(sample));
		const ofNode = await labels('inputs:\n  a:\n    node: 5\n    input: |\n');
		assert.deepEqual(ofNode, ['width', 'height', 'batch_size']);
		assert.deepEqual(await labels('inputs:\n  a:\n    node: "5"\n    class: |\n'), ['EmptyLatentImage']);
	});
});

describe('names in a preset file', () => {
	const presets = 'presets:\n  night:\n    prompt: fog\n    sampler: euler\n    3.steps: 8\n';

	it('show the node, the value in the document and the range', async () => {
		const hover = async (marked: string) => {
			const { file, workflow, offset } = await at(marked);
			return hoverPresets(file, workflow, offset)?.markdown;
		};
		assert.match((await hover(inputs + presets.replace('prompt', 'pro|mpt'))) ?? '', /`6\.text`/);
		const steps = await hover(inputs + presets.replace('3.steps', '3.st|eps'));
		assert.match(steps ?? '', new RegExp(`In the document: \`${sample['3'].inputs.steps}\`[^]*1 to 10000`));
		assert.match((await hover(inputs.replace('sampler:', 'sam|pler:'))) ?? '', /`euler`, .*and \d+ more/);
		const night = (await hover(inputs + presets.replace('night', 'ni|ght'))) ?? '';
		assert.match(
			night,
			/Differences from the document:\n\n- prompt&#58;|Differences from the document:\n\n- prompt: /,
		);
		assert.match(night, /steps: `\d+` → `8`/);
		assert.equal(await hover(`#| a\n${inputs}`), undefined);
	});

	it('lead to the input in the workflow', async () => {
		const { file, workflow, offset } = await at(inputs + presets.replace('prompt', 'pro|mpt'));
		const { target } = definitionPresets(file, workflow, offset) ?? assert.fail();
		const text = harbor.slice(target.start, target.end);
		assert.ok(text.startsWith('"text": "') && text.includes(sample['6'].inputs.text), text);
	});

	it('count the differences of a valid preset', async () => {
		const count = async (text: string) => {
			const { file, workflow } = await at(`${inputs}${text}|`);
			return file.presets.map((preset) => differenceCount(workflow, preset));
		};
		const same = sample['3'].inputs.sampler_name;
		assert.deepEqual(
			await count(
				`presets:\n  a:\n    sampler: ${same}\n  b:\n    sampler: ${same}\n    3.steps: 8\n  c:\n    x: 1\n`,
			),
			[0, 1, undefined],
		);
	});
});
