import { splitName } from './fileKinds.ts';
import type { ReportControls } from './report.ts';
import type { Scan } from './scan.ts';

/** How people name the folder with the pictures before the edit. */
const usualName =
	/^(?:controls?|ctrl|conditions?|conditioning|sources?|before|inputs?|references?|refs?)(?:[ _-]?\d)?$/i;

/** The folders of a selection whose images pair by name with images elsewhere in it, those with a usual name first. */
export function controlFolders(scan: Scan): readonly ReportControls[] {
	const byFolder = new Map<string, string[]>();
	for (const { kind, folder, name, trouble } of scan.files)
		if (kind === 'image' && trouble === undefined)
			byFolder.set(folder, [...(byFolder.get(folder) ?? []), name]);
	const found: ReportControls[] = [];
	for (const [folder, names] of byFolder) {
		if (folder === '') continue;
		const stems = new Set(names.map((name) => splitName(name).stem));
		const others = [...byFolder].filter(([other]) => other !== folder).flatMap(([, files]) => files);
		if (others.some((name) => stems.has(splitName(name).stem))) found.push({ label: folder, folder, names });
	}
	return found.sort((one, other) => Number(hasUsualName(other)) - Number(hasUsualName(one)));
}

/** Whether a folder is named as folders of control images usually are. */
export function hasUsualName({ label }: ReportControls): boolean {
	return usualName.test(label.slice(label.lastIndexOf('/') + 1));
}
