import type { Scan } from '../disk/scan.ts';
import { splitName } from './fileKinds.ts';
import type { ReportControls } from './options.ts';

/** Usual names of the folder with the pictures before the edit. */
const usualName =
	/^(?:controls?|ctrl|conditions?|conditioning|sources?|before|inputs?|references?|refs?)(?:[ _-]?\d)?$/i;

/** Returns the folders of a selection with images that pair by name with images in its other folders, usual names first. */
export function controlFolders(scan: Scan): readonly ReportControls[] {
	const byFolder = new Map<string, string[]>();
	for (const { kind, folder, name, trouble } of scan.files) {
		if (kind !== 'image' || trouble !== undefined) continue;
		const names = byFolder.get(folder);
		if (names === undefined) byFolder.set(folder, [name]);
		else names.push(name);
	}
	/** The number of folders that each base name is in. */
	const folders = new Map<string, number>();
	for (const names of byFolder.values())
		for (const stem of stemsOf(names)) folders.set(stem, (folders.get(stem) ?? 0) + 1);
	const found: ReportControls[] = [];
	for (const [folder, names] of byFolder)
		if (folder !== '' && [...stemsOf(names)].some((stem) => (folders.get(stem) ?? 0) > 1))
			found.push({ label: folder, folder, names });
	return found.sort((one, other) => Number(hasUsualName(other)) - Number(hasUsualName(one)));
}

function stemsOf(names: readonly string[]): ReadonlySet<string> {
	return new Set(names.map((name) => splitName(name).stem));
}

/** Returns whether a folder has a usual name for control images. */
export function hasUsualName({ label }: ReportControls): boolean {
	return usualName.test(label.slice(label.lastIndexOf('/') + 1));
}
