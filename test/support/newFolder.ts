import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** Creates an empty folder that is removed when this process ends. */
export function newFolder(): string {
	if (made.length === 0)
		process.once('exit', () => {
			for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
		});
	const folder = mkdtempSync(join(tmpdir(), 'easel-test-'));
	made.push(folder);
	return folder;
}
