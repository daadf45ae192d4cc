import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readJson } from '../../../src/core/json/tolerant.ts';
import type { JsonObject } from '../../../src/core/json/value.ts';
import { RealEngine, until } from '../../engine/support/realEngine.ts';
import { object } from './compactClass.ts';

/** An engine's description of itself. */
export interface Capture {
	readonly version: string;
	readonly info: JsonObject;
}

/** Characters of the engine's output that an error shows. */
const shown = 600;

/**
 * Starts the engine of a repository with no models and no packs, reads its node info, and ends it. Throws if it does
 * not start, and if a part of its own nodes does not load, since they would count as removed.
 * @param python a Python with the engine's requirements
 */
export async function captureEngine(checkout: string, python: string): Promise<Capture> {
	const base = await mkdtemp(join(tmpdir(), 'easel-renew-'));
	try {
		const folder = existsSync(join(checkout, 'main.py')) ? checkout : unpacked(checkout, base);
		return await captured(folder, python, base);
	} finally {
		await rm(base, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** Unpacks the files of the newest commit of a bare repository. */
function unpacked(checkout: string, base: string): string {
	const folder = join(base, 'engine');
	execFileSync('git', ['clone', '--quiet', resolve(checkout), folder], {
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	return folder;
}

async function captured(folder: string, python: string, base: string): Promise<Capture> {
	const port = await freePort();
	const engine = new RealEngine(`http://127.0.0.1:${port}`);
	const words = ['main.py', '--cpu', '--port', String(port), '--base-directory', base];
	const child = spawn(python, [...words, '--disable-auto-launch'], { cwd: folder });
	let output = '';
	let end: string | undefined;
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => {
			output += chunk.toString();
		});
	child.once('error', ({ message }) => {
		end = message;
	});
	child.once('close', (code, signal) => {
		end ??= `it ended with ${code ?? signal}: ${output.trim().slice(-shown)}`;
	});
	try {
		const version = await until(
			'the engine',
			() => {
				if (end !== undefined) throw new Error(end);
				return engine.version().catch(() => undefined);
			},
			600,
		);
		const reply = await fetch(`${engine.url}/object_info`);
		if (!reply.ok) throw new Error(`/object_info was answered with ${reply.status}`);
		const info = object(readJson(await reply.text()));
		const failed = output.split('\n').filter((line) => /IMPORT FAILED/.test(line));
		if (failed.length > 0) throw new Error(`nodes of its own did not load: ${failed.join('; ')}`);
		return { version, info };
	} finally {
		if (end === undefined) {
			const closed = once(child, 'close');
			child.kill('SIGKILL');
			await closed;
		}
	}
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('There is no free port.');
	return address.port;
}
