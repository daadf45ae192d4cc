import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text as streamText } from 'node:stream/consumers';
import { runLine } from '../support/commandIo.ts';
import { newFolder } from '../support/newFolder.ts';
import { easelProgram } from '../support/programs.ts';
import { Browser } from './browser.ts';
import { type Body, SandboxUnderTest } from './support.ts';

/** The result of a command line. */
export interface Ended {
	readonly status: number | null;
	readonly out: string;
	readonly err: string;
}

type Running = ChildProcessByStdio<null, Readable, Readable>;

/** The program in a separate folder, signed in to a sandbox by its environment. */
export class CommandLine {
	readonly sandbox = new SandboxUnderTest();
	/** The folder that commands work in. */
	readonly folder = newFolder();
	/** The previous working directory, if commands run in this process. */
	#left: string | undefined;

	private constructor() {}

	/** Starts a sandbox with these options. */
	static async open(...options: readonly string[]): Promise<CommandLine> {
		const line = new CommandLine();
		await line.sandbox.start(...options);
		return line;
	}

	/** Opens the program with commands in this process: to test their output and effects, but not their start and end. */
	static openHere(...options: readonly string[]): Promise<CommandLine> {
		return new CommandLine().#startHere(options);
	}

	/** Returns a program with commands in this process that is open during the tests of a suite. */
	static ofSuite(...options: readonly string[]): CommandLine {
		const line = new CommandLine();
		before(() => line.#startHere(options));
		after(() => line.end());
		return line;
	}

	async #startHere(options: readonly string[]): Promise<this> {
		await this.sandbox.start(...options);
		this.#left = process.cwd();
		process.chdir(this.folder);
		return this;
	}

	async end(): Promise<void> {
		if (this.#left !== undefined) process.chdir(this.#left);
		await this.sandbox.end();
	}

	/** A path in that folder. */
	readonly place = (...names: readonly string[]): string => join(this.folder, ...names);

	/** Returns the environment of a command, without its own variables. */
	get environment(): Record<string, string | undefined> {
		return {
			...process.env,
			EASEL_BASE_URL: this.sandbox.announced.baseUrl,
			EASEL_CONFIG: this.place('config'),
			EASEL_DATA: this.place('data'),
			EASEL_TOKEN: this.sandbox.announced.token,
			LC_ALL: 'C',
		};
	}

	readonly start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Running =>
		spawn(process.execPath, [easelProgram, ...args], {
			cwd: this.folder,
			env: { ...this.environment, ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});

	/** A command line at its end. */
	readonly easel = (...args: readonly string[]): Promise<Ended> =>
		this.#left === undefined
			? ended(this.start(args))
			: runLine(args, { cwd: this.folder, env: this.environment });

	/** Returns the parsed output of a command with `--json`; one that fails fails the test. */
	readonly json = async (...args: readonly string[]): Promise<Body> => {
		const { status, out, err } = await this.easel(...args, '--json');
		if (status !== 0) throw new Error(`easel ${args.join(' ')} ended with ${status}: ${err}`);
		return JSON.parse(out);
	};

	/** Returns the number of requests of a kind that the service has received. */
	readonly received = async (method: string, ending: string): Promise<number> =>
		(await this.sandbox.control('GET', 'journal')).entries.filter(
			(entry: Body) => entry.method === method && entry.path.endsWith(ending),
		).length;
}

/** Reads stderr until its end, and approves each sign-in with a visible code. */
export async function approveSignIns(said: Readable, sandbox: SandboxUnderTest): Promise<readonly string[]> {
	const lines: string[] = [];
	for await (const line of createInterface({ input: said })) {
		lines.push(line);
		const code = /Open \S+ and enter the code (\S+)\.$/.exec(line)?.[1];
		if (code !== undefined) await new Browser(sandbox).decide(code, 'approve');
	}
	return lines;
}

/** Waits for the end of a command. */
export async function ended(child: Running): Promise<Ended> {
	const [out, err, [status]] = await Promise.all([
		streamText(child.stdout),
		streamText(child.stderr),
		once(child, 'close'),
	]);
	return { status, out, err };
}
