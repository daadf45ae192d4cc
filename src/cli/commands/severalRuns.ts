import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { numberText } from '../../core/base/language.ts';
import { yesFlag } from '../frame/common.ts';
import { type OperationCall, type OperationRow, row } from '../frame/operationCommand.ts';
import type { Shown } from '../frame/show.ts';
import { watched } from '../frame/watched.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';

const done = z.looseObject({
	runs: z.array(z.looseObject({ problem: z.optional(z.string()), missing: z.optional(z.array(z.string())) })),
	id: z.optional(z.string()),
});

/** Acts on several runs, with a row for each. */
export const severalRunRows: readonly OperationRow[] = [
	{
		...row('runs cancel', 'run.cancelSeveral', 'ID'),
		moreExamples: ['easel runs cancel --all --deployment "Harbour (SD 1.5)" --dry-run'],
		places: { ids: 'ID' },
		more: [yesFlag],
		run: (command) =>
			forEach(command, 'outcome', (left, all) => l10n.t('{0} of {1} runs could not be canceled.', left, all)),
	},
	{
		...row('runs save', 'run.saveSeveral', 'ID --to out --sidecar'),
		moreExamples: ['easel runs save --all --since yesterday --starred --to out'],
		places: { ids: 'ID' },
		renamed: { folder: 'to' },
		run: (command) =>
			forEach(command, 'paths', (left, all) =>
				l10n.t('The files of {0} of {1} runs could not be saved.', left, all),
			),
	},
];

/** Performs the act for each run and shows a row for each; for a single named run, the outcome. */
async function forEach(
	command: OperationCall,
	member: string,
	trouble: (left: string, all: string) => string,
): Promise<number> {
	const { io, operation, input, fail, show } = command;
	const ended = await watched<unknown, unknown>(command, operation, input);
	if (!ended.ok) return fail(ended.failure);
	const output = z.parse(done, ended.value);
	const { runs, ...whole } = output;
	const isOne = runs.length === 1 && input.all !== true;
	const several: Shown = { as: { runs }, list: 'runs', columns: ['id', 'document', member, 'problem'] };
	show(output, isOne ? { as: whole } : several);
	const left = runs.filter(({ problem, missing = [] }) => problem !== undefined || missing.length > 0);
	if (left.length === 0) return statuses.done;
	if (!isOne) io.err(`${printable(trouble(numberText(left.length), numberText(runs.length)))}\n`);
	return statuses.failed;
}
