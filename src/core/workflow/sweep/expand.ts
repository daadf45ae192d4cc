import { compact } from '../../base/compact.ts';
import type { NamedWords } from '../named/presetsFile.ts';

/** A run of a sweep: its values by the titles of their columns, and its row. */
export interface SweepRun {
	readonly row: number;
	readonly values: readonly SweptValue[];
}

interface SweptValue extends NamedWords {
	/** It was drawn, so that another one is as good. */
	readonly isRandom?: true;
}

/** The values of the cells of a row, by the titles of their columns. */
export interface RowValues {
	readonly row: number;
	readonly cells: readonly {
		readonly name: string;
		readonly values: readonly string[];
		readonly isRandom?: true;
	}[];
}

/** Returns the runs of rows in order; in a row the last column changes first. */
export function sweepRuns(rows: readonly RowValues[]): readonly SweepRun[] {
	return rows.flatMap(({ row, cells }) => {
		let runs: readonly (readonly SweptValue[])[] = [[]];
		for (const { name, values, isRandom } of cells)
			runs = runs.flatMap((before) =>
				values.map((words) => [...before, { name, words, ...compact({ isRandom }) }]),
			);
		return runs.map((values) => ({ row, values }));
	});
}
