import { jsonText } from '../../../core/json/exact.ts';
import { isObject, type JsonObject, member } from '../../../core/json/value.ts';
import type { EngineEnding, EngineFile } from '../engine.ts';
import type { EngineClient } from './client.ts';
import type { StreamedPicture } from './events.ts';
import { runFault } from './faults.ts';

/** Endings by which a bare text is the path of a file in the output folder: nodes for 3D name their files so. */
const pathEnding = /\.(glb|gltf|obj|fbx|stl|ply|usdz|splat|spz|ksplat)$/i;

type Channels = Record<string, unknown[]>;

/** Returns the ending of a run in the history, with its files fetched. Throws `NoAnswer` while a file cannot be. */
export async function collect(
	client: EngineClient,
	entry: JsonObject,
	pictures: readonly StreamedPicture[],
	signal: AbortSignal,
): Promise<EngineEnding> {
	const status = member(entry, 'status') ?? null;
	if (isObject(status) && member(status, 'status_str') === 'error')
		return { state: 'failed', error: runFault(status), busyMs: 0 };
	const outputs = readOutputs(entry);
	const files = new Map<string, EngineFile>();
	for (const file of Object.values(outputs).flatMap((channels) => Object.values(channels).flat())) {
		if (!isNamed(file)) continue;
		const query = new URLSearchParams({
			filename: file.filename,
			subfolder: file.subfolder,
			type: file.type,
		});
		const key = String(query);
		if (files.has(key)) continue;
		const bytes = await client.readBytes(`/view?${query}`, signal, client.times.longCall);
		files.set(key, { ...file, bytes });
	}
	const streamed = addPictures(outputs, pictures);
	return { state: 'succeeded', outputs, files: [...files.values(), ...streamed], busyMs: 0 };
}

/** Reads the outputs with every file as a record of name, folder and type; null values are left out. */
function readOutputs(entry: JsonObject): Record<string, Channels> {
	const raw: unknown = JSON.parse(jsonText(member(entry, 'outputs') ?? {}));
	const nodes = Object.entries(isRecord(raw) ? raw : {}).filter(([, channels]) => isRecord(channels));
	return Object.fromEntries(
		nodes.map(([nodeId, channels]) => {
			const lists = Object.entries(channels as object).flatMap(([channel, value]) => {
				const list = (Array.isArray(value) ? value : [value]).filter((each) => each !== null).map(fileRecord);
				return list.length === 0 ? [] : [[channel, list] as const];
			});
			return [nodeId, Object.fromEntries(lists)];
		}),
	);
}

function fileRecord(entry: unknown): unknown {
	if (typeof entry === 'string' && pathEnding.test(entry) && !/[\r\n]/.test(entry)) {
		const parts = entry.split(/[\\/]/);
		return { filename: parts.at(-1), subfolder: parts.slice(0, -1).join('/'), type: 'output' };
	}
	if (!isRecord(entry) || typeof entry.filename !== 'string') return entry;
	const { subfolder, type } = entry;
	return {
		...entry,
		subfolder: typeof subfolder === 'string' ? subfolder : '',
		type: typeof type === 'string' ? type : 'output',
	};
}

/** Pictures that exist in the event stream only become files of their nodes. */
function addPictures(outputs: Record<string, Channels>, pictures: readonly StreamedPicture[]): EngineFile[] {
	return pictures.map(({ nodeId, extension, bytes }, index) => {
		const number = String(index + 1).padStart(5, '0');
		const file = { filename: `websocket_${number}_.${extension}`, subfolder: '', type: 'output' };
		const channels = outputs[nodeId] ?? {};
		channels.images = [...(channels.images ?? []), file];
		outputs[nodeId] = channels;
		return { ...file, bytes };
	});
}

function isNamed(entry: unknown): entry is { filename: string; subfolder: string; type: string } {
	return isRecord(entry) && typeof entry.filename === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
