import * as vscode from 'vscode';
import type { SignedIn } from '../../core/account/session.ts';
import { compact } from '../../core/base/compact.ts';
import { numberText } from '../../core/base/language.ts';
import { createDataset, datasetStatus, deleteDataset } from '../../core/datasets/client.ts';
import { type Dataset, type DatasetFile, datasetFolder } from '../../core/datasets/dataset.ts';
import type { DatasetStore } from '../../core/datasets/datasetStore.ts';
import { datasetNameProblem } from '../../core/datasets/report/fileNames.ts';
import { decidingUpload } from '../../core/datasets/upload/deciding.ts';
import { uploadHasEnded } from '../../core/datasets/upload/upload.ts';
import { type HandlersOf, runCommand } from '../shell/commands.ts';
import { failureText, showFailure } from '../shell/failures.ts';
import type { datasetsCommandIds } from '../shell/ids.ts';
import { confirm, fail, inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { insertDatasetIntoEditor } from './insertDataset.ts';
import type { DatasetsDeps } from './register.ts';
import type { DatasetsTree } from './tree.ts';
import { showUploadProgress } from './upload/progress.ts';

export interface DatasetCommandDeps
	extends Pick<DatasetsDeps, 'log' | 'session' | 'signedIn' | 'datasetStore' | 'uploads' | 'documents'> {
	/** Returns the tree, once the view was seen. */
	readonly tree: () => DatasetsTree | undefined;
}

/** A row about a dataset; what a menu hands over. */
type Row = { readonly dataset?: Dataset } | undefined;

type Handlers = HandlersOf<typeof datasetsCommandIds>;

/** Returns the commands of the Datasets view. Each takes the row it was called on, or asks which dataset is meant. */
export function datasetCommands(deps: DatasetCommandDeps): Handlers {
	const { log, session, datasetStore, uploads, documents, tree } = deps;

	async function withDataset(
		row: Row,
		title: string,
		act: (current: SignedIn, dataset: Dataset, store: DatasetStore) => Promise<void>,
	): Promise<void> {
		const current = await deps.signedIn();
		if (current === undefined) return;
		const store = await datasetStore.get();
		const dataset = row?.dataset ?? (await pickDataset(store, title));
		if (dataset !== undefined && session.current === current)
			await act(current, store.byId(dataset.id) ?? dataset, store);
	}

	const withFiles = (
		row: Row,
		title: string,
		act: (files: readonly DatasetFile[], dataset: Dataset) => Promise<void>,
	) =>
		withDataset(row, title, async ({ service }, dataset) => {
			const status = await inView(() => datasetStatus(service, dataset.id));
			if (!status.ok) return showFailure(log, status.failure);
			await act(status.value.files ?? [], dataset);
		});

	return {
		'easel.refreshDatasets': () =>
			inView(async () => {
				await (await datasetStore.get()).refresh();
				tree()?.outdate();
			}),
		'easel.showMoreDatasets': (datasetId?: unknown) => {
			if (typeof datasetId === 'string') tree()?.showMoreFiles(datasetId);
			else tree()?.showMoreDatasets();
		},
		'easel.newDataset': async () => {
			const current = await deps.signedIn();
			if (current === undefined) return;
			const store = await datasetStore.get();
			const name = await askName(store);
			if (name === undefined || session.current !== current) return;
			const created = await inView(() => createDataset(current.service, { name }));
			if (session.current !== current) return;
			if (!created.ok) return showFailure(log, created.failure);
			store.add(created.value);
		},
		'easel.retryUpload': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Retry Upload'), async (_, dataset) => {
				const opened = await uploads.open();
				const upload = decidingUpload(dataset.id, opened.uploads(), undefined);
				if (upload === undefined) return;
				const again = await opened.retryFailed(upload.id);
				if (!again.ok) return showFailure(log, again.failure);
				void showUploadProgress(uploads, again.value);
			}),
		'easel.uploadDatasetAgain': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Upload to a New Dataset'), async (_, dataset) => {
				const opened = await uploads.open();
				const last = opened.uploads().find(({ datasetId }) => datasetId === dataset.id);
				const all = last === undefined ? [] : await opened.files(last.id);
				const files = all.filter(({ text }) => text === undefined);
				if (files.length === 0) await runCommand('easel.uploadDataset');
				else
					await runCommand(
						'easel.uploadDataset',
						undefined,
						files.map(({ path }) => vscode.Uri.file(path)),
					);
			}),
		'easel.copyDatasetName': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Copy Dataset Name'), async (_, { name }) => {
				await vscode.env.clipboard.writeText(name);
				say(vscode.l10n.t('Copied "{0}"', labelText(name, 60)));
			}),
		'easel.copyDatasetPath': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Copy Configuration Path'), async (_, { name }) => {
				await vscode.env.clipboard.writeText(datasetFolder + name);
				say(vscode.l10n.t('Copied "{0}"', labelText(datasetFolder + name, 90)));
			}),
		'easel.insertDataset': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Insert into Configuration'), (_, dataset) =>
				insertDatasetIntoEditor(documents, dataset),
			),
		'easel.copyDatasetFileList': (row?: Row) =>
			withFiles(row, vscode.l10n.t('Copy File List'), async (files) => {
				await vscode.env.clipboard.writeText(files.map(({ name }) => `${name}\n`).join(''));
				say(
					files.length === 1
						? vscode.l10n.t('Copied 1 file name')
						: vscode.l10n.t('Copied {0} file names', numberText(files.length)),
				);
			}),
		'easel.saveDatasetFileList': (row?: Row) =>
			withFiles(row, vscode.l10n.t('Save File List'), async (files, dataset) => {
				const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
				const name = `${dataset.name}.csv`;
				const target = await vscode.window.showSaveDialog({
					filters: { CSV: ['csv'] },
					...compact({ defaultUri: folder && vscode.Uri.joinPath(folder, name) }),
				});
				if (target === undefined) return;
				await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(asCsv(files)));
			}),
		'easel.deleteDataset': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Delete Dataset'), async (current, dataset, store) => {
				const moving = uploads.opened
					?.uploads()
					.find((upload) => upload.datasetId === dataset.id && !uploadHasEnded(upload));
				if (!(await confirmDelete(dataset, moving !== undefined))) return;
				if (session.current !== current) return;
				if (moving !== undefined) await uploads.opened?.cancel(moving.id);
				const deleted = await inView(() => deleteDataset(current.service, dataset.id));
				if (session.current !== current) return;
				if (!deleted.ok && deleted.failure.kind !== 'notFound') return showFailure(log, deleted.failure);
				store.remove(dataset.id);
			}),
	};
}

function inView<T>(work: () => Promise<T>): Thenable<T> {
	return vscode.window.withProgress({ location: { viewId: 'easel.datasets' } }, work);
}

function say(text: string): void {
	vscode.window.setStatusBarMessage(text, 3000);
}

function confirmDelete({ name }: Dataset, uploading: boolean): Promise<boolean> {
	const detail = [
		vscode.l10n.t(
			'Its files are removed from the service for good; those on this computer stay. Training configurations that name it can no longer be submitted.',
		),
		...(uploading ? [vscode.l10n.t('The upload to it that is in progress is canceled.')] : []),
	];
	return confirm(vscode.l10n.t('Delete the dataset "{0}"?', labelText(name)), {
		detail: detail.join(' '),
		action: vscode.l10n.t('Delete'),
	});
}

function askName(store: DatasetStore): Thenable<string | undefined> {
	return vscode.window.showInputBox({
		title: vscode.l10n.t('New Dataset'),
		prompt: vscode.l10n.t('Training configurations refer to the dataset by this name.'),
		placeHolder: vscode.l10n.t('Letters, digits, "_" and "-"'),
		validateInput: (name) => {
			if (store.items.some((dataset) => dataset.name === name))
				return vscode.l10n.t('The account has a dataset of this name already.');
			return datasetNameProblem(name);
		},
	});
}

/** Asks for one of the account's datasets. */
async function pickDataset(store: DatasetStore, title: string): Promise<Dataset | undefined> {
	if (store.state.kind !== 'ready') await store.refresh();
	if (store.state.kind === 'failed') {
		await fail(failureText(store.state.failure));
		return undefined;
	}
	const items = store.items.map((dataset) => ({
		label: labelText(dataset.name),
		description: labelText(dataset.state),
		dataset,
	}));
	if (items.length === 0) {
		await inform(vscode.l10n.t('This account has no datasets yet.'));
		return undefined;
	}
	const chosen = await vscode.window.showQuickPick(items, {
		title,
		placeHolder: vscode.l10n.t('Select a dataset'),
	});
	return chosen?.dataset;
}

function asCsv(files: readonly DatasetFile[]): string {
	const lines = files.map(({ name, bytes }) => `"${name.replaceAll('"', '""')}",${bytes}\r\n`);
	return ['name,bytes\r\n', ...lines].join('');
}
