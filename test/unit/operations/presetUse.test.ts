import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../../support/newFolder.ts';
import { OperationWorld } from '../../support/operations.ts';
import { smallSample as sample } from '../../support/smallSample.ts';

const largest = '18446744073709551615';

interface Difference {
	readonly name: string;
	readonly before: string;
	readonly after: string;
}

describe('presets of a document', () => {
	const world = OperationWorld.ofSuite();
	let folder: string;
	let path: string;
	let file: string;

	beforeEach(async () => {
		folder = newFolder();
		path = join(folder, 'harbor_api.json');
		file = join(folder, 'harbor_api.presets.yaml');
		await writeFile(path, text(sample));
		await value('workflow.name', { path, inputs: ['prompt=6.text', '3.seed', '3.steps'] });
		await save('night', 'prompt=a harbor at night', `seed=${largest}`);
		await save('draft', 'prompt=a harbor at night', 'steps=4');
	});

	const { value, refused } = world.commands();
	const text = (document: object) => JSON.stringify(document, undefined, 2);
	const save = (name: string, ...set: readonly string[]) => value('preset.save', { path, name, set });
	const compare = (preset: string, other?: string) =>
		value<{ differences: Difference[]; problems: string[]; moved: unknown[] }>('preset.compare', {
			...{ path, preset },
			...(other === undefined ? {} : { other }),
		});
	const lines = ({ differences }: { readonly differences: readonly Difference[] }) =>
		differences.map(({ name, before, after }) => `${name}: ${before} -> ${after}`);

	it('are listed and compared by name, with the document and each other', async () => {
		const listed = await value<{ presets: { name: string; differences: number; problems: string[] }[] }>(
			'preset.list',
			{ path },
		);
		assert.deepEqual(
			listed.presets.map(({ name, differences, problems }) => [name, differences, problems]),
			[
				['night', 2, []],
				['draft', 2, []],
			],
		);
		const { text: prompt } = sample['6'].inputs;
		const { seed, steps } = sample['3'].inputs;
		assert.deepEqual(lines(await compare('night')), [
			`prompt: ${prompt} -> a harbor at night`,
			`seed: ${seed} -> ${largest}`,
		]);
		// A preset without a value has that of the document.
		assert.deepEqual(lines(await compare('Night', 'draft')), [
			`seed: ${largest} -> ${seed}`,
			`steps: ${steps} -> 4`,
		]);
		assert.match((await refused('preset.compare', { path, preset: 'fog' })).message, /no preset "fog"/);
	});

	it('are written into the document, otherwise unchanged byte by byte', async () => {
		const odd = `\uFEFF${text(sample).replaceAll('\n', '\r\n').replace('"cfg": 8', '"cfg":   8.00')}\r\n\r\n`;
		await writeFile(path, odd);
		const { changes } = await value<{ changes: Difference[] }>('preset.apply', { path, name: 'night' });
		assert.deepEqual(
			changes.map(({ name }) => name),
			['prompt', 'seed'],
		);
		const expected = odd
			.replace(JSON.stringify(sample['6'].inputs.text), '"a harbor at night"')
			.replace(`"seed": ${sample['3'].inputs.seed}`, `"seed": ${largest}`);
		assert.equal(await readFile(path, 'utf8'), expected);
		assert.deepEqual(
			await value<{ changes: Difference[] }>('preset.apply', { path, name: 'night' }).then(
				(again) => again.changes,
			),
			[],
		);
	});

	it('report moved inputs, and are written to their new places', async () => {
		const swapped = text(sample).replaceAll('"6"', '"60"').replaceAll('"7"', '"6"');
		await writeFile(path, swapped);
		const { moved } = await compare('night');
		assert.deepEqual(moved, [{ name: 'prompt', from: '6.text', to: '60.text' }]);
		await value('preset.apply', { path, name: 'night' });
		const after = JSON.parse(await readFile(path, 'utf8'));
		assert.equal(after['60'].inputs.text, 'a harbor at night');
		assert.equal(after['6'].inputs.text, sample['7'].inputs.text);
	});

	it('with a missing input or an invalid value are reported, and nothing is written', async () => {
		const { 6: _, ...without } = sample;
		await writeFile(path, text(without));
		await save('wrong', 'steps=many');
		const { problems } = await compare('night', 'wrong');
		assert.equal(problems.length, 2, problems.join());
		assert.match(problems[0] ?? '', /^The input "prompt" is no longer in the document\.$/);
		for (const name of ['night', 'wrong']) {
			const failure = await refused('preset.apply', { path, name });
			assert.match(failure.message, /does not fit the document, so nothing was written/);
			assert.equal(failure.details?.length, 1);
		}
		assert.equal(await readFile(path, 'utf8'), text(without));
	});

	it('are created from the sidecar of a result, by name and not by its IDs', async () => {
		const sent = {
			...sample,
			6: { ...sample['6'], inputs: { ...sample['6'].inputs, text: 'a lighthouse' } },
			3: { ...sample['3'], inputs: { ...sample['3'].inputs, steps: 4 } },
		};
		const document = text(sent)
			.replaceAll('"6"', '"60"')
			.replaceAll('"7"', '"6"')
			.replace(/"seed": \d+/, `"seed": ${largest}`);
		const sidecar = join(folder, 'harbor.png.easel.json');
		await writeFile(
			sidecar,
			`{"format": "easel-sidecar", "version": 1, "run": {"sent": "inline"}, "document": ${document}}`,
		);
		await value('preset.save', { path, name: 'found', from: sidecar });
		const saved = await readFile(file, 'utf8');
		assert.match(
			saved,
			new RegExp(`found:\\n {4}prompt: a lighthouse\\n {4}seed: ${largest}\\n {4}steps: 4\\n`),
		);
		const { 6: _, ...without } = sent;
		await writeFile(sidecar, `{"format": "easel-sidecar", "version": 1, "document": ${text(without)}}`);
		assert.deepEqual(
			(await value<{ missing: string[] }>('preset.save', { path, name: 'part', from: sidecar })).missing,
			['prompt'],
		);
		const form =
			'{"format": "easel-sidecar", "version": 1, "run": {"sent": "inputs"}, "inputs": {"prompt": "x"}}';
		await writeFile(sidecar, form);
		assert.match(
			(await refused('preset.save', { path, name: 'x', from: sidecar })).message,
			/values of a form/,
		);
		await writeFile(sidecar, '{}');
		assert.match((await refused('preset.save', { path, name: 'x', from: sidecar })).message, /not a sidecar/);
	});
});
