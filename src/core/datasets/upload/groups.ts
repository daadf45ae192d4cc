import type { UploadFile } from './upload.ts';

/** Whether a file is a caption: trainer-service.md, "Dataset content rules". */
export function isCaption({ name }: Pick<UploadFile, 'name'>): boolean {
	return /\.txt$/i.test(name);
}

/**
 * Returns the numbers of the files that belong together, by their name without the extension, each group with its captions first. A group
 * goes up file by file: no matter where an upload ends, there is no medium without its caption.
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
