import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { access, chmod, constants, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../base/disk/codeOf.ts';

/**
 * Creates a file atomically: it is complete once it has its name. Returns its facts; undefined if the name is taken.
 * Throws the file system's error, and then no file has the name.
 */
export async function createWhole(path: string, bytes: Uint8Array): Promise<BigIntStats | undefined> {
	const { temporary, facts } = await writeBeside(path, bytes, 0o666);
	try {
		await link(temporary, path);
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return undefined;
		// Some file systems have no second names for a file.
		if (await isTaken(path)) return undefined;
		await rename(temporary, path);
	} finally {
		await rm(temporary, { force: true });
	}
	return facts;
}

/**
 * Replaces the bytes of a file atomically: until the new ones are safely on disk, the old ones stay. It keeps its
 * permissions, and if it is a link, its target is replaced. `beforeReplacing` is called immediately before and keeps
 * the file unchanged by throwing. Throws the file system's error as well.
 */
export async function replaceWhole(
	file: string,
	bytes: Uint8Array,
	beforeReplacing?: () => Promise<void>,
): Promise<BigIntStats> {
	const path = await realpath(file);
	// A rename would replace a file that its owner has write-protected.
	await access(path, constants.W_OK);
	const mode = (await stat(path)).mode & 0o7777;
	const { temporary, facts } = await writeBeside(path, bytes, mode);
	try {
		await chmod(temporary, mode);
		await beforeReplacing?.();
		await rename(temporary, path);
		return facts;
	} finally {
		await rm(temporary, { force: true });
	}
}

/** Writes a hidden file in the same folder, safely on disk when this returns. Size, time and number stay the same under another name. */
async function writeBeside(
	path: string,
	bytes: Uint8Array,
	mode: number,
): Promise<{ readonly temporary: string; readonly facts: BigIntStats }> {
	const temporary = join(dirname(path), `.easel-${randomUUID()}.tmp`);
	const handle = await open(temporary, 'wx', mode);
	try {
		await handle.writeFile(bytes);
		await handle.sync();
		return { temporary, facts: await handle.stat({ bigint: true }) };
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	} finally {
		await handle.close();
	}
}

async function isTaken(path: string): Promise<boolean> {
	return lstat(path).then(
		() => true,
		() => false,
	);
}
