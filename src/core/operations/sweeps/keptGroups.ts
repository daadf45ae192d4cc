import { compact } from '../../base/compact.ts';
import { costOfKept } from '../../runs/kept.ts';

/** A run of a sweep with its values by their columns, and the number of its results with a star. */
interface SweptRun {
	/** The name of its target. */
	readonly target: string;
	readonly microdollars?: number;
	readonly values: Readonly<Record<string, string>>;
	readonly row?: number;
	readonly stars: number;
}

/** Returns the cost of runs for each kept result. */
export function keptFacts(runs: readonly SweptRun[]) {
	const { kept, microdollars, perKept } = costOfKept(runs);
	return {
		kept,
		microdollars,
		...compact({ perKeptMicrodollars: perKept === undefined ? undefined : Math.round(perKept) }),
	};
}

/** Returns the same for the runs of each deployment, row and value. Rows or values that each have one run are no groups. */
export function groupsOf(runs: readonly SweptRun[]) {
	const columns = [...new Set(runs.flatMap(({ values }) => Object.keys(values)))];
	const named = [
		{ name: 'deployment', of: ({ target }: SweptRun) => target },
		...(runs.some(({ row }) => row !== undefined)
			? [{ name: 'row', of: ({ row }: SweptRun) => String(row ?? '') }]
			: []),
		...columns.map((name) => ({ name, of: ({ values }: SweptRun) => values[name] ?? '' })),
	];
	return named.flatMap(({ name, of }) => {
		const groups = [...Map.groupBy(runs, of)];
		if (name !== 'deployment' && groups.length === runs.length && runs.length > 1) return [];
		return groups.map(([value, own]) => ({ name, value, runs: own.length, ...keptFacts(own) }));
	});
}
