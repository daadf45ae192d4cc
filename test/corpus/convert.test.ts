import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../src/core/workflow/check.ts';
import { compareWorkflows } from '../../src/core/workflow/compare/compare.ts';
import { convertUi } from '../../src/core/workflow/convert/convertUi.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { type NodeInfo, readNodeInfo } from '../../src/core/workflow/nodeInfo.ts';
import { silentlyDropped, unlinked } from './convertedValues.ts';
import { packClasses } from './convertPacks.ts';

/** Genuine workflows of public repositories, next to the project. */
const corpus = new URL('../../../shared/data/', import.meta.url).pathname;
const cog = (name: string, kind: 'api' | 'ui'): string =>
	`${kind}/replicate_cog-comfyui__examples_${kind}_workflows_${name}_${kind}.json`;

interface Pair {
	readonly name: string;
	readonly ui: string;
	readonly api: string;
	/** The places at which the genuine twin differs although the conversion is right, by `node.input`, with the reason. */
	readonly exceptions: Readonly<Record<string, string>>;
}

const button = 'older node editors wrote the upload button as an input, which no class declares';
const otherPicture = 'the picture was replaced by hand after the export';

const pairs: readonly Pair[] = [
	{
		name: 'sd15',
		ui: 'ui/Comfy-Org_comfy-cli__tests_comfy_cli_fixtures_sd15_ui_workflow.json',
		api: 'api/Comfy-Org_comfy-cli__tests_comfy_cli_fixtures_sd15_expected_api.json',
		exceptions: {},
	},
	{
		name: 'anyline',
		ui: cog('anyline', 'ui'),
		api: cog('anyline', 'api'),
		exceptions: { '2.image': otherPicture, '2.upload': button },
	},
	{ name: 'b_lora', ui: cog('b_lora', 'ui'), api: cog('b_lora', 'api'), exceptions: {} },
	{
		name: 'brushnet_basic',
		ui: cog('brushnet_basic', 'ui'),
		api: cog('brushnet_basic', 'api'),
		exceptions: { '66.upload': button },
	},
	{
		name: 'mochi',
		ui: cog('mochi', 'ui'),
		api: cog('mochi', 'api'),
		exceptions: { '38.device': 'the class got this optional input after the export; its default was taken' },
	},
	{
		name: 'supir',
		ui: cog('supir', 'ui'),
		api: cog('supir', 'api'),
		exceptions: {
			'2.image': otherPicture,
			'2.upload': button,
			'9.captions': 'older node editors left out a widget turned into a socket that nothing is linked to',
			'20.rgthree_comparer':
				"made by the pack's own script in the node editor; it holds pictures of the last run",
		},
	},
];

function classes(): NodeInfo {
	const dump = readFileSync(
		join(corpus, 'nodes/generated_ComfyUI-0.3.64-core_placeholder-models.json'),
		'utf8',
	);
	const all = { ...(JSON.parse(dump) as object), ...packClasses };
	const read = readNodeInfo(JSON.stringify(all), { kind: 'file', label: 'the dump' });
	assert.ok(read);
	return read;
}

describe('conversion of genuine UI-format workflows', () => {
	if (!existsSync(join(corpus, 'workflows/ui'))) {
		console.log('conversions: skipped, the genuine workflows are not on this computer');
		return;
	}
	const nodeInfo = classes();
	let equal = 0;
	let exactly = 0;

	for (const pair of pairs) {
		it(`${pair.name} equals its genuine twin`, () => {
			const converted = convertUi(readFileSync(join(corpus, 'workflows', pair.ui), 'utf8'), nodeInfo);
			assert.ok(converted.ok);
			const twin = readFileSync(join(corpus, 'workflows', pair.api), 'utf8');
			const { changes } = compareWorkflows(parseWorkflow(twin), parseWorkflow(converted.text));
			const found: string[] = [];
			for (const change of changes) {
				assert.equal(change.kind, 'changed', `node ${change.nodeId} was ${change.kind}`);
				if (change.kind !== 'changed') continue;
				assert.equal(change.classBefore, undefined);
				for (const input of change.inputs) found.push(`${change.nodeId}.${input.name}`);
			}
			assert.deepEqual(found.sort(), Object.keys(pair.exceptions).sort());
			equal += 1;
			if (found.length === 0) exactly += 1;
		});
	}

	after(() => {
		console.log(
			`      conversions equal: ${equal}/${pairs.length} (${exactly} exactly, the rest up to named exceptions)`,
		);
		for (const pair of pairs) {
			for (const [where, reason] of Object.entries(pair.exceptions))
				console.log(`        ${pair.name} ${where}: ${reason}`);
		}
	});

	it('sd15 is converted alike with every description of its classes', async () => {
		const [{ ui } = { ui: '' }] = pairs;
		const text = readFileSync(join(corpus, 'workflows', ui), 'utf8');
		const described = readNodeInfo(
			readFileSync(
				join(corpus, 'nodes/Comfy-Org_comfy-cli__tests_comfy_cli_fixtures_sd15_object_info.json'),
				'utf8',
			),
			{ kind: 'file', label: 'the description beside it' },
		);
		const first = convertUi(text, nodeInfo);
		for (const other of [described, await loadCoreCatalog(), await loadCoreCatalog('0.33.0')])
			assert.deepEqual(convertUi(text, other), first);
	});

	for (const file of readdirSync(join(corpus, 'workflows/ui'))) {
		it(`${file}: every link of the result leads to a node of it`, () => {
			const converted = convertUi(readFileSync(join(corpus, 'workflows/ui', file), 'utf8'), nodeInfo);
			assert.ok(converted.ok);
			const document = parseWorkflow(converted.text);
			assert.equal(document.kind, 'api');
			assert.ok(document.nodes.length > 0);
			for (const node of document.nodes) {
				for (const { name, value } of node.inputs) {
					if (value.type === 'link') assert.ok(document.nodeById.has(value.nodeId), `${node.id}.${name}`);
				}
			}
		});

		it(`${file}: every value is an input, a companion, a button or a line of the report`, async () => {
			const text = unlinked(readFileSync(join(corpus, 'workflows/ui', file), 'utf8'));
			for (const info of [nodeInfo, await loadCoreCatalog()])
				assert.deepEqual(silentlyDropped(text, info), []);
		});

		it(`${file}: every value is of the type that its class declares`, () => {
			const converted = convertUi(readFileSync(join(corpus, 'workflows/ui', file), 'utf8'), nodeInfo);
			assert.ok(converted.ok);
			const wrong = checkWorkflow(parseWorkflow(converted.text), nodeInfo).filter(({ code }) =>
				['invalid_input_type', 'odd_value', 'literal_for_socket'].includes(code),
			);
			assert.deepEqual(
				wrong.map(({ code, nodeId, input }) => `${code} ${nodeId}.${input}`),
				[],
			);
		});
	}
});
