import * as l10n from '@vscode/l10n';
import { fileNameOfPath } from '../../base/files/path.ts';
import { type CellProblem, isPattern } from '../../workflow/sweep/cellValues.ts';

/** The files next to a table, each folder read once. */
export class FolderFiles {
	readonly #files: (pattern: string) => readonly string[];
	readonly #folders = new Map<string, ReadonlySet<string>>();

	/** @param files returns the paths of the files that fit a pattern */
	constructor(files: (pattern: string) => readonly string[]) {
		this.#files = files;
	}

	/** Returns the problem of a cell that names a missing file. A name without a folder may be a file of the target. */
	problemOf(cell: string, values: readonly string[]): CellProblem | undefined {
		if (isPattern(cell)) return undefined;
		const missing = values.find((value) => !this.#has(value.trim()));
		if (missing === undefined) return undefined;
		const isPath = /[\\/]/.test(missing);
		return {
			code: 'sweep_missing_file',
			severity: isPath ? 'warning' : 'info',
			message: isPath
				? l10n.t('The file "{0}" does not exist.', missing)
				: l10n.t('The file "{0}" is not next to this table, so the target must have it.', missing),
		};
	}

	#has(value: string): boolean {
		// An address, and a name with the folder of the target that has the file.
		if (/^[a-z][a-z0-9+.-]+:/i.test(value) || value.endsWith(']')) return true;
		const path = value.replaceAll('\\', '/');
		const name = fileNameOfPath(path);
		const folder = path.slice(0, path.length - name.length);
		const files =
			this.#folders.get(folder) ?? new Set(this.#files(`${folder}*`).map((path) => fileNameOfPath(path)));
		this.#folders.set(folder, files);
		return files.has(name);
	}
}
