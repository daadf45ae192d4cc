import * as l10n from '@vscode/l10n';
import { either } from '../../base/language.ts';
import { safeFileName, splitName } from '../../transfers/names.ts';
import { runName } from '../describe.ts';
import type { Run, RunFile } from '../run.ts';

export const namePlaceholders = ['document', 'date', 'time', 'seed', 'id', 'node', 'index', 'name'] as const;
type Placeholder = (typeof namePlaceholders)[number];

/** The default pattern: files of several runs are distinguished by seed and id. */
export const usualPattern = '{document}_{seed}_{id}_{index}';

/** The place of a file below the chosen folder: nested folders, and the name. Every part is safe. */
interface SavePlace {
	readonly folders: readonly string[];
	readonly name: string;
}

/** Characters that a pattern can have, and folders that it can make. */
const longestPattern = 200;
const mostFolders = 8;

/** Returns the reason why a pattern cannot be used, as a sentence; undefined for one that can. */
export function patternProblem(pattern: string): string | undefined {
	if (pattern.trim() === '')
		return l10n.t('The name pattern is empty. Write a text such as "{document}-{index}".');
	if (pattern.length > longestPattern)
		return l10n.t('The name pattern has more than {0} characters. Shorten it.', longestPattern);
	const parts = partsOf(pattern);
	if (parts.length > mostFolders + 1)
		return l10n.t('The name pattern makes more than {0} folders. Use fewer slashes.', mostFolders);
	if (parts.some((part) => ['', '.', '..'].includes(part.trim())))
		return l10n.t(
			'The name pattern has an empty part, "." or "..", or begins or ends with a slash. It must stay inside the folder.',
		);
	const unknown = pattern.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
		isPlaceholder(name) ? '' : whole,
	);
	if (/[{}]/.test(unknown))
		return l10n.t('The name pattern has an unknown name in braces. Use {0}.', listOfPlaceholders());
	return undefined;
}

/**
 * Returns the place of a result file by a pattern accepted by {@link patternProblem}. Slashes of the pattern create
 * folders, those of a value never do; the file keeps its extension. A missing seed is left out with a separator next to
 * it. For any values, the place is inside the folder.
 */
export function savePlace(
	pattern: string,
	run: Run,
	file: Pick<RunFile, 'key' | 'filename' | 'nodeId'>,
): SavePlace {
	const { stem, ending } = splitName(safeFileName(file.filename));
	const values = valuesOf(run, file, stem);
	const seedless = (part: string) => part.replaceAll(/^\{seed\}[-_. ]?|[-_. ]?\{seed\}/g, '');
	const filled = partsOf(pattern).map((part) =>
		((run.summary.seed === undefined && seedless(part)) || part).replaceAll(
			/\{([a-z]+)\}/g,
			(whole, name: string) => (isPlaceholder(name) ? values[name] : whole),
		),
	);
	const folders = filled.slice(0, -1).map((part) => safeFileName(part, 'folder'));
	const last = filled.at(-1) ?? '';
	// An extension in the pattern is replaced by that of the file.
	const bare = last.toLowerCase().endsWith(ending.toLowerCase())
		? last.slice(0, last.length - ending.length)
		: last;
	return { folders, name: safeFileName(`${safeFileName(bare, 'file')}${ending}`) };
}

function partsOf(pattern: string): readonly string[] {
	return pattern.split(/[\\/]/);
}

function isPlaceholder(name: string): name is Placeholder {
	return namePlaceholders.some((known) => known === name);
}

function listOfPlaceholders(): string {
	return either(namePlaceholders.map((name) => `{${name}}`));
}

function valuesOf(
	run: Run,
	file: Pick<RunFile, 'key' | 'nodeId'>,
	stem: string,
): Readonly<Record<Placeholder, string>> {
	const { nodeId } = file;
	const titles = run.summary.outputTitles;
	const title = nodeId !== undefined && Object.hasOwn(titles, nodeId) ? titles[nodeId] : undefined;
	const index = run.files.findIndex(({ key }) => key === file.key) + 1;
	const date = new Date(run.submittedAt);
	const two = (number: number) => String(number).padStart(2, '0');
	return {
		document: runName(run),
		date: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
		time: `${two(date.getHours())}-${two(date.getMinutes())}-${two(date.getSeconds())}`,
		seed: run.summary.seed ?? 'no seed',
		id: run.id.slice(0, 8),
		node: title ?? nodeId ?? 'no node',
		index: String(index).padStart(String(run.files.length).length, '0'),
		name: stem,
	};
}
