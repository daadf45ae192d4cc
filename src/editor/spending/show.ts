import * as vscode from 'vscode';
import { formatBalance } from '../../core/account/balance.ts';
import { describeAge } from '../../core/base/ages.ts';
import { numberText } from '../../core/base/language.ts';
import { exactUsd, roughUsd } from '../../core/base/money.ts';
import { groupsOf, type SpendingGroup } from '../../core/spending/groups.ts';
import type { OpenSpending } from '../../core/spending/openSpending.ts';
import type { Spending } from '../../core/spending/spending.ts';
import { runCommand } from '../shell/commands.ts';
import { labelText } from '../shell/plainText.ts';
import { dailyLimit } from './open.ts';

/** Records that are listed. */
const mostListed = 200;

interface SpendingRow extends vscode.QuickPickItem {
	readonly open?: () => unknown;
}

/** Lists the runs and jobs that this editor started with the account, with the balance before and after. A row leads to its run or job. */
export async function showSpending({ history, reader }: OpenSpending): Promise<void> {
	const now = Date.now();
	const { latest } = reader;
	const limit = dailyLimit();
	const records = history.records(mostListed);
	const rows: SpendingRow[] = [
		{
			label: `$(credit-card) ${latest === undefined ? vscode.l10n.t('Balance unknown') : formatBalance(latest)}`,
			...(latest === undefined
				? {}
				: { description: vscode.l10n.t('balance, read {0}', describeAge(now - latest.at)) }),
		},
		{
			label: `$(graph) ${vscode.l10n.t('About {0} today', roughUsd(history.spentToday()))}`,
			description:
				limit === undefined
					? vscode.l10n.t('no daily limit; select to set a limit')
					: vscode.l10n.t('your limit is {0}; select to change it', exactUsd(limit)),
			open: () =>
				vscode.commands.executeCommand('workbench.action.openSettings', 'easel.spending.dailyLimit'),
		},
		{ label: vscode.l10n.t('Started Here'), kind: vscode.QuickPickItemKind.Separator },
		...groupsOf(records).map((group) => groupRow(group, now)),
	];
	if (records.length === 0) {
		rows.push({ label: `$(info) ${vscode.l10n.t('Nothing has been started here with this account yet')}` });
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

/** Returns the row of one start, or of several with a common cost; the latter leads to their list. */
function groupRow(group: SpendingGroup, now: number): SpendingRow {
	const { records, elsewhere } = group;
	const [record, ...others] = records;
	const known =
		record !== undefined && others.length === 0 ? startRow(record, now) : severalRow(records, now);
	const more =
		elsewhere === undefined
			? []
			: [vscode.l10n.t('{0} more was spent elsewhere, or taken from the balance', roughUsd(elsewhere))];
	return {
		...known,
		description: amountText(group),
		detail: [known.detail, ...balancesOf(records), ...more].filter(Boolean).join(' · '),
	};
}

function startRow({ id: ownId, kind, name, startedAt }: Spending, now: number): SpendingRow {
	// A job has the same id in each of its attempts.
	const [id = ownId] = ownId.split('/');
	return {
		label: `$(${icons[kind]}) ${labelText(name, 80)}`,
		detail: [kindTexts()[kind], describeAge(now - startedAt)].join(' · '),
		open: () => runCommand(kind === 'job' ? 'easel.showJob' : 'easel.showRun', id),
	};
}

function severalRow(records: readonly Spending[], now: number): SpendingRow {
	const names = [...new Set(records.map(({ name }) => name))].join(', ');
	const [{ batchId } = {}] = records;
	const title =
		batchId !== undefined && records.every((record) => record.batchId === batchId)
			? vscode.l10n.t('{0} runs of a batch', numberText(records.length))
			: vscode.l10n.t('{0} at the same time', numberText(records.length));
	return {
		label: `$(layers) ${title}`,
		detail: [labelText(names, 80), describeAge(now - (records[0]?.startedAt ?? now))].join(' · '),
		open: async () => {
			const rows = records.map((record) => startRow(record, Date.now()));
			const placeHolder = vscode.l10n.t('The balance shows only their combined cost. Select one to open it');
			const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder, matchOnDetail: true });
			await chosen?.open?.();
		},
	};
}

/** Returns the balance before the first of them and after the last. */
function balancesOf(records: readonly Spending[]): readonly string[] {
	const before = records.at(-1)?.before;
	const after = records.reduce<Spending | undefined>(
		(last, record) => ((record.readAt ?? 0) > (last?.readAt ?? 0) ? record : last),
		undefined,
	)?.after;
	return before === undefined || after === undefined
		? []
		: [vscode.l10n.t('balance {0} before, {1} after', balanceText(before), balanceText(after))];
}

function balanceText(microdollars: number): string {
	return formatBalance({ microdollars, currency: 'USD' });
}

function amountText({ records, amount }: SpendingGroup): string {
	if (amount === undefined)
		return records.some(({ endedAt }) => endedAt === undefined)
			? vscode.l10n.t('in progress')
			: vscode.l10n.t('cost unknown');
	return amount.basis === 'estimate'
		? vscode.l10n.t('about {0}', roughUsd(amount.microdollars))
		: exactUsd(amount.microdollars);
}

const kindTexts = (): Readonly<Record<Spending['kind'], string>> => ({
	deployment: vscode.l10n.t('Deployment'),
	model: vscode.l10n.t('Model'),
	job: vscode.l10n.t('Training job'),
});
