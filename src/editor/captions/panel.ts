import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { success } from '../../core/base/failure.ts';
import { counted, numberText } from '../../core/base/language.ts';
import type { Log } from '../../core/base/log.ts';
import { CaptionFolder } from '../../core/captions/captionFolder.ts';
import {
	type CaptionDraft,
	type CaptionsProtocol,
	type CaptionsShow,
	type CaptionsState,
	captionsProtocol,
} from '../../core/captions/messages.ts';
import type { CaptionRow } from '../../core/captions/row.ts';
import type { UploadCaptions } from '../../core/captions/uploadCaptions.ts';
import { reportUnfinished, runCommand } from '../shell/commands.ts';
import { warn } from '../shell/messages.ts';
import { PanelOwner, type PanelPlace } from '../shell/panels/panelRegistry.ts';
import { createPanel, identityReader, type Panel } from '../shell/panels/webviewPanel.ts';

export interface CaptionsPanelParts {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly log: Log;
	readonly folder: vscode.Uri;
	/** The captions that uploads send instead of those on disk. */
	readonly uploads: Pick<UploadCaptions, 'captionFor' | 'sourceFor' | 'onDidChange'>;
	readonly place: PanelPlace;
}

export { captionCommands } from './command.ts';

/** Reads the state of a panel from before the window was reloaded. */
export const savedCaptions = identityReader(captionsProtocol);

/** Workspace state: texts of a folder that were not saved when its panel was closed. */
const unsavedKey = (folder: vscode.Uri): string => `captions.unsaved:${folder.toString()}`;

/** Keeps these texts for the next session, in place of earlier ones. */
async function keep({ context, folder }: CaptionsPanelParts, drafts: readonly CaptionDraft[]): Promise<void> {
	await context.workspaceState.update(unsavedKey(folder), drafts.length === 0 ? undefined : drafts);
}

function waitingText(count: number): string {
	return counted(
		count,
		vscode.l10n.t('1 caption is not saved and is kept until its media file is back in this folder.'),
		vscode.l10n.t('{0} captions are not saved and are kept until their media files are back in this folder.'),
	);
}

/** The captions of one folder: its files on one side, the grid on the other. */
export class CaptionsPanel extends PanelOwner {
	readonly #parts: CaptionsPanelParts;
	readonly #folder: CaptionFolder;
	protected readonly panel: Panel<CaptionsProtocol>;
	readonly #watches: readonly { dispose(): unknown }[];
	#show: CaptionsState['show'];

	/** Reads the folder first, so that the panel has something to show from the start. */
	static async create(parts: CaptionsPanelParts): Promise<CaptionsPanel> {
		const folder = await CaptionFolder.open(parts.folder.fsPath, parts.uploads);
		const unsaved = parts.context.workspaceState.get<readonly CaptionDraft[]>(unsavedKey(parts.folder));
		if (unsaved !== undefined) {
			await folder.restore(unsaved);
			await keep(parts, folder.waiting);
		}
		return new CaptionsPanel(parts, folder);
	}

	private constructor(parts: CaptionsPanelParts, folder: CaptionFolder) {
		super();
		this.#parts = parts;
		this.#folder = folder;
		const { context, log, place } = parts;
		const uri = parts.folder;
		this.panel = createPanel<CaptionsProtocol>({
			viewType: 'easel.captions',
			protocol: captionsProtocol,
			extensionUri: context.extensionUri,
			log,
			title: () => vscode.l10n.t('Captions of {0}', basename(uri.fsPath)),
			identity: { folder: uri.toString() },
			roots: [uri],
			state: (panel) => this.#state(panel),
			handlers: () => ({
				draft: ({ id, text }) => folder.draft(id, text),
				commit: ({ id, text }) => folder.commit(id, text),
				restore: ({ drafts }) => folder.restore(drafts),
				takeTheirs: ({ id }) => folder.takeTheirs(id),
				keepMine: ({ id }) => folder.keepMine(id),
				convert: ({ id }) => folder.convert(id),
				open: ({ path }) => this.#open(path),
				lookAgain: () => folder.refresh(),
			}),
			requests: () => ({
				apply: async ({ edits }) => success(await folder.apply(edits)),
				undo: async () => success(await folder.undo()),
				redo: async () => success(await folder.redo()),
			}),
			...place,
		});
		this.#watches = [
			folder.onDidChange((ids) => this.#post(ids)),
			folder.onDidChangeList(() => this.panel.refresh()),
			parts.uploads.onDidChange(() => this.#run(folder.refresh().then(() => this.panel.refresh()))),
			watchFolder(uri, folder, (work) => this.#run(work)),
			// A folder that cannot be watched, such as one on a network, is checked when the person returns to the
			// window.
			vscode.window.onDidChangeWindowState(({ focused }) => {
				if (focused && this.panel.visible) this.#run(folder.refresh());
			}),
		];
		this.panel.onDidDispose(() => this.#run(this.#end()));
	}

	/** Filters the captions and goes to one of them. */
	show(what: CaptionsShow): void {
		this.#show = { ...what, turn: Date.now() };
		this.panel.refresh();
	}

	#state(panel: Panel<CaptionsProtocol>): CaptionsState {
		const { problem, leftOut, waiting } = this.#folder;
		const problems = [
			...(problem ? [problem.message, problem.nextStep] : []),
			...(waiting.length > 0 ? [waitingText(waiting.length)] : []),
		];
		return {
			folder: basename(this.#parts.folder.fsPath),
			address: panel.uriFor(this.#parts.folder),
			rows: this.#folder.rows().map((row) => this.#withUpload(row)),
			leftOut,
			history: this.#folder.history(),
			...(this.#show && { show: this.#show }),
			...(problems.length > 0 && { problem: problems.join(' ') }),
		};
	}

	#post(ids: readonly string[]): void {
		const rows = ids.flatMap((id) => this.#folder.row(id) ?? []).map((row) => this.#withUpload(row));
		this.panel.post('changed', { rows, history: this.#folder.history() });
	}

	/** Returns the row with the text that an upload sends instead, if that differs from the caption on disk. */
	#withUpload(row: CaptionRow): CaptionRow {
		const text = this.#parts.uploads.captionFor(join(this.#folder.root, row.source?.path ?? row.id));
		const isSame = row.caption.kind === 'text' && row.caption.text.trim() === text?.trim();
		return text === undefined || isSame ? row : { ...row, inUpload: text };
	}

	/** Opens a medium that is shown; the view can name no other file. */
	async #open(path: string): Promise<void> {
		const known = this.#folder.rows().some(({ media }) => media.some((medium) => medium.path === path));
		if (!known) return;
		const uri = vscode.Uri.joinPath(this.#parts.folder, ...path.split('/'));
		await vscode.commands.executeCommand('vscode.open', uri, vscode.ViewColumn.Beside);
	}

	/** Runs work that was not requested by a message of the view. */
	#run(work: Promise<unknown>): void {
		work.catch((cause: unknown) =>
			reportUnfinished(this.#parts.log, 'The captions panel could not finish its automatic work', cause),
		);
	}

	/** Writes the text that was being typed when the panel was closed, and keeps unwritable text for the next time. */
	async #end(): Promise<void> {
		for (const watch of this.#watches) watch.dispose();
		await this.#folder.flush();
		const { folder } = this.#parts;
		const unsaved = this.#folder
			.rows()
			.flatMap(({ id, unsaved }): CaptionDraft[] =>
				unsaved === undefined ? [] : [{ id, text: unsaved.text }],
			);
		await keep(this.#parts, [...unsaved, ...this.#folder.waiting]);
		// The panel has already reported the captions that wait for their row.
		if (unsaved.length === 0) return;
		const name = basename(folder.fsPath);
		const open = vscode.l10n.t('Edit Captions');
		const text =
			unsaved.length === 1
				? vscode.l10n.t(
						'1 caption of "{0}" is not saved. It is kept until you edit the captions again.',
						name,
					)
				: vscode.l10n.t(
						'{0} captions of "{1}" are not saved. They are kept until you edit the captions again.',
						numberText(unsaved.length),
						name,
					);
		if ((await warn(text, open)) === open) await runCommand('easel.editCaptions', folder);
	}
}

/** Changes that come faster than this, in milliseconds, are looked at together. */
const pause = 250;

/** Reads the folder again when something in it changes: single rows if only their files were changed, else everything. */
function watchFolder(
	uri: vscode.Uri,
	folder: CaptionFolder,
	run: (work: Promise<void>) => void,
): vscode.Disposable {
	const touched = new Set<string>();
	let whole = false;
	let timer: NodeJS.Timeout | undefined;
	const look = (): void => {
		timer = undefined;
		run(whole ? folder.refresh() : folder.look([...touched]));
		touched.clear();
		whole = false;
	};
	const start = uri.path.endsWith('/') ? uri.path : `${uri.path}/`;
	const note =
		(listChanges: boolean) =>
		({ path }: vscode.Uri): void => {
			const name = path.startsWith(start) ? path.slice(start.length) : path;
			// Hidden files are not shown, such as temporary files before a rename.
			if (name.split('/').some((part) => part.startsWith('.'))) return;
			const row = folder.rowOfFile(name);
			// Adding or removing a medium changes the rows.
			if (row !== undefined && (row === name || !listChanges)) touched.add(row);
			else if (listChanges) whole = true;
			else return;
			timer ??= setTimeout(look, pause);
		};
	const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, '**/*'));
	return vscode.Disposable.from(
		watcher,
		watcher.onDidChange(note(false)),
		watcher.onDidCreate(note(true)),
		watcher.onDidDelete(note(true)),
		{ dispose: () => clearTimeout(timer) },
	);
}
