import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './machine.mjs';

/** A copy of the built extension in a temporary folder, with a changed manifest. The caller removes the folder. */
export async function extensionCopy(
	changed: (manifest: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'easel-copy-'));
	for (const name of ['dist', 'l10n']) await cp(join(root, name), join(folder, name), { recursive: true });
	for (const name of ['media', 'docs', 'syntaxes', 'package.nls.json', 'package.nls.de.json'])
		await symlink(join(root, name), join(folder, name));
	const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	await writeFile(join(folder, 'package.json'), JSON.stringify(changed(manifest)));
	return folder;
}
