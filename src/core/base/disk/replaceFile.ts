import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Replaces a file atomically: others may be reading it, or replacing it as well; the last one counts. A process that ends
 * meanwhile leaves no partial file under its name. Throws the file system's error, and then the file is unchanged.
 */
export async function replaceFile(path: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
	const part = `${path}.${randomUUID()}.part`;
	try {
		await writeFile(part, content, { mode });
		await rename(part, path);
	} catch (error) {
		await rm(part, { force: true });
		throw error;
	}
}
