import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Failure } from '../../core/base/failure.ts';
import { kindOfFile } from '../../core/base/fileKind.ts';
import type { Log } from '../../core/base/log.ts';
import type { Handlers } from '../../core/base/protocol.ts';
import { notCanceled } from '../../core/runs/failures.ts';
import type { ResultsProtocol } from '../../core/runs/resultsMessages.ts';
import { fileOfItem } from '../../core/runs/resultsView.ts';
import type { Run, RunFile } from '../../core/runs/run.ts';
import type { RunService } from '../../core/runs/runService.ts';
import { safeFileName } from '../../core/transfers/names.ts';
import { saveAll } from '../../core/transfers/saveAll.ts';
import { runCommand } from '../shell/commands.ts';
import { showFailure } from '../shell/failures.ts';
import { confirm } from '../shell/messages.ts';
import { numberText } from '../shell/numbers.ts';
import type { Panel } from '../shell/webviewPanel.ts';

interface ActionParts {
	readonly context: Pick<vscode.ExtensionContext, 'workspaceState'>;
	readonly log: Log;
	readonly runService: RunService;
	readonly ready: () => Promise<void>;
	readonly runId: string;
	/** The archive folder of the run. */
	readonly folder: vscode.Uri;
	readonly panel: Panel<ResultsProtocol>;
}

/** Workspace state: the folder into which files were saved last. */
const saveFolderKey = 'results.saveFolder';

/** What the buttons of a results panel do. Small successes are shown in the panel, failures by the editor. */
export function resultsHandlers(parts: ActionParts): Handlers<ResultsProtocol['toHost']> {
	const { log, runService, runId, panel } = parts;
	const notify = (text: string): void => panel.post('notify', { text });
	const fail = (failure: Failure): Promise<void> => showFailure(log, failure);

	/** Runs an action; one that throws is answered with a sentence. */
	const guarded =
		<T>(action: (run: Run, payload: T) => Promise<unknown>) =>
		async (payload: T): Promise<void> => {
			const run = runService.get(runId);
			if (run === undefined) {
				panel.refresh();
				return;
			}
			try {
				await action(run, payload);
			} catch (cause) {
				log.error('An action of the results panel failed', cause);
				const reason = cause instanceof Error ? cause.message : String(cause);
				notify(vscode.l10n.t('This did not work: {0}', reason));
			}
		};
	const withFile = (action: (run: Run, file: RunFile) => Promise<unknown>) =>
		guarded(async (run, { id }: { readonly id: string }) => {
			const file = fileOfItem(run, id);
			if (file !== undefined) await action(run, file);
		});

	return {
		save: withFile((_, file) => save(parts, file, notify)),
		saveAll: guarded((run) => saveEverything(parts, run, notify, fail)),
		copyText: guarded(async (_, { text, what }) => {
			await vscode.env.clipboard.writeText(text);
			notify(vscode.l10n.t('Copied the {0}.', what));
		}),
		copyUrl: withFile(async (_, file) => {
			await parts.ready();
			const url = await runService.freshUrl(runId, file);
			if (!url.ok) return fail(url.failure);
			await vscode.env.clipboard.writeText(url.value);
			notify(
				vscode.l10n.t('Copied the URL. Anyone who has it can load the file until the service deletes it.'),
			);
		}),
		openExternally: withFile((_, file) => openExternally(parts, file, notify)),
		openFolder: guarded((run) => openFolder(parts, run, notify)),
		openDocument: guarded((run) => openDocument(run, panel, notify)),
		runAgain: guarded((_, { newSeed }) =>
			Promise.resolve(runCommand(newSeed ? 'easel.runAgainWithNewSeed' : 'easel.runAgain', runId)),
		),
		cancel: guarded(async () => {
			await parts.ready();
			const outcome = await runService.cancel(runId);
			if (!outcome.ok) return fail(notCanceled(outcome.failure));
			if (outcome.value === 'notCancellable') {
				notify(
					vscode.l10n.t('The run had already ended, so there was nothing to cancel. Its result is kept.'),
				);
			}
		}),
		fetchAgain: guarded(async () => {
			await parts.ready();
			const retried = await runService.retryFiles(runId);
			if (!retried.ok) await fail(retried.failure);
		}),
	};
}

/** Whether programs and folders of the person's computer can be opened: not from a browser, not for files elsewhere. */
export function opensOutside(): boolean {
	return vscode.env.uiKind !== vscode.UIKind.Web && vscode.env.remoteName === undefined;
}

/** The archived copy of a file; undefined while it is not there. */
function archived(folder: vscode.Uri, file: RunFile): vscode.Uri | undefined {
	return file.archivedAs === undefined ? undefined : vscode.Uri.joinPath(folder, file.archivedAs);
}

function saveFolder(context: ActionParts['context']): vscode.Uri {
	const last = context.workspaceState.get<string>(saveFolderKey);
	if (last !== undefined) return vscode.Uri.parse(last);
	return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

async function save(
	{ context, folder }: ActionParts,
	file: RunFile,
	notify: (text: string) => void,
): Promise<void> {
	const source = archived(folder, file);
	if (source === undefined) return;
	const name = safeFileName(file.filename);
	const target = await vscode.window.showSaveDialog({
		title: vscode.l10n.t('Save {0}', name),
		defaultUri: vscode.Uri.joinPath(saveFolder(context), name),
	});
	if (target === undefined) return;
	// The dialog has asked before it answers with a name that is taken.
	await vscode.workspace.fs.copy(source, target, { overwrite: true });
	await context.workspaceState.update(saveFolderKey, vscode.Uri.joinPath(target, '..').toString());
	notify(vscode.l10n.t('Saved as "{0}".', vscode.workspace.asRelativePath(target)));
}

async function saveEverything(
	{ context, folder }: ActionParts,
	run: Run,
	notify: (text: string) => void,
	fail: (failure: Failure) => Promise<void>,
): Promise<void> {
	const files = run.files.flatMap((file) => {
		const source = archived(folder, file);
		return source === undefined ? [] : [{ path: source.fsPath, name: file.filename }];
	});
	const chosen = await vscode.window.showOpenDialog({
		title:
			files.length === 1
				? vscode.l10n.t('Choose a Folder for 1 File')
				: vscode.l10n.t('Choose a Folder for {0} Files', numberText(files.length)),
		openLabel: vscode.l10n.t('Save Here'),
		canSelectFiles: false,
		canSelectFolders: true,
		defaultUri: saveFolder(context),
	});
	const target = chosen?.[0];
	if (target === undefined) return;
	const result = await saveAll(files, target.fsPath);
	if (!result.ok) return fail(result.failure);
	await context.workspaceState.update(saveFolderKey, target.toString());
	const folderName = basename(target.fsPath);
	notify(
		files.length === 1
			? vscode.l10n.t('Saved 1 file in the folder "{0}".', folderName)
			: vscode.l10n.t('Saved {0} files in the folder "{1}".', numberText(files.length), folderName),
	);
}

async function openExternally(
	{ folder }: ActionParts,
	file: RunFile,
	notify: (text: string) => void,
): Promise<void> {
	const source = archived(folder, file);
	if (source === undefined || file.archivedAs === undefined) return;
	// The programs of this computer cannot reach a file on another one.
	const unreachable = vscode.l10n.t(
		'The editor cannot open files in other programs here. Save the file to your computer, then open it there.',
	);
	if (!opensOutside()) return notify(unreachable);
	// Pictures and sounds are looked at; anything else may be a program, and it came from elsewhere.
	if (kindOfFile(file.archivedAs) === 'file') {
		const sure = await confirm(vscode.l10n.t('Open "{0}" in another program?', file.archivedAs), {
			detail: vscode.l10n.t('The workflow made this file on the service. Open it only if you trust it.'),
			action: vscode.l10n.t('Open'),
		});
		if (!sure) return;
	}
	if (await vscode.env.openExternal(source)) return;
	notify(unreachable);
}

async function openFolder({ folder }: ActionParts, run: Run, notify: (text: string) => void): Promise<void> {
	const first = run.files.map((file) => archived(folder, file)).find((uri) => uri !== undefined);
	try {
		await vscode.commands.executeCommand('revealFileInOS', first ?? folder);
	} catch {
		// In a browser there is no file manager to open.
		await vscode.env.clipboard.writeText(folder.fsPath);
		notify(vscode.l10n.t('Copied the path of the folder.'));
	}
}

async function openDocument(
	run: Run,
	panel: Panel<ResultsProtocol>,
	notify: (text: string) => void,
): Promise<void> {
	if (run.documentUri === undefined) return;
	const uri = vscode.Uri.parse(run.documentUri);
	const shown = vscode.window.visibleTextEditors.find(
		(editor) => editor.document.uri.toString() === uri.toString(),
	);
	const free = panel.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
	try {
		const document = await vscode.workspace.openTextDocument(uri);
		await vscode.window.showTextDocument(document, { viewColumn: shown?.viewColumn ?? free });
	} catch {
		notify(vscode.l10n.t('"{0}" no longer exists: it was moved, deleted or never saved.', run.documentName));
	}
}
