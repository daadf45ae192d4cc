import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { sha256OfFile } from '../../base/disk/digest.ts';
import { type Failure, failed, type Result, success } from '../../base/failure.ts';
import { copyInto } from '../../transfers/copyInto.ts';
import { diskTrouble } from '../../transfers/diskTrouble.ts';
import { publish } from '../../transfers/publish.ts';
import type { Run, RunFile } from '../run.ts';
import { readDocument, readInputsOf, runFolder } from './runFolder.ts';
import { patternProblem, savePlace } from './saveName.ts';
import { sidecarEnd, writeSidecar } from './sidecar.ts';

/** A result file to save; its copy is in the archive. */
export interface FileToSave {
	readonly run: Run;
	readonly file: RunFile;
}

interface SaveOptions {
	/** The folder with one folder of result files for each run. */
	readonly archive: string;
	/** The folder for the files; created if it does not exist. */
	readonly folder: string;
	/** The pattern for their names; see `saveName.ts`. */
	readonly pattern: string;
	/** True to write a sidecar next to each file. */
	readonly sidecar: boolean;
}

export interface SavedFiles {
	/** Paths of the saved files, in order. */
	readonly paths: readonly string[];
	/** Files without a copy on this computer. */
	readonly missing: readonly FileToSave[];
	/** The failure that prevented the files after the last saved one from being saved. */
	readonly failure?: Failure;
}

/**
 * Copies result files into a folder without overwriting, each with its sidecar on request. Skips and reports files
 * without a copy; stops if the folder cannot be written, and saved files stay. Fails for an invalid pattern.
 */
export async function saveFiles(
	files: readonly FileToSave[],
	options: SaveOptions,
): Promise<Result<SavedFiles>> {
	const problem = patternProblem(options.pattern);
	if (problem !== undefined) {
		const nextStep = l10n.t('Change the setting "easel.save.pattern", then save again.');
		return failed({ kind: 'input', message: problem, nextStep, fixer: 'you' });
	}
	const paths: string[] = [];
	const missing: FileToSave[] = [];
	const contents = new Map<string, string | undefined>();
	for (const wanted of files) {
		const { run, file } = wanted;
		const source = file.archivedAs && join(runFolder(options.archive, run.id), file.archivedAs);
		if (!source || !(await isFile(source))) {
			missing.push(wanted);
			continue;
		}
		const { folders, name } = savePlace(options.pattern, run, file);
		const folder = join(options.folder, ...folders);
		const copied = await copyInto(folder, source, name);
		if (!copied.ok) return success({ paths, missing, failure: copied.failure });
		const savedAs = copied.value;
		paths.push(join(folder, savedAs));
		if (!options.sidecar) continue;
		if (!contents.has(run.id)) contents.set(run.id, await keptOf(run, options.archive));
		const trouble = await addSidecar(wanted, folder, savedAs, contents.get(run.id));
		if (trouble !== undefined) return success({ paths, missing, failure: trouble });
	}
	return success({ paths, missing });
}

/** Reads the kept data to start a run again: its document, or the values of its form. */
async function keptOf({ id, summary }: Run, archive: string): Promise<string | undefined> {
	return summary.mode === 'inputs' ? readInputsOf(archive, id) : (await readDocument(archive, id))?.text;
}

async function addSidecar(
	{ run, file }: FileToSave,
	folder: string,
	savedAs: string,
	content: string | undefined,
): Promise<Failure | undefined> {
	const temporary = join(folder, `.easel-${randomUUID()}.part`);
	const name = `${savedAs}${sidecarEnd}`;
	try {
		const path = join(folder, savedAs);
		const saved = { name: savedAs, bytes: (await stat(path)).size, sha256: await sha256OfFile(path) };
		await writeFile(temporary, writeSidecar(run, file, saved, content), { flag: 'wx' });
		await publish(temporary, folder, name);
		return undefined;
	} catch (error) {
		await rm(temporary, { force: true }).catch(() => undefined);
		return diskTrouble(error, name);
	}
}

async function isFile(path: string): Promise<boolean> {
	return stat(path).then(
		(found) => found.isFile(),
		() => false,
	);
}
