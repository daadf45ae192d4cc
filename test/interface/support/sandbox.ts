import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SandboxAnnouncement } from '../../../src/core/wire/announcement.ts';
import { sandboxProgram } from '../../support/programs.ts';

export interface SandboxOptions {
	/** The speed in relation to the real service; 50 unless given. */
	readonly speed?: number;
	/** A folder that outlives the process, for restarts. */
	readonly data?: string;
	readonly port?: number;
}

/** A sandbox process of the test, separate from the one that the extension starts itself. */
export interface Sandbox extends SandboxAnnouncement {
	/** Returns the entry for the setting `easel.connections` that leads here. */
	connection(name: string): Readonly<Record<string, string>>;
	/** Calls a control route and returns its reply; a body makes it a POST. */
	control(path: string, body?: unknown): Promise<Record<string, unknown>>;
	/** Submits a training configuration, as another user would, and returns the id of the job. */
	submitJob(config: string): Promise<string>;
	/** Kills it, as in a crash. */
	kill(): Promise<void>;
	/** Ends it in order and removes its data, unless the folder was given. */
	stop(): Promise<void>;
}

const running = new Set<Sandbox>();

/** Stops the sandboxes that still run. */
export async function stopSandboxes(): Promise<void> {
	await Promise.all([...running].map((sandbox) => sandbox.stop()));
}

/** Starts `dist/sandbox.mjs` with its demo account. A test file need not stop it. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const data = options.data ?? (await mkdtemp(join(tmpdir(), 'easel-sandbox-')));
	const child = spawn(
		process.execPath,
		[
			sandboxProgram,
			...[
				'--demo',
				'--data',
				data,
				'--speed',
				String(options.speed ?? 50),
				'--port',
				String(options.port ?? 0),
			],
		],
		{ stdio: ['ignore', 'pipe', 'pipe'] },
	);
	// However this process ends, the sandbox must end too.
	const killChild = () => child.kill();
	process.once('exit', killChild);
	const announcement = await firstLine(child);
	const end = async (signal: NodeJS.Signals) => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		child.kill(signal);
		await once(child, 'exit');
		process.off('exit', killChild);
	};
	const sandbox: Sandbox = {
		...announcement,
		connection: (name) => ({
			name,
			baseUrl: announcement.baseUrl,
			modelApiUrl: announcement.modelApiUrl,
			webUrl: announcement.webUrl,
			trainerUrl: announcement.trainerUrl,
		}),
		async control(path, body) {
			const reply = await fetch(
				`${announcement.controlUrl}${path}`,
				body === undefined
					? {}
					: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
			);
			if (!reply.ok) throw new Error(`The sandbox refused ${path}: ${reply.status} ${await reply.text()}`);
			return (await reply.json()) as Record<string, unknown>;
		},
		async submitJob(config) {
			const reply = await fetch(`${announcement.trainerUrl}/prod/v1/trainers/ai-toolkit/jobs`, {
				method: 'POST',
				headers: { authorization: `Bearer ${announcement.token}`, 'content-type': 'application/json' },
				body: JSON.stringify({
					config_file: config,
					config_file_format: 'yaml',
					gpu_type: 'ADA_80_PLUS',
					gpu_count: 1,
				}),
			});
			const { id } = (await reply.json()) as { id?: string };
			if (id === undefined) throw new Error(`The sandbox refused the job: ${reply.status}`);
			return id;
		},
		kill: () => end('SIGKILL'),
		async stop() {
			running.delete(sandbox);
			await end('SIGTERM');
			if (options.data === undefined) await rm(data, { recursive: true, force: true });
		},
	};
	running.add(sandbox);
	return sandbox;
}

async function firstLine(child: ChildProcess): Promise<SandboxAnnouncement> {
	let complaints = '';
	child.stderr?.on('data', (chunk) => {
		complaints = (complaints + chunk).slice(-4000);
	});
	if (child.stdout === null) throw new Error('The sandbox has no output.');
	for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
	throw new Error(`The sandbox ended before it announced itself:\n${complaints}`);
}
