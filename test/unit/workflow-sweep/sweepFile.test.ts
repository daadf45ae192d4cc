import assert from 'node:assert/strict';
import { cellValues } from '../../../src/core/workflow/sweep/cellValues.ts';
import { sweepRuns } from '../../../src/core/workflow/sweep/expand.ts';
import { readSweep } from '../../../src/core/workflow/sweep/sweepFile.ts';

const rows = (text: string) => {
	const table = readSweep(text);
	return 'problem' in table ? table.problem : [table.columns, ...table.rows.map(({ cells }) => cells)];
};
const expected = [
	['prompt', 'steps'],
	['a harbor, at dawn', '4'],
	['fog', '6'],
];

describe('a table of values', () => {
	it('is read in every dialect of CSV', () => {
		for (const text of [
			'prompt,steps\n"a harbor, at dawn",4\nfog,6\n',
			'prompt;steps\r\n"a harbor, at dawn";4\r\nfog;6',
			'\uFEFFprompt\tsteps\r"a harbor, at dawn"\t4\rfog\t6\r',
			'prompt|steps\n"a harbor, at dawn"|4\n\n|\nfog|6\n\n',
			' prompt ,steps,\n"a harbor, at dawn",4,left out\nfog,6\n',
		])
			assert.deepEqual(rows(text), expected, JSON.stringify(text));
	});

	it('keeps texts as they are: quotes, lines, formulas and numbers', () => {
		const text = 'a,b\n"say ""hi""\nto all",=1+1\n"007",-5\n';
		assert.deepEqual(rows(text), [
			['a', 'b'],
			['say "hi"\nto all', '=1+1'],
			['007', '-5'],
		]);
	});

	it('numbers its rows as a spreadsheet does', () => {
		const table = readSweep('a\n\n1\n\n2\n');
		assert.deepEqual('rows' in table && table.rows.map(({ number }) => number), [3, 5]);
	});

	it('is refused with a reason if it is none', () => {
		assert.match(String(rows('')), /no titles/);
		assert.match(String(rows(',,\n1,2,3')), /no titles/);
		assert.match(String(rows('a,b,a\n1,2,3')), /Two columns have the title "a"/);
		assert.match(String(rows('a,b\n,\n')), /no rows/);
		assert.match(String(rows('a,b\n"open,1\n2,3')), /quotation mark in row \d+ is not closed/);
	});

	it('is read with 100,000 rows', () => {
		const table = readSweep(`a,b\n${'1,2\n'.repeat(100_000)}`);
		assert.equal('rows' in table && table.rows.length, 100_000);
	});
});

describe('a cell', () => {
	const sources = {
		random: () => '7',
		files: (pattern: string) => (pattern === 'x/*.png' ? ['1.png', '2.png'] : []),
	};
	const values = (cell: string, type: Parameters<typeof cellValues>[1]['type'], more: object = {}) => {
		const found = cellValues(cell, { type, ...more }, sources);
		return 'problem' in found ? found.problem : found;
	};

	it('has one value, or those of a list', () => {
		assert.deepEqual(values(' a [b] ', 'text'), [' a [b] ']);
		assert.deepEqual(values('["a", "b"]', 'text'), ['a', 'b']);
		assert.deepEqual(values('[1, 18446744073709551615]', 'integer'), ['1', '18446744073709551615']);
		assert.deepEqual(values('[broken', 'text'), ['[broken']);
	});

	it('has the numbers of a range with both ends and all digits', () => {
		assert.deepEqual(values('1..4', 'integer'), ['1', '2', '3', '4']);
		assert.deepEqual(values('5..1..2', 'integer'), ['5', '3', '1']);
		assert.deepEqual(values('0..0.3..0.1', 'number'), ['0', '0.1', '0.2', '0.3']);
		assert.deepEqual(values('-1..1..0.5', 'number'), ['-1', '-0.5', '0', '0.5', '1']);
		assert.deepEqual(values('18446744073709551614..18446744073709551615', 'integer'), [
			'18446744073709551614',
			'18446744073709551615',
		]);
		assert.match(String(values('1..2..0', 'integer')), /not a whole number/);
		assert.match(String(values('1..100000', 'integer')), /at most/);
		assert.deepEqual(values('1..4', 'text'), ['1..4']);
	});

	it('has random numbers and files of a folder', () => {
		assert.deepEqual(values('random*2', 'integer'), ['7', '7']);
		assert.deepEqual(values('Random', 'integer'), ['7']);
		assert.deepEqual(values('x/*.png', 'file'), ['1.png', '2.png']);
		assert.match(String(values('y/*.png', 'file')), /No file fits/);
		assert.deepEqual(values('photo.png', 'file'), ['photo.png']);
	});

	it('fits its input, as spreadsheets write it', () => {
		assert.deepEqual(values('0,5', 'number'), ['0.5']);
		assert.deepEqual(values('TRUE', 'boolean'), ['true']);
		assert.match(String(values('1.8E+19', 'integer')), /has lost its digits/);
		assert.match(String(values('1.5', 'integer')), /not a whole number/);
		assert.match(String(values('many', 'number')), /not a number/);
		assert.match(String(values('2', 'boolean')), /neither true nor false/);
		assert.match(String(values('9', 'integer', { min: '10', max: '20' })), /9 is not between 10 and 20/);
		assert.match(
			String(values('18446744073709551616', 'integer', { max: '18446744073709551615' })),
			/not between/,
		);
		assert.match(String(values('eular', 'choice', { choices: ['euler', 'ddim'] })), /not one of the choices/);
	});
});

describe('the runs of a row', () => {
	it('are all combinations of its values, the last column changing first', () => {
		const cells = [
			{ name: 'a', values: ['1', '2'] },
			{ name: 'b', values: ['x', 'y'] },
		];
		const runs = sweepRuns([
			{ row: 2, cells },
			{ row: 5, cells: [{ name: 'a', values: ['3'] }] },
		]);
		assert.deepEqual(
			runs.map(({ row, values }) => `${row} ${values.map(({ words }) => words).join()}`),
			['2 1,x', '2 1,y', '2 2,x', '2 2,y', '5 3'],
		);
	});
});
