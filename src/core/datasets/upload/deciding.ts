import { keyOf } from './comparison.ts';
import { type Upload, uploadHasEnded } from './upload.ts';

/**
 * Returns the authoritative upload of a dataset: the last one, or an earlier one that left out files that the dataset
 * still lacks, if the last one has sent all its files. The list of the service contains files sent since.
 * @param listed the files that the service lists, if known.
 */
export function decidingUpload(
	datasetId: string,
	uploads: Iterable<Upload>,
	listed: readonly { readonly name: string }[] | undefined,
): Upload | undefined {
	const [last, ...earlier] = newestFirst(datasetId, uploads);
	if (last === undefined || last.state === 'incomplete' || !uploadHasEnded(last)) return last;
	const names = new Set(listed?.map(keyOf));
	const lacks = ({ state, failed }: Upload) =>
		state === 'incomplete' && failed.some((file) => !names.has(keyOf(file)));
	return earlier.find(lacks) ?? last;
}

/** Returns whether the decision depends on the list of files. */
export function needsList(datasetId: string, uploads: Iterable<Upload>): boolean {
	return decidingUpload(datasetId, uploads, undefined) !== newestFirst(datasetId, uploads)[0];
}

function newestFirst(datasetId: string, uploads: Iterable<Upload>): readonly Upload[] {
	return [...uploads]
		.filter((each) => each.datasetId === datasetId)
		.sort((a, b) => b.startedAt - a.startedAt);
}
