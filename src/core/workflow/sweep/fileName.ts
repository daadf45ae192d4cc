/** The ending of a table of values, with a column for each input and a row for each run. */
export const sweepFileEnding = '.sweep.csv';

/** Returns the name of the table of a document: `harbor.json` has `harbor.sweep.csv`. */
export function sweepFileName(documentName: string): string {
	return `${documentName.replace(/\.jsonc?$/i, '')}${sweepFileEnding}`;
}

/** Returns whether a path is that of a table of values. */
export function isSweepFileName(path: string): boolean {
	return path.toLowerCase().endsWith(sweepFileEnding);
}

/**
 * Returns the names of the workflows that a table may belong to, the likeliest first: `harbor_api.json` for `harbor_api.sweep.csv` and
 * `harbor_api.steps.sweep.csv`.
 */
export function sweptNames(tableName: string): readonly string[] {
	const names: string[] = [];
	let stem = isSweepFileName(tableName) ? tableName.slice(0, -sweepFileEnding.length) : tableName;
	for (let dot = stem.length; dot >= 1; dot = stem.lastIndexOf('.')) {
		stem = stem.slice(0, dot);
		names.push(`${stem}.json`, `${stem}.jsonc`);
	}
	return names;
}
