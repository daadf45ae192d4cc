import type { Scan } from '../disk/scan.ts';
import type { ScannedFile } from '../disk/scannedFile.ts';
import { splitName } from './fileKinds.ts';
import type { ReportControls } from './options.ts';

/** Usual names of the folder with the pictures before the edit. */
const usualName =
	/^(?:controls?|ctrl|conditions?|conditioning|sources?|before|inputs?|references?|refs?)(?:[ _-]?\d)?$/i;

/** Returns the folders of a selection with images that pair by name with images in its other folders, usual names first. */
export function controlFolders(scan: Scan): readonly ReportControls[] {
	const images = scan.files.filter(({ kind, trouble }) => kind === 'image' && trouble === undefined);
	const byFolder = Map.groupBy(images, ({ folder }) => folder);
	/** The number of folders that each base name is in. */
	const folders = new Map<string, number>();
	for (const files of byFolder.values())
		for (const stem of stemsOf(files)) folders.set(stem, (folders.get(stem) ?? 0) + 1);
	const found: ReportControls[] = [];
	for (const [folder, files] of byFolder)
		if (folder !== '' && [...stemsOf(files)].some((stem) => (folders.get(stem) ?? 0) > 1))
			found.push({ label: folder, folder, names: files.map(({ name }) => name) });
	return found.sort((one, other) => Number(hasUsualName(other)) - Number(hasUsualName(one)));
}

function stemsOf(files: readonly ScannedFile[]): ReadonlySet<string> {
	return new Set(files.map(({ name }) => splitName(name).stem));
}

/** Returns whether a folder has a usual name for control images. */
export function hasUsualName({ label }: ReportControls): boolean {
	return usualName.test(label.slice(label.lastIndexOf('/') + 1));
}
