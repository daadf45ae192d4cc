import { readFile, readlink, stat } from 'node:fs/promises';
import type { FileReader } from '../plan/media.ts';

/** Local files as this process sees them: in a remote window that is the remote machine. */
export const fileReader: FileReader = {
	async stat(path) {
		try {
			const found = await stat(path);
			return found.isFile() ? { bytes: found.size } : undefined;
		} catch {
			return undefined;
		}
	},
	async readLink(path) {
		try {
			return await readlink(path);
		} catch {
			return undefined;
		}
	},
	read: (path) => readFile(path),
};
