import type { Failure } from '../../core/base/failure.ts';
import type { Dataset } from '../../core/datasets/dataset.ts';
import type { DatasetDetail } from '../../core/datasets/datasetDetails.ts';
import type { DatasetsState } from '../../core/datasets/datasetStore.ts';
import { type FilePair, pairFiles } from '../../core/datasets/upload/filePairs.ts';
import { type ListNotice, noticesAbove, noticesBelow } from '../shell/trees/listNotices.ts';

/** The rows of the Datasets view, as data. Rows about a dataset carry it, so that files can be dropped on them. */
export type DatasetsNode =
	| { readonly kind: 'dataset'; readonly dataset: Dataset }
	| { readonly kind: 'error'; readonly dataset: Dataset }
	| { readonly kind: 'uploadAgain'; readonly dataset: Dataset }
	| { readonly kind: 'pair'; readonly dataset: Dataset; readonly pair: FilePair }
	| { readonly kind: 'reading'; readonly dataset: Dataset }
	| { readonly kind: 'unread'; readonly dataset: Dataset; readonly failure: Failure }
	| { readonly kind: 'noFiles'; readonly dataset: Dataset }
	| { readonly kind: 'moreFiles'; readonly dataset: Dataset; readonly shown: number; readonly total: number }
	| { readonly kind: 'more'; readonly shown: number; readonly total: number }
	| ListNotice;

/** Rows shown before "Show More". */
export const pageSize = 200;

/** Returns the top rows for a state: problems first, then the datasets, newest first. */
export function rootNodes(state: DatasetsState, shown: number): readonly DatasetsNode[] {
	if (state.kind !== 'ready') return [];
	const rows: DatasetsNode[] = [...noticesAbove(state)];
	const newestFirst = state.items.toSorted((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0));
	for (const dataset of newestFirst.slice(0, shown)) rows.push({ kind: 'dataset', dataset });
	if (newestFirst.length > shown) rows.push({ kind: 'more', shown, total: newestFirst.length });
	return [...rows, ...noticesBelow(state)];
}

/** Returns the rows below a dataset: the reason of its failure and the remedies, then each medium with its caption. */
export function datasetNodes(
	dataset: Dataset,
	detail: DatasetDetail | undefined,
	shown: number,
): readonly DatasetsNode[] {
	const rows: DatasetsNode[] = [];
	if (dataset.state === 'FAILED') rows.push({ kind: 'error', dataset }, { kind: 'uploadAgain', dataset });
	if (detail === undefined) return [...rows, { kind: 'reading', dataset }];
	if (detail.failure !== undefined) rows.push({ kind: 'unread', dataset, failure: detail.failure });
	const pairs = pairFiles(detail.files ?? []);
	for (const pair of pairs.slice(0, shown)) rows.push({ kind: 'pair', dataset, pair });
	if (pairs.length > shown) rows.push({ kind: 'moreFiles', dataset, shown, total: pairs.length });
	if (pairs.length === 0 && detail.failure === undefined) rows.push({ kind: 'noFiles', dataset });
	return rows;
}
