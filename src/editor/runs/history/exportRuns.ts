import * as vscode from 'vscode';
import { counted } from '../../../core/base/language.ts';
import type { Log } from '../../../core/base/log.ts';
import { type ExportFormat, exportFormats, exportRuns } from '../../../core/runs/archive/runExport.ts';
import type { RunMarks } from '../../../core/runs/history/marks.ts';
import type { Run } from '../../../core/runs/run.ts';
import { fail } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';

/** Writes runs with their stars and notes into a file that the person chooses. */
export async function exportToFile(log: Log, runs: readonly Run[], marks: RunMarks): Promise<void> {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const uri = await vscode.window.showSaveDialog({
		title: counted(runs.length, vscode.l10n.t('Export 1 Run'), vscode.l10n.t('Export {0} Runs')),
		filters: { JSON: ['json'], CSV: ['csv'] },
		...(folder ? { defaultUri: vscode.Uri.joinPath(folder, 'runs.json') } : {}),
	});
	if (uri === undefined) return;
	const marked = runs.map((run) => ({ run, marks: marks.of(run.id) }));
	try {
		await vscode.workspace.fs.writeFile(uri, Buffer.from(exportRuns(marked, formatOf(uri))));
	} catch (cause) {
		log.error('Runs could not be exported', cause);
		await fail(
			vscode.l10n.t(
				'"{0}" could not be written. Choose a folder that can be written to, or make sure that the disk is not full.',
				labelText(uri.path.split('/').at(-1) ?? ''),
			),
		);
		return;
	}
	vscode.window.setStatusBarMessage(
		counted(runs.length, vscode.l10n.t('Exported 1 run'), vscode.l10n.t('Exported {0} runs')),
		6000,
	);
}

function formatOf(uri: vscode.Uri): ExportFormat {
	return exportFormats.find((format) => uri.path.toLowerCase().endsWith(`.${format}`)) ?? 'json';
}
