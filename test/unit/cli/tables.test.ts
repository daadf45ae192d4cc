import assert from 'node:assert/strict';
import fc from 'fast-check';
import { factsText, fitted, tableText, widthOf, wrapped } from '../../../src/cli/terminal/tables.ts';

const columns = [{ title: 'Name' }, { title: 'State' }, { title: 'Files', alignsRight: true }];

describe('tables of the command line', () => {
	it('are as wide as their content if there is room', () => {
		assert.equal(
			tableText(
				columns,
				[
					['harbor', 'done', '2'],
					['a', 'running', '10'],
				],
				{ width: undefined, colors: false },
			),
			'Name    State    Files\nharbor  done         2\na       running     10\n',
		);
	});

	it('cut the widest column first, and become lines if columns do not fit', () => {
		const row = ['a very long name of something', 'running', '10'];
		const table = tableText(columns, [row], { width: 30, colors: false });
		assert.equal(table, 'Name            State    Files\na very long n…  running     10\n');
		const narrow = tableText(columns, [row], { width: 15, colors: false });
		assert.equal(
			narrow.replaceAll(/\s+/g, ' '),
			'Name: a very long name of something State: running Files: 10 ',
		);
	});

	it('cut no column that is useless in part', () => {
		const whole = [{ title: 'Id', isWhole: true }, { title: 'Name' }];
		const row = ['1792c0eb-9f68', 'a very long name'];
		const at = (width: number) => tableText(whole, [row], { width, colors: false });
		assert.equal(at(24), 'Id             Name\n1792c0eb-9f68  a very l…\n');
		assert.equal(at(20), 'Id:   1792c0eb-9f68\nName: a very long\n      name\n');
	});

	it('shorten unique IDs before another column is cut', () => {
		const ids = [{ title: 'Id', isWhole: true, hasIds: true }, { title: 'Name' }];
		const rows = [
			['46112b42-567e-4793-9d5c-90386529a840', 'harbor'],
			['46112b42-6777-4793-9d5c-90386529a841', 'pier'],
		];
		const at = (width: number) => tableText(ids, rows, { width, colors: false }).split('\n');
		assert.ok(at(44)[1]?.startsWith('46112b42-567e-4793-9d5c-90386529a840  harbor'));
		assert.deepEqual(at(43), ['Id          Name', '46112b42-5  harbor', '46112b42-6  pier', '']);
		assert.deepEqual(at(12), [
			'Id:',
			'  46112b42-567e-4793-9d5c-90386529a840',
			'Name:',
			'  harbor',
			'',
			'Id:',
			'  46112b42-6777-4793-9d5c-90386529a841',
			'Name:',
			'  pier',
			'',
		]);
	});

	it('cut a column less than others if required', () => {
		const states = [{ title: 'Status', least: 10 }, { title: 'Name' }];
		const table = tableText(states, [['succeeded', 'a long name']], { width: 18, colors: false });
		assert.equal(table, 'Status     Name\nsucceeded  a long…\n');
	});

	it('print nothing that a terminal would execute, and color only on request', () => {
		const rows = [['\u001b[2J\u202e', 'a\nb', '1']];
		const plain = tableText(columns, rows, { width: 80, colors: false });
		assert.ok(!plain.includes('\u001b') && !plain.includes('\u202e'), plain);
		assert.ok(tableText(columns, rows, { width: 80, colors: true }).startsWith('\u001b[1mName'));
	});

	it('fit every width with any text', () => {
		const cell = fc.string({ unit: 'grapheme', maxLength: 60 });
		fc.assert(
			fc.property(
				fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }),
				fc.integer({ min: 10, max: 120 }),
				(rows, width) => {
					const lines = tableText(columns, rows, { width, colors: false }).split('\n');
					for (const line of lines)
						assert.ok(widthOf(line) <= width || /^ {2}\S+$/u.test(line), JSON.stringify(line));
				},
			),
			// A space of a typesetter, at which a line may break.
			{ examples: [[[['', '', '\u2000!!\u2e80\u2e80\u2e80']], 10]] },
		);
	});

	it('put a value below a long name if it does not fit next to it', () => {
		const facts = [['Minimum Instances', '1792c0eb-9f68-4a7e']] as const;
		assert.equal(factsText(facts, 20), 'Minimum Instances:\n  1792c0eb-9f68-4a7e\n');
		assert.equal(factsText(facts, 40), 'Minimum Instances: 1792c0eb-9f68-4a7e\n');
	});

	it('break no ID and no path, however narrow the terminal is', () => {
		const id = '1792c0eb-9f68-4a7e-8d53-5b2f6f0f2a11';
		const paths = ['/home/me/My Pictures/harbor one.png', '/home/me/My Pictures/harbor two.png'];
		const facts = [
			['Notice', `run ${id} instead`],
			['Paths', paths],
		] as const;
		assert.equal(
			factsText(facts, 20),
			`Notice:\n  run\n  ${id}\n  instead\nPaths:\n  ${paths.join('\n  ')}\n`,
		);
		assert.equal(factsText(facts, undefined), `Notice: run ${id} instead\nPaths:  ${paths.join(', ')}\n`);
		const rows = [[[id], paths]];
		const blocks = `Id:\n  ${id}\nPaths:\n  ${paths.join('\n  ')}\n`;
		const whole = [
			{ title: 'Id', isWhole: true },
			{ title: 'Paths', isWhole: true },
		];
		assert.equal(tableText(whole, rows, { width: 30, colors: false }), blocks);
	});

	it('count wide letters twice, and keep every letter of wrapped text', () => {
		assert.deepEqual([widthOf('日本'), widthOf('é'), widthOf('e\u0301')], [4, 1, 1]);
		assert.equal(fitted('日本語', 5), '日本…');
		assert.deepEqual(wrapped('1792c0eb-9f68 ends so', 8), ['1792c0eb-9f68', 'ends so']);
	});
});
