import * as l10n from '@vscode/l10n';
import type { OperationRow } from '../frame/operationCommand.ts';

/** Money. */
export const moneyRows: readonly OperationRow[] = [
	{
		name: 'balance',
		operation: 'balance.show',
		example: 'easel balance',
		shown: { columns: ['text'], called: { text: l10n.t('Balance') } },
	},
	{
		name: 'spending',
		operation: 'spending.list',
		example: 'easel spending --limit 10',
		shown: { list: 'starts', columns: ['name', 'kind', 'startedAt', 'microdollars', 'basis'] },
	},
];
