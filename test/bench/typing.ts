import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeEverything, openWorkbench, type Workbench } from '../interface/support/workbench.ts';
import { largeWorkflow } from './largeWorkflow.ts';
import { measuringCopy } from './measuringCopy.ts';
import { type BenchRow, median } from './row.ts';

const keys = 40;
/** Between two keys, in milliseconds: long enough that everything a key sets off is done before the next. */
const pause = 700;

/** The result of the measuring main module; all times in microseconds of one clock. */
interface Measured {
	readonly profile: Profiler.Profile;
	/** The clock when the profile began, in the clock of `keys`. */
	readonly began: number;
	readonly keys: readonly number[];
}

/**
 * Profiles the extension host between the files `start` and `stop` in its own folder, and notes when each key arrives. Its
 * own listener is before ours, so that a key's time begins before our first line runs.
 */
const main = `import { existsSync, writeFileSync } from 'node:fs';
	import { Session } from 'node:inspector/promises';
	import { join } from 'node:path';
	import * as vscode from 'vscode';
	import * as extension from './dist/extension.mjs';
	const now = () => Number(process.hrtime.bigint() / 1000n);
	const file = (name) => join(import.meta.dirname, name);
	const keys = [];
	async function measure() {
		const session = new Session();
		session.connect();
		await session.post('Profiler.enable');
		await session.post('Profiler.setSamplingInterval', { interval: 100 });
		await session.post('Profiler.start');
		const began = now();
		writeFileSync(file('started'), '');
		while (!existsSync(file('stop'))) await new Promise((resolve) => setTimeout(resolve, 100));
		const { profile } = await session.post('Profiler.stop');
		session.disconnect();
		writeFileSync(file('profile.json'), JSON.stringify({ profile, began, keys }));
		writeFileSync(file('written'), '');
	}
	export function activate(context) {
		vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
			if (contentChanges.length > 0 && document.languageId === 'json') keys.push(now());
		});
		const waiting = setInterval(() => {
			if (!existsSync(file('start'))) return;
			clearInterval(waiting);
			keys.length = 0;
			void measure();
		}, 100);
		return extension.activate(context);
	}
	export const deactivate = () => extension.deactivate?.();`;

/**
 * Measures one key after the other in the middle of a large document in a real window, with checks, hints, lenses,
 * outline and hover on. Our own time is the time in a profile of the extension host with one of our functions on the
 * stack, whatever called it: the editor's event, a request of a feature, a timer.
 */
export async function bench(): Promise<readonly BenchRow[]> {
	const plain = await typed(async () => undefined);
	const withGraph = await typed(async (workbench) => {
		await workbench.command('Easel: Show Graph');
		await workbench.panel('Graph of large_api.json');
		await workbench.tab('large_api.json').click();
	});
	return [
		{
			name: 'one key in a 2,000-node document in the window, our time in the extension host',
			value: median(plain),
			unit: 'ms',
			budget: 5,
			peer: { name: 'the slowest key', value: Math.max(...plain) },
		},
		{
			name: 'the same beside its open graph',
			value: median(withGraph),
			unit: 'ms',
			peer: { name: 'the slowest key', value: Math.max(...withGraph) },
		},
	];
}

/** Returns our own time for each key, in milliseconds. */
async function typed(prepare: (workbench: Workbench) => Promise<unknown>): Promise<readonly number[]> {
	const extension = await measuringCopy(main);
	const file = (name: string) => join(extension, name);
	const text = largeWorkflow();
	const line = text.slice(0, text.indexOf('"steps": 20', text.length / 2)).split('\n').length;
	try {
		const workbench = await openWorkbench({ files: { 'large_api.json': text }, extension });
		await workbench.openFile('large_api.json');
		await workbench.codeLens('Run').waitFor();
		await prepare(workbench);
		await workbench.goTo(line, 1000);
		// Behind the number, before the comma.
		await workbench.page.keyboard.press('ArrowLeft');
		for (const key of ['1', 'Backspace']) await press(workbench, key);
		await writeFile(file('start'), '');
		await whenThere(file('started'));
		for (let key = 0; key < keys; key++) await press(workbench, key % 2 === 0 ? '1' : 'Backspace');
		await writeFile(file('stop'), '');
		await whenThere(file('written'));
		const measured: Measured = JSON.parse(await readFile(file('profile.json'), 'utf8'));
		// On a loaded machine the window occasionally sends two keys together; they count as one.
		if (measured.keys.length < keys / 2) throw new Error(`${measured.keys.length} of ${keys} keys arrived.`);
		return ownTimes(measured, pathToFileURL(join(extension, 'dist/')).href);
	} finally {
		await closeEverything();
		await rm(extension, { recursive: true, force: true });
	}
}

async function press(workbench: Workbench, key: string): Promise<void> {
	await workbench.page.keyboard.press(key);
	await new Promise((resolve) => setTimeout(resolve, pause));
}

/**
 * Returns for each key the sampled time until the next one in which a function of ours was on the stack, in
 * milliseconds.
 */
function ownTimes({ profile, began, keys: arrived }: Measured, ours: string): readonly number[] {
	const { nodes, samples = [], timeDeltas = [] } = profile;
	const own = new Set<number>();
	// A node comes before its children.
	for (const { id, callFrame, children = [] } of nodes) {
		if (callFrame.url.startsWith(ours)) own.add(id);
		if (own.has(id)) for (const child of children) own.add(child);
	}
	const times = arrived.map(() => 0);
	let at = began;
	for (const [index, sample] of samples.entries()) {
		const delta = timeDeltas[index] ?? 0;
		at += delta;
		if (!own.has(sample)) continue;
		const key = arrived.findLastIndex((time) => time <= at);
		// The time of a sample reaches back to the one before it.
		if (key >= 0) times[key] = (times[key] ?? 0) + delta / 1000;
	}
	return times;
}

async function whenThere(path: string): Promise<void> {
	for (let attempt = 0; attempt < 300; attempt++) {
		if (existsSync(path)) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`The extension host did not write ${path.split('/').at(-1)} within 30 seconds.`);
}
