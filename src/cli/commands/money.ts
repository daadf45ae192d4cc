import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type OperationRow, row } from '../frame/operationCommand.ts';
import type { Shown } from '../frame/show.ts';

const summed = z.looseObject({ sums: z.optional(z.unknown()) });

/** Shows the sums of the spending on request, and the starts otherwise. */
function shownSpending(spending: unknown): Shown {
	const { sums, starts, ...rest } = z.parse(summed, spending);
	return sums === undefined
		? { list: 'starts', columns: ['name', 'kind', 'startedAt', 'microdollars', 'basis'] }
		: { list: 'sums', columns: ['name', 'count', 'microdollars'], as: { ...rest, sums } };
}

export const moneyRows: readonly OperationRow[] = [
	{
		...row('balance', 'balance.show'),
		shown: { columns: ['text'], called: { text: l10n.t('Balance') } },
	},
	{
		...row('spending', 'spending.list', '--since 1w'),
		shown: shownSpending,
		lists: ['sums', 'starts'],
	},
];
