import type { ResultsItem } from './resultsMessages.ts';

const kindsByExtension: Readonly<Record<string, ResultsItem['kind']>> = Object.fromEntries([
	...['png', 'apng', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'avif', 'svg'].map(
		(end) => [end, 'image'] as const,
	),
	...['mp4', 'm4v', 'webm', 'mov', 'mkv', 'avi', 'ogv'].map((end) => [end, 'video'] as const),
	...['mp3', 'wav', 'flac', 'ogg', 'oga', 'opus', 'm4a', 'aac'].map((end) => [end, 'audio'] as const),
]);

/** How a result file is shown; what no player knows is offered as a file. */
export function kindOfFile(filename: string): ResultsItem['kind'] {
	const end = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
	return Object.hasOwn(kindsByExtension, end) ? (kindsByExtension[end] ?? 'file') : 'file';
}
