import { type Result, success, wrongInput } from '../../base/failure.ts';
import type { InputSet } from '../../workflow/inputSet.ts';
import { type SweepRun, sweepRuns } from '../../workflow/sweep/expand.ts';
import type { SweepTable } from '../../workflow/sweep/sweepFile.ts';
import { givenOf, setByName } from '../named/byName.ts';
import { checkedRows, problemText, type SweptDocument } from './checkRows.ts';

/** A run of a sweep with the values that change the document. */
export interface PlannedRun extends SweepRun {
	readonly set: InputSet;
	/** Paths of the files that its values name. */
	readonly files: readonly string[];
}

/** Plans the runs of a table: each combination of the values of a row is one. A failure names the first problem that is an error. */
export function plannedRuns(swept: SweptDocument, table: SweepTable): Result<readonly PlannedRun[]> {
	const { rows, problems, ranges } = checkedRows(swept, table);
	const refusal = problems.find(({ severity }) => severity === 'error');
	if (refusal !== undefined) return wrongInput(problemText(refusal));
	const planned: PlannedRun[] = [];
	const fileColumns = new Set(table.columns.filter((_, at) => ranges[at]?.type === 'file'));
	for (const run of sweepRuns(rows)) {
		const set = setByName(swept.document, swept.names, run.values.map(givenOf));
		if (!set.ok) return set;
		const files = run.values.filter(({ name }) => fileColumns.has(name)).map(({ words }) => words);
		planned.push({ ...run, set: set.value, files });
	}
	return success(planned);
}
