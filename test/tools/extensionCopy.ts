import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './machine.mjs';

/** The files and folders of the project that are at least partly in the package, and the list that selects them. */
export const extensionParts: readonly string[] = [
	...['package.json', 'package.nls.json', 'package.nls.de.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
	...['dist', 'docs', 'l10n', 'media', 'syntaxes', '.vscodeignore'],
];

/** Creates a copy of the built extension in a temporary folder, with a changed manifest if given. The caller removes the folder. */
export async function extensionCopy(
	changed?: (manifest: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'easel-copy-'));
	for (const part of extensionParts) await cp(join(root, part), join(folder, part), { recursive: true });
	if (changed !== undefined) {
		const manifest = join(folder, 'package.json');
		await writeFile(manifest, JSON.stringify(changed(JSON.parse(await readFile(manifest, 'utf8')))));
	}
	return folder;
}
