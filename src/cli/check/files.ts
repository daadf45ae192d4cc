import { glob, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';

interface CheckedFile {
	/** As named on the command line, or relative to the current folder. */
	readonly path: string;
	/** Named itself, and not found by a pattern or in a folder: it must then be one of the two kinds. */
	readonly named: boolean;
}

/** The files and folders that the names of a command line lead to. */
interface FoundFiles {
	readonly files: readonly CheckedFile[];
	/** Names and patterns that lead to no file. */
	readonly missing: readonly string[];
	/** Folders without a JSON or YAML file. */
	readonly empty: readonly string[];
	/** The named folders and all folders in them, as absolute paths: a file may be added to any of them. */
	readonly folders: readonly string[];
}

export const standardInput = '-';

const documents = '**/*.{json,yaml,yml,sweep.csv}';
const left = (name: string) => name === 'node_modules' || name === '.git';

/** Resolves names, folders and patterns; returns each file once, under the first name that leads to it. */
export async function findFiles(names: readonly string[], cwd: string): Promise<FoundFiles> {
	const files = new Map<string, CheckedFile>();
	const missing: string[] = [];
	const empty: string[] = [];
	const folders: string[] = [];
	const add = (path: string, named: boolean) => {
		const whole = resolve(cwd, path);
		const before = files.get(whole);
		if (before === undefined) files.set(whole, { path, named });
		else if (named && !before.named) files.set(whole, { ...before, named });
	};
	const addAll = async (pattern: string, base: string) => {
		const found: string[] = [];
		for await (const path of glob(pattern, { cwd: resolve(cwd, base), exclude: left }))
			found.push(isAbsolute(path) ? path : join(base, path));
		const kept: string[] = [];
		for (const path of found) if ((await kindOf(resolve(cwd, path))) === 'file') kept.push(path);
		// A link may lead to a folder above it: a file that is reached twice is checked under its own path.
		const own = new Map<string, string>();
		for (const path of kept.sort()) {
			const whole = resolve(cwd, path);
			const real = await realpath(whole).catch(() => whole);
			if (!own.has(real) || whole === real) own.set(real, path);
		}
		for (const path of own.values()) add(path, false);
		return kept.length;
	};
	for (const name of names) {
		if (name === standardInput) {
			files.set(name, { path: name, named: true });
			continue;
		}
		const kind = name === '' ? undefined : await kindOf(resolve(cwd, name));
		if (kind === 'folder') {
			if ((await addAll(documents, name)) === 0) empty.push(name);
			folders.push(...(await foldersIn(resolve(cwd, name))));
		} else if (kind !== undefined) add(name, true);
		else if (!/[*?[{]/.test(name) || (await addAll(name, '')) === 0) missing.push(name);
	}
	return { files: [...files.values()], missing, empty, folders };
}

/** Returns the folder and all folders in it, as absolute paths. */
async function foldersIn(folder: string): Promise<readonly string[]> {
	const found = [folder];
	for await (const entry of glob('**/*', {
		cwd: folder,
		exclude: ({ name }) => left(name),
		withFileTypes: true,
	}))
		if (entry.isDirectory()) found.push(join(entry.parentPath, entry.name));
	return found;
}

/** Returns the kind of a path. A pipe or a device must be named, since opening one by accident would wait forever. */
async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | undefined> {
	try {
		const found = await stat(path);
		return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
	} catch (cause) {
		// An existing but unreadable file is reported with its reason when it is read.
		const { code } = cause as NodeJS.ErrnoException;
		return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : 'other';
	}
}
