import { datasetFormats } from '../wire/datasetFormats.ts';

/*
 * The media files of a folder and the caption of each, as the training toolkit pairs them (training-config.md, section 4): the caption of
 * `a/b.png` is `a/b.txt`.
 */

export const mediumKinds = ['image', 'video', 'audio'] as const;
type MediumKind = (typeof mediumKinds)[number];

const extensions: Readonly<Record<MediumKind, readonly string[]>> = {
	...datasetFormats,
	audio: ['mp3', 'wav', 'flac', 'aac', 'ogg', 'm4a'],
};
const kindByExtension = new Map(
	mediumKinds.flatMap((kind) => extensions[kind].map((extension) => [extension, kind] as const)),
);

/** Folders that the toolkit writes next to media, or never reads media from. */
const skippedFolders: ReadonlySet<string> = new Set([
	'_controls',
	'_latent_cache',
	'_t_e_cache',
	'_clip_vision_cache',
]);

/** Media that share one caption, nearly always one. Paths are relative to the folder, with slashes. */
export interface Pair {
	/** The path of the caption, whether it exists or not; unique in a folder. */
	readonly caption: string;
	readonly media: readonly Medium[];
}

interface Medium {
	readonly path: string;
	readonly kind: MediumKind;
}

/** Returns the medium shown next to the caption, if one of them is visible. */
export function shownMedium<M extends { readonly kind: MediumKind }>(
	media: readonly M[],
): (M & { readonly kind: 'image' | 'video' }) | undefined {
	return media.find((medium): medium is M & { readonly kind: 'image' | 'video' } => medium.kind !== 'audio');
}

/** Returns whether the toolkit searches a folder of this name. */
export function isSearchedFolder(name: string): boolean {
	return !name.startsWith('.') && !skippedFolders.has(name);
}

/** Returns the kind of a medium by its extension, ignoring case; undefined for every other file. */
export function mediumKind(name: string): MediumKind | undefined {
	const dot = name.lastIndexOf('.');
	return dot <= 0 ? undefined : kindByExtension.get(name.slice(dot + 1).toLowerCase());
}

/** Pairs the files of a folder, in the order in which people read names (2 before 10). */
export function pairsOf(files: readonly string[]): readonly Pair[] {
	const media = files.flatMap((path): Medium[] => {
		const name = path.slice(path.lastIndexOf('/') + 1);
		const kind = name.startsWith('.') ? undefined : mediumKind(name);
		return kind === undefined ? [] : [{ path, kind }];
	});
	const byCaption = Map.groupBy(media, ({ path }) => `${path.slice(0, path.lastIndexOf('.'))}.txt`);
	const { compare } = new Intl.Collator('en', { numeric: true });
	const byName = (a: string, b: string): number => compare(a, b) || (a < b ? -1 : 1);
	return [...byCaption]
		.map(([caption, sharing]) => ({ caption, media: sharing.sort((a, b) => byName(a.path, b.path)) }))
		.sort((a, b) => byName(a.caption, b.caption));
}
