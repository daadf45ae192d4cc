import { basename } from 'node:path';
import * as vscode from 'vscode';
import { describeBytes } from '../../../core/base/bytes.ts';
import { allOf } from '../../../core/base/language.ts';
import { runImport, runShare } from '../../../core/operations/runs/share.ts';
import { readInputsOf } from '../../../core/runs/archive/runFolder.ts';
import { sharedRunEnd } from '../../../core/runs/archive/sharedRun.ts';
import { hasEnded } from '../../../core/runs/run.ts';
import { inform, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { askForFile } from '../../shell/questions.ts';
import { rememberSaveFolder, saveFolder } from '../../shell/saveFiles.ts';
import type { RunArgument, RunChooser } from '../chooseRun.ts';
import type { RunDocuments } from '../documents.ts';
import type { ResultsPanels } from '../results/panels.ts';
import type { RunServices } from '../services.ts';
import { openSidecarForm, type SidecarFormDeps } from '../sidecar/form.ts';
import type { Runner } from '../start/runner.ts';

interface SharedRunDeps extends SidecarFormDeps, Pick<RunServices, 'windowRuns'> {
	readonly runner: Pick<Runner, 'run'>;
	readonly chooser: Pick<RunChooser, 'one'>;
	readonly documents: Pick<RunDocuments, 'of'>;
	readonly panels: Pick<ResultsPanels, 'open'>;
	/** Stores the folder that was chosen last. */
	readonly state: vscode.Memento;
}

/** Returns the commands for runs in a file of their own, which one person gives to another. */
export function sharedRunCommands(deps: SharedRunDeps) {
	const { acts, chooser, documents, panels, runner, state, windowRuns } = deps;
	return {
		'easel.shareRun': async (argument: RunArgument) => {
			const run = await chooser.one(argument, hasEnded);
			if (run === undefined) return;
			const name = `${run.documentName.replace(/(?:_api|\.api)?\.jsonc?$/i, '')}${sharedRunEnd}`;
			const uri = await vscode.window.showSaveDialog({
				title: vscode.l10n.t('Share Run'),
				saveLabel: vscode.l10n.t('Share'),
				filters: { [vscode.l10n.t('Shared Runs')]: ['json'] },
				defaultUri: vscode.Uri.joinPath(saveFolder(state), labelText(name)),
			});
			if (uri === undefined) return;
			await rememberSaveFolder(state, vscode.Uri.joinPath(uri, '..'));
			const shared = await acts.done(runShare, { id: run.id, path: uri.fsPath, replace: true });
			if (shared === undefined) return;
			const show = vscode.l10n.t('Show in Folder');
			const { path, bytes, leftOut, warnings } = shared;
			const saved = vscode.l10n.t(
				'Shared the run as "{0}" ({1}): its workflow, its inputs and its results, without keys and signatures. Anyone who opens the file in Easel can run it on deployments of their own.',
				basename(path),
				describeBytes(bytes),
			);
			const missing = leftOut.length === 0 ? [] : [vscode.l10n.t('Missing results: {0}.', allOf(leftOut))];
			const text = [saved, ...missing, ...warnings].join(' ');
			const choice = await (missing.length + warnings.length > 0 ? warn(text, show) : inform(text, show));
			if (choice === show) await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(path));
		},
		'easel.openSharedRun': async (argument: unknown) => {
			const uri = argument instanceof vscode.Uri ? argument : await chooseFile();
			if (uri === undefined) return;
			const opened = await acts.done(runImport, { path: uri.fsPath });
			const run = opened && (await windowRuns.open()).get(opened.run.id);
			if (opened === undefined || run === undefined) return;
			panels.open(run.id);
			if (run.summary.mode === 'inputs') {
				const text = await readInputsOf(windowRuns.archive.fsPath, run.id);
				if (text !== undefined)
					await openSidecarForm(deps, { text, shortened: opened.shortened }, run.target);
				return;
			}
			const source = await documents.of(run, 'same');
			if (source === undefined) return;
			if (!opened.shortened) {
				await runner.run(source, { choose: true, review: true });
				return;
			}
			const text = vscode.l10n.t(
				'Parts of addresses and values that looked like keys were left out when the run was shared. Enter them in the document, then press Run.',
			);
			await vscode.window.showTextDocument(
				await vscode.workspace.openTextDocument({ language: 'json', content: source.document.text }),
			);
			await warn(text);
		},
	};
}

function chooseFile(): Promise<vscode.Uri | undefined> {
	return askForFile({
		title: vscode.l10n.t('Choose a Shared Run ({0})', `*${sharedRunEnd}`),
		openLabel: vscode.l10n.t('Open'),
		filters: { [vscode.l10n.t('Shared Runs')]: ['json'] },
	});
}
