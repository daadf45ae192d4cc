import { readFile, readlink, stat } from 'node:fs/promises';
import type { FileReader } from '../plan/media.ts';
import { mediaPlace } from './mediaPlace.ts';

/** Local files as this process sees them: in a remote window that is the remote machine. */
export const fileReader: FileReader = {
	place: (text, folders) => mediaPlace(text, folders, readLink),
	async stat(path) {
		try {
			const found = await stat(path);
			return found.isFile() ? { bytes: found.size } : undefined;
		} catch {
			return undefined;
		}
	},
	read: (path) => readFile(path),
};

async function readLink(path: string): Promise<string | undefined> {
	try {
		return await readlink(path);
	} catch {
		return undefined;
	}
}
