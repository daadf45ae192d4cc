import * as vscode from 'vscode';
import { describeAge } from '../../core/base/ages.ts';
import { describeBytes } from '../../core/base/bytes.ts';
import { counted, numberText } from '../../core/base/language.ts';
import type { Dataset, DatasetFile } from '../../core/datasets/dataset.ts';
import type { DatasetDetail } from '../../core/datasets/datasetDetails.ts';
import type { FilePair } from '../../core/datasets/upload/filePairs.ts';
import { type Upload, uploadHasEnded } from '../../core/datasets/upload/upload.ts';
import { datasetStateText } from '../../core/wire/datasetState.ts';
import { labelText } from '../shell/plainText.ts';
import { noticeRow, noticeTooltip } from '../shell/trees/listNotices.ts';
import { command, factsTooltip, moreRow, row } from '../shell/trees/treeRows.ts';
import type { DatasetsNode } from './nodes.ts';

export interface DatasetExtras {
	readonly detail?: DatasetDetail | undefined;
	/** The upload from this computer that determines the known state. */
	readonly upload?: Upload | undefined;
}

/** Returns the row of a node. Tooltips are left to `tooltipOf`, which runs only on hover. */
export function renderNode(node: DatasetsNode, now: number, extras: DatasetExtras = {}): vscode.TreeItem {
	switch (node.kind) {
		case 'dataset':
			return renderDataset(node.dataset, extras);
		case 'pair':
			return renderPair(node.dataset, node.pair);
		case 'error':
			return row(`error:${node.dataset.id}`, errorText(node.dataset), {
				icon: 'error',
				color: 'list.errorForeground',
			});
		case 'uploadAgain':
			return row(`again:${node.dataset.id}`, vscode.l10n.t('Upload to a New Dataset...'), {
				icon: 'cloud-upload',
				command: command('easel.uploadDatasetAgain', vscode.l10n.t('Upload to a New Dataset...'), node),
			});
		case 'reading':
			return row(`reading:${node.dataset.id}`, vscode.l10n.t('Reading the files...'), {
				icon: 'loading~spin',
			});
		case 'unread':
			return row(`unread:${node.dataset.id}`, vscode.l10n.t('The files could not be read'), {
				icon: 'warning',
				color: 'list.warningForeground',
				description: labelText(node.failure.message),
				command: command('easel.refreshDatasets', vscode.l10n.t('Try Again')),
			});
		case 'noFiles':
			return row(`no-files:${node.dataset.id}`, vscode.l10n.t('No files yet'), { icon: 'info' });
		case 'moreFiles':
			return moreRow('easel.showMoreDatasets', `more-files:${node.dataset.id}`, node, node.dataset.id);
		case 'more':
			return moreRow('easel.showMoreDatasets', 'more', node);
		case 'stale':
		case 'partial':
		case 'skipped':
			return noticeRow(node, now, 'easel.refreshDatasets');
	}
}

const looks: Readonly<Record<string, { readonly icon: string; readonly color: string }>> = {
	DRAFT: { icon: 'circle-outline', color: 'disabledForeground' },
	UPLOADING: { icon: 'loading~spin', color: 'charts.blue' },
	READY: { icon: 'pass-filled', color: 'testing.iconPassed' },
	FAILED: { icon: 'error', color: 'testing.iconFailed' },
};

function renderDataset(dataset: Dataset, { detail, upload }: DatasetExtras): vscode.TreeItem {
	const item = new vscode.TreeItem(labelText(dataset.name), vscode.TreeItemCollapsibleState.Collapsed);
	const isMoving = upload !== undefined && !uploadHasEnded(upload);
	const isIncomplete = upload?.state === 'incomplete' && dataset.state !== 'FAILED';
	const look = isIncomplete
		? { icon: 'warning', color: 'list.warningForeground' }
		: (looks[dataset.state] ?? { icon: 'database', color: 'foreground' });
	const parts = isMoving
		? [uploadText(upload)]
		: isIncomplete
			? incompleteTexts(upload)
			: [labelText(datasetStateText(dataset.state))];
	if (!isMoving && !isIncomplete && detail?.files !== undefined) parts.push(...sizeTexts(detail.files));
	item.id = `dataset:${dataset.id}`;
	item.description = parts.join(' · ');
	if (isIncomplete) item.contextValue = '+dataset+open+incomplete';
	else item.contextValue = dataset.state === 'FAILED' ? '+dataset+failed' : '+dataset+open';
	item.iconPath = new vscode.ThemeIcon(look.icon, new vscode.ThemeColor(look.color));
	const error = dataset.state === 'FAILED' ? [errorText(dataset)] : [];
	item.accessibilityInformation = {
		label: [vscode.l10n.t('Dataset {0}', labelText(dataset.name)), ...parts, ...error].join(', '),
	};
	return item;
}

function uploadText({ state, files }: Upload): string {
	if (state !== 'sending') return vscode.l10n.t('being checked');
	return vscode.l10n.t(
		'uploading {0} of {1} files ({2} of {3})',
		numberText(files.done),
		numberText(files.count),
		describeBytes(files.doneBytes),
		describeBytes(files.bytes),
	);
}

/** Returns the sentences about the progress of an incomplete upload. */
function incompleteTexts({ files: { done, count } }: Upload): string[] {
	return [
		vscode.l10n.t('incomplete'),
		vscode.l10n.t('{0} of {1} files', numberText(done), numberText(count)),
	];
}

function sizeTexts(files: NonNullable<DatasetDetail['files']>): readonly string[] {
	if (files.length === 0) return [];
	const count = counted(files.length, vscode.l10n.t('1 file'), vscode.l10n.t('{0} files'));
	const sizes = files.flatMap(({ bytes }) => bytes ?? []);
	// A partial sum would be wrong.
	if (sizes.length < files.length) return [count];
	return [count, describeBytes(sizes.reduce((sum, bytes) => sum + bytes, 0))];
}

function errorText({ error }: Dataset): string {
	return error === undefined
		? vscode.l10n.t('The service gave no reason for the failure.')
		: labelText(error, 400);
}

const pairIcons = { image: 'file-media', video: 'device-camera-video', other: 'file' } as const;

function renderPair(dataset: Dataset, { file, kind, caption }: FilePair): vscode.TreeItem {
	const alone = kind !== 'other' && caption === undefined;
	const about =
		kind === 'other'
			? []
			: [caption === undefined ? vscode.l10n.t('no caption') : vscode.l10n.t('with caption')];
	return row(`file:${dataset.id}:${file.name}`, labelText(file.name), {
		icon: alone ? 'warning' : pairIcons[kind],
		...(alone ? { color: 'list.warningForeground' } : {}),
		// The important parts first: the rest of a narrow row is cut off.
		description: [...about, ...sizeOf(file)].join(' · '),
	});
}

function sizeOf({ bytes }: DatasetFile): readonly string[] {
	return bytes === undefined ? [] : [describeBytes(bytes)];
}

/** Returns the tooltip of a node, made when it is hovered; text of the service never becomes Markdown. */
export function tooltipOf(
	node: DatasetsNode,
	now: number,
	extras: DatasetExtras = {},
): string | vscode.MarkdownString | undefined {
	switch (node.kind) {
		case 'dataset':
			return datasetTooltip(node.dataset, now, extras);
		case 'pair': {
			const { file, caption } = node.pair;
			return caption === undefined
				? file.name
				: `${file.name}\n${[caption.name, ...sizeOf(caption).map((size) => `(${size})`)].join(' ')}`;
		}
		case 'error':
			return node.dataset.error ?? errorText(node.dataset);
		case 'unread':
			return `${node.failure.message}\n${node.failure.nextStep}`;
		case 'stale':
		case 'partial':
		case 'skipped':
			return noticeTooltip(node);
		default:
			return undefined;
	}
}

function datasetTooltip(
	dataset: Dataset,
	now: number,
	{ detail, upload }: DatasetExtras,
): vscode.MarkdownString {
	const age = (time: number | undefined) => (time === undefined ? undefined : describeAge(now - time));
	return factsTooltip(dataset.name, [
		[vscode.l10n.t('Status'), dataset.state],
		[vscode.l10n.t('Error'), dataset.error],
		[vscode.l10n.t('Files'), detail?.files && sizeTexts(detail.files).join(', ')],
		[
			vscode.l10n.t('Upload'),
			upload?.state === 'incomplete' ? incompleteTexts(upload).join(', ') : undefined,
		],
		[vscode.l10n.t('Created'), age(dataset.createdAt)],
		[vscode.l10n.t('Changed'), age(dataset.updatedAt)],
		[vscode.l10n.t('ID'), dataset.id],
	]);
}
