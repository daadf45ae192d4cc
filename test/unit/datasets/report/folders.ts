import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Real folders with small real files; removed by `removeFolders`. */
const made: string[] = [];

/** A folder with these files; a text is written as UTF-8. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'easel-report-'));
	made.push(folder);
	for (const [name, content] of Object.entries(files)) {
		const path = join(folder, name);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, content);
	}
	return folder;
}

export async function removeFolders(): Promise<void> {
	for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
}
