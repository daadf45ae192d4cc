import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Computes the SHA-256 of a file in hexadecimal digits. Rejects if it cannot be read. */
export async function sha256OfFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
	return hash.digest('hex');
}

/** Returns the first 16 hexadecimal digits of the SHA-256 of a text, for a name on disk. */
export function shortDigest(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
