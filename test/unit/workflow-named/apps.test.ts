import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { appChange } from '../../../src/core/operations/named/app.ts';
import { convertUi } from '../../../src/core/workflow/convert/convertUi.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { namedInput } from '../../../src/core/workflow/named/namedInput.ts';
import { namedInputsOf } from '../../../src/core/workflow/named/namedInputs.ts';
import { encoding, inner, link, nodeInfo, type UiNodeText, uiText } from '../workflow-convert/support.ts';

const graph = 'cccccccc-0000-4000-8000-000000000003';
const foreign = 'dddddddd-0000-4000-8000-000000000004';
const outer = 'bbbbbbbb-0000-4000-8000-000000000005';

const loader: UiNodeText = {
	id: 1,
	type: 'Loader',
	widgets_values: ['a.safetensors'],
	outputs: [
		{ name: 'MODEL', type: 'MODEL', links: [] },
		{ name: 'CLIP', type: 'CLIP', links: [10, 11] },
	],
};
const sampler: UiNodeText = {
	id: 9,
	type: 'Sampler',
	inputs: [
		{ name: 'positive', type: 'CONDITIONING', link: 20 },
		{ name: 'seed', type: 'INT', widget: { name: 'seed' }, link: 30 },
	],
	outputs: [{ name: 'LATENT', type: 'LATENT', links: [40] }],
	widgets_values: [1, 'fixed', 20, 8, 'normal'],
};
const second: UiNodeText = { id: 12, type: 'Sampler', widgets_values: [5, 'fixed', 30, 4, 'karras'] };
/** The value of the primitive is the seed of the sampler. */
const primitive: UiNodeText = {
	id: 7,
	type: 'PrimitiveNode',
	outputs: [{ name: 'INT', type: 'INT', links: [30] }],
	widgets_values: [11, 'fixed'],
};
const decode: UiNodeText = {
	id: 13,
	type: 'Decode',
	inputs: [{ name: 'samples', type: 'LATENT', link: 40 }],
	outputs: [{ name: 'IMAGE', type: 'IMAGE', links: [50] }],
};
const save: UiNodeText = {
	id: 14,
	type: 'Save',
	inputs: [{ name: 'images', type: 'IMAGE', link: 50 }],
	widgets_values: ['out'],
};

/**
 * Returns an instance of the subgraph with a text inside. Its text is an input of the subgraph, or promoted as a
 * widget, or neither.
 */
function instance(id: number, shows: 'input' | 'widget' | 'nothing', more: object = {}): UiNodeText {
	return {
		id,
		type: inner,
		inputs: [
			...(shows === 'input'
				? [{ name: 'words', type: 'STRING', widget: { name: 'words' }, link: null }]
				: []),
			{ name: 'clip', type: 'CLIP', link: 10 },
		],
		outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING', links: [20] }],
		...(shows === 'widget' ? { properties: { proxyWidgets: [['5', 'text']] } } : {}),
		widgets_values: shows === 'nothing' ? [] : ['outer text'],
		...more,
	};
}

/** The subgraph whose text is not one of its inputs. */
const withoutWords = {
	...encoding,
	inputs: encoding.inputs.slice(1),
	nodes: encoding.nodes.map((node) => ({ ...node, inputs: node.inputs.slice(1) })),
	links: [link(2, -10, 0, 5, 0), link(3, 5, 0, -20, 0)],
};

/** A subgraph that has an instance of the other one, 3, inside. */
const outerSubgraph = {
	id: outer,
	name: 'Outer',
	inputs: [{ name: 'clip', type: 'CLIP', linkIds: [2] }],
	outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING', linkIds: [3] }],
	nodes: [
		{
			...instance(3, 'nothing'),
			inputs: [{ name: 'clip', type: 'CLIP', link: 2 }],
			outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING', links: [3] }],
		},
	],
	links: [link(2, -10, 0, 3, 0), link(3, 3, 0, -20, 0)],
};

const flat = [loader, primitive, sampler, second, decode, save];
const rows = [
	[10, 1, 1, 3, 1, 'CLIP'],
	[20, 3, 0, 9, 0, 'CONDITIONING'],
	[30, 7, 0, 9, 1, 'INT'],
	[40, 9, 0, 13, 0, 'LATENT'],
	[50, 13, 0, 14, 0, 'IMAGE'],
];

/** The canvases on which the apps are. */
const canvases = {
	flat: { nodes: flat, subgraphs: [] },
	'subgraph with an input': { nodes: [...flat, instance(3, 'input')], subgraphs: [encoding] },
	'subgraph with a promoted widget': {
		nodes: [...flat, instance(3, 'widget')],
		subgraphs: [withoutWords],
	},
	'subgraph that shows nothing': {
		nodes: [...flat, instance(3, 'nothing')],
		subgraphs: [withoutWords],
	},
	'two instances': {
		nodes: [...flat, instance(3, 'input'), instance(4, 'input', { inputs: [], outputs: [] })],
		subgraphs: [encoding],
	},
	'nested subgraphs': {
		nodes: [...flat, { ...instance(10, 'nothing'), type: outer }],
		subgraphs: [outerSubgraph, withoutWords],
	},
	'muted node': { nodes: [...flat.slice(0, 3), { ...second, mode: 2 }, decode, save], subgraphs: [] },
} as const;

const same = 'same';

type Canvas = keyof typeof canvases;

/**
 * An app: its entries, and for each the places that get its value from the node editor. An entry without places is not
 * shown; `same` is a widget that was shown before.
 */
interface App {
	readonly title: string;
	readonly on: Canvas;
	readonly entries: readonly (readonly [entry: unknown, ...places: string[]])[];
	readonly linearData?: object;
	readonly id?: string | null;
}

const apps: readonly App[] = [
	{ title: 'without inputs', on: 'flat', entries: [] },
	{ title: 'a number and a widget', on: 'flat', entries: [[[9, 'steps'], '9.steps']] },
	{ title: 'a text as the id', on: 'flat', entries: [[['9', 'cfg'], '9.cfg']] },
	{ title: 'a height', on: 'flat', entries: [[[9, 'cfg', { height: 120 }], '9.cfg']] },
	{
		title: 'a description and what a later version may add',
		on: 'flat',
		entries: [[[9, 'cfg', { description: 'Strength', height: 40, other: [1] }, 'more'], '9.cfg']],
	},
	{
		title: 'the order of the app, not that of the canvas',
		on: 'flat',
		entries: [
			[[14, 'prefix'], '14.prefix'],
			[[9, 'steps'], '9.steps'],
			[[1, 'name'], '1.name'],
		],
	},
	{
		title: 'one widget name on two nodes',
		on: 'flat',
		entries: [
			[[9, 'steps'], '9.steps'],
			[[12, 'steps'], '12.steps'],
		],
	},
	{
		title: 'the same entry twice',
		on: 'flat',
		entries: [
			[[9, 'steps'], '9.steps'],
			[[9, 'steps'], same],
		],
	},
	{
		title: 'the same widget in two forms',
		on: 'flat',
		entries: [
			[[9, 'steps'], '9.steps'],
			[[`${graph}:9:steps`, 'steps'], same],
		],
	},
	{ title: 'the widget of a primitive', on: 'flat', entries: [[[7, 'value'], '9.seed']] },
	{ title: 'a node that is gone', on: 'flat', entries: [[[99, 'steps']], [[9, 'steps'], '9.steps']] },
	{ title: 'a widget that is gone', on: 'flat', entries: [[[9, 'strength']], [[9, 'cfg'], '9.cfg']] },
	{ title: 'a muted node', on: 'muted node', entries: [[[12, 'steps']], [[9, 'cfg'], '9.cfg']] },
	{
		title: 'entries that are no entries',
		on: 'flat',
		entries: [['steps'], [[9]], [null], [{ id: 9 }], [[9, 'cfg'], '9.cfg']],
	},
	{ title: 'ids of widgets', on: 'flat', entries: [[[`${graph}:9:steps`, 'steps', {}], '9.steps']] },
	{
		title: 'ids of widgets of another graph',
		on: 'flat',
		entries: [
			[[`${foreign}:9:steps`, 'steps'], '9.steps'],
			[[`${foreign}:14:prefix`, 'prefix'], '14.prefix'],
		],
	},
	{
		title: 'ids of widgets on a canvas without an id',
		on: 'flat',
		id: null,
		entries: [[[`${graph}:9:steps`, 'steps'], '9.steps']],
	},
	{ title: 'an encoded widget', on: 'flat', entries: [[[`${graph}:9:%73teps`, 'steps'], '9.steps']] },
	{ title: 'a numbered widget', on: 'flat', entries: [[[`${graph}:9:cfg%231`, 'cfg'], '9.cfg']] },
	{
		title: 'an id of a widget whose node is gone',
		on: 'flat',
		entries: [[[`${graph}:99:steps`, 'steps']], [[9, 'cfg'], '9.cfg']],
	},
	{
		title: 'an escape that cannot be decoded',
		on: 'flat',
		entries: [[[`${graph}:9:%E0%A4`, 'x']], [[9, 'cfg'], '9.cfg']],
	},
	{ title: 'an input of a subgraph', on: 'subgraph with an input', entries: [[[3, 'words'], '3:5.text']] },
	{
		title: 'an input of a subgraph by its path inside',
		on: 'subgraph with an input',
		entries: [[['3:5', 'text'], '3:5.text']],
	},
	{
		title: 'an input of a subgraph by the id inside',
		on: 'subgraph with an input',
		entries: [[[5, 'text'], '3:5.text']],
	},
	{
		title: 'an input of a subgraph by the id of its widget',
		on: 'subgraph with an input',
		entries: [[[`${foreign}:3:words`, 'words'], '3:5.text']],
	},
	{
		title: 'a promoted widget',
		on: 'subgraph with a promoted widget',
		entries: [[[3, 'text'], '3:5.text']],
	},
	{
		title: 'a promoted widget by the id inside',
		on: 'subgraph with a promoted widget',
		entries: [[[5, 'text'], '3:5.text']],
	},
	{
		title: 'a widget inside that nothing shows, by its path',
		on: 'subgraph that shows nothing',
		entries: [[['3:5', 'text'], '3:5.text'], [[5, 'text']], [[3, 'text']]],
	},
	{
		title: 'the id inside of two instances, of which neither is meant more',
		on: 'two instances',
		entries: [[[5, 'text']], [[4, 'words'], '4:5.text']],
	},
	{
		title: 'a path through nested subgraphs',
		on: 'nested subgraphs',
		entries: [
			[['10:3:5', 'text'], '10:3:5.text'],
			[[`${graph}:10%3A3%3A5:text`, 'text'], same],
		],
	},
	{
		title: 'with a layout',
		on: 'flat',
		linearData: { layout: { panelPreset: 'wide', panelRows: [[0], [1, 2]] } },
		entries: [[[9, 'steps'], '9.steps']],
	},
];

function canvasText({ on, id = graph }: Pick<App, 'on' | 'id'>, extra: object | undefined): string {
	const { nodes, subgraphs } = canvases[on];
	return uiText(nodes, rows, {
		...(id === null ? {} : { id }),
		definitions: { subgraphs },
		...(extra === undefined ? {} : { extra }),
	});
}

/** Returns the document in API format of a canvas, and the inputs of its app. */
function read(text: string) {
	const converted = convertUi(text, nodeInfo);
	assert.ok(converted.ok);
	const document = parseWorkflow(converted.text);
	return { document, ...namedInputsOf(document, { ui: parseWorkflow(text), nodeInfo }) };
}

function placesOf({ inputs }: Pick<ReturnType<typeof read>, 'inputs'>): readonly string[] {
	return inputs.map(({ places }) => places.map(({ nodeId, input }) => `${nodeId}.${input}`).join(' '));
}

const isEntry = (entry: unknown) => Array.isArray(entry) && entry.length > 1;

describe('apps of the node editor', () => {
	for (const { title, entries, linearData, ...on } of apps) {
		const inputs = entries.map(([entry]) => entry);
		const extra = { linearMode: true, linearData: { inputs, outputs: [14], ...linearData } };

		it(`show the same inputs as there: ${title}`, () => {
			const app = read(canvasText(on, extra));
			assert.deepEqual(
				placesOf(app),
				entries.flatMap(([, ...places]) =>
					places.length === 0 || places[0] === same ? [] : [places.join(' ')],
				),
			);
			assert.equal(new Set(app.inputs.map(({ name }) => name)).size, app.inputs.length);
			// Entries that the node editor drops silently are reported.
			const dropped = entries.filter(([entry, ...places]) => isEntry(entry) && places.length === 0);
			assert.equal(app.lost.length, dropped.length);
		});

		it(`are restored from names without other changes: ${title}`, () => {
			const shown = read(canvasText(on, extra));
			for (const before of [undefined, {}, { ds: { scale: 1 } }, { linearMode: false, linearData }]) {
				const text = JSON.stringify(JSON.parse(canvasText(on, before)), undefined, 2);
				const { document } = read(text);
				const named = shown.inputs.flatMap(
					({ name, places }) => namedInput(document, { name, places, source: 'file' }, nodeInfo) ?? [],
				);
				const change = appChange(parseWorkflow(text), document, named, nodeInfo);
				assert.ok(change.ok);
				const { edit, added, missing } = change.value;
				assert.deepEqual(missing, []);
				assert.equal(edit === undefined, named.length === 0);
				if (edit === undefined) continue;
				const after = applyEdits(text, [edit]);
				const distinct = [...new Set(placesOf(shown))];
				assert.deepEqual([...new Set(placesOf(read(after)))], distinct);
				assert.equal(added.length, distinct.length);
				const { extra: written, ...rest } = JSON.parse(after);
				const { extra: former, ...own } = JSON.parse(text);
				assert.deepEqual(rest, own);
				assert.deepEqual({ ...written, linearData: 0 }, { ...former, linearData: 0 });
				assert.deepEqual(
					{ ...written.linearData, inputs: 0, outputs: 0 },
					{ ...linearDataOf(former), inputs: 0, outputs: 0 },
				);
				assert.equal(after, JSON.stringify(JSON.parse(after), undefined, 2), 'the format of the text stays');
				// Existing entries are not added again.
				const again = appChange(parseWorkflow(after), document, named, nodeInfo);
				assert.ok(again.ok && again.value.edit === undefined);
			}
		});
	}
});

function linearDataOf(extra: { readonly linearData?: object } | undefined): object {
	return extra?.linearData ?? {};
}
