import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sample from '../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { hasPython, pythonErrors, typescriptErrors } from '../../support/clientCompilers.ts';
import { newFolder } from '../../support/newFolder.ts';
import { OperationWorld } from '../../support/operations.ts';

const samples = join(import.meta.dirname, '../../../media/samples');
const largest = '18446744073709551615';

interface Made {
	readonly name: string;
	readonly text: string;
	readonly path?: string;
	readonly inputs: readonly string[];
}

interface Checked {
	readonly isCurrent: boolean;
	readonly changed?: string;
	readonly message: string;
}

describe('typed clients', () => {
	const world = OperationWorld.ofSuite();
	let folder: string;

	beforeEach(() => {
		folder = newFolder();
	});

	const { value, refused } = world.commands();
	const write = async (name: string, content: unknown) => {
		const path = join(folder, name);
		await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
		return path;
	};
	const make = (path: string, more: object = {}) =>
		value<Made>('workflow.client', { path, language: 'typescript', ...more });
	const compiles = (...files: readonly string[]) => {
		const [typescript, python] = ['.ts', '.py'].map((end) => files.filter((each) => each.endsWith(end)));
		if (typescript?.length) assert.equal(typescriptErrors(typescript), '');
		if (python?.length && hasPython) assert.equal(pythonErrors(python), '');
	};
	/** The part of a client with its types. */
	const typesOf = (text: string) =>
		text.slice(text.indexOf('/** Inputs'), text.indexOf('export interface RunOptions'));

	it('of the samples compile in both languages, for a service and an engine', async function () {
		this.timeout(120_000);
		const written: string[] = [];
		for (const name of (await readdir(samples)).filter((each) => each.endsWith('.json'))) {
			for (const target of ['service', 'engine']) {
				for (const language of ['typescript', 'python']) {
					const made = await make(join(samples, name), { language, target });
					assert.ok(made.inputs.length > 0, name);
					written.push(await write(`${target}_${made.name}`, made.text));
				}
			}
		}
		compiles(...written);
	});

	it('have a type, a range and a comment for each named input', async () => {
		const path = await write(
			'harbor_api.json',
			JSON.stringify(sample, undefined, 2).replace('"cfg": 7', '"cfg": 7.0'),
		);
		const inputs = [
			'Prompt=6.text',
			'seed=3.seed',
			'steps=3.steps',
			'CFG scale=3.cfg',
			'Sampler=3.sampler_name',
		];
		await value('workflow.name', { path, inputs });
		const { text, name, inputs: names } = await make(path);
		assert.equal(name, 'harbor.ts');
		assert.deepEqual(names, ['prompt', 'seed', 'steps', 'cfgScale', 'sampler']);
		const types = typesOf(text);
		assert.match(types, /Default: "a quiet fishing harbour at sunset, .*…"\. \*\/\n {2}prompt\?: string;/);
		assert.match(
			types,
			new RegExp(`From 0 to ${largest}\\. Default: 20261120\\. \\*/\n {2}seed\\?: bigint \\| number;`),
		);
		assert.match(types, /From 1 to 10000\. Default: 24\. \*\/\n {2}steps\?: number;/);
		assert.match(types, /From 0 to 100\. Default: 7\.0\. \*\/\n {2}cfgScale\?: number;/);
		assert.match(types, /sampler\?: \(typeof samplerChoices\)\[number\];/);
		assert.match(text, /export const samplerChoices = \[\n(?: {2}".*",\n)* {2}"dpmpp_2m",\n/);
		assert.match(types, /OutputTitle = "Save picture";/);
		assert.match(text, /"cfg": \$\{given\.cfgScale \?\? "7\.0"\}/);
		const python = await make(path, { language: 'python' });
		assert.deepEqual(python.inputs, ['prompt', 'seed', 'steps', 'cfg_scale', 'sampler']);
		assert.match(python.text, /\n {4}sampler: SamplerChoice\n/);
		assert.match(python.text, /SamplerChoice = Literal\[\n(?: {4}".*",\n)* {4}"dpmpp_2m",\n/);
		compiles(await write(name, text), await write(python.name, python.text));
	});

	it('have the same types after an export with other IDs, and still match the workflow', async () => {
		const path = await write('harbor_api.json', sample);
		await value('workflow.name', {
			path,
			inputs: ['prompt=6.text', 'seed=3.seed', 'sampler=3.sampler_name'],
		});
		const before = await make(path, { out: folder });
		assert.equal(before.path, join(folder, 'harbor.ts'));
		const check = () => value<Checked>('workflow.clientCheck', { path, client: before.path });
		assert.deepEqual(await check(), { isCurrent: true, message: '"harbor.ts" matches the workflow.' });

		await write('harbor_api.json', JSON.stringify(sample));
		assert.equal((await check()).isCurrent, true, 'spaces are no change');
		await write(
			'harbor_api.json',
			JSON.stringify(sample, undefined, 2).replace('"steps": 24', '"steps": 25'),
		);
		assert.equal((await check()).changed, 'workflow');
		const renumbered = JSON.stringify(sample, undefined, 2)
			.replaceAll('"6"', '"60"')
			.replaceAll('"3"', '"1"');
		await write('harbor_api.json', renumbered);
		const moved = await check();
		assert.deepEqual([moved.isCurrent, moved.changed], [true, 'ids']);

		const after = await make(path, { out: folder });
		assert.equal(typesOf(after.text), typesOf(before.text));
		assert.notEqual(after.text, before.text);
		assert.equal(await readFile(join(folder, 'harbor.ts'), 'utf8'), after.text);
		assert.equal((await check()).isCurrent, true);
	});

	it('overwrite only clients that Easel made from the document, except on request', async () => {
		const path = await write('harbor_api.json', sample);
		const other = await write('harbor api.json', sample);
		for (const content of [
			'export const ours = 1;\n',
			(await make(other)).text,
			(await make(path, { target: 'engine' })).text,
		]) {
			await write('harbor.ts', content);
			const { message } = await refused('workflow.client', { path, language: 'typescript', out: folder });
			assert.match(message, /^"harbor\.ts" already exists, and is not a client of this document\.$/);
			assert.equal(await readFile(join(folder, 'harbor.ts'), 'utf8'), content);
		}
		const { text } = await make(path, { out: folder, overwrite: true });
		assert.equal(await readFile(join(folder, 'harbor.ts'), 'utf8'), text);
		const ours = await write('ours.ts', 'export const ours = 1;\n');
		const failure = await refused('workflow.clientCheck', { path, client: ours });
		assert.match(failure.message, /^"ours\.ts" is not a client made by Easel\.$/);
	});

	it('contain no secret, but require it', async () => {
		const key = 'sk-live-0123456789abcdef0123456789abcdef';
		const signed = 'https://files.example.com/a.png?X-Amz-Signature=0123456789abcdef';
		const path = await write('harbor_api.json', {
			...sample,
			20: { class_type: 'OursUpload', inputs: { api_key: key, url: signed, images: ['8', 0] } },
		});
		for (const language of ['typescript', 'python']) {
			const { text, inputs, name } = await make(path, { language });
			assert.ok(!text.includes(key) && !text.includes('0123456789abcdef'), language);
			assert.ok(
				inputs.includes(language === 'python' ? 'api_key' : 'apiKey') && inputs.includes('url'),
				inputs.join(),
			);
			assert.match(text, /Must be given: no secret is kept here\./);
			compiles(await write(name, text));
		}
	});

	it('survive names, titles and texts that look like code', async () => {
		const odd = `a \`b\` \${c} \\ "d" """ */ \u202e \u2028 é 港 \ud800 '`;
		const path = await write('odd api.json', {
			...sample,
			6: { ...sample['6'], inputs: { ...sample['6'].inputs, text: odd }, _meta: { title: `*/ ${odd}` } },
			9: { ...sample['9'], _meta: { title: odd } },
			3: { ...sample['3'], inputs: { ...sample['3'].inputs, steps: 24 } },
		});
		const inputs = [
			'class=6.text',
			'constructor=7.text',
			'港=3.seed',
			'2nd=3.steps',
			'int=5.width',
			'a/b=5.height',
			'a b=3.cfg',
		];
		await value('workflow.name', { path, inputs });
		const written: string[] = [];
		for (const language of ['typescript', 'python']) {
			for (const target of ['service', 'engine']) {
				const made = await make(path, { language, target });
				assert.doesNotMatch(made.text, /[\u202e\u2028]/);
				written.push(await write(`${target}_${made.name}`, made.text));
				const wanted = {
					typescript: ['class', 'constructorInput', '港', 'input2nd', 'int', 'aB', 'aB2'],
					python: ['class_', 'constructor', '港', 'input_2nd', 'int_', 'a_b', 'a_b_2'],
				};
				assert.deepEqual(made.inputs, wanted[language as 'python']);
			}
		}
		compiles(...written);
	});

	it('name the source file of their choices', async () => {
		const path = await write('harbor_api.json', sample);
		await value('workflow.name', { path, inputs: ['checkpoint=4.ckpt_name'] });
		const nodeInfo = await write('nodes.json', {
			CheckpointLoaderSimple: {
				...{ name: 'CheckpointLoaderSimple', output: ['MODEL', 'CLIP', 'VAE'], output_node: false },
				input: { required: { ckpt_name: [['one.safetensors', 'two.safetensors']] } },
			},
		});
		const { text, path: client } = await make(path, { nodeInfo, out: folder });
		assert.match(text, /Choices = \[\n {2}"dreamshaper_8\.safetensors",\n {2}"one\.safetensors",\n {2}"two/);
		assert.ok(text.split('\n')[1]?.endsWith(` --node-info ${nodeInfo}`), text.slice(0, 300));
		assert.equal((await value<Checked>('workflow.clientCheck', { path, client, nodeInfo })).isCurrent, true);
		assert.equal((await make(path, { out: folder })).path, client);
	});

	it('of nodes without titles name inputs by class', async () => {
		const untitled = Object.entries(sample).map(([id, { _meta: _, ...node }]) => [id, node]);
		const path = await write('harbor_api.json', Object.fromEntries(untitled));
		assert.deepEqual((await make(path)).inputs, ['clipTextEncodeText6', 'clipTextEncodeText7', 'seed']);
	});

	it('require a workflow', async () => {
		for (const text of ['', '{}', '[1', 'lr: 1']) {
			const path = await write('other.json', text);
			assert.notEqual((await refused('workflow.client', { path, language: 'python' })).message, '');
		}
	});
});
