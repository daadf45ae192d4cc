import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../../support/newFolder.ts';
import { OperationWorld, scriptedAsk } from '../../support/operations.ts';
import { smallSample as sample } from '../../support/smallSample.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';
const largest = '18446744073709551615';

interface Names {
	readonly inputs: readonly {
		readonly name: string;
		readonly nodeId: string;
		readonly input: string;
		readonly value: string;
	}[];
	readonly lost: readonly { readonly name: string; readonly candidates: readonly unknown[] }[];
	readonly presets: readonly string[];
}

describe('named inputs and presets without a window', () => {
	const world = OperationWorld.ofSuite();
	let folder: string;
	let path: string;
	let file: string;

	beforeEach(async () => {
		folder = newFolder();
		path = join(folder, 'harbor_api.json');
		file = join(folder, 'harbor_api.presets.yaml');
		await writeFile(path, JSON.stringify(sample, undefined, 2));
	});

	const { value, refused: failureOf } = world.commands();
	const refused = async (id: string, input: unknown) => (await failureOf(id, input)).message;
	const names = () => value<Names>('workflow.inputs', { path });
	const name = (...inputs: readonly string[]) => value<{ path: string }>('workflow.name', { path, inputs });
	const plan = async (changes: object) => {
		const input = { path, deployment: harbour, dryRun: true, draws: false, ...changes };
		const { plan } = await value<{ plan: { changed: { nodeId: string; input: string; to: string }[] } }>(
			'run.start',
			input,
		);
		return plan.changed.map(({ nodeId, input: each, to }) => `${nodeId}.${each} ${to}`);
	};

	it('are saved in a file next to the document, and used by a run', async () => {
		assert.equal((await name('prompt=6.text', '3.seed')).path, file);
		assert.deepEqual(
			(await names()).inputs.map((each) => `${each.name} ${each.nodeId}.${each.input} ${each.value}`),
			[`prompt 6.text ${sample['6'].inputs.text}`, `seed 3.seed ${sample['3'].inputs.seed}`],
		);
		const changed = await plan({ set: ['Prompt=fog, 7', `SEED=${largest}`], overrides: '{"5.width": 640}' });
		assert.ok(changed.includes('6.text "fog, 7"') && changed.includes(`3.seed ${largest}`), changed.join());
		assert.ok(changed.includes('5.width 640'));
	});

	it('are saved once: a repetition changes nothing', async () => {
		const act = (id: string, input: object) => value<{ changed: boolean }>(id, { path, ...input });
		const twice = async (id: string, input: object) => [
			(await act(id, input)).changed,
			(await act(id, input)).changed,
		];
		assert.deepEqual(await twice('workflow.name', { inputs: ['prompt=6.text'] }), [true, false]);
		assert.deepEqual(await twice('preset.save', { name: 'night', set: ['prompt=fog'] }), [true, false]);
		assert.equal((await act('preset.save', { name: 'night', set: ['prompt=rain'] })).changed, true);
	});

	it('can be removed, while presets keep their values', async () => {
		await name('prompt=6.text', 'seed=3.seed');
		await value('preset.save', { path, name: 'night', set: ['prompt=fog'] });
		const text = await readFile(file, 'utf8');
		await writeFile(file, `# Ours\n${text}`);
		assert.deepEqual(await value('workflow.unname', { path, names: ['Prompt'] }), {
			...{ path: file, names: ['prompt'], changed: true, presets: ['night'] },
		});
		assert.deepEqual(
			(await names()).inputs.map((each) => each.name),
			['seed'],
		);
		assert.match(
			await readFile(file, 'utf8'),
			/^# Ours\ninputs:\n {2}seed:.*presets:\n {2}night:\n {4}prompt: fog\n$/s,
		);
		assert.match(await refused('workflow.unname', { path, names: ['prompt'] }), /no input "prompt"/);
	});

	it('stay on separate lines after the last name is removed', async () => {
		await name('prompt=6.text');
		const text = await readFile(file, 'utf8');
		await value('workflow.unname', { path, names: ['prompt'] });
		assert.equal(await readFile(file, 'utf8'), '{}\n');
		await name('prompt=6.text');
		assert.equal(await readFile(file, 'utf8'), text);
		await writeFile(file, 'inputs: {}\n');
		await name('prompt=6.text');
		assert.equal(await readFile(file, 'utf8'), text);
	});

	it('are proposed if no input has a name', async () => {
		const { proposed } = await value<{ proposed: { name: string; nodeId: string; input: string }[] }>(
			'workflow.inputs',
			{ path },
		);
		assert.ok(proposed.some(({ nodeId, input }) => nodeId === '6' && input === 'text'));
		const chosen = proposed.map((each) => `${each.name}=${each.nodeId}.${each.input}`);
		await name(...chosen);
		const { proposed: none, inputs } = await value<{ proposed?: unknown; inputs: unknown[] }>(
			'workflow.inputs',
			{ path },
		);
		assert.deepEqual([none, inputs.length], [undefined, proposed.length]);
	});

	it('are found again after an export with other IDs', async () => {
		await name('prompt=6.text', 'negative=7.text', 'seed=3.seed');
		const swapped = JSON.stringify(sample, undefined, 2)
			.replaceAll('"6"', '"60"')
			.replaceAll('"7"', '"6"')
			.replaceAll('"3"', '"1"');
		await writeFile(path, swapped);
		const { inputs, lost } = await names();
		assert.deepEqual(
			inputs.map((each) => `${each.name} ${each.nodeId}.${each.input}`),
			['prompt 60.text', 'negative 6.text', 'seed 1.seed'],
		);
		assert.deepEqual(lost, []);
	});

	it('that are missing or ambiguous are reported, and their values go to no other input', async () => {
		await name('prompt=6.text');
		const { 6: _, ...without } = sample;
		await writeFile(path, JSON.stringify(without));
		assert.deepEqual((await names()).lost, [{ name: 'prompt', candidates: [] }]);
		assert.match(
			await refused('run.start', { path, deployment: harbour, dryRun: true, set: ['prompt=x'] }),
			/^The input "prompt" is no longer in the document\.$/,
		);
		const twins = {
			...sample,
			60: sample['6'],
			70: sample['7'],
			30: { ...sample['3'], inputs: { ...sample['3'].inputs, positive: ['60', 0], negative: ['70', 0] } },
		};
		await writeFile(path, JSON.stringify(twins));
		assert.match(
			await refused('run.start', { path, deployment: harbour, dryRun: true, set: ['prompt=x'] }),
			/^Several inputs of the document match "prompt": 6\.text or 60\.text\.$/,
		);
	});

	it('are rejected if two nodes are indistinguishable, unless a title differs', async () => {
		const twin = { ...sample['7'], _meta: { title: 'CLIP Text Encode (Prompt)' } };
		const twins = (first: object = {}) => ({ ...sample, 70: { ...twin, ...first }, 71: twin });
		await writeFile(path, JSON.stringify(twins()));
		const failure = await failureOf('workflow.name', { path, inputs: ['mood=70.text'] });
		assert.match(failure.message, /^The input 70\.text cannot be distinguished from that of another node\.$/);
		assert.match(failure.nextStep ?? '', /unique title/);
		await assert.rejects(readFile(file, 'utf8'), /ENOENT/);
		await writeFile(path, JSON.stringify(twins({ _meta: { title: 'Mood' } })));
		await name('mood=70.text');
		assert.deepEqual((await names()).lost, []);
	});

	it('are reported with a suggestion if misspelled', async () => {
		await name('prompt=6.text', 'steps=3.steps');
		const failure = (...set: string[]) =>
			refused('run.start', { path, deployment: harbour, dryRun: true, set });
		assert.match(await failure('stepps=4'), /The nearest name is "steps"/);
		assert.match(await failure('zzz=4'), /The names are "prompt" and "steps"/);
		assert.match(await failure('6.txt=4'), /The node "6" has no input "txt"/);
		assert.match(await failure('=4'), /must have the form/);
	});

	it('are saved as presets with their digits and lines, and used by a run', async () => {
		await name('prompt=6.text', 'seed=3.seed');
		await value('preset.save', {
			path,
			name: 'night',
			set: ['prompt=a harbor\nat night', `seed=${largest}`],
		});
		await value('preset.save', { path, name: 'as it is' });
		assert.deepEqual((await names()).presets, ['night', 'as it is']);
		const text = await readFile(file, 'utf8');
		assert.match(text, /prompt: \|-\n {6}a harbor\n {6}at night\n {4}seed: 18446744073709551615\n/);
		const changed = await plan({ preset: 'Night', set: ['seed=5'] });
		assert.ok(changed.includes('3.seed 5'), changed.join());
		assert.ok(changed.some((each) => each.startsWith('6.text "a harbor')));
		assert.match(
			await refused('run.start', { path, deployment: harbour, dryRun: true, preset: 'fog' }),
			/no preset "fog". It has "as it is" and "night"|no preset "fog". It has "night" and "as it is"/,
		);
	});

	it('are saved from a run, which names the frequently changed inputs', async () => {
		const yes = scriptedAsk({ reviewRun: { kind: 'run' }, confirmSpending: true });
		const started = await value<{ run: { id: string } }>(
			'run.start',
			{
				...{ path, deployment: harbour, wait: true, draws: false },
				set: ['6.text=a lighthouse', '3.steps=4', '3.seed=77'],
			},
			yes,
		);
		const saved = await value<{ values: { name: string; value: string }[] }>('preset.save', {
			...{ path, name: 'lighthouse', run: started.run.id },
		});
		const values = Object.fromEntries(saved.values.map((each) => [each.name, each.value]));
		assert.equal(values.seed, '77');
		assert.equal(values.steps, '4');
		assert.ok(Object.values(values).includes('a lighthouse'), JSON.stringify(values));
		assert.ok((await plan({ preset: 'lighthouse' })).includes('3.seed 77'));
	});

	it('preserve comments in the file, and a file of another kind', async () => {
		await name('prompt=6.text');
		await writeFile(
			file,
			`# Ours\n${await readFile(file, 'utf8')}presets:\n  # In the evening\n  dusk:\n    prompt: dusk\n`,
		);
		await value('preset.save', { path, name: 'night', set: ['prompt=night'] });
		const text = await readFile(file, 'utf8');
		assert.match(text, /^# Ours\n/);
		assert.match(text, /# In the evening\n {2}dusk:\n {4}prompt: dusk\n {2}night:\n {4}prompt: night\n$/);
		await writeFile(file, text.replaceAll('\n', '\r\n'));
		await value('preset.save', { path, name: 'day', set: ['prompt=two\nlines'] });
		const windows = await readFile(file, 'utf8');
		assert.match(windows, /\r\n {2}day:\r\n/);
		assert.doesNotMatch(windows, /(?<!\r)\n|\r\r/);
		assert.ok((await plan({ preset: 'day' })).includes('6.text "two\\nlines"'));
		await writeFile(file, Buffer.from('presets:\n  caf\xe9:\n    prompt: x\n', 'latin1'));
		for (const [id, input] of [
			['preset.list', {}],
			['preset.save', { name: 'x', set: ['6.text=x'] }],
			['workflow.inputs', {}],
		] as const) {
			const message = await refused(id, { path, ...input });
			assert.equal(message, '"harbor_api.presets.yaml" cannot be read: it is not UTF-8 text.');
		}
		await writeFile(file, 'inputs:\n---\npresets:\n');
		const second = /not a preset file: A second document starts here, and only one per file is read\.$/;
		assert.match(await refused('preset.list', { path }), second);
		for (const other of ['- a list\n', 'a: [\n', 'just words\n']) {
			await writeFile(file, other);
			assert.match(await refused('preset.save', { path, name: 'x', set: ['6.text=x'] }), /not a preset file/);
			assert.match(
				await refused('preset.list', { path }),
				/"harbor_api.presets.yaml" is not a preset file: /,
			);
			assert.match(await refused('workflow.inputs', { path }), /not a preset file/);
			assert.match(await refused('workflow.client', { path, language: 'python' }), /not a preset file/);
			for (const given of [{ preset: 'dusk' }, { set: ['prompt=x'] }])
				assert.match(
					await refused('run.start', { path, deployment: harbour, dryRun: true, ...given }),
					/not a preset file/,
				);
			assert.equal(await readFile(file, 'utf8'), other);
		}
	});

	it('of an app next to the document are found without a file', async () => {
		await writeFile(
			join(folder, 'harbor.app.json'),
			JSON.stringify({
				...{ last_node_id: 9, last_link_id: 0, version: 0.4, links: [] },
				nodes: [
					{ id: 5, type: 'EmptyLatentImage', mode: 0, inputs: [], outputs: [], widgets_values: [64, 32, 1] },
				],
				extra: { linearData: { inputs: [[5, 'width', { description: 'Pixels' }]], outputs: [] } },
			}),
		);
		const { inputs } = await value<{ inputs: { source: string; description?: string; name: string }[] }>(
			'workflow.inputs',
			{ path },
		);
		assert.deepEqual(
			inputs.map(({ name, source, description }) => [name, source, description]),
			[['width', 'app', 'Pixels']],
		);
	});
});
