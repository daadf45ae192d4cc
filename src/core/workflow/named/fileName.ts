/** The ending of the file next to a workflow that has the names of its inputs and its presets. */
const presetsFileEnding = '.presets.yaml';

/** Returns whether a path is that of a file of presets. */
export function isPresetsFileName(path: string): boolean {
	return path.toLowerCase().endsWith(presetsFileEnding);
}

/** Returns the name of the file of presets of a document: `harbor.json` has `harbor.presets.yaml`. */
export function presetsFileName(documentName: string): string {
	return `${stemOf(documentName)}${presetsFileEnding}`;
}

/** Returns the name of a document without its ending. */
export function stemOf(documentName: string): string {
	return documentName.replace(/(?:\.app)?\.jsonc?$/i, '');
}

/** Returns the names of the documents that a file of presets may belong to, the likeliest first. */
export function documentNames(presetsName: string): readonly string[] {
	const stem = presetsName.slice(0, -presetsFileEnding.length);
	return [`${stem}.json`, `${stem}.jsonc`, `${stem}.app.json`];
}
