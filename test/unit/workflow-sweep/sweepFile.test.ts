import assert from 'node:assert/strict';
import papa from 'papaparse';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { cellAt, cellEdit, cellPlaces, linesOf } from '../../../src/core/workflow/sweep/cellPlaces.ts';
import { cellValues } from '../../../src/core/workflow/sweep/cellValues.ts';
import { sweepRuns } from '../../../src/core/workflow/sweep/expand.ts';
import { proposedCell } from '../../../src/core/workflow/sweep/proposedCell.ts';
import { readSweep, withColumns } from '../../../src/core/workflow/sweep/sweepFile.ts';

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

	it('keeps texts unchanged: quotes, line breaks, formulas and numbers', () => {
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

	it('is rejected with a reason if invalid', () => {
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

describe('cell positions', () => {
	it('match the CSV reader in every dialect', () => {
		const words = [
			'a',
			'',
			'"b"',
			'"say ""hi"""',
			'"x,y;z"',
			'"two\nlines"',
			' c ',
			'"d"  ',
			'e"f',
			'""',
			'=1+1',
		];
		let seed = 7;
		const any = (most: number) => {
			seed = (seed * 16807) % 2147483647;
			return seed % most;
		};
		for (let round = 0; round < 2_000; round++) {
			const separator = [',', ';', '\t', '|'][any(4)] ?? ',';
			const lineBreak = ['\n', '\r\n', '\r'][any(3)] ?? '\n';
			const rows = Array.from({ length: 1 + any(4) }, () =>
				Array.from({ length: 1 + any(4) }, () => (words[any(words.length)] ?? '').replace('\n', lineBreak)),
			);
			const titles = ['one', 'two', 'three', 'four'].join(separator);
			const text = `${any(2) === 0 ? '\uFEFF' : ''}${titles}${lineBreak}${rows.map((row) => row.join(separator)).join(lineBreak)}`;
			const { data: read, errors } = papa.parse<string[]>(linesOf(text), { delimiter: separator });
			if (errors.length > 0) continue;
			const places = cellPlaces(text);
			assert.deepEqual(
				places.rows.map((row) => row.map((cell) => linesOf(cellAt(text, cell)))),
				read,
				JSON.stringify(text),
			);
		}
	});

	it('accept new text for a cell, even one missing in its row', () => {
		const changed = (text: string, row: number, place: number, cell: string) => {
			const edit = cellEdit(cellPlaces(text), row, place, cell);
			return edit && applyEdits(text, [edit]);
		};
		assert.equal(changed('a,b\n"1",2\n', 1, 0, 'x, "y"'), 'a,b\n"x, ""y""",2\n');
		assert.equal(changed('a;b;c\r\n1\r\n4', 1, 2, '9'), 'a;b;c\r\n1;;9\r\n4');
		assert.equal(changed('\uFEFFa,b\n1,2', 1, 1, ''), '\uFEFFa,b\n1,');
		assert.equal(changed('a\n1', 5, 0, '2'), undefined);
		assert.equal(changed('"open\n1', 0, 0, 'a'), 'a');
	});
});

describe('a cell', () => {
	const sources = {
		random: () => '7',
		files: (pattern: string) => (pattern === 'x/*.png' ? ['1.png', '2.png'] : []),
	};
	const values = (cell: string, type: Parameters<typeof cellValues>[1]['type'], more: object = {}) => {
		const { values: found, problem } = cellValues(cell, { type, ...more }, sources);
		return problem?.severity === 'error' ? problem.message : found;
	};

	it('has one value or a list of values', () => {
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
		assert.match(String(values('1..2..0', 'integer')), /1\.\.2\.\.0 is not a range of this input/);
		assert.match(String(values('0..1..0.5', 'integer')), /not a range .* 20\.\.40\.\.10/);
		assert.match(String(values('1..100000', 'integer')), /at most/);
		assert.deepEqual(values('1..4', 'text'), ['1..4']);
	});

	it('has random numbers or files of a folder', () => {
		assert.deepEqual(values('random*2', 'integer'), ['7', '7']);
		assert.deepEqual(values('Random', 'integer'), ['7']);
		assert.match(String(values('random*0', 'integer')), /Write random, or random\*5/);
		assert.match(String(values('random', 'number')), /for inputs with whole numbers/);
		assert.match(String(values('[4, 8', 'integer')), /not a list in JSON/);
		assert.deepEqual(values('x/*.png', 'file'), ['1.png', '2.png']);
		assert.match(String(values('y/*.png', 'file')), /No file matches/);
		assert.deepEqual(values('photo.png', 'file'), ['photo.png']);
	});

	it('is validated for its input, in spreadsheet notation', () => {
		assert.deepEqual(values('0,5', 'number'), ['0.5']);
		assert.deepEqual(values('TRUE', 'boolean'), ['true']);
		assert.match(String(values('1.8E+19', 'integer')), /has lost its digits/);
		assert.match(String(values('1.5', 'integer')), /not a whole number/);
		assert.match(String(values('many', 'number')), /not a number/);
		assert.match(String(values('2', 'boolean')), /is not true or false/);
		assert.match(String(values('9', 'integer', { min: '10', max: '20' })), /9 is not between 10 and 20/);
		assert.match(
			String(values('18446744073709551616', 'integer', { max: '18446744073709551615' })),
			/not between/,
		);
	});

	it('has a choice, possibly from a node pack if only engine choices are known', () => {
		const choices = ['euler', 'ddim', 'heun'];
		const read = (cell: string, more: object) =>
			cellValues(cell, { type: 'choice', choices, ...more }, sources);
		const typed = read('eular', {});
		assert.deepEqual([typed.values, typed.problem?.severity], [[], 'error']);
		assert.match(typed.problem?.message ?? '', /not one of the choices: euler, ddim or heun/);
		assert.deepEqual(typed.problem?.instead, { value: 'eular', meant: 'euler', isClear: true });
		const slip = read('["ddim", "eular"]', { isOpen: true });
		assert.deepEqual([slip.values, slip.problem?.severity], [['ddim', 'eular'], 'warning']);
		const added = read('res_2s', { isOpen: true });
		assert.deepEqual([added.values, added.problem?.severity], [['res_2s'], 'info']);
		assert.equal(read('res_2s', {}).problem?.severity, 'error');
		assert.equal(read('anything', { choices: [] }).problem, undefined);
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

describe('columns added to a table', () => {
	const columns = [
		{ title: 'steps', cell: '[4, 6]' },
		{ title: 'a;b', cell: 'fog, "dawn"\nrain' },
	];
	const added = [
		['[4, 6]', 'fog, "dawn"\nrain'],
		['', ''],
	];

	it('come after existing ones, in every dialect, and leave the rest unchanged', () => {
		for (const [text, kept] of [
			['', []],
			['x,y\n1,2\n3,4\n', ['x,y,', '\n1,2,', '\n3,4\n']],
			['x;y\r\n1\r\n3;4', ['x;y;', '\r\n1;;', '\r\n3;4']],
			['\uFEFFx\ty\r"1\r2"\t2\r3\r', ['\uFEFFx\ty\t', '\r"1\r2"\t2\t', '\r3\r']],
			['x,,\n\n,,\n1,2\n3,4\n', ['x,,,', '\n\n,,\n1,2,,', '\n3,4\n']],
		] as const) {
			const made = withColumns(text, columns);
			assert.ok(typeof made === 'string', text);
			for (const part of kept)
				assert.ok(made.includes(part), `${JSON.stringify(made)} ${JSON.stringify(part)}`);
			const table = readSweep(made);
			assert.ok('rows' in table);
			assert.deepEqual(table.columns.slice(-2), ['steps', 'a;b']);
			for (const [at, { cells }] of table.rows.entries()) assert.deepEqual(cells.slice(-2), added[at]);
		}
	});

	it('begin the first row of a table without rows, and are rejected for text that is not a table', () => {
		for (const text of ['x', 'x\n', 'x\r\n'])
			assert.deepEqual(rows(String(withColumns(text, columns))), [
				['x', 'steps', 'a;b'],
				['', ...(added[0] ?? [])],
			]);
		const refused = (text: string) => {
			const made = withColumns(text, columns);
			return typeof made === 'string' ? undefined : made.problem;
		};
		assert.equal(refused('x,x\n1,2\n'), 'Two columns have the title "x".');
		assert.equal(refused('"x\n1'), 'A quotation mark in row 1 is not closed.');
	});
});

describe('a proposed cell', () => {
	it('has the value of the document among values that fit the input', () => {
		const cell = (value: string, range: Parameters<typeof cellValues>[1], count = 5, isSeed = false) =>
			proposedCell({ range, value, isSeed }, count);
		const samplers = ['ddim', 'euler', 'heun', 'lms'];
		const largest = '18446744073709551615';
		for (const [value, range, count, expected] of [
			['20', { type: 'integer', min: '1', max: '10000' }, 5, '10..30..5'],
			['20', { type: 'integer', min: '1', max: '10000' }, 1, '20'],
			['1', { type: 'integer', min: '1', max: '64' }, 5, '1..5'],
			['512', { type: 'integer', min: '16' }, 5, '256..768..128'],
			['1', { type: 'number', min: '0', max: '1' }, 3, '0..1..0.5'],
			['7.5', { type: 'number', min: '0', max: '100' }, 5, '5.5..9.5'],
			['0', { type: 'number', min: '0', max: '1' }, 5, '0..0.4..0.1'],
			['-3', { type: 'number' }, 5, '-5..-1'],
			['1e-4', { type: 'number' }, 5, '1e-4'],
			['euler', { type: 'choice', choices: samplers }, 3, '["euler", "heun", "lms"]'],
			['true', { type: 'boolean' }, 5, '[true, false]'],
			['[a] harbor', { type: 'text' }, 5, '[a] harbor'],
			['["a"]', { type: 'text' }, 5, '["[\\"a\\"]"]'],
			['*.png', { type: 'file' }, 5, '["*.png"]'],
		] as const) {
			const made = cell(value, range, count);
			assert.equal(made, expected);
			const { values: read } = cellValues(made, range, { random: () => '', files: () => [] });
			assert.ok(read.includes(value) && read.length <= count, made);
		}
		assert.equal(cell('5', { type: 'integer' }, 5, true), 'random*5');
		assert.equal(cell(largest, { type: 'number' }, 2, true), `${largest}..18446744073709551616`);
	});
});
