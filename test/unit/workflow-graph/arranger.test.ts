import assert from 'node:assert/strict';
import { Arranger, type LayoutEngine } from '../../../src/core/workflow/graph/arranger.ts';
import type { GraphModel } from '../../../src/core/workflow/graph/model.ts';
import { simpleLayout } from '../../../src/core/workflow/graph/simpleLayout.ts';
import { modelOf } from './support.ts';

/** Rows of decoders, one below the other, which nothing connects. */
function rows(...lengths: readonly number[]): GraphModel {
	const nodes = lengths.flatMap((length, row) =>
		Array.from({ length }, (_, at) => [
			`${row}.${at}`,
			{ class_type: 'Decode', inputs: at === 0 ? {} : { a: [`${row}.${at - 1}`, 0] } },
		]),
	);
	return modelOf(JSON.stringify(Object.fromEntries(nodes)));
}

interface Request {
	readonly children: readonly { readonly id: string }[];
}

describe('the arrangement of a graph', () => {
	let asked: number[];
	let ended: number;
	/** An engine that puts all nodes at one place and refuses larger graphs. */
	const engine =
		(most: number): (() => LayoutEngine) =>
		() => ({
			async layout(request) {
				const { children } = request as Request;
				asked.push(children.length);
				if (children.length > most) throw new Error('Too deep.');
				return { width: 300, height: 100, children: children.map(({ id }) => ({ id, x: 7, y: 7 })) };
			},
			terminateWorker: () => ended++,
		});
	beforeEach(() => {
		asked = [];
		ended = 0;
	});

	it('uses the simple layout only for the part that the engine rejects, and reports it', async () => {
		const model = rows(300, 120, 110, 100);
		const { layout, note, isForNow } = await new Arranger(engine(200)).arrange(model);
		assert.match(note ?? '', /Simple layout/);
		assert.equal(isForNow, false);
		const places = (from: number, to: number) =>
			new Set(layout.nodes.slice(from, to).map(({ x, y }) => `${x} ${y}`)).size;
		assert.deepEqual([places(0, 300), places(300, 420), places(420, 530)], [300, 1, 1]);
		assert.deepEqual(asked, [100, 110, 120, 300], 'what is small does not wait for what is large');
		assert.equal(ended, 1);
	});

	it('requests all small enough parts again, but not one that was too large', async () => {
		const arranger = new Arranger(engine(200));
		await arranger.arrange(rows(300, 120, 110, 100));
		asked = [];
		await arranger.arrange(rows(310, 120, 110, 100));
		assert.deepEqual(asked, [100, 110, 120]);
		asked = [];
		assert.equal((await arranger.arrange(rows(150, 149, 148, 147, 146))).note, undefined);
		assert.equal(asked.length, 5);
	});

	it('is retried for a small graph after a rejection', async () => {
		const arranger = new Arranger(engine(2));
		const model = rows(5);
		const refused = await arranger.arrange(model);
		assert.equal(refused.isForNow, true);
		assert.deepEqual(refused.layout, simpleLayout(model));
		await arranger.arrange(model);
		assert.deepEqual(asked, [5, 5]);
	});
});
