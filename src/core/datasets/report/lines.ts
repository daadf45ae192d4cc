import { firstOf } from '../../base/language.ts';
import type { Report, ReportFinding } from './report.ts';

/** Files that a line names. */
const mostFiles = 10;

/** Returns a line for each finding, with the files that it is about, each with its folder. */
export function findingLines(report: Report): string[] {
	return report.findings
		.filter(({ severity }) => severity !== 'hint')
		.map((finding) => lineOf(finding, placesOf(finding, report)));
}

/** Returns the places of the files of a finding within the selection. */
export function placesOf({ files }: ReportFinding, { items }: Report): readonly string[] {
	return files.map(({ id }) => items.get(id)?.place ?? id);
}

function lineOf({ title, explanation }: ReportFinding, places: readonly string[]): string {
	return [`${title}: ${explanation}`, firstOf(places, mostFiles)].filter((part) => part !== '').join(' ');
}
