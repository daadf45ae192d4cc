import * as vscode from 'vscode';
import { runName } from '../../../core/runs/describe.ts';
import type { Run } from '../../../core/runs/run.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { openPresent } from '../results/writeBackCommands.ts';
import type { WindowRuns } from '../windowRuns.ts';
import { type KeptText, readKept, runTextUri } from './runTexts.ts';

/** Shows the body that a run has sent. */
export async function showSent(windowRuns: WindowRuns, run: Run): Promise<void> {
	if ((await keptOf(windowRuns, run, 'request')) === undefined) return;
	await vscode.window.showTextDocument(runTextUri(run, 'request'), { preview: true });
}

/** Compares the document as a run has sent it with how it is now. */
export async function compareSent(windowRuns: WindowRuns, run: Run): Promise<void> {
	if ((await keptOf(windowRuns, run, 'document')) === undefined || run.documentUri === undefined) return;
	const present = await openPresent(run.documentUri, run.documentName);
	if (present === undefined) return;
	await vscode.commands.executeCommand(
		'vscode.diff',
		runTextUri(run, 'document'),
		present.uri,
		vscode.l10n.t('{0}: Sent and Present', labelText(runName(run), 60)),
	);
}

/** Returns the kept text; if absent, shows a message. */
async function keptOf(windowRuns: WindowRuns, run: Run, what: KeptText): Promise<string | undefined> {
	const text = await readKept(windowRuns.archive.fsPath, run.id, what);
	if (text === undefined)
		await inform(
			what === 'request'
				? vscode.l10n.t('The inputs of this run were not kept: an earlier version of Easel sent it.')
				: vscode.l10n.t('This run was not made from a document, or its document was not kept.'),
		);
	return text;
}
