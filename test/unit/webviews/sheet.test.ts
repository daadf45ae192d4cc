import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SheetRun, SheetSort } from '../../../src/core/runs/sheet/messages.ts';
import { sheetSorts } from '../../../src/core/runs/sheet/messages.ts';
import { dayOf } from '../../../src/core/runs/sheet/selectionKey.ts';
import { isSelected, sheetRun } from '../../../src/core/runs/sheet/view.ts';
import {
	type Choice,
	clicked,
	everything,
	limitedTo,
	movedTo,
	toggled,
} from '../../../src/webviews/sheet/choice.ts';
import { tilesOf } from '../../../src/webviews/sheet/tiles.ts';
import { runFile, runRecord } from '../support/runRecord.ts';

const run = (id: string, at: number, more: Partial<SheetRun> = {}): SheetRun => ({
	id,
	name: 'doc',
	target: 'Harbour',
	at,
	pictures: [{ key: 'k', kind: 'image', name: `${id}.png`, file: 'k.png' }],
	...more,
});
const order = (runs: readonly SheetRun[], sort: SheetSort) =>
	tilesOf(runs, { sort, starredOnly: false })
		.map((tile) => tile.run.id)
		.join(' ');

describe('the order of a contact sheet', () => {
	it('compares seeds as numbers of any length, and puts runs without one last', () => {
		const runs = [
			run('none', 9),
			run('big', 1, { seed: '18446744073709551615' }),
			run('word', 3, { seed: 'x' }),
			run('less', 2, { seed: '18446744073709551614' }),
			run('small', 4, { seed: '007' }),
			run('ten', 5, { seed: '10' }),
		];
		assert.equal(order(runs, 'seed'), 'small ten less big word none');
	});

	it('does not depend on the order of runs, and loses no picture', () => {
		const any = fc.record({
			at: fc.integer({ min: 0, max: 3 }),
			seed: fc.constantFrom('1', '2', '10', undefined),
			took: fc.constantFrom(1, 2, undefined),
		});
		fc.assert(
			fc.property(fc.array(any, { maxLength: 12 }), fc.constantFrom(...sheetSorts), (all, sort) => {
				const runs = all.map(({ at, seed, took }, index) =>
					run(`r${index}`, at, { ...(seed && { seed }), ...(took && { took }) }),
				);
				assert.equal(tilesOf(runs, { sort, starredOnly: false }).length, runs.length);
				assert.equal(order(runs, sort), order(runs.toReversed(), sort));
			}),
		);
	});

	it('shows only starred pictures on request', () => {
		const starred = run('b', 2, {
			pictures: [
				{ key: 'x', kind: 'image', name: 'x.png', starred: true },
				{ key: 'y', kind: 'image', name: 'y.png' },
			],
		});
		const tiles = tilesOf([run('a', 1), starred], { sort: 'newest', starredOnly: true });
		assert.deepEqual(
			tiles.map(({ picture }) => picture.key),
			['x'],
		);
	});
});

describe('selecting in a contact sheet', () => {
	const ids = ['a', 'b', 'c', 'd', 'e'];
	const none: Choice = { selected: new Set() };
	const plain = { toggle: false, shift: false };
	const shift = { toggle: false, shift: true };
	const ctrl = { toggle: true, shift: false };
	const has = ({ selected }: Choice) => [...selected].sort().join('');

	it('selects one with a click, a range with Shift and more with Ctrl', () => {
		let choice = clicked(none, ids, 'b', plain);
		choice = clicked(choice, ids, 'd', shift);
		assert.equal(has(choice), 'bcd');
		choice = clicked(choice, ids, 'a', shift);
		assert.equal(has(choice), 'ab');
		choice = clicked(choice, ids, 'e', ctrl);
		assert.equal(has(choice), 'abe');
		assert.equal(has(clicked(choice, ids, 'c', { toggle: true, shift: true })), 'abcde');
		assert.equal(has(clicked(choice, ids, 'a', ctrl)), 'be');
	});

	it('keeps the selection when moving by keys with Ctrl', () => {
		const choice = movedTo(clicked(none, ids, 'b', plain), ids, 'c', ctrl);
		assert.equal(has(choice), 'b');
		assert.equal(choice.current, 'c');
		assert.equal(has(toggled(choice, 'c')), 'bc');
		assert.equal(has(movedTo(choice, ids, 'd', shift)), 'bcd');
		assert.equal(has(movedTo(choice, ids, 'd', plain)), 'd');
	});

	it('selects everything, and nothing the second time', () => {
		assert.equal(has(everything(none, ids)), 'abcde');
		assert.equal(has(everything(everything(none, ids), ids)), '');
	});

	it('drops items no longer in the list', () => {
		const choice = limitedTo(clicked(clicked(none, ids, 'b', plain), ids, 'd', shift), ['a', 'c']);
		assert.equal(has(choice), 'c');
		assert.equal(choice.current, undefined);
	});
});

describe('the part of a run on a contact sheet', () => {
	const file = (key: string, filename: string, more = {}) => runFile(filename, { key, ...more });

	it('is its pictures and videos, with the reason for a missing one', () => {
		const shown = sheetRun(
			runRecord({
				state: 'succeeded',
				startedAt: 1000,
				endedAt: 5000,
				files: [
					file('a', 'a.png', { archivedAs: 'a.png' }),
					file('b', 'b.webm', { problem: 'Gone.' }),
					file('c', 'c.wav', { archivedAs: 'c.wav' }),
					file('d', 'd.png'),
				],
			}),
			{ starred: false, starredFiles: ['a'] },
		);
		assert.deepEqual(shown?.pictures, [
			{ key: 'a', kind: 'image', name: 'a.png', file: 'a.png', starred: true },
			{ key: 'b', kind: 'video', name: 'b.webm', problem: 'Gone.' },
			{ key: 'd', kind: 'image', name: 'd.png', problem: 'This file was not downloaded.' },
		]);
		assert.equal(shown.took, 4000);
		assert.equal(
			sheetRun(runRecord({ files: [file('c', 'c.txt')] }), { starred: false, starredFiles: [] }),
			undefined,
		);
	});

	it('is limited to the requested day, document or runs', () => {
		const noon = new Date(2026, 4, 7, 12).getTime();
		const { start, end } = dayOf(noon);
		const at = (submittedAt: number) => runRecord({ submittedAt, documentUri: 'file:///a.json' });
		assert.ok(isSelected({ day: noon }, at(start)) && isSelected({ day: noon }, at(end - 1)));
		assert.ok(!isSelected({ day: noon }, at(start - 1)) && !isSelected({ day: noon }, at(end)));
		assert.ok(isSelected({}, at(0)) && isSelected({ documentUri: 'file:///a.json' }, at(0)));
		assert.ok(!isSelected({ documentUri: 'file:///b.json' }, at(0)));
		assert.ok(isSelected({ runIds: ['r'] }, at(0)) && !isSelected({ runIds: [] }, at(0)));
	});
});
