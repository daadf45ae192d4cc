/**
 * Records the answers of a real engine to the probes and documents of this folder, for the tests that run without one;
 * under Node 24:
 * node test/engine/record.ts http://127.0.0.1:8188 [--hanging]
 * writes `recorded/VERSION/verdicts.json` (each reply to `POST /prompt`, and the end of an accepted run),
 * `nodeInfo.json` (the used classes, without descriptions) and `streams.json` (event streams). Tracebacks, values and
 * paths of the engine's computer are left out. `--hanging` adds, at the end, the documents that leave the engine unable
 * to run anything until it is restarted.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { recordedStreams } from './recordStreams.ts';
import { documents } from './support/documents.ts';
import { hangingProbes, probes } from './support/probes.ts';
import { type Body, parsed, RealEngine, until } from './support/realEngine.ts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { hanging: { type: 'boolean' } },
});
const engine = new RealEngine(positionals[0] ?? 'http://127.0.0.1:8188');
const version = await engine.version();
const folder = join(import.meta.dirname, 'recorded', version);
await engine.tidy();

const nodeInfo = await usedClasses();
const verdicts: Record<string, object> = {};
for (const [name, text] of new Map([...documents, ...probes])) {
	const { id, status, reply } = await engine.submit(text, { client_id: 'record' });
	verdicts[name] = {
		of: digest(text),
		status,
		reply: cleaned(reply),
		...(status === 200 && { end: await endOf(id) }),
	};
	if (Object.keys(verdicts).length % 20 === 0) console.log(`${Object.keys(verdicts).length} documents`);
}
const streams = await recordedStreams(engine);
if (values.hanging) {
	for (const [name, text] of hangingProbes) {
		const { id, status, reply } = await engine.submit(text);
		await delay(5000);
		const { running, pending } = await engine.queue();
		const end = [...running, ...pending].includes(id) ? { state: 'never' } : undefined;
		verdicts[name] = { of: digest(text), status, reply: cleaned(reply), ...(status === 200 && { end }) };
	}
}
write('verdicts.json', { version, verdicts }, 2);
write('streams.json', streams, 3);
write('nodeInfo.json', nodeInfo, 1);

function digest(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

async function endOf(id: string): Promise<object> {
	const entry = await until(`the end of ${id}`, () => engine.history(id));
	if (entry.status.status_str === 'success') return { state: 'success' };
	const [, about] = entry.status.messages.find(([type]: [string]) => type === 'execution_error');
	const { node_id, exception_type, exception_message } = about;
	return { state: 'error', node_id, exception_type, exception_message: withoutPaths(exception_message) };
}

/** Returns a reply without the parts that belong to the engine's source or its computer. */
function cleaned(reply: Body): Body {
	if (typeof reply === 'string') return withoutPaths(reply);
	return parsed(
		JSON.stringify(reply, (key, value) => {
			if (key === 'prompt_id' || key === 'number' || key === 'traceback' || key === 'tooltip')
				return undefined;
			return typeof value === 'string' ? withoutPaths(value) : value;
		}),
	);
}

function withoutPaths(text: string): string {
	return text.replace(/(?:\/[\w.-]+){2,}\//g, '…/').trim();
}

async function usedClasses(): Promise<object> {
	const info = await engine.get('/object_info');
	const used = new Set<string>();
	for (const text of [...documents.values(), ...probes.values(), ...hangingProbes.values()]) {
		for (const [, name = ''] of text.matchAll(/"class_type":\s*"([^"]+)"/g)) used.add(name);
	}
	const kept = [
		'input',
		'input_order',
		'is_input_list',
		'output',
		'output_is_list',
		'output_name',
		'output_matchtypes',
	];
	kept.push(
		'name',
		'display_name',
		'category',
		'output_node',
		'deprecated',
		'experimental',
		'dev_only',
		'api_node',
	);
	return Object.fromEntries(
		[...used]
			.filter((name) => name in info)
			.sort()
			.map((name) => [
				name,
				Object.fromEntries(kept.filter((key) => key in info[name]).map((key) => [key, info[name][key]])),
			]),
	);
}

/** Formats the first levels of the value on lines of their own, so that two recordings can be compared. */
function onLines(value: unknown, levels: number): string {
	if (levels === 0 || typeof value !== 'object' || value === null) {
		return JSON.stringify(value, (key, one) => (key === 'tooltip' ? undefined : one)) ?? 'null';
	}
	if (Array.isArray(value)) return `[\n${value.map((one) => onLines(one, levels - 1)).join(',\n')}\n]`;
	const members = Object.entries(value).filter(([, one]) => one !== undefined);
	return `{\n${members.map(([key, one]) => `${JSON.stringify(key)}: ${onLines(one, levels - 1)}`).join(',\n')}\n}`;
}

function write(name: string, value: unknown, levels: number): void {
	const text = onLines(value, levels);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, name), `${text}\n`);
	console.log(`${version}/${name}: ${text.length} bytes`);
}
