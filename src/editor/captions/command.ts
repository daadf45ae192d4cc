import * as vscode from 'vscode';
import { compact } from '../../core/base/compact.ts';
import { type CaptionFilter, noFilter } from '../../core/captions/filter.ts';
import type { CaptionsIdentity, CaptionsShow } from '../../core/captions/messages.ts';
import { firstFolder } from '../documents/newDocument.ts';
import type { CommandHandler } from '../shell/commands.ts';
import { inform } from '../shell/messages.ts';
import { askForFolder } from '../shell/questions.ts';

/** Options of the command beyond the folder. */
interface ShowCaptions {
	/** Shows these captions only; omitted parts are as without a filter. */
	readonly filter?: Partial<CaptionFilter>;
	/** Goes to this medium or caption: its path relative to the folder, with slashes. */
	readonly path?: string;
}

interface OpensCaptions {
	open(identity: CaptionsIdentity): Promise<{ show(what: CaptionsShow): void }>;
}

/**
 * Returns the command that opens the captions of a folder: from the explorer, from another part of Easel, or chosen by
 * the person.
 */
export function captionCommands(panels: OpensCaptions): Record<'easel.editCaptions', CommandHandler> {
	return {
		// The explorer passes the whole selection as second argument.
		'easel.editCaptions': async (target: unknown, more: unknown) => {
			const folder = target instanceof vscode.Uri ? await folderOf(target) : await chooseFolder();
			if (folder === undefined) return;
			if (folder.scheme !== 'file') {
				await inform(vscode.l10n.t('Captions can be edited in folders on disk only.'));
				return;
			}
			const panel = await panels.open({ folder: folder.toString() });
			const asked = Array.isArray(more) ? undefined : (more as ShowCaptions | undefined);
			if (asked === undefined) return;
			panel.show({
				...(asked.filter && { filter: { ...noFilter, ...asked.filter } }),
				...(asked.path && { id: asked.path }),
			});
		},
	};
}

/** Returns the folder itself, or that of a file. */
async function folderOf(target: vscode.Uri): Promise<vscode.Uri> {
	try {
		const { type } = await vscode.workspace.fs.stat(target);
		if ((type & vscode.FileType.Directory) !== 0) return target;
	} catch {
		// A missing folder is reported in its panel.
		return target;
	}
	return vscode.Uri.joinPath(target, '..');
}

function chooseFolder(): Promise<vscode.Uri | undefined> {
	return askForFolder({
		title: vscode.l10n.t('Choose a Folder of Pictures or Videos'),
		openLabel: vscode.l10n.t('Edit Captions'),
		...compact({ defaultUri: firstFolder() }),
	});
}
