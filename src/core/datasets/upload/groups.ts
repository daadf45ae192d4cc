import type { UploadFile } from './upload.ts';

/** Returns whether a file is a caption: trainer-service.md, "Dataset content rules". */
export function isCaption({ name }: Pick<UploadFile, 'name'>): boolean {
	return /\.txt$/i.test(name);
}

/**
 * Returns the indexes of the files that belong together, by base name, each group with its captions first. A group is
 * sent file by file, so that an interrupted upload never leaves a medium without its caption.
 */
export function groupFiles(files: readonly UploadFile[]): readonly (readonly number[])[] {
	const groups = new Map<string, { captions: number[]; media: number[] }>();
	for (const [index, file] of files.entries()) {
		const base = file.name.replace(/\.[^.]*$/, '');
		const group = groups.get(base) ?? { captions: [], media: [] };
		groups.set(base, group);
		(isCaption(file) ? group.captions : group.media).push(index);
	}
	return [...groups.values()].map(({ captions, media }) => [...captions, ...media]);
}
