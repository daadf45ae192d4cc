import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { type Result, success, yourFailure } from '../../base/failure.ts';
import { recordOf, textOf } from '../../json/fields.ts';
import { integerOf } from '../../json/scalars.ts';
import type { Run, RunFile } from '../run.ts';
import { type DescribedRun, describedRun, describeRun, runFileMembers } from './describedRun.ts';

/** The suffix of the name of a sidecar, after the name of the saved file. */
export const sidecarEnd = '.easel.json';

/** The mark by which a JSON file is a sidecar, and how it is laid out. */
const format = { format: 'easel-sidecar', version: 1 };

/** Returns whether a file is named like a sidecar, with or without a number that made the name unique. */
export function isSidecarName(name: string): boolean {
	return /\.easel(?: \([0-9]+\))?\.json$/i.test(name);
}

export interface SavedFile {
	/** Its name in the folder of the sidecar. */
	readonly name: string;
	readonly bytes: number;
	/** The hash in hexadecimal digits. */
	readonly sha256: string;
}

export interface Sidecar extends DescribedRun {
	readonly file?: SavedFile;
}

/** Returns the text of the sidecar of a saved file; see `describeRun`. */
export function writeSidecar(
	run: Run,
	{ filename, nodeId, channel, index }: Pick<RunFile, 'nodeId' | 'channel' | 'index' | 'filename'>,
	saved: SavedFile,
	keptText: string | undefined,
): string {
	const file = { ...saved, nameAtService: filename, node: nodeId, channel, index };
	return describeRun(run, keptText, { format, before: { file } });
}

/**
 * Reads a sidecar. Fails with kind `input` for another file, for one of a later version of Easel, and for one without a document or inputs.
 */
export function readSidecar(text: string): Result<Sidecar> {
	const root = runFileMembers(text, format, notSidecar);
	if (!root.ok) return root;
	const run = describedRun(root.value);
	return run.ok ? success({ ...run.value, ...compact({ file: savedFileOf(root.value.file) }) }) : run;
}

function savedFileOf(value: unknown): SavedFile | undefined {
	const file = recordOf(value);
	const name = textOf(file?.name);
	const sha256 = textOf(file?.sha256)?.toLowerCase();
	const bytes = integerOf(file?.bytes);
	if (name === undefined || sha256 === undefined || bytes === undefined) return undefined;
	// A name that leads elsewhere is not one of a file next to the sidecar.
	if (!/^[0-9a-f]{64}$/.test(sha256) || /[\\/]/.test(name) || name === '..' || name === '.') return undefined;
	return { name, bytes, sha256 };
}

const notSidecar = yourFailure(
	'input',
	l10n.t('This file is not a sidecar that Easel saved with a result.'),
	l10n.t('Choose a file whose name ends with "{0}".', sidecarEnd),
);
