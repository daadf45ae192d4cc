import { execFileSync } from 'node:child_process';

/** A repository, bare or with files; its newest commit is read. */
export interface Checkout {
	readonly files: readonly string[];
	/** Short id and day of the commit. */
	readonly commit: string;
	read(file: string): string;
}

/** Opens a repository; throws if it does not exist. */
export function openCheckout(path: string): Checkout {
	const git = (...words: readonly string[]) =>
		execFileSync('git', ['-C', path, ...words], {
			encoding: 'utf8',
			maxBuffer: 100_000_000,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
	return {
		files: git('ls-tree', '-r', '--name-only', '--full-tree', 'HEAD').split('\n'),
		commit: git('log', '-1', '--format=%h of %cs').trim(),
		read: (file) => git('show', `HEAD:${file}`),
	};
}
