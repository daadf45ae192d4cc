import { parseArgs } from 'node:util';
import { compact } from '../core/base/compact.ts';
import { trimEndOf } from '../core/base/trimEnd.ts';
import { readFaults } from '../sandbox/base/faults.ts';
import { readContrary } from '../sandbox/contrary/kinds.ts';
import type { SandboxOptions } from '../sandbox/options.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { FolderInUse } from '../sandbox/store/lock.ts';
import { printable } from './terminal/printable.ts';

const usage = `easel sandbox [options]

Runs the whole service on this computer. The first line on stdout is a JSON object with its addresses and a token;
everything else goes to stderr. SIGTERM and Ctrl-C end it.

  --host 127.0.0.1   address to listen on
  --port 0           port of the service; 0 lets the system choose
  --data DIR         folder of the state; without it a temporary one that is removed at the end
  --speed N          runs the clock N times faster; it may be a fraction
  --demo             begins with deployments, datasets and training jobs of a demo account
  --engine builtin|comfyui=URL
                     the engine inside, or one of your own that runs the workflows
  --faults JSON      a list of fault rules in force from the start
  --contrary SEED[:KIND,...]
                     answers as the documents of the service allow and not as they suggest
  --exit-when-unused ends when no program holds it any more
  --help             shows this
`;

/** A command line that cannot be followed, with the sentence to show. */
class UsageError extends Error {}

/**
 * Starts the sandbox, which runs until it is asked to stop. Exit status: 0 after a clean end, 2 if the command line is
 * wrong or the port is in use, 3 if another sandbox uses the data.
 */
export async function sandboxCommand(argv: readonly string[]): Promise<number> {
	try {
		const options = readOptions(argv);
		if (options === undefined) process.stdout.write(usage);
		else await run(options);
		return 0;
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		process.stderr.write(`${printable(message)}\n${error instanceof UsageError ? `\n${usage}` : ''}`);
		return error instanceof FolderInUse ? 3 : 2;
	}
}

async function run(options: SandboxOptions): Promise<void> {
	const log = (line: string) => process.stderr.write(`${line}\n`);
	let sandbox: Sandbox | undefined;
	let stopping = false;
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
	// A closed reader is not a reason to end.
	process.stdout.on('error', () => {});
	process.stderr.on('error', () => {});
	sandbox = await startSandbox(options, log, stop);
	process.stdout.write(`${JSON.stringify(sandbox.announcement)}\n`);
	log(
		`The sandbox listens on ${sandbox.announcement.baseUrl} and runs ${options.speed} times as fast as the clock.`,
	);

	function stop(): void {
		if (stopping) return;
		stopping = true;
		const closed = sandbox === undefined ? Promise.resolve() : sandbox.close();
		closed.then(
			() => process.exit(0),
			(error: unknown) => {
				log(String(error));
				process.exit(1);
			},
		);
	}
}

/** The highest speed. At this speed, the dates of the clock remain valid for months. */
const fastest = 1_000_000;

/** Returns the settings of a command line; undefined if help was requested. Throws `UsageError`. */
function readOptions(argv: readonly string[]): SandboxOptions | undefined {
	const values = asUsage(() => parse(argv));
	if (values.help === true) return undefined;
	const { faults, contrary } = values;
	const port = values.port?.trim() === '' ? Number.NaN : Number(values.port ?? 0);
	const speed = Number(values.speed ?? 1);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new UsageError('--port must be a number from 0 to 65535.');
	if (!(speed > 0 && speed <= fastest))
		throw new UsageError(`--speed must be a number above 0 and at most ${fastest}.`);
	return {
		host: values.host ?? '127.0.0.1',
		port,
		...compact({ data: values.data }),
		speed,
		demo: values.demo ?? false,
		engine: readEngine(values.engine ?? 'builtin'),
		faults: faults === undefined ? [] : asUsage(() => readFaults(JSON.parse(faults)).rules, '--faults: '),
		...(contrary === undefined ? {} : { contrary: asUsage(() => readContrary(contrary)) }),
		exitWhenUnused: values['exit-when-unused'] ?? false,
	};
}

function parse(argv: readonly string[]) {
	return parseArgs({
		args: [...argv],
		options: {
			host: { type: 'string' },
			port: { type: 'string' },
			data: { type: 'string' },
			speed: { type: 'string' },
			demo: { type: 'boolean' },
			engine: { type: 'string' },
			faults: { type: 'string' },
			contrary: { type: 'string' },
			'exit-when-unused': { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	}).values;
}

/** Reads a part of the command line; what the reader throws is a `UsageError` with its sentence. */
function asUsage<T>(read: () => T, before = ''): T {
	try {
		return read();
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		// Node puts the sentences of some messages on separate lines.
		throw new UsageError(before + message.replaceAll('\n', ' '));
	}
}

function readEngine(text: string): SandboxOptions['engine'] {
	if (text === 'builtin') return text;
	const url = /^comfyui=(https?:\/\/.+)$/.exec(text)?.[1];
	if (url === undefined || !URL.canParse(url)) {
		throw new UsageError('--engine takes "builtin" or "comfyui=" and the address of a running engine.');
	}
	return { comfyui: trimEndOf(url, /\//) };
}

if (import.meta.main) process.exitCode = await sandboxCommand(process.argv.slice(2));
