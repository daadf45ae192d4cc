import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { describeBatch } from '../../core/batches/describe.ts';
import { batchLimit } from '../../core/runs/plan/seedBatch.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';
import { type Flag, WrongUse } from './command.ts';
import { continues, followed } from './following.ts';
import type { OperationCall } from './operationCommand.ts';
import { outcome, prepareSaving, resultOf } from './runOutcome.ts';
import { shownText } from './show.ts';

const begun = z.object({ batch: z.looseObject({ id: z.string() }) });
const over = z.object({
	batch: z.looseObject({ runs: z.array(z.string()), notice: z.exactOptional(z.string()) }),
});

/** The members of the JSON output for several runs. */
export const seedsOutput = {
	runs: z.exactOptional(z.array(outcome)),
	/** The reason why some were not sent. */
	notice: z.exactOptional(z.string()),
};

export const seedsFlag: Flag = {
	name: 'seeds',
	type: 'integer',
	value: 'N',
	description: l10n.t(
		'run it so many times, {0} at most, each with its own new seeds; asked about once, for all of them',
		String(batchLimit),
	),
};

/** Runs a document with several seeds, waits for all of them and saves their results. */
export async function runSeeds(command: OperationCall): Promise<number> {
	const { io, interrupts, given, services, input, fail, show, call } = command;
	const { seeds, ...flags } = given.flags;
	const other = ['seed', 'webhook', 'dry-run'].find((name) => flags[name] !== undefined);
	if (other !== undefined || flags.wait === false)
		throw new WrongUse(l10n.t('--seeds and {0} do not go together.', `--${other ?? 'no-wait'}`));
	await prepareSaving(command);
	const maxUsd = flags['max-usd'] || undefined;
	const started = await interrupts.whileSending(() =>
		call('run.batch', { ...input, wait: false, seeds, ...compact({ maxUsd }) }),
	);
	if (!started.ok) return fail(started.failure);
	const { id } = z.parse(begun, started.value).batch;
	if (interrupts.signal.aborted) {
		await call('batch.pause', { id });
		return interrupts.say(continues('batch', id));
	}
	const batches = await services.batches();
	const end = await followed(command, {
		id,
		noun: 'batch',
		now() {
			const batch = batches.get(id);
			return batch && describeBatch(batch).join(', ');
		},
		watch: (changed) => batches.onDidChange((batch) => changed(batch.id)),
	});
	if (end === 'left') return interrupts.status;
	if (!end.ok) return fail(end.failure);
	const { runs, notice } = z.parse(over, end.value).batch;
	if (notice !== undefined) io.err(`${printable(notice)}\n`);
	const outcomes: z.output<typeof outcome>[] = [];
	let isWhole = true;
	for (const run of runs) {
		const came = await resultOf(command, run);
		// Of a batch that has paused, some were not sent.
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
