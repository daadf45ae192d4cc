import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Any JSON reply: the tests define its expected type. */
// biome-ignore lint/suspicious/noExplicitAny: a reply is whatever the engine sent
export type Body = any;

/** One file that an engine names in its outputs. */
export interface NamedFile {
	readonly nodeId: string;
	readonly filename: string;
	readonly subfolder: string;
	readonly type: string;
}

/** A real engine, called with plain `fetch`, independently of the code under test. */
export class RealEngine {
	readonly url: string;

	constructor(url: string) {
		this.url = url.replace(/\/$/, '');
	}

	async get(path: string): Promise<Body> {
		const reply = await fetch(this.url + path);
		if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}`);
		return parsed(await reply.text());
	}

	async post(path: string, body: unknown): Promise<{ status: number; text: string }> {
		const reply = await fetch(this.url + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		});
		return { status: reply.status, text: await reply.text() };
	}

	async version(): Promise<string> {
		return (await this.get('/system_stats')).system.comfyui_version;
	}

	/** Submits a literal document; `more` are other members of the body. */
	async submit(document: string, more: object = {}): Promise<{ id: string; status: number; reply: Body }> {
		const id = randomUUID();
		const members = JSON.stringify({ prompt_id: id, ...more }).slice(1);
		const { status, text } = await this.post('/prompt', `{"prompt":${document},${members}`);
		return { id, status, reply: parsed(text) };
	}

	async history(id: string): Promise<Body | undefined> {
		return (await this.get(`/history/${id}`))[id];
	}

	/** Returns ids of running and waiting runs. */
	async queue(): Promise<{ running: string[]; pending: string[] }> {
		const { queue_running, queue_pending } = await this.get('/queue');
		const ids = (items: Body[]) => items.map((item) => item[1]);
		return { running: ids(queue_running), pending: ids(queue_pending) };
	}

	/** Ids of everything that has ended, the latest last. */
	async ended(): Promise<string[]> {
		return Object.keys(await this.get('/history'));
	}

	/** Waits until the run has ended and returns its entry of the history. */
	async end(id: string): Promise<Body> {
		return until(`the end of ${id}`, () => this.history(id));
	}

	/** Returns the bytes of a file from the engine's own view route. */
	async view({ filename, subfolder, type }: NamedFile): Promise<Buffer> {
		const query = new URLSearchParams({ filename, subfolder, type });
		const reply = await fetch(`${this.url}/view?${query}`);
		if (!reply.ok) throw new Error(`/view?${query} was answered with ${reply.status}`);
		return Buffer.from(await reply.arrayBuffer());
	}

	/** Ends everything in the queue, and waits for it. */
	async tidy(): Promise<void> {
		await this.post('/queue', { clear: true });
		await until('an empty queue', async () => {
			const { running, pending } = await this.queue();
			if (running.length + pending.length === 0) return true;
			await this.post('/interrupt', {});
			return undefined;
		});
	}
}

/** Returns the files that an entry of the history names, in its order. */
export function filesOf(entry: Body): NamedFile[] {
	return Object.entries<Record<string, unknown[]>>(entry.outputs).flatMap(([nodeId, channels]) =>
		Object.values(channels)
			.flat()
			.filter((one): one is NamedFile => typeof one === 'object' && one !== null && 'filename' in one)
			.map(({ filename, subfolder, type }) => ({ nodeId, filename, subfolder, type })),
	);
}

/** Repeats a request until there is an answer. */
export async function until<T>(
	what: string,
	read: () => Promise<T | undefined | false> | T | undefined | false,
	seconds = 120,
): Promise<T> {
	const end = Date.now() + seconds * 1000;
	for (;;) {
		const value = await read();
		if (value !== undefined && value !== false) return value;
		if (Date.now() > end) throw new Error(`There was no sign of ${what} within ${seconds} seconds.`);
		await delay(50);
	}
}

/**
 * Parses a reply; values that are not numbers in JSON are written as by Python, and become null. A reply that is not
 * JSON stays a text.
 */
export function parsed(text: string): Body {
	try {
		const json = text.replace(/(?<=[[:,] ?)(?:NaN|-?Infinity)(?=[,\]}])/g, 'null');
		return JSON.parse(json, (_, value, context?: { source?: string }) => exactly(value, context?.source));
	} catch {
		return text;
	}
}

/** The compiler's library lacks this part of JSON. */
const lossless = JSON as unknown as { rawJSON(text: string): unknown };

/** Integers that a double would round keep their spelling, and are written back unchanged. */
function exactly(value: unknown, source: string | undefined): unknown {
	const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '');
	return isRounded ? lossless.rawJSON(source ?? '') : value;
}
