import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import type { Failure } from '../../../core/base/failure.ts';
import { kindOfFile } from '../../../core/base/fileKind.ts';
import type { Handlers, PanelProtocol } from '../../../core/base/panel/protocol.ts';
import { runGiveUp, runLook } from '../../../core/operations/missing.ts';
import { runFetch, runMark } from '../../../core/operations/runs/history.ts';
import { runCancel } from '../../../core/operations/runs/runs.ts';
import { failedNodeOf } from '../../../core/runs/failedNode.ts';
import type { RunViewProtocol } from '../../../core/runs/results/messages.ts';
import { fileOfItem } from '../../../core/runs/results/view.ts';
import type { Run, RunFile } from '../../../core/runs/run.ts';
import type { RunService } from '../../../core/runs/runService.ts';
import { safeFileName } from '../../../core/transfers/names.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { runCommand } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import type { CommandId } from '../../shell/ids.ts';
import { documentGoneText } from '../../shell/isThere.ts';
import { confirm } from '../../shell/messages.ts';
import type { Panel } from '../../shell/panels/webviewPanel.ts';
import { saveCopy } from '../../shell/saveFiles.ts';
import { filesOf, saveRunFiles } from '../history/saveRunFiles.ts';
import { revealRange } from '../reveal.ts';
import { copiedText, notCancellableText } from './texts.ts';

interface ActionParts extends Pick<AppServices, 'acts' | 'log' | 'ready'> {
	readonly context: Pick<vscode.ExtensionContext, 'workspaceState'>;
	/** Returns the history with the runs that are shown. */
	readonly runs: () => RunService | Promise<RunService>;
	readonly panel: Pick<Panel<RunViewProtocol & PanelProtocol>, 'refresh'>;
	/** Shows the outcome of an action in the panel. */
	notify(text: string): void;
	/**
	 * Tells the panel that a new run was requested in it and may replace the visible one; the request ends with the
	 * promise.
	 */
	expectRun?(started: Promise<unknown>): void;
}

/** Returns the handlers of the buttons of a run. Small successes are shown in the panel, failures by the editor. */
export function runViewHandlers(parts: ActionParts): Handlers<RunViewProtocol['toHost']> {
	const { acts, log, panel, notify } = parts;
	const fail = (failure: Failure): Promise<void> => showFailure(log, failure);

	/** Runs an action with the run that its message names. */
	const withRun =
		<T extends { readonly run: string }>(action: (run: Run, service: RunService, payload: T) => unknown) =>
		async (payload: T): Promise<void> => {
			const service = await parts.runs();
			const run = service.get(payload.run);
			if (run === undefined) panel.refresh();
			else await action(run, service, payload);
		};
	const withFile = (action: (run: Run, service: RunService, file: RunFile) => unknown) =>
		withRun(async (run, service, { id }: { readonly run: string; readonly id: string }) => {
			const file = fileOfItem(run, id);
			if (file !== undefined) await action(run, service, file);
		});
	/** Starts a run by a command. */
	const begin = async (run: Run, command: CommandId): Promise<void> => {
		if (run.state === 'uncertain' && !(await confirmSecond(run))) return;
		const started = Promise.resolve(runCommand(command, run.id));
		parts.expectRun?.(started);
		await started;
	};

	return {
		save: withFile((run, service, file) => save(parts, folderOf(run, service), file)),
		saveWithSidecar: withFile((run, service, file) => saveSome(parts, run, service, [file], true)),
		saveAll: withRun((run, service) => saveSome(parts, run, service, run.files)),
		async copyText({ text, what }) {
			await vscode.env.clipboard.writeText(text);
			notify(copiedText(what));
		},
		copyUrl: withFile(async (run, service, file) => {
			await parts.ready();
			const url = await service.freshUrl(run.id, file);
			if (!url.ok) return fail(url.failure);
			await vscode.env.clipboard.writeText(url.value);
			notify(
				vscode.l10n.t('Copied the URL. Anyone who has it can load the file until the service deletes it.'),
			);
		}),
		openExternally: withFile((run, service, file) => openExternally(folderOf(run, service), file, notify)),
		openFolder: withRun((run, service) => openFolder(folderOf(run, service), run, notify)),
		openDocument: withRun((run) =>
			failedNodeOf(run) === undefined
				? openDocument(run, notify)
				: runCommand('easel.showFailedNode', run.id),
		),
		runAgain: withRun((run, _service, { newSeed }: { readonly run: string; readonly newSeed: boolean }) =>
			begin(run, newSeed ? 'easel.runAgainWithNewSeed' : 'easel.runAgain'),
		),
		runWithSeeds: withRun((run) => begin(run, 'easel.runWithSeeds')),
		writeSeedBack: withRun((run) => runCommand('easel.writeSeedBack', run.id)),
		runElsewhere: withRun((run) => begin(run, 'easel.runElsewhere')),
		cancel: withRun(async (run) => {
			await parts.ready();
			const canceled = await acts.done(runCancel, { id: run.id });
			if (canceled?.outcome === 'notCancellable') notify(notCancellableText(run));
		}),
		openWebConsole: withRun((run) => runCommand('easel.openWebConsole', run.id)),
		openProfilePage: withRun((run) => runCommand('easel.openProfilePage', run.connectionId)),
		thisIsRequest: withRun((run) => runCommand('easel.thisIsRequest', run.id)),
		lookForRun: withRun(({ id }) => acts.done(runLook, { id })),
		giveUpRun: withRun(({ id }) => acts.done(runGiveUp, { id })),
		fetchAgain: withRun(async ({ id }) => {
			await parts.ready();
			await acts.done(runFetch, { id });
		}),
		comparePicture: withFile((run, _service, file) =>
			runCommand('easel.comparePictures', [{ runId: run.id, fileKey: file.key }]),
		),
		star: withRun(({ id }, _service, { on }: { readonly run: string; readonly on: boolean }) =>
			acts.done(runMark, { id, starred: on }),
		),
		note: withRun(({ id }, _service, { text }: { readonly run: string; readonly text: string }) =>
			acts.done(runMark, { id, note: text }),
		),
	};
}

/** Asks before a run with unknown outcome is repeated. */
function confirmSecond(run: Run): Promise<boolean> {
	return confirm(vscode.l10n.t('Run "{0}" again?', run.documentName), {
		detail: vscode.l10n.t(
			'It is unknown whether the first one arrived. If it did, a second one costs the same again. Check the list of requests of {0} first.',
			run.target.name,
		),
		action: vscode.l10n.t('Run Again'),
	});
}

function folderOf(run: Run, service: RunService): vscode.Uri {
	return vscode.Uri.file(service.archivePath(run));
}

/**
 * Returns whether programs and folders of the person's computer can be opened: not from a browser, not for files
 * elsewhere.
 */
export function opensOutside(): boolean {
	return vscode.env.uiKind !== vscode.UIKind.Web && vscode.env.remoteName === undefined;
}

/** Returns the archived copy of a file; undefined if absent. */
function archived(folder: vscode.Uri, file: RunFile): vscode.Uri | undefined {
	return file.archivedAs === undefined ? undefined : vscode.Uri.joinPath(folder, file.archivedAs);
}

async function save({ context, notify }: ActionParts, folder: vscode.Uri, file: RunFile): Promise<void> {
	const source = archived(folder, file);
	if (source === undefined) return;
	const saved = await saveCopy(source, safeFileName(file.filename), context.workspaceState);
	if (saved !== undefined) notify(saved);
}

/** Saves files of a run by the settings; missing ones have a button of their own. */
async function saveSome(
	{ context, log, notify }: ActionParts,
	run: Run,
	service: RunService,
	files: readonly RunFile[],
	sidecar?: boolean,
): Promise<void> {
	const archive = dirname(service.archivePath(run));
	const parts = { state: context.workspaceState, archive, log, notify, ...compact({ sidecar }) };
	await saveRunFiles(filesOf({ ...run, files }), parts);
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
	// Pictures and sounds open directly; anything else may be a program from elsewhere.
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
		// In a browser no file manager can be opened.
		await vscode.env.clipboard.writeText(folder.fsPath);
		notify(vscode.l10n.t('Copied the path of the folder.'));
	}
}

async function openDocument(run: Run, notify: (text: string) => void): Promise<void> {
	if (run.documentUri === undefined) return;
	const uri = vscode.Uri.parse(run.documentUri);
	try {
		await revealRange(await vscode.workspace.openTextDocument(uri));
	} catch {
		notify(documentGoneText(run.documentName));
	}
}
