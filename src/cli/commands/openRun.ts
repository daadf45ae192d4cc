import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { kindOfFile } from '../../core/base/fileKind.ts';
import { resultFact } from '../../core/operations/runs/runs.ts';
import { isOn, switchFlag } from '../frame/command.ts';
import { failing } from '../frame/failing.ts';
import { byId, type OperationCall, type OperationRow } from '../frame/operationCommand.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';

const opened = z.object({
	id: z.string(),
	/** The file or folder. */
	path: z.string(),
});

/** Opens the result of a run with the system's default program. */
export const openRow: OperationRow = {
	...byId('runs open', 'run.result', '--folder'),
	hidden: ['wait'],
	more: [switchFlag('folder', l10n.t('open the folder of its files instead of the first file'))],
	output: opened,
	run: openResult,
};

/** Prints the path, and opens it on a terminal. */
async function openResult({ io, given, input, call, fail, show }: OperationCall): Promise<number> {
	const found = await call('run.result', input);
	if (!found.ok) return fail(found.failure);
	const { run, files } = z.parse(resultFact, found.value);
	const path = files.find((file) => file.path !== undefined)?.path;
	if (path === undefined)
		return failing(
			io,
			'invalid-input',
			[
				files.length === 0
					? l10n.t('The run has no files.')
					: l10n.t(
							'Its files are not on this computer. Download them with: {0}',
							`easel runs fetch ${run.id}`,
						),
			],
			statuses.failed,
		);
	// A program or a script is not started.
	const isFolder = isOn(given, 'folder') || kindOfFile(path) === 'file';
	const target = isFolder ? dirname(path) : path;
	show({ id: run.id, path: target }, { text: `${printable(target)}\n` });
	if (io.openFile === undefined || isOn(given, 'json') || (await io.openFile(target))) return statuses.done;
	return failing(io, 'system', [l10n.t('The system has no program to open it.')], statuses.failed);
}
