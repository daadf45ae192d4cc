/** The kind of view that can show a file; `file`: no player of the editor knows it. */
export type FileKind = 'image' | 'video' | 'audio' | 'file';

const kindsByExtension: Readonly<Record<string, FileKind>> = Object.fromEntries([
	...['png', 'apng', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'avif', 'svg'].map(
		(end) => [end, 'image'] as const,
	),
	...['mp4', 'm4v', 'webm', 'mov', 'mkv', 'avi', 'ogv'].map((end) => [end, 'video'] as const),
	...['mp3', 'wav', 'flac', 'ogg', 'oga', 'opus', 'm4a', 'aac'].map((end) => [end, 'audio'] as const),
]);

/** Returns the kind of a file by its extension. */
export function kindOfFile(filename: string): FileKind {
	const end = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
	return Object.hasOwn(kindsByExtension, end) ? (kindsByExtension[end] ?? 'file') : 'file';
}
