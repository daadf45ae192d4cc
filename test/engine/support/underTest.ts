import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { RealEngine, until } from './realEngine.ts';

/** The engine that `EASEL_COMFYUI` names. */
export const engine = new RealEngine(process.env.EASEL_COMFYUI ?? 'http://127.0.0.1:8188');

/** A shell command that starts that engine and ends with it; without it, no test ends or restarts the engine. */
export const startCommand = process.env.EASEL_COMFYUI_START;

let child: ChildProcess | undefined;

/** Starts the engine with the command and additional options, and waits until it answers. */
export async function startEngine(options = ''): Promise<void> {
	if (startCommand === undefined) return;
	if (await answers()) throw new Error(`An engine answers at ${engine.url} that these tests did not start.`);
	child = spawn(`${startCommand} ${options}`, { shell: true, stdio: 'ignore', detached: true });
	const { exitCode } = child;
	await until(
		'the engine that the command starts',
		async () => {
			if (child?.exitCode !== exitCode) throw new Error(`"${startCommand}" ended with ${child?.exitCode}.`);
			return answers();
		},
		600,
	);
}

/** Ends the engine that was started here, with everything that its command started. */
export async function endEngine(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
	if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	const gone = once(child, 'exit');
	process.kill(-child.pid, signal);
	await gone;
	await until('the end of the engine', async () => !(await answers()));
}

/** Ends the engine and starts it with other options. */
export async function restartEngine(options: string): Promise<void> {
	await endEngine();
	await startEngine(options);
}

function answers(): Promise<boolean> {
	return engine.version().then(
		() => true,
		() => false,
	);
}

/**
 * Prepares a suite with tests that end the engine: it is restarted after each, and the suite is skipped if it cannot be
 * started.
 */
export function withAnEngineThatEnds(): void {
	before(function () {
		if (startCommand === undefined) {
			console.log('      skipped: EASEL_COMFYUI_START is not set');
			this.skip();
		}
	});
	afterEach(async () => {
		await endEngine();
		await startEngine();
	});
}
