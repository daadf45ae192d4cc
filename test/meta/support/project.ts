import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/machine.mjs';

export { root };

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
export const fileExists = (path: string): boolean => existsSync(join(root, path));

/** Paths of files that match, relative to the project, with forward slashes. */
export function find(pattern: string): string[] {
	return globSync(pattern, { cwd: root })
		.map((path) => path.replaceAll('\\', '/'))
		.sort();
}

/** Returns every file under version control that still exists. */
export function trackedFiles(): string[] {
	const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
	return listed.split('\0').filter((path) => path !== '' && fileExists(path));
}

/** The bundler's record of one product: `extension`, `ledger`, `web`, `programs`, `cli` or `webviews`. */
export interface BuildRecord {
	readonly inputs: Readonly<Record<string, { readonly imports: readonly BuildImport[] }>>;
	readonly outputs: Readonly<
		Record<
			string,
			{
				readonly bytes: number;
				readonly entryPoint?: string;
				readonly inputs: Readonly<Record<string, unknown>>;
				readonly imports: readonly BuildImport[];
			}
		>
	>;
}
interface BuildImport {
	readonly path: string;
	readonly kind: string;
	readonly external?: boolean;
}

export const products = ['extension', 'ledger', 'web', 'programs', 'cli', 'webviews'] as const;

export function buildRecord(product: (typeof products)[number]): BuildRecord {
	return JSON.parse(readText(`dist/meta/${product}.json`));
}

/** Returns the size of an output together with everything that loads before its first line runs. */
export function loadedBytes(record: BuildRecord, entry: string, seen = new Set<string>()): number {
	const output = record.outputs[entry];
	if (output === undefined || seen.has(entry)) return 0;
	seen.add(entry);
	const eager = output.imports.filter(
		({ kind, external }) => kind === 'import-statement' && external !== true,
	);
	return eager.reduce((bytes, { path }) => bytes + loadedBytes(record, path, seen), output.bytes);
}
