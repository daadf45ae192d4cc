import { keyOf } from './comparison.ts';
import { type Upload, uploadHasEnded } from './upload.ts';

/**
 * Returns the upload that decides what is known of a dataset: the one that was started last, unless that is over with all its files while
 * the dataset still lacks some that an earlier one has left out. Files that were sent since are in the list of the service.
 * @param listed the files that the service lists, where that is known.
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

/** Whether the decision depends on the list of files. */
export function needsList(datasetId: string, uploads: Iterable<Upload>): boolean {
	return decidingUpload(datasetId, uploads, undefined) !== newestFirst(datasetId, uploads)[0];
}

function newestFirst(datasetId: string, uploads: Iterable<Upload>): readonly Upload[] {
	return [...uploads]
		.filter((each) => each.datasetId === datasetId)
		.sort((a, b) => b.startedAt - a.startedAt);
}
