import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ended } from '../../conformance/commandLineWorld.ts';
import { easelProgram } from '../../support/programs.ts';
import type { Moment } from './proxy.ts';

/** The time of a SIGKILL for a command: after milliseconds, or at a point of the submission of its thing. */
export type Kill = number | Moment;

/** A command line at its end. */
export interface Done {
	readonly args: readonly string[];
	/** Absent if it was killed. */
	readonly status: number | undefined;
	/** Its standard output as JSON; undefined if it was killed, or printed something else. */
	// biome-ignore lint/suspicious/noExplicitAny: the checks define its expected type
	readonly out: any;
	readonly err: string;
}

/** Processes at a time. */
const atOnce = 14;
/** Real milliseconds after which a command hangs. */
const longestMs = 240_000;

/** Runs commands on one history, a few at a time. */
export class Commands {
	readonly #folder: string;
	readonly #env: NodeJS.ProcessEnv;
	readonly #token: string;
	readonly #waiting: (() => void)[] = [];
	#free = atOnce;
	/** The processes that submit a thing, with the point at which each is killed. */
	readonly #submitting = new Map<string, { readonly child: ChildProcess; readonly kill: Moment }>();
	/** Sentences about commands that hang, print something wrong, or show the token. */
	readonly problems: string[] = [];
	readonly statuses = new Map<string, number>();
	kills = 0;
	count = 0;

	constructor(folder: string, baseUrl: string, token: string) {
		this.#folder = folder;
		this.#token = token;
		this.#env = {
			...process.env,
			EASEL_BASE_URL: baseUrl,
			EASEL_TOKEN: token,
			EASEL_CONFIG: join(folder, 'config'),
			EASEL_DATA: join(folder, 'history'),
			LC_ALL: 'C',
		};
	}

	/** Runs a command with `--json` for a thing; `kill` ends it before its own end. */
	async run(name: string, args: readonly string[], kill?: Kill): Promise<Done> {
		await this.#begin();
		try {
			return await this.#run(name, args, kill);
		} finally {
			this.#free++;
			this.#waiting.shift()?.();
		}
	}

	/** Kills the command that submits a thing, if it is to be killed at that point. */
	async reached(name: string, moment: Moment): Promise<void> {
		const submitting = this.#submitting.get(name);
		if (submitting?.kill !== moment) return;
		this.#submitting.delete(name);
		await this.#kill(submitting.child);
	}

	async #begin(): Promise<void> {
		if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
		this.#free--;
	}

	async #run(name: string, args: readonly string[], kill?: Kill): Promise<Done> {
		this.count++;
		const child = spawn(process.execPath, [easelProgram, ...args, '--json'], {
			cwd: this.#folder,
			env: this.#env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const end = ended(child);
		if (typeof kill === 'string') this.#submitting.set(name, { child, kill });
		const timers = new AbortController();
		if (typeof kill === 'number') void this.#after(kill, child, timers.signal);
		void delay(longestMs, undefined, { signal: timers.signal }).then(
			() => {
				this.problems.push(`easel ${args.join(' ')} hangs`);
				child.kill('SIGKILL');
			},
			() => undefined,
		);
		const { status, out, err } = await end;
		timers.abort();
		this.#submitting.delete(name);
		const words = `easel ${args.slice(0, 2).join(' ')}`;
		if (out.includes(this.#token) || err.includes(this.#token))
			this.problems.push(`${words} shows the token`);
		const key = `${args[0]} ${status ?? 'killed'}`;
		this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
		if (status === null) return { args, status: undefined, out: undefined, err };
		try {
			return { args, status, out: JSON.parse(out), err };
		} catch {
			this.problems.push(
				`${words} of ${name} printed no JSON with status ${status}: ${out.slice(0, 200)} ${err.slice(-300)}`,
			);
			return { args, status, out: {}, err };
		}
	}

	async #after(ms: number, child: ChildProcess, signal: AbortSignal): Promise<void> {
		try {
			await delay(ms, undefined, { signal });
			await this.#kill(child);
		} catch {
			// It has ended before.
		}
	}

	async #kill(child: ChildProcess): Promise<void> {
		if (child.exitCode !== null || child.signalCode !== null) return;
		this.kills++;
		const gone = once(child, 'exit');
		child.kill('SIGKILL');
		await gone;
	}
}
