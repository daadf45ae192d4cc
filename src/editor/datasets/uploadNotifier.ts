import * as vscode from 'vscode';
import { type Upload, uploadHasEnded } from '../../core/datasets/upload.ts';
import { runCommand } from '../shell/commands.ts';
import { inform, warn } from '../shell/messages.ts';
import type { LazyUploadService } from './lazyUploadService.ts';
import type { StartedUploads } from './startedUploads.ts';
import type { UploadReports } from './uploadReportPanel.ts';

export interface UploadNotifierParts {
	readonly uploads: Pick<LazyUploadService, 'opened'>;
	readonly reports: Pick<UploadReports, 'isVisible' | 'openKey'>;
	readonly started: Pick<StartedUploads, 'reportOf'>;
}

/** Says once, in one window, how an upload has ended, unless its panel is visible. */
export async function sayUploadEnded(upload: Upload, parts: UploadNotifierParts): Promise<void> {
	const { uploads, reports, started } = parts;
	if (!uploadHasEnded(upload) || !(await uploads.opened?.claimNotification(upload.id))) return;
	const key = started.reportOf(upload.id);
	if (upload.state === 'canceled' || (key !== undefined && reports.isVisible(key))) return;
	const { datasetName: name, datasetId: id } = upload;
	if (upload.state === 'ready') {
		const write = vscode.l10n.t('New Training Configuration');
		const insert = vscode.l10n.t('Insert into Configuration');
		const text = vscode.l10n.t('The dataset "{0}" is ready for training.', name);
		const choice = await inform(text, write, insert);
		const row = { kind: 'dataset', dataset: { id, name, state: 'READY' } };
		if (choice === write) await runCommand('easel.newTrainingConfiguration', row);
		if (choice === insert) await runCommand('easel.insertDataset', row);
		return;
	}
	const text =
		upload.state === 'failed'
			? vscode.l10n.t('The dataset "{0}" has failed. {1}', name, upload.notice ?? '')
			: vscode.l10n.t('Some files were not uploaded to "{0}". {1}', name, upload.notice ?? '');
	const show = vscode.l10n.t('Show');
	const choice = await warn(text, ...(key === undefined ? [] : [show]));
	if (choice === show && key !== undefined) reports.openKey(key);
}
