import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import { inform } from '../../shell/messages.ts';
import type { UploadReports } from '../report/panels.ts';
import { chooseFolders, readSelection } from './selection.ts';

/** Shows the report on the files to upload; asks for a folder if nothing is selected. */
export async function uploadDataset(
	reports: Pick<UploadReports, 'open'>,
	first: unknown,
	all: unknown,
): Promise<void> {
	const { paths, dataset, elsewhere } = readSelection(first, all);
	if (elsewhere > 0) {
		const text = vscode.l10n.t('Only files and folders on the computer where Easel runs can be uploaded.');
		if (paths.length === 0) {
			await inform(text);
			return;
		}
		void inform(text);
	}
	const chosen = paths.length > 0 ? paths : await chooseFolders(dataset);
	if (chosen === undefined || chosen.length === 0) return;
	reports.open({ paths: chosen, ...compact({ dataset }) });
}
