import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { mapped, type Result, success, wrongInput } from '../../base/failure.ts';
import type { RunSource } from '../../runs/start/runSource.ts';
import { presetsFileName } from '../../workflow/named/fileName.ts';
import { changedPresets, type PresetsChange } from '../../workflow/named/presetsText.ts';
import type { OperationServices } from '../services.ts';
import { withDisk } from '../withSession.ts';

export const fileChange = { changed: z.boolean() };

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

interface Written {
	readonly path: string;
	readonly changed: boolean;
}

/** Changes the file of presets of a document, or creates it. An unreadable file stays unchanged. */
export function changePresets(
	services: Pick<OperationServices, 'disk'>,
	place: PresetsPlace | undefined,
	change: PresetsChange,
): Promise<Result<Written>> {
	return withDisk(services, async (disk): Promise<Result<Written>> => {
		if (place === undefined) return wrongInput(l10n.t('Save the document in a folder first.'));
		const { folder, name } = place;
		const before = await disk.textIn(folder, name);
		const text = changedPresets(before ?? '', change);
		if (text === undefined)
			return wrongInput(l10n.t('"{0}" cannot be changed, because it is not a preset file.', name));
		const path = `${folder}/${name}`;
		if (text === before) return success({ path, changed: false });
		return mapped(await disk.writeText(path, text, before), (written) => ({ ...written, changed: true }));
	});
}
