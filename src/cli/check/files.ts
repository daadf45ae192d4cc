import { glob, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** One file to check. */
export interface CheckedFile {
	/** As named on the command line, or relative to the current folder. */
	readonly path: string;
	/** Named itself, and not found by a pattern or in a folder: it must then be one of the two kinds. */
	readonly named: boolean;
}

const documents = '**/*.{json,yaml,yml}';
const left = (name: string) => name === 'node_modules' || name === '.git';

/** Resolves names, folders and patterns. A name that leads to nothing is given back in `missing`. */
export async function findFiles(
	names: readonly string[],
	cwd: string,
): Promise<{ readonly files: readonly CheckedFile[]; readonly missing: readonly string[] }> {
	const files = new Map<string, CheckedFile>();
	const missing: string[] = [];
	const add = async (pattern: string, base: string) => {
		const found: string[] = [];
		for await (const path of glob(pattern, { cwd: join(cwd, base), exclude: left }))
			found.push(join(base, path));
		const kept: string[] = [];
		for (const path of found) if ((await kindOf(join(cwd, path))) === 'file') kept.push(path);
		for (const path of kept.sort()) if (!files.has(path)) files.set(path, { path, named: false });
		return kept.length;
	};
	for (const name of names) {
		const kind = await kindOf(resolve(cwd, name));
		if (kind === 'file') files.set(name, { path: name, named: true });
		else if (kind === 'folder') await add(documents, name);
		else if (!/[*?[{]/.test(name) || (await add(name, '')) === 0) missing.push(name);
	}
	return { files: [...files.values()], missing };
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
	try {
		return (await stat(path)).isDirectory() ? 'folder' : 'file';
	} catch {
		return undefined;
	}
}
