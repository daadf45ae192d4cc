import { firstOf } from '../../base/language.ts';
import { spelledName } from './fileNames.ts';
import type { Report, ReportFinding } from './report.ts';

/** Files that a line names. */
const mostFiles = 10;

/** Returns a line for each finding, with the files that it is about, each with its folder. */
export function findingLines(report: Report): string[] {
	return report.findings
		.filter(({ severity }) => severity !== 'hint')
		.map((finding) => lineOf(finding, placesOf(finding, report)));
}

/**
 * Returns the places of the files of a finding within the selection; makes differences visible if only spellings
 * differ.
 */
export function placesOf({ kind, files }: ReportFinding, { items }: Report): readonly string[] {
	const places = files.map(({ id }) => items.get(id)?.place ?? id);
	return kind === 'letterCase' || kind === 'caseTwins' ? places.map(spelledName) : places;
}

function lineOf({ kind, title, explanation, files }: ReportFinding, places: readonly string[]): string {
	// One file represents a folder, which the note describes.
	const named = kind === 'conceptFolders' ? files.map(({ note }) => note) : places;
	return [`${title}: ${explanation}`, firstOf(named, mostFiles)].filter((part) => part !== '').join(' ');
}
