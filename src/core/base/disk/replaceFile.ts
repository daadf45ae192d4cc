import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Replaces a text file atomically: others may be reading it, or replacing it as well; the last one counts. Throws the
 * file system's error, and then the file is unchanged.
 */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
	const part = `${path}.${randomUUID()}.part`;
	try {
		await writeFile(part, text, { mode });
		await rename(part, path);
	} catch (error) {
		await rm(part, { force: true });
		throw error;
	}
}
