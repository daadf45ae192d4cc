import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Real folders with small real files; removed by `removeFolders`. */
const made: string[] = [];

/** Creates a folder with these files; a text is written as UTF-8, and each of the small PNG files becomes another one. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'easel-report-'));
	made.push(folder);
	for (const [name, content] of Object.entries(files)) {
		const path = join(folder, name);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, isSmallPng(content) ? another(content) : content);
	}
	return folder;
}

let pictures = 0;

/** Returns whether it is a file of `png`. */
function isSmallPng(content: string | Uint8Array): content is Uint8Array {
	return typeof content !== 'string' && content.length === 57 && content[1] === 0x50;
}

/** Returns the picture with another checksum. */
function another(picture: Uint8Array): Buffer {
	const bytes = Buffer.from(picture);
	bytes.writeUInt32BE(++pictures, 41);
	return bytes;
}

export async function removeFolders(): Promise<void> {
	for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
}
