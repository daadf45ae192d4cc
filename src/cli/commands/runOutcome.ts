import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { makeFolder } from '../../core/base/disk/makeFolder.ts';
import { type Result, success } from '../../core/base/failure.ts';
import { planFact, runFact } from '../../core/operations/runs/facts.ts';
import { resultFact } from '../../core/operations/runs/runs.ts';
import { diskTrouble } from '../../core/transfers/diskTrouble.ts';
import { textFlag, valueFlag, WrongUse } from '../frame/command.ts';
import type { OperationCall } from '../frame/operationCommand.ts';

export const saveFlag = valueFlag('save', 'DIR', l10n.t('save the files of the result in this folder'));

/** The output of a command that runs something: the run, with its result if that was awaited, or its plan. */
export const outcome = z.object({
	run: z.exactOptional(runFact),
	plan: z.exactOptional(planFact),
	files: z.exactOptional(resultFact.shape.files),
	texts: z.exactOptional(resultFact.shape.texts),
	/** The paths of the files that were saved. */
	saved: z.exactOptional(z.array(z.string())),
});

const saving = z.object({ paths: z.array(z.string()), missing: z.array(z.string()) });

/** The outcome of a run that has ended. */
interface Came {
	readonly outcome: z.output<typeof resultFact> & { readonly saved?: string[] };
	/** True if it has succeeded, and all its results are here. */
	readonly isWhole: boolean;
}

/** Returns the result of an ended run, saved on request; reports immediately if it could not be saved. */
export async function resultOf({ given, call, fail }: OperationCall, id: string): Promise<Result<Came>> {
	const result = await call('run.result', { id });
	if (!result.ok) return result;
	const found = z.parse(resultFact, result.value);
	const isHere = found.run.state === 'succeeded' && found.files.every(({ path }) => path !== undefined);
	const folder = textFlag(given, 'save');
	if (folder === undefined || found.run.state !== 'succeeded')
		return success({ outcome: found, isWhole: isHere });
	const kept = await call('run.save', { id, folder });
	if (!kept.ok) {
		fail(kept.failure);
		return success({ outcome: found, isWhole: false });
	}
	const { paths, missing } = z.parse(saving, kept.value);
	return success({ outcome: { ...found, saved: paths }, isWhole: isHere && missing.length === 0 });
}

/** Makes sure of the folder for a result: an unsavable result must not be paid for. Throws `WrongUse`. */
export async function prepareSaving({ io, given, dry }: OperationCall): Promise<void> {
	const folder = textFlag(given, 'save');
	if (folder === undefined || dry !== undefined) return;
	const path = resolve(io.cwd, folder);
	try {
		await makeFolder(path);
		await access(path, constants.W_OK);
	} catch (cause) {
		const { message, nextStep } = diskTrouble(cause, folder);
		throw new WrongUse(`${message} ${nextStep}`, { isComplete: true });
	}
}
