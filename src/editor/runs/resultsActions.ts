import { dirname } from 'node:path';
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
import { runCommand } from '../shell/commands.ts';
import { showFailure } from '../shell/failures.ts';
import { confirm } from '../shell/messages.ts';
import { saveCopy } from '../shell/saveFiles.ts';
import type { Panel } from '../shell/webviewPanel.ts';
import { notCancelableText } from './notCancelable.ts';
import { saveRunFiles } from './saveRunFiles.ts';

export interface ActionParts {
	readonly context: Pick<vscode.ExtensionContext, 'workspaceState'>;
	readonly log: Log;
	readonly runService: RunService;
	readonly ready: () => Promise<void>;
	readonly panel: Panel<ResultsProtocol>;
	/** A new run was asked for in the panel, so it may take the place of the one that is shown; the promise ends with it. */
	expectRun(started: Promise<unknown>): void;
}

/** The messages about a run; those about the panel itself are answered by the panel. */
export type RunMessages = Omit<Handlers<ResultsProtocol['toHost']>, 'stepRun' | 'showRunAt' | 'pin'>;

/** What the buttons of a results panel do. Small successes are shown in the panel, failures by the editor. */
export function resultsHandlers(parts: ActionParts): RunMessages {
	const { log, runService, panel } = parts;
	const notify = (text: string): void => panel.post('notify', { text });
	const fail = (failure: Failure): Promise<void> => showFailure(log, failure);

	/** Runs an action; one that throws is answered with a sentence. */
	const guarded =
		<T extends { readonly run: string }>(action: (run: Run, payload: T) => Promise<unknown>) =>
		async (payload: T): Promise<void> => {
			const run = runService.get(payload.run);
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
		guarded(async (run, { id }: { readonly run: string; readonly id: string }) => {
			const file = fileOfItem(run, id);
			if (file !== undefined) await action(run, file);
		});
	const folderOf = (run: Run): vscode.Uri => vscode.Uri.file(runService.archivePath(run));

	return {
		save: withFile((run, file) => save(parts, folderOf(run), file, notify)),
		saveAll: guarded((run) => saveEverything(parts, run, notify)),
		async copyText({ text, what }) {
			await vscode.env.clipboard.writeText(text);
			notify(vscode.l10n.t('Copied the {0}.', what));
		},
		copyUrl: withFile(async (run, file) => {
			await parts.ready();
			const url = await runService.freshUrl(run.id, file);
			if (!url.ok) return fail(url.failure);
			await vscode.env.clipboard.writeText(url.value);
			notify(
				vscode.l10n.t('Copied the URL. Anyone who has it can load the file until the service deletes it.'),
			);
		}),
		openExternally: withFile((run, file) => openExternally(folderOf(run), file, notify)),
		openFolder: guarded((run) => openFolder(folderOf(run), run, notify)),
		openDocument: guarded((run) => openDocument(run, panel, notify)),
		runAgain: guarded(async (run, { newSeed }: { readonly run: string; readonly newSeed: boolean }) => {
			const again = newSeed ? 'easel.runAgainWithNewSeed' : 'easel.runAgain';
			const started = Promise.resolve(runCommand(again, run.id));
			parts.expectRun(started);
			await started;
		}),
		runWithSeeds: guarded(async (run) => {
			const started = Promise.resolve(runCommand('easel.runWithSeeds', run.id));
			parts.expectRun(started);
			await started;
		}),
		runElsewhere: guarded(async (run) => {
			const started = Promise.resolve(runCommand('easel.runElsewhere', run.id));
			parts.expectRun(started);
			await started;
		}),
		cancel: guarded(async (run) => {
			await parts.ready();
			const outcome = await runService.cancel(run.id);
			if (!outcome.ok) return fail(notCanceled(outcome.failure));
			if (outcome.value === 'notCancellable') {
				notify(notCancelableText(run));
			}
		}),
		fetchAgain: guarded(async (run) => {
			await parts.ready();
			const retried = await runService.retryFiles(run.id);
			if (!retried.ok) await fail(retried.failure);
		}),
		comparePicture: withFile(async (run, file) => {
			await runCommand('easel.comparePictures', [{ runId: run.id, fileKey: file.key }]);
		}),
		star: guarded(async (run, { on }: { readonly run: string; readonly on: boolean }) => {
			const set = await runService.marks.set(run.id, { starred: on });
			if (!set.ok) await fail(set.failure);
		}),
		note: guarded(async (run, { text }: { readonly run: string; readonly text: string }) => {
			const set = await runService.marks.set(run.id, { note: text });
			if (!set.ok) await fail(set.failure);
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

async function save(
	{ context }: ActionParts,
	folder: vscode.Uri,
	file: RunFile,
	notify: (text: string) => void,
): Promise<void> {
	const source = archived(folder, file);
	if (source === undefined) return;
	const saved = await saveCopy(source, safeFileName(file.filename), context.workspaceState);
	if (saved !== undefined) notify(saved);
}

/** Saves all files of a run as the settings say; those that are not here have a button of their own. */
async function saveEverything(
	{ context, log, runService }: ActionParts,
	run: Run,
	notify: (text: string) => void,
): Promise<void> {
	const files = run.files.filter(({ archivedAs }) => archivedAs !== undefined).map((file) => ({ run, file }));
	const archive = dirname(runService.archivePath(run));
	await saveRunFiles(files, { state: context.workspaceState, archive, log, notify });
}

async function openExternally(
	folder: vscode.Uri,
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

async function openFolder(folder: vscode.Uri, run: Run, notify: (text: string) => void): Promise<void> {
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
