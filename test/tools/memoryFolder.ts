import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder in which Linux keeps files in memory. */
const shared = '/dev/shm';
const prefix = 'easel-tests-';

/** Bytes that must be free: several times the output of all tests together. */
const room = 8 * 2 ** 30;

/**
 * Creates a folder in memory for the output of tests, which is removed when this process ends; `undefined` if the
 * system has none with enough space. Records are written to the disk immediately, and waiting for that is a third of
 * the cost of a test with records.
 */
export async function makeMemoryFolder(): Promise<string | undefined> {
	const isRoomy = await statfs(shared).then(
		({ bavail, bsize }) => bavail * bsize > room,
		() => false,
	);
	if (!isRoomy) return undefined;
	await removeLeftOver();
	const folder = join(shared, `${prefix}${process.pid}`);
	await mkdir(folder, { mode: 0o700 });
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
	return folder;
}

/** Takes away the folders of runs that could not do it themselves. */
async function removeLeftOver(): Promise<void> {
	for (const name of await readdir(shared)) {
		if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
		await rm(join(shared, name), { recursive: true, force: true });
	}
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
