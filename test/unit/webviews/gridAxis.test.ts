import assert from 'node:assert/strict';
import {
	type GridAxis,
	itemsInView,
	placeAfterKey,
	scrollToCurrent,
	withCurrent,
} from '../../../src/webviews/shared/list/gridAxis.ts';

const axis = (count: number, at = 0, more: Partial<GridAxis> = {}): GridAxis => ({
	count,
	at,
	length: 100,
	...more,
});

describe('the rows of a grid', () => {
	it('have elements in view and slightly beyond', () => {
		assert.deepEqual(itemsInView(axis(1000), 0, 500), { start: 0, end: 5 });
		assert.deepEqual(itemsInView(axis(1000), 950, 500, 250), { start: 7, end: 17 });
		assert.deepEqual(itemsInView(axis(1000), 99_900, 500), { start: 999, end: 1000 });
		assert.deepEqual(itemsInView(axis(0), 0, 500), { start: 0, end: 0 });
		assert.deepEqual(itemsInView(axis(3), 5000, 500), { start: 3, end: 3 });
		assert.deepEqual(itemsInView(axis(1_000_000), 250, 500, 100), { start: 1, end: 9 });
		assert.deepEqual(itemsInView(axis(0), 0, 0, 50), { start: 0, end: 0 });
	});

	it('include the current one wherever it is', () => {
		assert.deepEqual(withCurrent({ start: 3, end: 6 }, axis(10, 4)), [3, 4, 5]);
		assert.deepEqual(withCurrent({ start: 3, end: 6 }, axis(10, 0)), [0, 3, 4, 5]);
		assert.deepEqual(withCurrent({ start: 3, end: 6 }, axis(10, 9)), [3, 4, 5, 9]);
		assert.deepEqual(withCurrent({ start: 3, end: 6 }, axis(10, -1)), [3, 4, 5]);
		assert.deepEqual(withCurrent({ start: 0, end: 0 }, axis(0, 0)), []);
	});

	it('scroll as little as needed', () => {
		const scrolled = (at: number, from: number, room: number) => scrollToCurrent(axis(1000, at), from, room);
		assert.equal(scrolled(2, 0, 500), 0);
		assert.equal(scrolled(5, 0, 500), 100);
		assert.equal(scrolled(5, 900, 500), 500);
		assert.equal(scrolled(5, 0, 50), 500);
		assert.equal(scrolled(7, 0, 500), 300);
		assert.equal(scrolled(1, 300, 500), 100);
	});
});

describe('the keys of a grid', () => {
	const ledBy = (key: string, ctrlKey = false, row = 5, column = 7, step = 1) => {
		const axes = { x: axis(100, column), y: axis(20, row) };
		const place = placeAfterKey({ key, ctrlKey, metaKey: false }, axes, 4, step);
		return place && [place.row, place.column];
	};

	it('move by a cell, a page, and to the edges', () => {
		assert.deepEqual(ledBy('ArrowRight'), [5, 8]);
		assert.deepEqual(ledBy('ArrowUp'), [4, 7]);
		assert.deepEqual(ledBy('PageDown'), [9, 7]);
		assert.deepEqual(ledBy('Home'), [5, 0]);
		assert.deepEqual(ledBy('ArrowDown', true, 5, 7, Infinity), [19, 7]);
		assert.deepEqual(ledBy('End', true), [19, 99]);
		assert.deepEqual(ledBy('Home', true), [0, 0]);
	});

	it('never leave the grid, and other keys do nothing', () => {
		assert.deepEqual(ledBy('ArrowLeft', false, 0, 0), [0, 0]);
		assert.deepEqual(ledBy('PageDown', false, 18, 0), [19, 0]);
		assert.equal(ledBy('a'), undefined);
		assert.equal(ledBy('toString'), undefined);
	});
});

describe('the keys of a list', () => {
	const rows = (key: string, at: number) =>
		placeAfterKey({ key, ctrlKey: false, metaKey: false }, { y: axis(50, at) }, 4)?.row;
	const columns = (key: string, at: number) =>
		placeAfterKey({ key, ctrlKey: false, metaKey: false }, { x: axis(50, at) }, 4)?.column;

	it('move along it, by a page, and to its ends', () => {
		assert.deepEqual(
			['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map((key) => rows(key, 10)),
			[9, 11, 6, 14, 0, 49],
		);
		assert.deepEqual(
			['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'].map((key) => columns(key, 10)),
			[9, 11, 6, 14, 0, 49],
		);
	});

	it('never leave it, and arrows across it do nothing', () => {
		assert.deepEqual(
			['ArrowUp', 'PageUp', 'ArrowLeft', 'ArrowRight'].map((key) => rows(key, 0)),
			[0, 0, undefined, undefined],
		);
		assert.deepEqual(
			['ArrowRight', 'PageDown', 'ArrowUp', 'ArrowDown'].map((key) => columns(key, 49)),
			[49, 49, undefined, undefined],
		);
		assert.equal(columns('ArrowRight', -1), 0);
	});

	it('reach a heading if it can be current', () => {
		const y = axis(50, 0, { lowest: -1 });
		assert.equal(placeAfterKey({ key: 'ArrowUp', ctrlKey: false, metaKey: false }, { y }, 4)?.row, -1);
	});
});
