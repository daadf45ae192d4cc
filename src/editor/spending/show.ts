import * as vscode from 'vscode';
import { formatBalance } from '../../core/account/balance.ts';
import type { SessionSource } from '../../core/account/session.ts';
import { describeAge } from '../../core/base/ages.ts';
import { exactUsd } from '../../core/base/money.ts';
import type { OpenSpending } from '../../core/spending/openSpending.ts';
import { type Amount, amountsOf, type Spending } from '../../core/spending/spending.ts';
import { runCommand } from '../shell/commands.ts';
import { labelText } from '../shell/plainText.ts';
import { dailyLimit } from './open.ts';

/** Records that are listed. */
const mostListed = 200;

interface SpendingRow extends vscode.QuickPickItem {
	readonly open?: () => unknown;
}

/** Lists what this editor started with the account, with the balance before and after. A row leads to its run or job. */
export async function showSpending({ history, reader }: OpenSpending, session: SessionSource): Promise<void> {
	const { current } = session;
	if (current.state === 'signedOut') return void runCommand('easel.signIn');
	const now = Date.now();
	const { latest } = reader;
	const limit = dailyLimit();
	const records = history.records(mostListed);
	const amounts = amountsOf(records);
	const rows: SpendingRow[] = [
		{
			label: `$(credit-card) ${latest === undefined ? vscode.l10n.t('Balance not known') : formatBalance(latest)}`,
			...(latest === undefined
				? {}
				: { description: vscode.l10n.t('balance, read {0}', describeAge(now - latest.at)) }),
		},
		{
			label: `$(graph) ${vscode.l10n.t('About {0} today', exactUsd(history.spentToday()))}`,
			description:
				limit === undefined
					? vscode.l10n.t('no limit for a day; select to set one')
					: vscode.l10n.t('your limit is {0}; select to change it', exactUsd(limit)),
			open: () =>
				vscode.commands.executeCommand('workbench.action.openSettings', 'easel.spending.dailyLimit'),
		},
		{ label: vscode.l10n.t('Started Here'), kind: vscode.QuickPickItemKind.Separator },
		...records.map((record) => spendingRow(record, amounts.get(record.id), now)),
	];
	if (records.length === 0) {
		rows.push({ label: `$(info) ${vscode.l10n.t('Nothing was started with this account here yet')}` });
	}
	const chosen = await vscode.window.showQuickPick(rows, {
		title: vscode.l10n.t('Spending of This Editor'),
		placeHolder: vscode.l10n.t(
			'Amounts with "about" are estimates from the balance. Select a row to open it',
		),
		matchOnDescription: true,
		matchOnDetail: true,
	});
	await chosen?.open?.();
}

const icons = { deployment: 'server-environment', model: 'sparkle', job: 'beaker' } as const;

function spendingRow(record: Spending, amount: Amount | undefined, now: number): SpendingRow {
	const { kind, name, startedAt, before, after } = record;
	const balances =
		before === undefined || after === undefined
			? []
			: [vscode.l10n.t('balance {0} before, {1} after', exactUsd(before), exactUsd(after))];
	// A job is known by its own id in each of its attempts.
	const [id = record.id] = record.id.split('/');
	return {
		label: `$(${icons[kind]}) ${labelText(name, 80)}`,
		description: amountText(record, amount),
		detail: [kindText(kind), describeAge(now - startedAt), ...balances].join(' · '),
		open: () => runCommand(kind === 'job' ? 'easel.showJob' : 'easel.showRun', id),
	};
}

function amountText({ endedAt }: Spending, amount: Amount | undefined): string {
	if (amount === undefined)
		return endedAt === undefined ? vscode.l10n.t('under way') : vscode.l10n.t('cost not known');
	const text = exactUsd(amount.microdollars);
	return amount.basis === 'estimate' ? vscode.l10n.t('about {0}', text) : text;
}

function kindText(kind: Spending['kind']): string {
	switch (kind) {
		case 'deployment':
			return vscode.l10n.t('Deployment');
		case 'model':
			return vscode.l10n.t('Model');
		case 'job':
			return vscode.l10n.t('Training job');
	}
}
