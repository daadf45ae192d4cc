import assert from 'node:assert/strict';
import sample from '../../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { readSweepDocument } from '../../../src/core/operations/sweeps/sweepDocument.ts';
import {
	columnCell,
	completeSweep,
	definitionSweep,
	hoverSweep,
} from '../../../src/core/operations/sweeps/sweepLanguage.ts';
import { sweepTable } from '../../../src/core/operations/sweeps/sweepTable.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';

const presets = `inputs:
  prompt:
    node: 6
    input: text
    class: CLIPTextEncode
    links: [to KSampler.positive]
  steps:
    node: 3
    input: steps
    class: KSampler
    only: true
`;
const paint = {
	...sample,
	'20': { class_type: 'LoadImage', inputs: { image: 'harbor.png' } },
};
const harbor = JSON.stringify(paint, undefined, 2);

const classes = readNodeInfo(
	JSON.stringify({
		KSampler: {
			input: { required: { sampler_name: [['euler', 'res_2s']], steps: ['INT', { min: 1, max: 20 }] } },
			output: ['LATENT'],
		},
	}),
	{ kind: 'deployment', label: 'Harbor' },
);

async function read(
	text: string,
	files: Readonly<Record<string, string>> = { 'harbor.json': harbor, 'harbor.presets.yaml': presets },
	nodeInfo = () => loadCoreCatalog(),
) {
	const disk = {
		textIn: async (_: string, name: string) => files[name],
		filesLike: (pattern: string) => (pattern === 'pictures/*' ? ['/pictures/a.png', '/pictures/b.png'] : []),
	};
	return readSweepDocument('harbor.sweep.csv', text, { disk, folder: '/' }, nodeInfo);
}

const shown = async (text: string) => {
	const { findings } = await read(text);
	return findings.map(({ code, severity, range }) =>
		[code, severity, text.slice(range.start, range.end)].join(' '),
	);
};

describe('a table of values', () => {
	it('has no findings if it fits its workflow or is empty', async () => {
		const text =
			'prompt;steps;3.seed;3.sampler_name;20.image\r\n"a; b";4..8..2;random*2;euler;pictures/a.png\r\n;"[4, 5]";;;\r\n';
		const { findings, rows } = await read(text);
		assert.deepEqual(findings, []);
		assert.equal(rows?.runs, 8);
		assert.deepEqual(await shown(''), ['sweep_no_columns info ']);
	});

	const cases: readonly (readonly [string, ...string[]])[] = [
		['steps\n4\n"many"\n', 'sweep_wrong_value error "many"'],
		['prompt,steps\nfog,"4\n', 'sweep_syntax error fog,"4\n'],
		[',\n1,2\n', 'sweep_no_columns error ,'],
		['steps\n\n', 'sweep_no_rows error steps'],
		['steps,prompt,steps\n1,a,2\n', 'sweep_duplicate_column error steps'],
		['tempo\n4\n', 'sweep_unknown_column error tempo'],
		['steps,3.steps\n4,5\n', 'sweep_same_input error 3.steps'],
		['3.model\n4\n', 'sweep_linked_column warning 3.model'],
		['steps,prompt\n7,5,fog\n', 'sweep_unused_cell warning fog'],
		['steps,,prompt\n7,5,fog\n', 'sweep_unused_cell warning 5'],
		['steps,prompt\n7\n', 'sweep_short_row info 7'],
		['steps,3.cfg\n1..100,1..100\n', 'sweep_too_many_runs error steps,3.cfg'],
		['steps\n1..5..0\n', 'sweep_wrong_series error 1..5..0'],
		['steps\n0\n', 'sweep_wrong_value error 0'],
		['3.seed\nrandom 5\n', 'sweep_wrong_series error random 5'],
		['3.sampler_name\neuller\n', 'sweep_wrong_value warning euller'],
		['3.sampler_name\nres_2s\n', 'sweep_wrong_value info res_2s'],
		['20.image\nphotos/*.png\n', 'sweep_missing_file error photos/*.png'],
		['20.image\npictures/c.png\n', 'sweep_missing_file warning pictures/c.png'],
		['20.image\nc.png\nhttps://example.com/c.png\n', 'sweep_missing_file info c.png'],
		['steps,3.cfg\nmany,"7,5"\n4,x\n', 'sweep_wrong_value error many', 'sweep_wrong_value error x'],
	];
	for (const [text, ...expected] of cases)
		it(`reports ${expected.join(', ')} in ${JSON.stringify(text)}`, async () => {
			assert.deepEqual(await shown(text), expected);
		});

	it('of 100,000 rows with the same mistake is read completely', async () => {
		const { findings } = await read(`steps\n${'many\n'.repeat(100_000)}`);
		assert.equal(findings.length, 100_000);
		assert.equal((await read(`3.seed\n${'random*10000\n'.repeat(100_000)}`)).rows?.runs, 1_000_000_000);
	});

	it('is reported without its workflow', async () => {
		const { findings } = await read('steps\n4\n', {});
		assert.deepEqual(
			findings.map(({ code, severity }) => `${code} ${severity}`),
			['sweep_no_workflow warning'],
		);
		assert.deepEqual((await read('3.steps\n4\n', { 'harbor.jsonc': harbor })).findings, []);
	});

	it('is checked with the node classes of its target, with a complete list of choices', async () => {
		assert.ok(classes);
		const of = async (text: string) =>
			(await read(text, { 'harbor.json': harbor }, async () => classes)).findings.map(
				({ severity, message }) => `${severity} ${message}`,
			);
		assert.deepEqual(await of('3.sampler_name\nres_2s\n'), []);
		assert.deepEqual(await of('3.sampler_name\nddim\n'), [
			'error "ddim" is not one of the choices: euler or res_2s.',
		]);
		assert.deepEqual(await of('3.steps\n21\n'), ['error 21 is not between 1 and 20.']);
	});

	it('is fixed with the nearest name, place or choice', async () => {
		for (const [text, fixed] of [
			['stepps\n4\n', 'steps\n4\n'],
			['3.stepps;6.text\n4;x\n', '3.steps;6.text\n4;x\n'],
			['3.sampler_name\neuller\n', '3.sampler_name\neuler\n'],
			['3.sampler_name\n"[""euller"", ""ddim""]"\n', '3.sampler_name\n"[""euler"", ""ddim""]"\n'],
		] as const) {
			const { findings } = await read(text);
			const [fix] = findings.flatMap(({ fixes = [] }) => fixes);
			assert.ok(fix?.preferred, text);
			assert.equal(applyEdits(text, fix.edits), fixed);
		}
	});
});

describe('a table of values in its editor', () => {
	it('has its cells, the facts of its columns, and the results of each row', async () => {
		const document = await read('steps,3.seed,nothing\n"[4, 6]",7,\n8,random,\n,,\n9,1,\n');
		const results = [
			'steps,3.seed,run,state,seconds,usd,stars,usd_per_star,files,table_row',
			'4,7,r1,failed,1.0,,,,,',
			'4,7,r2,succeeded,2.0,0.001,1,0.001,a.png,2',
			'6,7,r3,succeeded,2.5,0.002,,,b.png,2',
			'8,99,r4,canceled,,,,,,3',
			'',
		].join('\r\n');
		const table = sweepTable('harbor.sweep.csv', document, results);
		assert.deepEqual(
			table.columns.map(({ title, about: [about = ''], isText }) => [title, about, isText]),
			[
				['steps', '3.steps Paint', false],
				['3.seed', '3.seed Paint', false],
				['nothing', '', true],
			],
		);
		assert.deepEqual(table.columns[0]?.cells, ['24', '14..34..5']);
		assert.deepEqual(table.rows, [
			{
				row: 2,
				cells: ['[4, 6]', '7', ''],
				result: { run: 'r3', states: [{ state: 'succeeded', count: 2 }], seconds: 4.5, usd: 0.003, stars: 1 },
			},
			{
				row: 3,
				cells: ['8', 'random', ''],
				result: { run: 'r4', states: [{ state: 'canceled', count: 1 }], stars: 0 },
			},
			{ row: 4, cells: ['', '', ''] },
			{ row: 5, cells: ['9', '1', ''] },
		]);
		assert.deepEqual(
			table.problems.map(({ row, place, severity }) => [row, place, severity]),
			[[1, 2, 'error']],
		);
		assert.equal(table.runs, undefined, 'a table with an error cannot be run');
		const sound = sweepTable('harbor.sweep.csv', await read('steps\n4..6\n'), undefined);
		assert.equal(sound.runs, 3);
	});

	it('is edited as text if invalid or too long', async () => {
		const shownAs = async (text: string) => sweepTable('harbor.sweep.csv', await read(text), undefined);
		assert.match((await shownAs('"a\n1')).unreadable ?? '', /quotation mark in row/);
		assert.match((await shownAs(`steps\n${'4\n'.repeat(10_001)}`)).unreadable ?? '', /more than 10,000 rows/);
		assert.deepEqual(
			(await shownAs('')).columns.map(({ title }) => title),
			[''],
		);
	});

	it('has a new column with values around that in the document', async () => {
		const { workflow } = await read('steps\n4\n');
		assert.ok(workflow);
		assert.equal(columnCell(workflow, '3.seed'), 'random*5');
	});
});

describe('the language features of a table of values', () => {
	/** The suggestions at the sign `¦` of a text. */
	const suggested = async (marked: string) => {
		const offset = marked.indexOf('¦');
		const text = marked.replace('¦', '');
		const { workflow } = await read(text);
		assert.ok(workflow);
		return completeSweep(text, offset, workflow).map(({ label, insert, range }) => ({
			label,
			text: applyEdits(text, [{ range, newText: insert }]),
		}));
	};

	it('complete inputs without a column, choices, and cells with several values', async () => {
		const titles = await suggested('steps,¦\n4,\n');
		assert.equal(titles[0]?.label, 'prompt');
		assert.equal(titles[0].text, 'steps,prompt\n4,\n');
		const labels = titles.map(({ label }) => label);
		assert.ok(labels.includes('3.seed') && labels.includes('20.image'));
		for (const taken of ['steps', '3.steps', '6.text', '3.model']) assert.ok(!labels.includes(taken), taken);

		const samplers = await suggested('3.sampler_name;steps\neu¦;4\n');
		assert.ok(samplers.some(({ text }) => text === '3.sampler_name;steps\neuler;4\n'));
		assert.deepEqual(
			(await suggested('3.steps,3.seed\n¦,\n')).map(({ label }) => label),
			['24', '14..34..5'],
		);
		assert.ok((await suggested('3.seed\n¦\n')).some(({ label }) => label === 'random*5'));
		assert.deepEqual((await suggested('3.steps\n"1¦"\n'))[0], { label: '"24"', text: '3.steps\n"24"\n' });
		assert.deepEqual(await suggested('nothing\n¦\n'), []);
	});

	it('explain a title by its input, and a cell by its values', async () => {
		const text = 'steps,3.sampler_name\n4..8..2,euler\n';
		const table = await read(text);
		const at = (words: string) => hoverSweep(table, text.indexOf(words))?.markdown ?? '';
		assert.match(at('steps'), /\*\*steps\*\* `3\.steps` Paint/);
		assert.match(at('steps'), /A whole number/);
		assert.match(at('steps'), /In the document: `24`/);
		assert.match(at('steps'), /1 to 10000/);
		assert.match(at('4..8'), /\*\*steps\*\* 3 values\n\n`4`, `6`, `8`/);
		assert.match(at('euler\n'), /A choice[\s\S]*`euler`, `euler_cfg_pp`/);
	});

	it('lead to the input in the workflow', async () => {
		const text = 'steps\n4\n';
		const { workflow } = await read(text);
		const found = workflow && definitionSweep(text, workflow, 2);
		assert.equal(harbor.slice(found?.target.start, found?.target.end), '"steps": 24');
	});
});
