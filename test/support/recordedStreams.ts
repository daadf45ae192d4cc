import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from './engineDouble.ts';

const folder = join(import.meta.dirname, '..', 'engine', 'recorded');

/** The frames of a real engine while it ran a document, and its history afterwards. */
export interface RecordedStream {
	readonly frames: readonly Frame[];
	readonly history: {
		readonly outputs: Readonly<Record<string, unknown>>;
		readonly status: { readonly status_str: string; readonly messages: readonly [string, unknown][] };
	};
}

/** Versions of engines that were recorded. */
export const recordedVersions: readonly string[] = readdirSync(folder).sort();

/**
 * Returns the recorded streams of a version by name, such as `failing`; for `playNext` and `replay` of the engine
 * double.
 */
export function recordedStreams(version: string): ReadonlyMap<string, RecordedStream> {
	const text = readFileSync(join(folder, version, 'streams.json'), 'utf8');
	const streams: Record<string, RecordedStream> = JSON.parse(text);
	return new Map(
		Object.entries(streams).map(([name, stream]) => [name, { ...stream, frames: stream.frames.map(read) }]),
	);
}

type Recorded =
	| Frame
	| { readonly _bytes: string }
	| { readonly _picture: string; readonly metadata: { readonly image_type: string } };

/** Reads a frame. A picture is recorded with the metadata of its run; the double writes them again, for the current run. */
function read(frame: Recorded): Frame {
	if ('_bytes' in frame) return new Uint8Array(Buffer.from(frame._bytes, 'base64'));
	if (!('_picture' in frame)) return frame;
	const { image_type: mediaType, ...metadata } = frame.metadata;
	return { preview: new Uint8Array(Buffer.from(frame._picture, 'base64')), mediaType, metadata };
}
