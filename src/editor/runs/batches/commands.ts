import * as vscode from 'vscode';
import { exactUsd } from '../../../core/base/money.ts';
import { type Batch, batchHasEnded } from '../../../core/batches/batch.ts';
import { batchCancel, batchContinue, batchPause } from '../../../core/operations/batches.ts';
import type { AppServices } from '../../shell/appServices.ts';
import type { CommandHandlers } from '../../shell/commands.ts';
import { inform } from '../../shell/messages.ts';
import type { HistoryNode } from '../history/nodes.ts';
import type { WindowRunBatches } from './windowRunBatches.ts';

/** A row of the view, or the id of a batch. */
type BatchArgument = HistoryNode | string | undefined;

/** Returns the commands on batches, which rows and messages call. */
export function batchCommands({
	acts,
	batches,
}: Pick<AppServices, 'acts'> & { readonly batches: WindowRunBatches }) {
	async function batchOf(argument: BatchArgument): Promise<Batch | undefined> {
		const id = typeof argument === 'object' && argument.kind === 'batch' ? argument.batch.id : argument;
		return typeof id === 'string' ? (await batches.open()).get(id) : undefined;
	}

	return {
		'easel.pauseBatch': async (argument: BatchArgument) => {
			const batch = await batchOf(argument);
			if (batch !== undefined) await acts.done(batchPause, { id: batch.id });
		},
		'easel.continueBatch': async (argument: BatchArgument) => {
			const batch = await batchOf(argument);
			const limit = batch && (await askLimit(batch));
			if (batch === undefined || limit === undefined) return;
			// The button is the consent.
			await acts.done(
				batchContinue,
				{ id: batch.id, ...limit },
				{ answers: { confirmSpending: async () => true } },
			);
		},
		'easel.cancelBatch': async (argument: BatchArgument) => {
			const batch = await batchOf(argument);
			// A message with this button stays after the end.
			if (batch !== undefined && batchHasEnded(batch))
				await inform(vscode.l10n.t('All runs of "{0}" have ended.', batch.valuesOf ?? batch.name));
			else if (batch !== undefined) await acts.done(batchCancel, { id: batch.id });
		},
	} satisfies CommandHandlers;
}

/** Asks for the new limit of cost, if the batch has one; undefined if the person cancels. */
async function askLimit({
	maxMicrodollars,
}: Batch): Promise<{ readonly maxUsd?: number; readonly unlimited?: boolean } | undefined> {
	if (maxMicrodollars === undefined) return {};
	const text = await vscode.window.showInputBox({
		title: vscode.l10n.t('Cost Limit of This Batch'),
		prompt: vscode.l10n.t('In US dollars, including its cost so far. Leave empty for no limit.'),
		value: exactUsd(maxMicrodollars).replace(/ USD$/, ''),
		ignoreFocusOut: true,
		validateInput: (typed) =>
			typed.trim() === '' || amountOf(typed) !== undefined
				? undefined
				: vscode.l10n.t('Enter an amount such as {0}, or leave empty.', '12.50'),
	});
	if (text === undefined) return undefined;
	const maxUsd = amountOf(text);
	return maxUsd === undefined ? { unlimited: true } : { maxUsd };
}

function amountOf(text: string): number | undefined {
	const usd = /^\d{1,7}(?:[.,]\d{1,6})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : 0;
	return usd > 0 ? usd : undefined;
}
