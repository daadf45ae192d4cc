import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { SignedIn } from '../../src/core/account/session.ts';
import { silentLog } from '../../src/core/base/log.ts';
import type { Connection } from '../../src/core/connection/connection.ts';
import { lazyTransport } from '../../src/core/http/lazyTransport.ts';
import type { SandboxAnnouncement } from '../../src/core/wire/announcement.ts';
import { ofService, sessionOn } from '../support/connection.ts';
import { sandboxProgram } from '../support/programs.ts';

export interface JournalEntry {
	readonly host: string;
	readonly method: string;
	readonly path: string;
	readonly status: number;
	readonly faults: readonly string[];
	readonly number: number;
	readonly drawn?: readonly string[];
	readonly accepted?: string;
}

/** A real sandbox process on a separate port and folder, which can be killed and started again on both. */
export class SandboxProcess {
	readonly #data: string;
	readonly #speed: number;
	#port = 0;
	#child: ChildProcess | undefined;
	#announced: SandboxAnnouncement | undefined;
	#stderr = '';

	constructor(data: string, speed: number) {
		this.#data = data;
		this.#speed = speed;
	}

	/** Seed of the odd answers after the next start (`--contrary`); polite if absent. */
	contrary: string | undefined;

	get announced(): SandboxAnnouncement {
		if (!this.#announced) throw new Error('The sandbox was not started.');
		return this.#announced;
	}

	async start(): Promise<void> {
		this.#port ||= await freePort();
		const options = [
			'--data',
			this.#data,
			'--demo',
			'--speed',
			String(this.#speed),
			'--port',
			String(this.#port),
			...(this.contrary === undefined ? [] : ['--contrary', this.contrary]),
		];
		const child = spawn(process.execPath, [sandboxProgram, ...options], {
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.#child = child;
		child.stderr?.on('data', (text) => {
			this.#stderr += text;
		});
		for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
			this.#announced = JSON.parse(line) as SandboxAnnouncement;
			return;
		}
		throw new Error(`The sandbox did not start: ${this.#stderr}`);
	}

	/** Ends the process as a power cut would. */
	async kill(): Promise<void> {
		const child = this.#child;
		this.#child = undefined;
		if (!child || child.exitCode !== null) return;
		const gone = once(child, 'exit');
		child.kill('SIGKILL');
		await gone;
	}

	/** Returns a session that survives restarts, as port and tokens do. */
	session(): SignedIn {
		return sessionAt(this.announced);
	}

	async faults(rules: readonly unknown[]): Promise<void> {
		const reply = await fetch(`${this.announced.controlUrl}/faults`, {
			method: 'POST',
			body: JSON.stringify({ rules, seed: 7 }),
			headers: { 'content-type': 'application/json' },
		});
		if (!reply.ok) throw new Error(await reply.text());
	}

	/** Entries with a number above `since`. */
	async journal(since = 0): Promise<readonly JournalEntry[]> {
		const reply = await fetch(`${this.announced.controlUrl}/journal?since=${since}`);
		return ((await reply.json()) as { entries: JournalEntry[] }).entries;
	}
}

export function connectionAt(announced: SandboxAnnouncement): Connection {
	const { baseUrl, modelApiUrl, webUrl, trainerUrl } = announced;
	return { id: 'sandbox', name: 'Sandbox', baseUrl, modelApiUrl, webUrl, trainerUrl, ...ofService };
}

/** Returns the session of the announced account. */
export function sessionAt(announced: SandboxAnnouncement): SignedIn {
	const connection = connectionAt(announced);
	const transport = lazyTransport({
		connection,
		token: () => announced.token,
		network: { environment: {} },
		log: silentLog,
		// Few repetitions, so that most faults reach the service of runs.
		retry: { attempts: 2, baseMs: 10 },
	});
	return sessionOn(connection, transport, 'demo');
}

export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	await new Promise((resolve) => server.close(resolve));
	return port;
}
