import * as vscode from 'vscode';
import type { Result } from '../../../core/base/failure.ts';
import type { Log } from '../../../core/base/log.ts';
import { exactUsd, microdollarsOf } from '../../../core/base/money.ts';
import type { Batch, BatchCaps } from '../../../core/batches/batch.ts';
import type { RunBatches } from '../../../core/batches/runBatches.ts';
import type { CommandHandlers } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import type { HistoryNode } from '../history/nodes.ts';
import type { WindowRunBatches } from './windowRunBatches.ts';

/** A row of the view, or the id of a batch. */
type BatchArgument = HistoryNode | string | undefined;

/** Returns the commands on batches, which rows and messages call. */
export function batchCommands({ log, batches }: { readonly log: Log; readonly batches: WindowRunBatches }) {
	async function change(
		argument: BatchArgument,
		work: (service: RunBatches, batch: Batch) => Promise<Result<unknown> | undefined>,
	): Promise<void> {
		const service = await batches.open();
		const id = typeof argument === 'object' && argument.kind === 'batch' ? argument.batch.id : argument;
		const batch = typeof id === 'string' ? service.get(id) : undefined;
		if (batch === undefined) return;
		const done = await work(service, batch);
		if (done !== undefined && !done.ok) await showFailure(log, done.failure);
	}

	return {
		'easel.pauseBatch': (argument: BatchArgument) => change(argument, (service, { id }) => service.pause(id)),
		'easel.continueBatch': (argument: BatchArgument) =>
			change(argument, async (service, batch) => {
				const caps = await askCaps(batch);
				return caps && service.continue(batch.id, caps);
			}),
		'easel.cancelBatch': (argument: BatchArgument) =>
			change(argument, (service, { id }) => service.cancel(id)),
	} satisfies CommandHandlers;
}

/** Asks for the limits that apply from now on: as many further failures as before, and the cost that the person types. */
async function askCaps({ maxMicrodollars, maxFailures, counts }: Batch): Promise<BatchCaps | undefined> {
	const failures = maxFailures === undefined ? {} : { maxFailures: counts.failed + maxFailures };
	if (maxMicrodollars === undefined) return failures;
	const text = await vscode.window.showInputBox({
		title: vscode.l10n.t('The Most That This Batch May Cost'),
		prompt: vscode.l10n.t('In US dollars, with what it has cost already. Leave empty for no limit.'),
		value: exactUsd(maxMicrodollars).replace(/ USD$/, ''),
		ignoreFocusOut: true,
		validateInput: (typed) =>
			typed.trim() === '' || amountOf(typed) !== undefined
				? undefined
				: vscode.l10n.t('Type an amount such as {0}, or nothing.', '12.50'),
	});
	if (text === undefined) return undefined;
	const amount = amountOf(text);
	return amount === undefined ? failures : { ...failures, maxMicrodollars: amount };
}

function amountOf(text: string): number | undefined {
	const usd = /^\d{1,7}(?:[.,]\d{1,6})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : 0;
	return usd > 0 ? microdollarsOf(usd) : undefined;
}
