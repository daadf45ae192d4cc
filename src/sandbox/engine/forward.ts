import { randomUUID } from 'node:crypto';
import { jsonText } from '../../core/json/exact.ts';
import { isObject, type Json, type JsonObject, member, parseKnownJson } from '../../core/json/value.ts';
import type { VirtualClock } from '../clock.ts';
import { type Engine, type EngineEnding, type EngineFile, type EngineJob, runErrorCodes } from './engine.ts';
import { loadMedia } from './media.ts';
import { probeSize } from './probe.ts';

/** Real milliseconds between two looks at the history of the real engine. */
const pollMs = 500;

/** An engine that hands every document to a real one at `base` (its HTTP API: the engine's own `/prompt` and `/history`). */
export function forwardingEngine(base: string, clock: VirtualClock): Engine {
	return {
		run: (job) => forward(base, clock, job),
		nodeInfo: async () => (await call(`${base}/object_info`)).text(),
		validate: () => undefined,
		close: () => Promise.resolve(),
	};
}

async function forward(base: string, clock: VirtualClock, job: EngineJob): Promise<EngineEnding> {
	const started = clock.now();
	try {
		const workflow = await withUploadedMedia(base, parseKnownJson(job.document) as JsonObject, job);
		const promptId = randomUUID();
		const body = {
			prompt: workflow,
			prompt_id: promptId,
			client_id: promptId,
			extra_data: job.extraData ?? {},
			...(job.targets === undefined ? {} : { partial_execution_targets: job.targets }),
		};
		const reply = await fetch(`${base}/prompt`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: jsonText(body),
			signal: job.signal,
		});
		const text = await reply.text();
		if (!reply.ok) return { state: 'failed', error: refusal(text), busyMs: 0 };
		job.signal.addEventListener('abort', () => void interrupt(base, promptId));
		const entry = await finished(base, promptId, job.signal);
		return await collect(base, entry, clock.now() - started);
	} catch (error) {
		const details = `The engine at ${new URL(base).host} could not be used: ${reasonOf(error)}`;
		const lost = { error: 'EngineError', details, debugInfo: '', errorCode: runErrorCodes.engineLost };
		return { state: 'failed', error: lost, busyMs: 0 };
	}
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? error.cause.message : error.message;
}

function refusal(text: string) {
	let body: Json = null;
	try {
		body = parseKnownJson(text);
	} catch {
		// A reply that is not JSON goes into the debug text as it is.
	}
	const error = isObject(body) ? (member(body, 'error') ?? null) : null;
	const read = (name: string) => (isObject(error) ? String(member(error, name) ?? '') : '');
	const details = [read('message'), read('details')].filter(Boolean).join('\n');
	return {
		error: read('type') || 'invalid_prompt',
		details: details || 'The engine refused the workflow.',
		debugInfo: text.slice(0, 100_000),
		errorCode: runErrorCodes.promptRefused,
	};
}

/** Uploads addresses, data URIs and instance files to the engine's input folder and puts their new names in. */
async function withUploadedMedia(base: string, workflow: JsonObject, job: EngineJob): Promise<JsonObject> {
	const changed: Record<string, Json> = { ...workflow };
	for (const [nodeId, node] of Object.entries(workflow)) {
		const inputs = isObject(node) ? (member(node, 'inputs') ?? null) : null;
		if (!isObject(node) || !isObject(inputs) || !/^Load/.test(String(member(node, 'class_type')))) continue;
		for (const [name, value] of Object.entries(inputs)) {
			if (typeof value !== 'string') continue;
			const media = await loadMedia(value, job.uploads, job.signal);
			if (media === undefined) continue;
			if ('problem' in media) throw new Error(media.problem);
			const uploaded = await upload(base, media.bytes, job.signal);
			const current = member(changed, nodeId) as JsonObject;
			changed[nodeId] = {
				...current,
				inputs: { ...(member(current, 'inputs') as JsonObject), [name]: uploaded },
			};
		}
	}
	return changed;
}

async function upload(base: string, bytes: Uint8Array, signal: AbortSignal): Promise<string> {
	const extension = { PNG: 'png', JPEG: 'jpg', WebP: 'webp', GIF: 'gif' }[probeSize(bytes)?.format ?? 'PNG'];
	const form = new FormData();
	form.set('image', new Blob([bytes.slice()]), `sandbox-${randomUUID()}.${extension}`);
	const reply = await fetch(`${base}/upload/image`, { method: 'POST', body: form, signal });
	if (!reply.ok) throw new Error(`the upload of a media input was answered with ${reply.status}`);
	const { name, subfolder } = (await reply.json()) as { name: string; subfolder?: string };
	return subfolder ? `${subfolder}/${name}` : name;
}

async function call(url: string, signal?: AbortSignal): Promise<Response> {
	const reply = await fetch(url, signal === undefined ? {} : { signal });
	if (!reply.ok) throw new Error(`${new URL(url).pathname} was answered with ${reply.status}`);
	return reply;
}

async function interrupt(base: string, promptId: string): Promise<void> {
	const post = (path: string, body: unknown) => {
		const headers = { 'content-type': 'application/json' };
		return fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
	};
	await post('/queue', { delete: [promptId] });
	await post('/interrupt', { prompt_id: promptId });
}

async function finished(base: string, promptId: string, signal: AbortSignal): Promise<JsonObject> {
	for (;;) {
		const history = parseKnownJson(await (await call(`${base}/history/${promptId}`, signal)).text());
		const entry = isObject(history) ? (member(history, promptId) ?? null) : null;
		if (isObject(entry)) return entry;
		await new Promise((resolve) => setTimeout(resolve, pollMs));
		signal.throwIfAborted();
	}
}

async function collect(base: string, entry: JsonObject, busyMs: number): Promise<EngineEnding> {
	const status = member(entry, 'status') ?? null;
	if (isObject(status) && member(status, 'status_str') === 'error') {
		return { state: 'failed', error: executionError(status), busyMs };
	}
	const files: EngineFile[] = [];
	const outputs = JSON.parse(jsonText(member(entry, 'outputs') ?? {})) as Record<
		string,
		Record<string, unknown[]>
	>;
	for (const channels of Object.values(outputs)) {
		for (const entries of Object.values(channels)) {
			for (const file of Array.isArray(entries) ? entries : []) {
				if (typeof file !== 'object' || file === null || !('filename' in file)) continue;
				const { filename, subfolder = '', type = 'output' } = file as Record<string, string>;
				const query = new URLSearchParams({ filename: filename ?? '', subfolder, type });
				const reply = await call(`${base}/view?${query}`);
				files.push({ filename: filename ?? '', subfolder, bytes: new Uint8Array(await reply.arrayBuffer()) });
			}
		}
	}
	return { state: 'succeeded', outputs, files, busyMs };
}

function executionError(status: JsonObject) {
	const messages = member(status, 'messages');
	const found = (Array.isArray(messages) ? (messages as readonly Json[]) : []).find((message) => {
		return Array.isArray(message) && message[0] === 'execution_error';
	}) as readonly Json[] | undefined;
	const about = isObject(found?.[1] ?? null) ? (found?.[1] as JsonObject) : {};
	const read = (name: string) => String(member(about, name) ?? '');
	return {
		error: read('exception_type') || 'ExecutionError',
		details: `Node ${read('node_id')} (${read('node_type')}): ${read('exception_message')}`,
		debugInfo: jsonText(about),
		errorCode: runErrorCodes.nodeFailed,
	};
}
