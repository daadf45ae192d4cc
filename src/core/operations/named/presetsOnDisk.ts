import * as l10n from '@vscode/l10n';
import { failed, type Result } from '../../base/failure.ts';
import type { RunSource } from '../../runs/start/runSource.ts';
import { presetsFileName } from '../../workflow/named/fileName.ts';
import { changedPresets, type PresetsChange } from '../../workflow/named/presetsText.ts';
import { inputFailure } from '../inputFailure.ts';
import type { OperationServices } from '../services.ts';
import { withDisk } from '../withSession.ts';

interface PresetsPlace {
	readonly folder: string;
	readonly name: string;
}

/** Returns the place of the file of presets of a document; undefined for a document without a folder. */
export function presetsPath({
	name,
	folders,
}: Pick<RunSource, 'name' | 'folders'>): PresetsPlace | undefined {
	const folder = folders?.document;
	return folder === undefined ? undefined : { folder, name: presetsFileName(name) };
}

/** Changes the file of presets of a document, or makes it. A file that cannot be read as one stays as it is. */
export function changePresets(
	services: Pick<OperationServices, 'disk'>,
	place: PresetsPlace | undefined,
	change: PresetsChange,
): Promise<Result<{ readonly path: string }>> {
	return withDisk(services, async (disk) => {
		if (place === undefined) return failed(inputFailure(l10n.t('Save the document in a folder first.')));
		const { folder, name } = place;
		const before = await disk.textIn(folder, name);
		const text = changedPresets(before ?? '', change);
		if (text === undefined)
			return failed(
				inputFailure(l10n.t('"{0}" cannot be changed, because it is not a file of presets.', name)),
			);
		return disk.writeText(`${folder}/${name}`, text, before);
	});
}
