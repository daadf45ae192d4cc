import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { CommandIo, Interruption } from './io.ts';
import { pictureProtocolOf } from './pictures.ts';
import { interruptedBy } from './status.ts';

/** Returns the world of this process, with the outputs that survive their readers. */
export function processIo(
	script: URL,
	cwd: string,
	output: Pick<CommandIo, 'out' | 'err' | 'signal'>,
): CommandIo {
	const { env, stdin, stdout, stderr } = process;
	return {
		...output,
		cwd,
		env,
		script,
		columns: Number(env.COLUMNS) || (stdout.isTTY ? stdout.columns || 80 : undefined),
		colors: stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb',
		pictures: stdout.isTTY ? pictureProtocolOf(env) : undefined,
		renewsLines: stderr.isTTY && env.TERM !== 'dumb',
		...(stdout.isTTY ? { openPage, openFile } : {}),
		...(stdin.isTTY && stderr.isTTY ? { ask: askTerminal } : {}),
		readInput: (mostBytes) => readUpTo(stdin, mostBytes),
		onInterrupt,
	};
}

async function readUpTo(input: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let total = 0;
	for await (const chunk of input) {
		chunks.push(chunk);
		total += chunk.byteLength;
		if (total > mostBytes) break;
	}
	return Buffer.concat(chunks);
}

type Listener = (by: Interruption) => void;

const signals = Object.keys(interruptedBy) as readonly Interruption[];
const listening: Listener[] = [];
const callLatest: Listener = (by) => listening.at(-1)?.(by);

function onInterrupt(listener: Listener) {
	if (listening.length === 0) for (const signal of signals) process.on(signal, callLatest);
	listening.push(listener);
	return {
		dispose() {
			const at = listening.lastIndexOf(listener);
			if (at >= 0) listening.splice(at, 1);
			if (listening.length === 0) for (const signal of signals) process.off(signal, callLatest);
		},
	};
}

function askTerminal(prompt: string, signal?: AbortSignal): Promise<string | undefined> {
	// In a raw mode Ctrl-C would be a key and no signal.
	const lines = createInterface({ input: process.stdin, terminal: false });
	process.stderr.write(prompt);
	return new Promise((resolve) => {
		const done = (line: string | undefined) => {
			resolve(line);
			lines.close();
		};
		lines.once('line', done);
		lines.once('close', () => resolve(undefined));
		signal?.addEventListener('abort', () => done(undefined), { once: true });
	});
}

/** Programs that open a page or a file, by the system. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
	darwin: ['open'],
	win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a web page with the browser of the system, and returns whether that began. */
async function openPage(address: string): Promise<boolean> {
	const url = URL.parse(address);
	if (url === null || !/^https?:$/.test(url.protocol)) return false;
	return started(url.href);
}

/** Opens a file or folder with the system's default program, and returns whether that began. */
async function openFile(path: string): Promise<boolean> {
	return started(path);
}

/** Passes something to the opener of the system, and returns whether that exists. */
function started(what: string): Promise<boolean> {
	const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
	const opening = spawn(program, [...args, what], { stdio: 'ignore', detached: true });
	opening.unref();
	const { promise, resolve } = Promise.withResolvers<boolean>();
	opening.once('error', () => resolve(false));
	opening.once('spawn', () => resolve(true));
	return promise;
}
