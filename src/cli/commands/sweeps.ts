import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { type Result, success } from '../../core/base/failure.ts';
import { numberText } from '../../core/base/language.ts';
import { mostSweepRuns } from '../../core/operations/sweeps/checkRows.ts';
import { type Flag, switchFlag, valueFlag, WrongUse } from '../frame/command.ts';
import { type OperationCall, type OperationRow, row } from '../frame/operationCommand.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';
import { batchLimitOf, batchOutput, sendBatch } from './batches.ts';
import { prepareSaving, saveFlag } from './runOutcome.ts';

const begun = z.looseObject({
	batch: z.exactOptional(z.unknown()),
	runs: z.number(),
	results: z.exactOptional(z.string()),
});

const sent = {
	// The runs are sent from here, and the flag that bounds a yes bounds them.
	hidden: ['wait', 'maxUsd', 'dryRun'],
	renamed: { deployment: 'on' },
	more: [saveFlag],
	output: z.object(batchOutput),
	run: send,
} as const;

/** Runs of a document with the values of a table. */
export const sweepRows: readonly OperationRow[] = [
	{
		...sent,
		...row('sweep', 'run.sweep', 'harbor_api.sweep.csv --on NAME --max-usd 2 --yes'),
		moreExamples: ['easel sweep harbor_api.sweep.csv --on NAME --dry-run'],
		places: { path: 'FILE' },
	},
	{
		...row('sweeps make', 'sweep.make', 'harbor_api.json --vary steps=20..40..10 --vary seed'),
		moreExamples: ['easel sweeps make harbor_api.json --vary cfg --vary 3.sampler_name --values 3'],
		places: { path: 'FILE' },
		isLocal: ({ deployment }) => deployment === undefined,
		shown: { list: 'added', columns: ['name', 'cell'], whole: 'name' },
	},
	{
		...row('sweeps results', 'sweep.results', 'harbor_api.results.csv', { path: 'FILE' }),
		shown: {
			list: 'by',
			columns: ['name', 'value', 'runs', 'kept', 'microdollars', 'perKeptMicrodollars'],
		},
		isLocal: () => true,
	},
];

/** The flags for a run with each file of a folder. */
export const eachFlags: readonly Flag[] = [
	{
		name: 'each',
		type: 'text',
		value: 'FOLDER',
		// A getter, since formatting the first number takes as long as a tenth of loading all commands.
		get description() {
			return l10n.t(
				'run it with each picture, video or sound of this folder, at most {0}; one question for all of them',
				numberText(mostSweepRuns),
			);
		},
	},
	valueFlag('into', 'INPUT', l10n.t('with --each: the input that takes the files, if there are several')),
	{
		name: 'pair',
		type: 'text',
		value: 'INPUT=FOLDER',
		repeats: true,
		description: l10n.t(
			'with --each: a further input that takes the files with the same names in another folder',
		),
	},
	valueFlag(
		'texts',
		'INPUT',
		l10n.t('with --each: the input that takes the text file with the same name next to each file'),
	),
	switchFlag('changed', l10n.t('with --each: only the files that have no result yet')),
];

/** Runs a document with each file of a folder. */
export function runEach(command: OperationCall): Promise<number> {
	const { given, input } = command;
	const { each, into, pair, texts, changed } = given.flags;
	const other = ['seed', 'seeds', 'set', 'overrides', 'preset', 'webhook'].find(
		(name) => given.flags[name] !== undefined,
	);
	if (other !== undefined || given.flags.wait === false)
		throw new WrongUse(l10n.t('--each and {0} cannot be used together.', `--${other ?? 'no-wait'}`));
	const { wait: _, ...start } = input;
	const rows = { ...start, folder: each, ...compact({ into, pairs: pair, texts, changed }) };
	return sendRows(command, (more) =>
		command.call('run.each', { ...rows, ...batchLimitOf(command), ...more }),
	);
}

function send(command: OperationCall): Promise<number> {
	return sendRows(command, (more) =>
		command.call('run.sweep', { ...command.input, ...batchLimitOf(command), ...more }),
	);
}

/** Starts runs of rows, waits for all of them and writes their results. */
async function sendRows(
	command: OperationCall,
	begin: (more: { readonly dryRun?: true }) => Promise<Result<unknown>>,
): Promise<number> {
	const { call, dry, interrupts, fail, show } = command;
	if (dry !== undefined) {
		const planned = await begin({ dryRun: true });
		if (!planned.ok) return fail(planned.failure);
		dry.planned(planned.value);
	}
	await prepareSaving(command);
	const started = await interrupts.whileSending(() => begin({}));
	if (!started.ok) return fail(started.failure);
	const { batch, results } = z.parse(begun, started.value);
	if (batch === undefined) {
		show({ runs: [] }, { as: started.value });
		return statuses.done;
	}
	const status = await sendBatch(command, async () => success({ batch }));
	if (results === undefined) return status;
	const written = await call('sweep.results', { path: results });
	if (!written.ok) return fail(written.failure);
	command.io.err(`${l10n.t('The results are in {0}.', printable(results))}\n`);
	return status;
}
