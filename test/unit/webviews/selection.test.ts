import assert from 'node:assert/strict';
import type { ResultsItem } from '../../../src/core/runs/results/messages.ts';
import {
	isPicture,
	itemBeside,
	pictureBeside,
	selectedItem,
} from '../../../src/webviews/results/selection.ts';

const picture = (id: string): ResultsItem => ({
	id,
	kind: 'image',
	name: id,
	state: 'ready',
	src: `x://${id}`,
});
const waiting = (id: string): ResultsItem => ({ id, kind: 'image', name: id, state: 'waiting' });
const text = (id: string): ResultsItem => ({ id, kind: 'text', name: id, state: 'ready', text: '' });

describe('the item shown in the results panel', () => {
	it('is the chosen one, else the first available, else the first pending', () => {
		const items = [waiting('a'), picture('b'), picture('c')];
		assert.equal(selectedItem(items, 'c')?.id, 'c');
		assert.equal(selectedItem(items, undefined)?.id, 'b');
		assert.equal(selectedItem(items, 'removed')?.id, 'b');
		assert.equal(selectedItem([waiting('a')], undefined)?.id, 'a');
		assert.equal(selectedItem([], 'a'), undefined);
	});

	it('stays at the ends', () => {
		const items = [picture('a'), picture('b')];
		assert.equal(itemBeside(items, items[0], 1)?.id, 'b');
		assert.equal(itemBeside(items, items[0], -1), undefined);
		assert.equal(itemBeside(items, items[1], 1), undefined);
	});

	it('is compared with the next available picture, or the previous one for the last', () => {
		const [a, b, c] = [picture('a'), picture('b'), picture('c')];
		const items = [a, text('t'), waiting('w'), b, c];
		assert.equal(pictureBeside(items, a)?.id, 'b');
		assert.equal(pictureBeside(items, c)?.id, 'b');
		assert.equal(pictureBeside([a, text('t')], a), undefined);
		assert.equal(isPicture(waiting('w')), false);
	});
});
