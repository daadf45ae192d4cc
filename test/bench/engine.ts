import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../src/core/base/clock.ts';
import type { TextEdit } from '../../src/core/base/findings.ts';
import { eventOfBytes, eventOfText } from '../../src/core/engine/engineFrames.ts';
import { EngineProgressBoard } from '../../src/core/engine/engineProgress.ts';
import { nodeProgressOf, watchProgress } from '../../src/core/runs/runProgress.ts';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { readNodeInfo, readNodeInfoInSlices } from '../../src/core/workflow/nodeInfo.ts';
import { reparse } from '../../src/core/workflow/reparse.ts';
import { largeWorkflow } from './largeWorkflow.ts';
import { type BenchRow, median, timed } from './row.ts';

const rounds = 9;
const classes = 5000;
const source = { kind: 'engine', label: 'bench' } as const;

/** Returns a description as an engine with many packs sends it. */
function description(): string {
	const models = Array.from({ length: 40 }, (_, at) => `folder/model-${at}-fp16.safetensors`);
	const all: Record<string, object> = {};
	for (let at = 0; at < classes; at++) {
		all[`Pack${at % 60}Node${at}`] = {
			input: {
				required: {
					model: ['MODEL', { tooltip: 'The model that is used for each step of the whole process.' }],
					strength: ['FLOAT', { default: 1, min: -10, max: 10, step: 0.01 }],
					seed: ['INT', { default: 0, min: 0, max: 0xffff, control_after_generate: true }],
					...(at % 10 === 0 ? { ckpt_name: [models, { tooltip: 'The file to load.' }] } : {}),
				},
				optional: { mask: ['MASK'], text: ['STRING', { multiline: true, dynamicPrompts: true }] },
				hidden: { unique_id: 'UNIQUE_ID' },
			},
			input_order: { required: ['model', 'strength', 'seed'], optional: ['mask', 'text'] },
			is_input_list: false,
			output: ['IMAGE', 'MASK'],
			output_is_list: [false, false],
			output_name: ['image', 'mask'],
			name: `Pack${at % 60}Node${at}`,
			display_name: `Node ${at} of Pack`,
			description: 'Does with a picture what the pack is known for, in the way that its options say. '.repeat(
				4,
			),
			python_module: `custom_nodes.pack-${at % 60}`,
			category: `pack ${at % 60}/images`,
			output_node: false,
		};
	}
	// A number that a double would round, as each seed of an engine has.
	return JSON.stringify(all).replaceAll('65535', '18446744073709551615');
}

/** Megabytes that a value keeps on the heap. */
function held(make: () => unknown): number {
	const collect = (globalThis as { gc?: () => void }).gc;
	collect?.();
	const before = process.memoryUsage().heapUsed;
	const value = make();
	collect?.();
	const after = process.memoryUsage().heapUsed;
	return value === undefined ? Number.NaN : (after - before) / 1e6;
}

/** Returns the longest time in milliseconds for which some work blocked the event loop. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	let running = true;
	const turn = (): void => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
		if (running) setImmediate(turn);
	};
	setImmediate(turn);
	await work();
	running = false;
	return longest;
}

async function nodeInfoRows(): Promise<BenchRow[]> {
	const text = description();
	const what = `node info of ${classes} classes, ${(text.length / 1e6).toFixed(1)} MB`;
	const indexed = timed(rounds, () => readNodeInfo(text, source));
	const parsed = timed(rounds, () => JSON.parse(text));
	const stretches: number[] = [];
	for (let round = 0; round < rounds; round++)
		stretches.push(await longestStretch(() => readNodeInfoInSlices(text, source)));
	const info = readNodeInfo(text, source);
	const names = info?.names ?? [];
	const summaries = timed(rounds, () => names.map((name) => info?.summary(name)));
	return [
		{
			name: `${what}: read and indexed`,
			value: indexed,
			unit: 'ms',
			peer: { name: 'JSON.parse', value: parsed },
		},
		{
			name: `${what}: longest time without a turn for other work`,
			value: median(stretches),
			unit: 'ms',
			budget: 10,
		},
		{
			name: `${what}: kept in memory beside the text`,
			value: held(() => readNodeInfo(text, source)),
			unit: 'MB',
			peer: { name: 'JSON.parse', value: held(() => JSON.parse(text)) },
		},
		{ name: `${what}: names and titles of all classes, for completion`, value: summaries, unit: 'ms' },
	];
}

const nodes = 2000;
const keys = 40;
const keyEveryMs = 50;

/** Yields the events of a run, a message for each millisecond of a second: steps, states of all nodes so far, previews. */
function* stream(): Generator<string | Uint8Array> {
	const preview = new Uint8Array(8 + 30_000);
	new DataView(preview.buffer).setUint32(0, 1);
	new DataView(preview.buffer).setUint32(4, 1);
	const data = (more: object) => ({ prompt_id: 'run', ...more });
	for (let at = 0; ; at++) {
		const node = String(1 + (Math.floor(at / 10) % nodes));
		if (at % 10 === 0) yield JSON.stringify({ type: 'executing', data: data({ node }) });
		else if (at % 10 === 5) yield preview;
		else yield JSON.stringify({ type: 'progress', data: data({ node, value: at % 10, max: 10 }) });
	}
}

/** Measures the median time from a key to the end of its check: the delay and the check, with and without the stream. */
async function keyDelay(withStream: boolean): Promise<{ readonly delay: number; readonly messages: number }> {
	const info = await loadCoreCatalog();
	const text = largeWorkflow();
	const at = text.indexOf('"steps": 20', text.length / 2) + '"steps": 2'.length;
	let document = parseWorkflow(text);
	checkWorkflow(document, info);
	const board = new EngineProgressBoard();
	board.begin('run', { titles: {}, totalNodes: nodes });
	let posted = 0;
	const watch = watchProgress(board, systemClock, (runId) => {
		const progress = board.of(runId);
		// The same work as the editor's with a message to a panel.
		if (progress) posted += JSON.stringify(nodeProgressOf(progress)).length > 0 ? 1 : 0;
	});
	const frames = stream();
	const began = performance.now();
	let sent = 0;
	const feeding = setInterval(() => {
		for (; withStream && sent < performance.now() - began; sent++) {
			const frame = frames.next().value;
			const event = typeof frame === 'string' ? eventOfText(frame) : frame && eventOfBytes(frame);
			if (event) board.accept(event);
		}
	}, 1);
	const delays: number[] = [];
	for (let key = 0; key < keys; key++) {
		const due = performance.now() + keyEveryMs;
		await pause(keyEveryMs);
		const edit: TextEdit = { range: { start: at, end: at + 1 }, newText: String(key % 10) };
		document = reparse(document, [edit]);
		checkWorkflow(document, info);
		delays.push(performance.now() - due);
	}
	clearInterval(feeding);
	watch.dispose();
	const seconds = (performance.now() - began) / 1000;
	if (withStream && posted > 12 * seconds) throw new Error(`${posted} messages to a panel in ${seconds} s`);
	return { delay: median(delays), messages: Math.round(sent / seconds) };
}

/** Measures an engine with many packs: its node info, and a busy event stream while typing. */
export async function bench(): Promise<BenchRow[]> {
	const quiet = await keyDelay(false);
	const busy = await keyDelay(true);
	return [
		...(await nodeInfoRows()),
		{
			name: `key in a document of ${nodes} nodes beside ${busy.messages} messages a second: lateness and check`,
			value: busy.delay,
			unit: 'ms',
			peer: { name: 'the same without the stream', value: quiet.delay },
		},
	];
}
