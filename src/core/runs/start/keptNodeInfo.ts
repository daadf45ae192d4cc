import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../base/disk/makeFolder.ts';
import { readNodeInfo } from '../../workflow/nodeInfo.ts';

/** Reads the value of a key; undefined without one. */
export async function readKept(folder: string, key: string): Promise<string | undefined> {
	try {
		return await readFile(pathOf(folder, key), 'utf8');
	} catch {
		return undefined;
	}
}

/** Keeps a description of node classes; returns false if the text is not one. */
export async function keep(folder: string, key: string, text: string): Promise<boolean> {
	if (!readNodeInfo(text, { kind: 'deployment', label: '' })) return false;
	await makeFolder(folder);
	const path = pathOf(folder, key);
	// Replaced atomically: another window may be reading it.
	await writeFile(`${path}.part`, text);
	await rename(`${path}.part`, path);
	return true;
}

function pathOf(folder: string, key: string): string {
	return join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
}
