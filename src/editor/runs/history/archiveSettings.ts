import * as vscode from 'vscode';
import { describeBytes } from '../../../core/base/bytes.ts';
import { numberText } from '../../../core/base/language.ts';
import {
	type ArchiveKeeper,
	type ArchiveRules,
	archiveModes,
} from '../../../core/runs/archive/archiveKeeper.ts';
import { inform } from '../../shell/messages.ts';
import { onSettingChange, readSetting } from '../../shell/settings.ts';

const gigabyte = 1_000_000_000;

/** Reads the rules for keeping result files from the settings; an invalid value counts as the default. */
export function archiveRules(): ArchiveRules {
	const mode = archiveModes.find((known) => known === readSetting('easel.archive.mode')) ?? 'always';
	const size = readSetting('easel.archive.maxSize');
	const isSize = typeof size === 'number' && Number.isFinite(size) && size > 0;
	return { mode, maxBytes: isSize ? Math.round(size * gigabyte) : 0 };
}

/** Applies the settings to the archive, and reports once in this window that results were removed because of them. */
export function watchArchive(archive: ArchiveKeeper): vscode.Disposable {
	let said = false;
	// Removes files left by another window, or by a change while none was open.
	archive.tidy();
	return vscode.Disposable.from(
		onSettingChange(['easel.archive.mode', 'easel.archive.maxSize'], () => archive.tidy()),
		archive.onDidFreeSpace(({ runs, bytes }) => {
			if (said) return;
			said = true;
			const limit = describeBytes(archiveRules().maxBytes);
			const freed = describeBytes(bytes);
			void reportFreedSpace(
				runs === 1
					? vscode.l10n.t(
							'The results of 1 older run ({0}) were removed from this computer, because the limit is {1}. Open the run to download them again while the service has them.',
							freed,
							limit,
						)
					: vscode.l10n.t(
							'The results of {0} older runs ({1}) were removed from this computer, because the limit is {2}. Open a run to download its results again while the service has them.',
							numberText(runs),
							freed,
							limit,
						),
			);
		}),
	);
}

async function reportFreedSpace(text: string): Promise<void> {
	const change = vscode.l10n.t('Change Limit');
	if ((await inform(text, change)) === undefined) return;
	await vscode.commands.executeCommand('workbench.action.openSettings', 'easel.archive');
}
