import * as vscode from 'vscode';
import { inform } from '../shell/messages.ts';
import type { UploadReports } from './uploadReportPanel.ts';
import { chooseFolders, mayUpload, readSelection } from './uploadSelection.ts';

/** Shows the report on what is to be uploaded; asks for a folder where nothing is selected. */
export async function uploadDataset(
	reports: Pick<UploadReports, 'open'>,
	first: unknown,
	all: unknown,
): Promise<void> {
	if (!(await mayUpload())) return;
	const { paths, dataset, elsewhere } = readSelection(first, all);
	if (paths.length === 0 && elsewhere > 0) {
		await inform(vscode.l10n.t('Only files and folders on this computer can be uploaded.'));
		return;
	}
	const chosen = paths.length > 0 ? paths : await chooseFolders(dataset);
	if (chosen === undefined || chosen.length === 0) return;
	reports.open({ paths: chosen, ...(dataset === undefined ? {} : { dataset }) });
}
