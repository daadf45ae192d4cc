import * as vscode from 'vscode';
import { compact } from '../../core/base/compact.ts';
import { counted } from '../../core/base/language.ts';
import { type Dataset, type DatasetFile, datasetFolder } from '../../core/datasets/dataset.ts';
import { datasetNameProblem } from '../../core/datasets/datasetName.ts';
import type { DatasetStore } from '../../core/datasets/datasetStore.ts';
import { datasetCreate, datasetDelete, datasetState } from '../../core/operations/datasets/datasets.ts';
import { datasetRetry } from '../../core/operations/datasets/uploads.ts';
import { insertDataset } from '../../core/training/datasetEntry.ts';
import type { Documents } from '../documents/documents.ts';
import { type HandlersOf, runCommand } from '../shell/commands.ts';
import { failureText } from '../shell/failures.ts';
import { workspaceEdit } from '../shell/findings.ts';
import type { datasetsCommandIds } from '../shell/ids.ts';
import { copyText, fail, inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { chooseValue } from '../shell/questions.ts';
import type { DatasetsDeps } from './register.ts';
import type { DatasetsTree } from './tree.ts';
import { showUploadProgress } from './upload/progress.ts';

export interface DatasetCommandDeps
	extends Pick<DatasetsDeps, 'acts' | 'session' | 'signedIn' | 'datasetStore' | 'uploads' | 'documents'> {
	/** Returns the tree, once the view was seen. */
	readonly tree: () => DatasetsTree | undefined;
}

/** A row about a dataset; the argument of a menu. */
type Row = { readonly dataset?: Dataset } | undefined;

/** A file of a dataset, as the service lists it. */
type ListedFile = Pick<DatasetFile, 'name'> & Partial<DatasetFile>;

/** Acts show their progress in the view. */
const view = { in: 'easel.datasets' } as const;

type Handlers = HandlersOf<typeof datasetsCommandIds>;

/** Returns the commands of the Datasets view. Each applies to the row it was called on, or asks for a dataset. */
export function datasetCommands(deps: DatasetCommandDeps): Handlers {
	const { acts, session, datasetStore, uploads, documents, tree } = deps;

	async function withDataset(
		row: Row,
		title: string,
		act: (dataset: Dataset) => Promise<unknown>,
	): Promise<void> {
		const current = await deps.signedIn();
		if (current === undefined) return;
		const store = await datasetStore.get();
		const dataset = row?.dataset ?? (await pickDataset(store, title));
		if (dataset !== undefined && session.current === current) await act(store.byId(dataset.id) ?? dataset);
	}

	const withFiles = (
		row: Row,
		title: string,
		act: (files: readonly ListedFile[], dataset: Dataset) => Promise<void>,
	) =>
		withDataset(row, title, async (dataset) => {
			const found = await acts.done(datasetState, { id: dataset.id }, view);
			if (found !== undefined) await act(found.files ?? [], dataset);
		});

	return {
		'easel.refreshDatasets': () =>
			vscode.window.withProgress({ location: { viewId: 'easel.datasets' } }, async () => {
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
			if (name !== undefined && session.current === current) await acts.done(datasetCreate, { name }, view);
		},
		'easel.retryUpload': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Retry Upload'), async ({ id }) => {
				const again = await acts.done(datasetRetry, { id });
				const upload = again && (await uploads.open()).upload(again.id);
				if (upload !== undefined) void showUploadProgress({ acts, uploads }, upload);
			}),
		'easel.uploadDatasetAgain': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Upload to a New Dataset'), async (dataset) => {
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
			withDataset(row, vscode.l10n.t('Copy Dataset Name'), ({ name }) =>
				copyText(name, vscode.l10n.t('Copied "{0}"', labelText(name, 60))),
			),
		'easel.copyDatasetPath': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Copy Configuration Path'), ({ name }) =>
				copyText(datasetFolder + name, vscode.l10n.t('Copied "{0}"', labelText(datasetFolder + name, 90))),
			),
		'easel.insertDataset': (row?: Row) =>
			withDataset(row, vscode.l10n.t('Insert into Configuration'), (dataset) =>
				insertDatasetIntoEditor(documents, dataset),
			),
		'easel.copyDatasetFileList': (row?: Row) =>
			withFiles(row, vscode.l10n.t('Copy File List'), (files) =>
				copyText(
					files.map(({ name }) => `${name}\n`).join(''),
					counted(files.length, vscode.l10n.t('Copied 1 file name'), vscode.l10n.t('Copied {0} file names')),
				),
			),
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
			withDataset(row, vscode.l10n.t('Delete Dataset'), ({ id }) => acts.done(datasetDelete, { id }, view)),
	};
}

function askName(store: DatasetStore): Thenable<string | undefined> {
	return vscode.window.showInputBox({
		title: vscode.l10n.t('New Dataset'),
		prompt: vscode.l10n.t('Training configurations refer to the dataset by this name.'),
		placeHolder: vscode.l10n.t('Letters, digits, "_" and "-"'),
		validateInput: (name) => {
			if (store.items.some((dataset) => dataset.name === name))
				return vscode.l10n.t('The account already has a dataset with this name.');
			return datasetNameProblem(name);
		},
	});
}

async function pickDataset(store: DatasetStore, title: string): Promise<Dataset | undefined> {
	if (store.state.kind !== 'ready') await store.refresh();
	if (store.state.kind === 'failed') {
		await fail(failureText(store.state.failure));
		return undefined;
	}
	const items = store.items.map((dataset) => ({
		label: labelText(dataset.name),
		description: labelText(dataset.state),
		value: dataset,
	}));
	return chooseValue(items, vscode.l10n.t('This account has no datasets yet.'), {
		title,
		placeHolder: vscode.l10n.t('Select a dataset'),
	});
}

function asCsv(files: readonly ListedFile[]): string {
	const lines = files.map(({ name, bytes }) => `"${name.replaceAll('"', '""')}",${bytes ?? ''}\r\n`);
	return ['name,bytes\r\n', ...lines].join('');
}

/**
 * Makes the training configuration in the active editor train on a dataset; in any other text, and if the configuration
 * has no place for it, inserts the folder at the cursor.
 */
async function insertDatasetIntoEditor(documents: Documents, { name }: Dataset): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	if (editor === undefined) {
		const copy = vscode.l10n.t('Copy Path');
		const text = vscode.l10n.t(
			'Open the training configuration first: "{0}" is inserted into the active editor.',
			labelText(name),
		);
		if ((await inform(text, copy)) === copy) await vscode.env.clipboard.writeText(datasetFolder + name);
		return;
	}
	const { document, selection } = editor;
	const { version } = document;
	const training = await documents.training.read(document);
	const edit = training && insertDataset(training, name, document.offsetAt(selection.active));
	// Typed meanwhile: the places are those of an older text.
	if (document.version !== version) return;
	if (edit !== undefined) await vscode.workspace.applyEdit(workspaceEdit(document, [edit]));
	else await editor.edit((builder) => builder.replace(selection, datasetFolder + name));
	await vscode.window.showTextDocument(document);
}
