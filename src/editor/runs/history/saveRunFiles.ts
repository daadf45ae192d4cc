import { homedir } from 'node:os';
import { basename, isAbsolute, join, resolve } from 'node:path';
import * as vscode from 'vscode';
import { counted, numberText } from '../../../core/base/language.ts';
import { type FileToSave, type SavedFiles, saveFiles } from '../../../core/runs/archive/saveFiles.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { runCommand } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import { warn } from '../../shell/messages.ts';
import { askForFolder } from '../../shell/questions.ts';
import { rememberSaveFolder, saveFolder } from '../../shell/saveFiles.ts';
import { readSetting } from '../../shell/settings.ts';

interface SaveParts extends Pick<AppServices, 'log'> {
	/** Stores the folder that was chosen last. */
	readonly state: vscode.Memento;
	/** The folder with one folder of result files for each run. */
	readonly archive: string;
	/** True to write sidecars; by default as in the setting. */
	readonly sidecar?: boolean;
	/** Shows a brief confirmation in the view that the person is using. */
	readonly notify: (text: string) => void;
}

/** Returns the files of a run to save. */
export function filesOf(run: Run): readonly FileToSave[] {
	return run.files.map((file) => ({ run, file }));
}

/**
 * Saves result files into the folder of the settings, or one that the person chooses, named by the pattern of the settings. Never
 * overwrites; unsaved files are reported.
 */
export async function saveRunFiles(files: readonly FileToSave[], parts: SaveParts): Promise<void> {
	const { log, state, archive, notify } = parts;
	if (files.length === 0) return;
	const here = files.filter(({ file }) => file.archivedAs !== undefined).length;
	if (here === 0) return reportMissingFiles(files);
	const set = readSetting('easel.save.folder').trim();
	const folder = set === '' ? await chooseFolder(here, state) : settingFolder(set);
	if (folder === undefined) return;
	if (!isAbsolute(folder)) {
		await warn(
			vscode.l10n.t(
				'The setting "easel.save.folder" is "{0}", which is a relative path, and no folder is open. Enter a full path, open a folder, or leave it empty to be asked each time.',
				set,
			),
		);
		return;
	}
	const saved = await saveFiles(files, {
		archive,
		folder,
		pattern: readSetting('easel.save.pattern'),
		sidecar: parts.sidecar ?? readSetting('easel.save.sidecar'),
	});
	if (!saved.ok) return showFailure(log, saved.failure);
	const text = savedText(saved.value, folder);
	if (text !== undefined) notify(text);
	const { failure, missing, paths } = saved.value;
	if (failure !== undefined) return showFailure(log, failure);
	if (missing.length > 0 && paths.length === 0) await reportMissingFiles(files);
}

async function reportMissingFiles(files: readonly FileToSave[]): Promise<void> {
	const again = vscode.l10n.t('Download Again');
	const text = vscode.l10n.t(
		'Nothing was saved: the files are not on this computer. Download them again, then save them.',
	);
	if ((await warn(text, again)) === again)
		await runCommand('easel.downloadMissingResults', [...new Set(files.map(({ run }) => run.id))]);
}

/** Returns the number of saved files, and of those that are gone, as text; undefined if none was saved. */
function savedText({ paths, missing }: SavedFiles, folder: string): string | undefined {
	if (paths.length === 0) return undefined;
	const name = basename(folder);
	const saved =
		paths.length === 1
			? vscode.l10n.t('Saved 1 file in the folder "{0}".', name)
			: vscode.l10n.t('Saved {0} files in the folder "{1}".', numberText(paths.length), name);
	if (missing.length === 0) return saved;
	const left = counted(
		missing.length,
		vscode.l10n.t('1 is not on this computer.'),
		vscode.l10n.t('{0} are not on this computer.'),
	);
	return `${saved} ${left}`;
}

/** Returns a folder from the settings: a path, one below the home folder (`~`), or one below the first open folder. */
function settingFolder(text: string): string {
	if (text === '~' || /^~[\\/]/.test(text)) return join(homedir(), text.slice(1));
	const open = vscode.workspace.workspaceFolders?.[0]?.uri;
	return isAbsolute(text) || open?.scheme !== 'file' ? text : resolve(open.fsPath, text);
}

async function chooseFolder(count: number, state: vscode.Memento): Promise<string | undefined> {
	const target = await askForFolder({
		title: counted(
			count,
			vscode.l10n.t('Choose a Folder for 1 File'),
			vscode.l10n.t('Choose a Folder for {0} Files'),
		),
		openLabel: vscode.l10n.t('Save Here'),
		defaultUri: saveFolder(state),
	});
	if (target !== undefined) await rememberSaveFolder(state, target);
	return target?.fsPath;
}
