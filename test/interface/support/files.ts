import { readFile, stat } from 'node:fs/promises';
import { until } from './waiting.ts';

/**
 * The whole text of a file that the window may be writing, and that is not empty: a file that grows while it is read is read
 * with the length it had before.
 */
export function savedText(path: string): Promise<string> {
	return until(async () => {
		const text = await readFile(path, 'utf8');
		const { size } = await stat(path);
		return size > 0 && Buffer.byteLength(text) === size && text;
	}, `the whole text of ${path}`);
}
