import { compact } from '../../base/compact.ts';
import type { DatasetFile } from '../dataset.ts';
import { isMedia, selectedKind, splitName } from '../report/fileKinds.ts';

/** A medium of a dataset with its caption, or another file of it. */
export interface FilePair {
	readonly file: DatasetFile;
	readonly kind: 'image' | 'video' | 'other';
	/** Absent for a medium without one, and for other files. */
	readonly caption?: DatasetFile;
}

const byName = new Intl.Collator('en', { numeric: true });

/**
 * Returns the files of a dataset in pairs: each image or video with its caption, by name, then the unpaired ones. The caption of `a.jpg` is
 * `a.txt`, letter for letter (trainer-service.md, "Dataset content rules"); several media may share one.
 */
export function pairFiles(files: readonly DatasetFile[]): readonly FilePair[] {
	const captions = new Map(
		files.filter(({ name }) => name.endsWith('.txt')).map((file) => [file.name, file]),
	);
	const used = new Set<string>();
	const media: FilePair[] = [];
	for (const file of files) {
		const kind = selectedKind(file.name);
		if (!isMedia(kind)) continue;
		const caption = captions.get(`${splitName(file.name).stem}.txt`);
		if (caption !== undefined) used.add(caption.name);
		media.push({ file, kind, ...compact({ caption }) });
	}
	const others = files
		.filter(({ name }) => !isMedia(selectedKind(name)) && !used.has(name))
		.map((file): FilePair => ({ file, kind: 'other' }));
	return [...media.sort(compare), ...others.sort(compare)];
}

function compare(one: FilePair, other: FilePair): number {
	return byName.compare(one.file.name, other.file.name);
}
