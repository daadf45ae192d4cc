import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject, member } from '../../../core/json/value.ts';
import type { Declarations, EngineJob } from '../engine.ts';
import { takesFile } from '../fileInputs.ts';
import { loadMedia } from '../media.ts';
import type { RunError } from '../outcome.ts';
import { type EngineClient, NoAnswer } from './client.ts';
import { mediaFault } from './faults.ts';

/** The folder in the engine's inputs for uploads from here. */
const folder = 'easel';

/**
 * Returns the document with media that are addresses, data URIs or files of the instance uploaded to the engine's input
 * folder. Names are derived from the bytes, so that the same file is stored once and the engine finds its results for
 * it again.
 */
export async function withUploads(
	client: EngineClient,
	declarations: Declarations,
	workflow: JsonObject,
	job: EngineJob,
): Promise<{ readonly workflow: JsonObject } | { readonly error: RunError }> {
	const changed: Record<string, Json> = { ...workflow };
	const uploaded = new Map<string, string>();
	for (const [nodeId, node] of Object.entries(workflow)) {
		const inputs = member(node, 'inputs');
		if (!isObject(inputs)) continue;
		const className = String(member(node, 'class_type'));
		for (const [name, value] of Object.entries(inputs)) {
			if (typeof value !== 'string' || !takesFile(declarations.input(className, name), value)) continue;
			let stored = uploaded.get(value);
			if (stored === undefined) {
				const media = await loadMedia(value, job.uploads, job.signal);
				if (media === undefined) continue;
				if ('problem' in media) return { error: mediaFault(nodeId, className, media.problem) };
				stored = await upload(client, media.bytes, value, job.signal);
				uploaded.set(value, stored);
			}
			const current = member(changed, nodeId) as JsonObject;
			changed[nodeId] = {
				...current,
				inputs: { ...(member(current, 'inputs') as JsonObject), [name]: stored },
			};
		}
	}
	return { workflow: changed };
}

async function upload(
	client: EngineClient,
	bytes: Uint8Array,
	value: string,
	signal: AbortSignal,
): Promise<string> {
	const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
	const form = new FormData();
	form.set('image', new Blob([bytes.slice()]), `${digest}${extensionOf(bytes, value)}`);
	form.set('subfolder', folder);
	const reply = await client.send(
		'/upload/image',
		{ method: 'POST', body: form, signal },
		client.times.longCall,
	);
	if (!reply.ok) {
		await reply.body?.cancel();
		throw new NoAnswer(`the upload of a media input was answered with ${reply.status}`, false);
	}
	const { name, subfolder } = (await reply.json()) as { name: string; subfolder?: string };
	return subfolder ? `${subfolder}/${name}` : name;
}

const byMediaType: Readonly<Record<string, string>> = {
	'image/png': '.png',
	'image/jpeg': '.jpg',
	'image/webp': '.webp',
	'image/gif': '.gif',
	'video/mp4': '.mp4',
	'video/webm': '.webm',
	'video/quicktime': '.mov',
	'audio/wav': '.wav',
	'audio/x-wav': '.wav',
	'audio/flac': '.flac',
	'audio/mpeg': '.mp3',
	'audio/ogg': '.ogg',
	'model/gltf-binary': '.glb',
};

const known = new Set([
	...Object.values(byMediaType),
	'.mkv',
	'.m4a',
	'.obj',
	'.ply',
	'.stl',
	'.fbx',
	'.bmp',
	'.tiff',
]);

/** Returns the extension by which nodes recognize a file: from its first bytes, else from its data URI or its address. */
function extensionOf(bytes: Uint8Array, source: string): string {
	const recognized = fromBytes(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)));
	if (recognized !== undefined) return recognized;
	const mediaType = /^data:([^;,]+)/i.exec(source)?.[1]?.toLowerCase();
	if (mediaType !== undefined) return byMediaType[mediaType] ?? '';
	const path = URL.parse(source)?.pathname ?? source;
	const extension = /\.\w{1,5}$/.exec(path)?.[0].toLowerCase() ?? '';
	return known.has(extension) ? extension : '';
}

function fromBytes(head: Buffer): string | undefined {
	const text = (from: number, to: number) => head.toString('latin1', from, to);
	if (text(1, 4) === 'PNG') return '.png';
	if (head.length > 2 && head.readUInt16BE(0) === 0xffd8) return '.jpg';
	if (text(0, 4) === 'GIF8') return '.gif';
	if (text(0, 4) === 'RIFF')
		return text(8, 12) === 'WEBP' ? '.webp' : text(8, 12) === 'WAVE' ? '.wav' : undefined;
	if (text(4, 8) === 'ftyp') return text(8, 11) === 'M4A' ? '.m4a' : text(8, 10) === 'qt' ? '.mov' : '.mp4';
	if (head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3) return '.webm';
	if (text(0, 4) === 'fLaC') return '.flac';
	if (text(0, 4) === 'OggS') return '.ogg';
	if (text(0, 3) === 'ID3' || (head.length > 2 && (head.readUInt16BE(0) & 0xffe0) === 0xffe0)) return '.mp3';
	return text(0, 4) === 'glTF' ? '.glb' : undefined;
}
