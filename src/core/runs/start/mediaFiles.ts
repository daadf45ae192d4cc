import { readlink, stat } from 'node:fs/promises';
import { readWhole } from '../../base/disk/readWhole.ts';
import { embeddableBytes, type FileReader } from '../plan/media.ts';
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
	async read(path) {
		const read = await readWhole(path, embeddableBytes);
		if ('why' in read) throw new Error(read.why);
		return read.bytes;
	},
};

async function readLink(path: string): Promise<string | undefined> {
	try {
		return await readlink(path);
	} catch {
		return undefined;
	}
}
