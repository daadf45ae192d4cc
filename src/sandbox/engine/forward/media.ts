import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject, member } from '../../../core/json/value.ts';
import type { Declarations, EngineJob } from '../engine.ts';
import { takesFile } from '../fileInputs.ts';
import { loadMedia } from '../media.ts';
import type { RunError } from '../outcome.ts';
import { type EngineClient, NoAnswer } from './client.ts';
import { mediaFault } from './faults.ts';
import { extensionOf } from './mediaKind.ts';

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
		const inputs = isObject(node) ? (member(node, 'inputs') ?? null) : null;
		if (!isObject(node) || !isObject(inputs)) continue;
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
