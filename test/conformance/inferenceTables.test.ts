import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { tableRows } from './inferenceRows.ts';
import { InferenceWorld } from './inferenceWorld.ts';

/** The document, if it is next to the project. */
const document = new URL('../../../shared/spec/inference-service.md', import.meta.url).pathname;

describe('Every row of every table of the inference service', () => {
	const world = new InferenceWorld();
	const proven = new Set<string>();
	before(() => world.open());
	after(() => world.close());

	for (const [table, rows] of Object.entries(tableRows)) {
		describe(table, () => {
			for (const [row, check] of Object.entries(rows)) {
				it(row, async () => {
					await check(world);
					proven.add(`${table}: ${row}`);
				});
			}
		});
	}

	describe('completeness', () => {
		it('has a test, and the tests cover every row of the document', function () {
			const mine = Object.entries(tableRows).flatMap(([table, rows]) =>
				Object.keys(rows).map((row) => `${table}: ${row}`),
			);
			assert.deepEqual(
				mine.filter((row) => !proven.has(row)),
				[],
			);
			console.log(`      ${mine.length} rows of ${Object.keys(tableRows).length} tables proven over HTTP`);
			if (!existsSync(document)) this.skip();
			const theirs = rowsOf(readFileSync(document, 'utf8'));
			assert.deepEqual(
				Object.values(tableRows).map((rows) => Object.keys(rows)),
				theirs,
			);
		});
	});
});

/** Returns the rows of the tables of a Markdown text: method and path, state and mover, or the first cell. */
function rowsOf(text: string): readonly (readonly string[])[] {
	const tables: string[][] = [];
	let cellsOfName = 0;
	for (const line of text.split('\n')) {
		if (!line.startsWith('|')) {
			cellsOfName = 0;
			continue;
		}
		const cells = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
		if (cellsOfName === 0) {
			cellsOfName = ['Method', 'State'].includes(cells[1] ?? '') ? 2 : 1;
			tables.push([]);
		} else if (!/^-+$/.test(cells[1] ?? '')) tables.at(-1)?.push(cells.slice(1, 1 + cellsOfName).join(' '));
	}
	return tables;
}
