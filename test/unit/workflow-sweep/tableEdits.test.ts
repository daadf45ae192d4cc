import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { type TableChange, tableEdit, tableRows } from '../../../src/core/workflow/sweep/tableEdits.ts';

const changed = (text: string, change: TableChange) => {
	const edit = tableEdit(text, change);
	return edit && applyEdits(text, [edit]);
};

describe('changes in the table editor', () => {
	const text = 'a;b\r\n1;"2"\r\n3;4\r\n';

	it('are text edits that leave the rest unchanged', () => {
		const edit = { kind: 'edit', row: 2, place: 1, before: '2', cell: 'x;y' } as const;
		assert.equal(changed(text, edit), 'a;b\r\n1;"x;y"\r\n3;4\r\n');
		const row = { row: 2, cells: ['1', '2'] };
		assert.equal(changed(text, { kind: 'duplicateRow', ...row }), 'a;b\r\n1;"2"\r\n1;"2"\r\n3;4\r\n');
		assert.equal(changed(text, { kind: 'addRow', ...row }), 'a;b\r\n1;"2"\r\n;\r\n3;4\r\n');
		assert.equal(changed(text, { kind: 'removeRow', ...row }), 'a;b\r\n3;4\r\n');
		assert.equal(changed(text, { kind: 'removeRow', row: 3, cells: ['3', '4'] }), 'a;b\r\n1;"2"\r\n');
		assert.equal(changed('a\n1\n2', { kind: 'removeRow', row: 3, cells: ['2'] }), 'a\n1');
		assert.equal(changed('a\n1\n', { kind: 'addRow', row: 2, cells: ['1'] }), 'a\n1\n""\n');
	});

	it('begin a row below the last one, with or without a final line break', () => {
		const below = { kind: 'edit', row: 4, place: 1, before: '', cell: 'x' } as const;
		assert.equal(changed(text, below), 'a;b\r\n1;"2"\r\n3;4\r\n;x\r\n');
		assert.equal(changed('a,b\n1,2', { ...below, row: 3 }), 'a,b\n1,2\n,x');
		assert.equal(changed('', { ...below, row: 1, place: 0, cell: 'steps' }), 'steps');
	});

	it('are not applied if the text has changed', () => {
		assert.equal(changed(text, { kind: 'edit', row: 2, place: 1, before: '9', cell: 'x' }), undefined);
		assert.equal(changed(text, { kind: 'edit', row: 4, place: 1, before: '4', cell: 'x' }), undefined);
		assert.equal(changed(text, { kind: 'removeRow', row: 2, cells: ['3', '4'] }), undefined);
		assert.equal(changed(text, { kind: 'addRow', row: 9, cells: [] }), undefined);
	});

	it('show every row, but none after the last line break', () => {
		assert.deepEqual(tableRows(text), [
			['a', 'b'],
			['1', '2'],
			['3', '4'],
		]);
		assert.deepEqual(tableRows('a\n\n1\n\n'), [['a'], [''], ['1'], ['']]);
		assert.deepEqual(tableRows(''), [['']]);
	});
});
