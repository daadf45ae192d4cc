import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EngineCallRecord, EngineDouble } from './engineDouble.ts';
import { postPrompt, queueItem } from './engineDoublePrompt.ts';

/** The answer of a route: JSON, bytes, or an empty body. */
export interface Answer {
	readonly status?: number;
	readonly json?: unknown;
	readonly text?: string;
	readonly bytes?: Buffer;
	readonly headers?: Readonly<Record<string, string>>;
}

const trouble: Answer = { status: 500, text: '500 Internal Server Error\n\nServer got itself in trouble' };
const mediaTypes: Readonly<Record<string, string>> = {
	png: 'image/png',
	jpg: 'image/jpeg',
	webp: 'image/webp',
	gif: 'image/gif',
	mp4: 'video/mp4',
	flac: 'audio/flac',
	mp3: 'audio/mpeg',
	wav: 'audio/wav',
};

/** Records a call and answers it as an engine does. */
export async function answer(
	engine: EngineDouble,
	request: IncomingMessage,
	raw: Buffer,
	response: ServerResponse,
): Promise<void> {
	const address = new URL(request.url ?? '/', engine.url);
	const path = address.pathname.replace(/^\/api(?!\/jobs)(?=\/)/, '');
	const method = request.method ?? 'GET';
	const { body, text } = await bodyOf(request, raw);
	const call = { method, path, query: address.searchParams, headers: request.headers, text, body };
	engine.calls.push(call);
	write(request, response, await route(engine, call));
}

async function bodyOf(request: IncomingMessage, raw: Buffer): Promise<{ body: unknown; text: string }> {
	const type = request.headers['content-type'] ?? '';
	if (!type.startsWith('multipart/')) {
		const text = raw.toString();
		try {
			return { body: JSON.parse(text), text };
		} catch {
			return { body: undefined, text };
		}
	}
	const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
	const fields: Record<string, unknown> = {};
	for (const [name, value] of form) {
		if (typeof value === 'string') fields[name] = value;
		else Object.assign(fields, { filename: value.name, bytes: Buffer.from(await value.arrayBuffer()) });
	}
	return { body: fields, text: '' };
}

async function route(engine: EngineDouble, call: EngineCallRecord): Promise<Answer> {
	const { method, path, body, headers } = call;
	const { door } = engine;
	if (door !== undefined && headers.authorization !== `Bearer ${door.token}`) return { status: door.status };
	const origin = headers.origin;
	if (origin !== undefined && new URL(origin).host !== headers.host) return { status: 403 };
	if (isNew(engine) && headers['sec-fetch-site'] === 'cross-site') return { status: 403 };
	const [, first = '', second] = path.split('/').map(decodeURIComponent);
	if (path.startsWith('/api/jobs')) return isNew(engine) ? jobs(engine, call) : { status: 404 };
	switch (`${method} /${first}`) {
		case 'POST /prompt':
			return body === undefined ? trouble : postPrompt(engine, body);
		case 'GET /prompt':
			return { json: { exec_info: { queue_remaining: engine.remaining } } };
		case 'GET /queue':
			return {
				json: {
					queue_running: engine.running ? [queueItem(engine, engine.running)] : [],
					queue_pending: engine.pending.map((run) => queueItem(engine, run)),
				},
			};
		case 'POST /queue':
			if (body?.clear) engine.clearQueue();
			for (const id of body?.delete ?? []) drop(engine, String(id));
			return {};
		case 'GET /history':
			return { json: history(engine, call, second) };
		case 'POST /history':
			if (body?.clear) engine.history.clear();
			for (const id of body?.delete ?? []) engine.history.delete(String(id));
			return {};
		case 'POST /interrupt': {
			const id = isBefore(engine.version, [0, 3, 57]) ? undefined : body?.prompt_id;
			engine.interrupt(typeof id === 'string' ? id : undefined);
			return {};
		}
		case 'POST /free':
			engine.freed.push(body);
			if (body?.free_memory === true) engine.cached.clear();
			return {};
		case 'GET /system_stats':
			return { json: systemStats(engine.version) };
		case 'GET /features':
			return { json: { supports_preview_metadata: true, max_upload_size: 104_857_600 } };
		case 'GET /object_info': {
			const all = nodeInfoOf(engine);
			if (second === undefined) return { json: all };
			return { json: Object.hasOwn(all, second) ? { [second]: all[second] } : {} };
		}
		case 'GET /models':
			if (second === undefined) return { json: Object.keys(engine.models) };
			return Object.hasOwn(engine.models, second) ? { json: engine.models[second] } : { status: 404 };
		case 'GET /embeddings':
			return { json: [] };
		case 'POST /upload':
			return second === 'image' || second === 'mask' ? upload(engine, body) : { status: 404 };
		case 'GET /view':
			return view(engine, call.query);
		default:
			return { status: 404 };
	}
}

function drop(engine: EngineDouble, id: string): void {
	const at = engine.pending.findIndex((run) => run.id === id);
	const [run] = at < 0 ? [] : engine.pending.splice(at, 1);
	if (run !== undefined) run.state = 'dropped';
	engine.status();
}

function history(engine: EngineDouble, { query }: EngineCallRecord, id: string | undefined): object {
	if (id !== undefined) return engine.history.has(id) ? { [id]: engine.history.get(id) } : {};
	const all = [...engine.history];
	const most = Number(query.get('max_items') ?? all.length);
	const from = query.has('offset') ? Number(query.get('offset')) : Math.max(0, all.length - most);
	return Object.fromEntries(all.slice(from, from + most));
}

function systemStats(version: string): object {
	const memory = { vram_total: 25_276_502_016, vram_free: 23_995_101_184 };
	const torch = { torch_vram_total: 25_276_502_016, torch_vram_free: 23_995_101_184 };
	return {
		system: {
			os: 'posix',
			ram_total: 25_276_502_016,
			ram_free: 23_995_101_184,
			comfyui_version: version,
			python_version: '3.11.7',
			pytorch_version: '2.13.0+cpu',
			embedded_python: false,
			argv: ['main.py', '--cpu'],
		},
		devices: [{ name: 'cpu', type: 'cpu', index: null, ...memory, ...torch }],
	};
}

/** Returns the node info with the files of the input folder in the lists of loaders. */
function nodeInfoOf(engine: EngineDouble): Record<string, unknown> {
	const names = [...engine.files.keys()].flatMap((key) => /^input\/\/(.+)$/.exec(key)?.[1] ?? []).sort();
	const info = structuredClone(engine.nodeInfo) as Record<
		string,
		{ input?: { required?: Record<string, unknown[]> } }
	>;
	for (const { input } of Object.values(info)) {
		for (const declared of Object.values(input?.required ?? {})) {
			const [options, about] = declared as [unknown, { image_upload?: boolean } | undefined];
			if (Array.isArray(options) && about?.image_upload === true)
				declared[0] = [...new Set([...options, ...names])];
		}
	}
	return info;
}

function upload(engine: EngineDouble, body: Record<string, unknown> | undefined): Answer {
	const bytes = body?.bytes;
	if (!Buffer.isBuffer(bytes)) return { status: 400 };
	const { filename = '', subfolder = '', type = 'input', overwrite } = body as Record<string, string>;
	if (!['input', 'temp', 'output'].includes(type)) return trouble;
	if (subfolder.split('/').includes('..') || filename.includes('..')) return { status: 400 };
	const dot = filename.lastIndexOf('.') < 0 ? filename.length : filename.lastIndexOf('.');
	const place = (name: string) => `${type}/${subfolder}/${name}`;
	let name = filename;
	for (let count = 1; overwrite !== 'true' && overwrite !== '1'; count++) {
		const there = engine.files.get(place(name));
		if (there === undefined || there.equals(bytes)) break;
		name = `${filename.slice(0, dot)} (${count})${filename.slice(dot)}`;
	}
	engine.files.set(place(name), bytes);
	return { json: { name, subfolder, type } };
}

function view(engine: EngineDouble, query: URLSearchParams): Answer {
	const filename = query.get('filename') ?? '';
	const subfolder = query.get('subfolder') ?? '';
	if (filename.startsWith('/') || filename.includes('..')) return { status: 400 };
	if (subfolder.split('/').includes('..')) return { status: 403 };
	const bytes = engine.files.get(`${query.get('type') ?? 'output'}/${subfolder}/${filename}`);
	if (bytes === undefined) return { status: 404 };
	const type = mediaTypes[filename.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
	return { bytes, headers: { 'content-type': type, 'content-disposition': `filename="${filename}"` } };
}

function jobs(engine: EngineDouble, { method, path, body }: EngineCallRecord): Answer {
	const [, , , id, action] = path.split('/');
	const known = engine.runs.filter((run) => run.state !== 'dropped');
	const states = {
		pending: 'pending',
		running: 'in_progress',
		success: 'completed',
		error: 'failed',
		interrupted: 'cancelled',
	};
	const job = (run: (typeof known)[number]) => ({
		id: run.id,
		status: states[run.state as keyof typeof states],
		priority: run.number,
	});
	const cancel = (each: string) => {
		drop(engine, each);
		engine.interrupt(each);
	};
	if (method === 'GET' && id === undefined)
		return {
			json: {
				jobs: known.map(job),
				pagination: { offset: 0, limit: null, total: known.length, has_more: false },
			},
		};
	if (method === 'POST' && (id === 'cancel' || action === 'cancel')) {
		for (const each of id === 'cancel' ? (body?.job_ids ?? []) : [id]) cancel(String(each));
		return { json: { cancelled: true } };
	}
	const run = known.find((each) => each.id === id);
	return run === undefined ? { status: 404, json: { error: 'Job not found' } } : { json: job(run) };
}

function write(request: IncomingMessage, response: ServerResponse, reply: Answer): void {
	const { status = 200, headers = {} } = reply;
	if (reply.bytes !== undefined) {
		const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
		const from = Number(range?.[1] ?? 0);
		const to = range?.[2] ? Number(range[2]) + 1 : reply.bytes.length;
		const part = reply.bytes.subarray(from, to);
		const about =
			range === null
				? {}
				: { 'content-range': `bytes ${from}-${from + part.length - 1}/${reply.bytes.length}` };
		response
			.writeHead(range === null ? status : 206, { 'accept-ranges': 'bytes', ...headers, ...about })
			.end(part);
	} else if (reply.json !== undefined) {
		response
			.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
			.end(JSON.stringify(reply.json));
	} else response.writeHead(status, { 'content-type': 'text/plain' }).end(reply.text ?? '');
}

/** Returns whether an engine uses the newer version numbers, from 0.4 on. */
export function isNew(engine: EngineDouble): boolean {
	return !isBefore(engine.version, [0, 4, 0]);
}

function isBefore(version: string, other: readonly number[]): boolean {
	const parts = version.split('.').map(Number);
	for (const [index, most] of other.entries()) {
		const part = parts[index] ?? 0;
		if (part !== most) return part < most;
	}
	return false;
}
