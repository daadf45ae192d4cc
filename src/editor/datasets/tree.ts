import type * as vscode from 'vscode';
import type { Event } from '../../core/base/emitter.ts';
import type { Dataset } from '../../core/datasets/dataset.ts';
import { DatasetDetails } from '../../core/datasets/datasetDetails.ts';
import type { DatasetStore } from '../../core/datasets/datasetStore.ts';
import { decidingUpload, needsList } from '../../core/datasets/upload/deciding.ts';
import { type Upload, uploadHasEnded } from '../../core/datasets/upload/upload.ts';
import type { AppServices } from '../shell/appServices.ts';
import { PagedTree } from '../shell/trees/pagedTree.ts';
import { type DatasetsNode, datasetNodes, pageSize, rootNodes } from './nodes.ts';
import { type DatasetExtras, renderNode, tooltipOf } from './render.ts';
import type { WindowUploads } from './upload/windowUploads.ts';

interface ShownUploads {
	/** Returns the uploads of the history that belong to the account. */
	uploads(): readonly Upload[];
	readonly onDidChange: Event<Upload>;
}

interface TreeDeps extends Pick<AppServices, 'log' | 'session'> {
	readonly store: DatasetStore;
	readonly uploads: WindowUploads;
}

/** The list of datasets, among the lists that have pages. */
const datasetsList = 'datasets';
/** The most rows that show a number of files without being opened. */
const mostCounted = 25;

/** Returns the tree of the Datasets view with its reader of files. */
export function openDatasetsTree({ log, session, store, uploads }: TreeDeps): DatasetsTree {
	const onError = (error: unknown) => log.error('A listener of dataset files failed.', error);
	const details = new DatasetDetails({ session, store, onError });
	return new DatasetsTree(store, details, {
		uploads: () => uploads.opened?.uploads() ?? [],
		onDidChange: uploads.onDidChange,
	});
}

export class DatasetsTree extends PagedTree<DatasetsNode> {
	readonly #store: DatasetStore;
	readonly #details: DatasetDetails;
	readonly #uploads: Map<string, Upload>;

	/** The tree disposes of `details`. */
	constructor(store: DatasetStore, details: DatasetDetails, uploads: ShownUploads) {
		super();
		this.#store = store;
		this.#details = details;
		this.#uploads = new Map(uploads.uploads().map((upload) => [upload.id, upload]));
		this.listen(
			details,
			store.onDidChange((state) => {
				// Rows of a previous account must not stay.
				if (state.kind === 'ready') this.refresh();
				else this.reset();
			}),
			details.onDidChange((id) => this.redraw(idOfDataset(id))),
			uploads.onDidChange((upload) => {
				const { datasetId: id } = upload;
				this.#uploads.set(upload.id, upload);
				if (uploadHasEnded(upload)) details.outdate(id);
				if (uploadHasEnded(upload) || store.byId(id) === undefined) void store.refresh();
				else this.redraw(idOfDataset(id));
			}),
		);
	}

	showMoreDatasets(): void {
		this.showMore(datasetsList, pageSize);
	}

	showMoreFiles(datasetId: string): void {
		this.showMore(datasetId, pageSize, idOfDataset(datasetId));
	}

	/** Returns the drawn row of a dataset, to reveal it. */
	nodeOf(datasetId: string): DatasetsNode | undefined {
		return this.drawn(idOfDataset(datasetId));
	}

	/** Marks the files as stale, so that they are requested again if rows show them. */
	outdate(): void {
		this.#details.outdate();
		this.refresh();
	}

	protected children(node: DatasetsNode | undefined): readonly DatasetsNode[] {
		const details = this.#details;
		if (node === undefined) {
			const rows = rootNodes(this.#store.state, this.limit(datasetsList, pageSize));
			for (const [index, row] of rows.entries()) {
				if (row.kind !== 'dataset') continue;
				if (index < mostCounted || needsList(row.dataset.id, this.#uploads.values()))
					details.want(row.dataset);
			}
			return rows;
		}
		if (node.kind !== 'dataset') return [];
		const dataset = this.#now(node.dataset);
		details.want(dataset);
		return datasetNodes(dataset, details.of(dataset.id), this.limit(dataset.id, pageSize));
	}

	protected idOf(node: DatasetsNode): string | undefined {
		return node.kind === 'dataset' ? idOfDataset(node.dataset.id) : undefined;
	}

	override getParent(node: DatasetsNode): DatasetsNode | undefined {
		return 'dataset' in node && node.kind !== 'dataset' ? this.nodeOf(node.dataset.id) : undefined;
	}

	protected render(node: DatasetsNode, time: number): vscode.TreeItem {
		return node.kind === 'dataset'
			? renderNode({ ...node, dataset: this.#now(node.dataset) }, time, this.#extrasOf(node.dataset))
			: renderNode(node, time);
	}

	protected override tooltip(node: DatasetsNode, time: number): ReturnType<typeof tooltipOf> {
		return node.kind === 'dataset'
			? tooltipOf({ ...node, dataset: this.#now(node.dataset) }, time, this.#extrasOf(node.dataset))
			: tooltipOf(node, time);
	}

	#now(dataset: Dataset): Dataset {
		return this.#store.byId(dataset.id) ?? dataset;
	}

	#extrasOf({ id }: Dataset): DatasetExtras {
		const detail = this.#details.of(id);
		return { detail, upload: decidingUpload(id, this.#uploads.values(), detail?.files) };
	}
}

function idOfDataset(id: string): string {
	return `dataset:${id}`;
}
