import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionCopy } from '../tools/extensionCopy.ts';

/**
 * Creates a copy of the built extension in a temporary folder with the main module `source`, which measures and
 * forwards to `./dist/extension.mjs`. The caller removes the folder.
 */
export async function measuringCopy(source: string): Promise<string> {
	const folder = await extensionCopy((manifest) => ({ ...manifest, main: './measured.mjs' }));
	await writeFile(join(folder, 'measured.mjs'), source);
	return folder;
}
