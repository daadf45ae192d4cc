import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import type { Result } from '../../core/base/failure.ts';
import type { Batch } from '../../core/batches/batch.ts';
import { describeBatch } from '../../core/batches/describe.ts';
import { batchLimit } from '../../core/runs/plan/seedBatch.ts';
import { type Flag, isOn, WrongUse } from '../frame/command.ts';
import { continues, followed, notFollowed } from '../frame/following.ts';
import { byId, type OperationCall, type OperationRow, row } from '../frame/operationCommand.ts';
import { shownText } from '../frame/show.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';
import { outcome, prepareSaving, resultOf, saveFlag } from './runOutcome.ts';

const begun = z.object({ batch: z.looseObject({ id: z.string() }) });
const over = z.object({
	batch: z.looseObject({ runs: z.array(z.string()), notice: z.exactOptional(z.string()) }),
});

export const batchOutput = {
	runs: z.exactOptional(z.array(outcome)),
	/** The reason why some were not sent. */
	notice: z.exactOptional(z.string()),
};

const columns = ['id', 'title', 'status', 'target', 'startedAt'];

export const batchRows: readonly OperationRow[] = [
	{ ...row('batches list', 'batch.list'), shown: { list: 'batches', columns, ids: 'id' } },
	{ ...byId('batches show', 'batch.status'), hidden: ['wait'] },
	byId('batches pause', 'batch.pause'),
	{
		...byId('batches continue', 'batch.continue', '--yes --save out'),
		// Its runs are sent by this command, so the flag that limits an agreement also limits them, unless they have no
		// limit.
		hidden: ['wait', 'maxUsd'],
		more: [saveFlag],
		output: z.object(batchOutput),
		run: (command) =>
			sendBatch(command, () =>
				command.call('batch.continue', { ...command.input, ...batchLimitOf(command) }),
			),
	},
	{
		...byId('batches cancel', 'batch.cancel'),
		// They are canceled from here, one after the other.
		hidden: ['wait', 'timeout'],
		preset: { wait: true },
	},
];

/** Returns the limit of cost that the flags give the batch. */
export function batchLimitOf({ given }: Pick<OperationCall, 'given'>): { readonly maxUsd?: number } {
	const usd = given.flags['max-usd'];
	const isLimit = typeof usd === 'number' && usd > 0 && !isOn(given, 'unlimited');
	return compact({ maxUsd: isLimit ? usd : undefined });
}

/** Begins or continues a batch, waits for all of it and saves the results. Pauses the batch if the command is left. */
export async function sendBatch(
	command: OperationCall,
	send: () => Promise<Result<unknown>>,
): Promise<number> {
	const { io, interrupts, services, fail, show, call } = command;
	await prepareSaving(command);
	const sent = await interrupts.whileSending(send);
	if (!sent.ok) return fail(sent.failure);
	const { id } = z.parse(begun, sent.value).batch;
	if (interrupts.signal.aborted) {
		await call('batch.pause', { id });
		return interrupts.say(continues('batch', id));
	}
	const records = await services.batches();
	const describe = (batch: Batch) => describeBatch(batch).join(', ');
	const batch = { id, noun: 'batch', records, describe } as const;
	const end = await followed(command, batch);
	if (typeof end === 'number') return end;
	if (!end.ok) return notFollowed(command, batch, end.failure);
	const { runs, notice } = z.parse(over, end.value).batch;
	if (notice !== undefined) io.err(`${printable(notice)}\n`);
	const outcomes: z.output<typeof outcome>[] = [];
	let isWhole = true;
	for (const run of runs) {
		const came = await resultOf(command, run);
		// Some runs of a paused batch were not sent.
		if (came.ok) outcomes.push(came.value.outcome);
		isWhole &&= came.ok && came.value.isWhole;
	}
	const rows = outcomes.map(({ run, files = [], saved: paths = [] }) => ({
		...compact({ id: run?.id, status: run?.status, seed: run?.seed }),
		paths: paths.length > 0 ? paths : files.flatMap(({ path }) => path ?? []),
	}));
	const text = shownText({ runs: rows }, { list: 'runs', columns: ['id', 'status', 'seed', 'paths'] }, io);
	show({ runs: outcomes, ...compact({ notice }) }, { text });
	return isWhole ? statuses.done : statuses.failed;
}

export const seedsFlag: Flag = {
	name: 'seeds',
	type: 'integer',
	value: 'N',
	description: l10n.t(
		'run it this number of times, at most {0}, each with its own new seeds; one question for all of them',
		String(batchLimit),
	),
};

/** Runs a document with several seeds. */
export async function runSeeds(command: OperationCall): Promise<number> {
	const { given, input, call } = command;
	const { seeds, ...flags } = given.flags;
	const other = ['seed', 'webhook'].find((name) => flags[name] !== undefined);
	if (other !== undefined || flags.wait === false)
		throw new WrongUse(l10n.t('--seeds and {0} cannot be used together.', `--${other ?? 'no-wait'}`));
	return sendBatch(command, () =>
		call('run.batch', { ...input, wait: false, seeds, ...batchLimitOf(command) }),
	);
}
