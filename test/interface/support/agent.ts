import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './waiting.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/** A part of a tool's answer: a text, or a picture in Base64. */
interface Part {
	readonly text?: string;
	readonly mimeType?: string;
	readonly data?: string;
}

/** An agent in a window: another extension that calls Easel's tools. */
export interface WindowAgent {
	readonly workbench: Workbench;
	/** Returns the tools available to models. */
	tools(): Promise<readonly string[]>;
	call(name: string, input?: object, signal?: AbortSignal): Promise<readonly Part[]>;
	/** Returns the text of a call. */
	text(name: string, input?: object): Promise<string>;
	/** The data of a successful call. */
	// biome-ignore lint/suspicious/noExplicitAny: the tests define its expected type
	data(name: string, input?: object): Promise<any>;
	close(): Promise<void>;
}

/** Opens a window with an agent in it. */
export async function openAgentWindow(options: WorkbenchOptions): Promise<WindowAgent> {
	const place = await mkdtemp(join(tmpdir(), 'easel-companion-'));
	const file = join(place, 'port');
	const workbench = await openWorkbench({
		...options,
		beside: join(import.meta.dirname, 'companion'),
		env: { ...options.env, EASEL_TEST_COMPANION: file },
	});
	const listening = () =>
		until(async () => readFile(file, 'utf8').catch(() => ''), 'the agent in the window');
	await listening();
	const ask = async (path: string, body?: object, signal?: AbortSignal) => {
		const reply = await fetch(`http://127.0.0.1:${await listening()}${path}`, {
			method: 'POST',
			...(body && { body: JSON.stringify(body) }),
			...(signal && { signal }),
		});
		const text = await reply.text();
		assert.ok(reply.ok, text);
		return JSON.parse(text);
	};
	const call: WindowAgent['call'] = (name, input = {}, signal = undefined) =>
		ask('/invoke', { name, input }, signal);
	return {
		workbench,
		tools: () => ask('/tools'),
		call,
		text: async (name, input) => (await call(name, input))[0]?.text ?? '',
		async data(name, input) {
			const parts = await call(name, input);
			const text = parts.findLast((part) => part.text !== undefined)?.text ?? '';
			assert.match(text, /^\{/, text);
			return JSON.parse(text);
		},
		async close() {
			await workbench.close();
			await rm(place, { recursive: true, force: true });
		},
	};
}
