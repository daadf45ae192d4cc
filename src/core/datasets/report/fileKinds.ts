import { datasetFormats } from '../../wire/datasetFormats.ts';

/** The kind of a file of a selection, by its name alone. */
export type SelectedKind =
	| 'image'
	| 'video'
	/** A `.txt` file, in any letter case. */
	| 'caption'
	/** A `.json` file, which some model families read as a caption. */
	| 'json'
	/** A file in which another trainer keeps the caption of a medium. */
	| 'otherCaption'
	/** A file in which another trainer keeps the captions of a folder. */
	| 'captionTable'
	/** A picture or video of a type that the toolkit does not read. */
	| 'unsupportedMedia'
	/** Something else, which a dataset does not take. */
	| 'other'
	/** A folder or file that the toolkit writes next to the media. */
	| 'cache'
	| 'hidden';

const images = new Set<string>(datasetFormats.image);
const videos = new Set<string>(datasetFormats.video);

/** Media that people have in their folders and that the toolkit passes by. */
const unsupported = new Set(
	'apng avif bmp gif heic heif ico jfif jp2 jxl psd raw svg tga tif tiff 3gp mpeg mpg mts m2ts ogv ts vob'.split(
		' ',
	),
);

/** Folders and files that the toolkit writes next to the media: training-config.md, section 4. */
const cacheNames = new Set([
	'_latent_cache',
	'_t_e_cache',
	'_clip_vision_cache',
	'_controls',
	'.aitk_size.json',
]);

/** Files that systems leave in folders without being asked. */
const systemNames = new Set(['thumbs.db', 'desktop.ini', '__macosx']);

/** Returns the name without its extension, and the extension without its dot, in their original spelling. */
export function splitName(name: string): { readonly stem: string; readonly extension: string } {
	const dot = name.lastIndexOf('.');
	if (dot <= 0) return { stem: name, extension: '' };
	return { stem: name.slice(0, dot), extension: name.slice(dot + 1) };
}

/** Returns the kind of a file by its name. */
export function selectedKind(name: string): SelectedKind {
	const leftBehind = leftBehindKind(name);
	if (leftBehind !== undefined) return leftBehind;
	const extension = splitName(name).extension.toLowerCase();
	if (images.has(extension)) return 'image';
	if (videos.has(extension)) return 'video';
	if (extension === 'txt') return 'caption';
	if (extension === 'json') return 'json';
	if (extension === 'caption' || extension === 'tags') return 'otherCaption';
	if (name === 'metadata.jsonl') return 'captionTable';
	return unsupported.has(extension) ? 'unsupportedMedia' : 'other';
}

/** Returns the kind of a file or folder name that no dataset contains on purpose; undefined for other names. */
export function leftBehindKind(name: string): 'cache' | 'hidden' | undefined {
	if (cacheNames.has(name)) return 'cache';
	return name.startsWith('.') || systemNames.has(name.toLowerCase()) ? 'hidden' : undefined;
}

export function isMedia(kind: SelectedKind): kind is 'image' | 'video' {
	return kind === 'image' || kind === 'video';
}
