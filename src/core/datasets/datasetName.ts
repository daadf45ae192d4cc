import * as l10n from '@vscode/l10n';
import { trimEndOf } from '../base/trimEnd.ts';

/** The rule of the service for names of datasets: trainer-service.md, "Dataset". */
const datasetNamePattern = /^[A-Za-z0-9_-]+$/;

/** Returns the problem with a name of a dataset, as a sentence; undefined if the service accepts it. */
export function datasetNameProblem(name: string): string | undefined {
	if (name === '') return l10n.t('Enter a name for the dataset.');
	if (datasetNamePattern.test(name)) return undefined;
	return l10n.t('Use only letters from a to z, digits, "_" and "-".');
}

/** Returns a name that the service accepts, made from the name of a folder. */
export function suggestedDatasetName(folder: string): string {
	const letters = folder.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '');
	return trimEndOf(
		letters
			.replaceAll(/[^A-Za-z0-9_-]+/g, '_')
			.replace(/^[_-]+/, '')
			.slice(0, 64),
		/[_-]/,
	);
}
