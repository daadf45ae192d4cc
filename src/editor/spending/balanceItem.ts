import * as vscode from 'vscode';
import { type Balance, formatBalance } from '../../core/account/balance.ts';
import type { SessionSource } from '../../core/account/session.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { dialectOf } from '../../core/connection/dialects.ts';
import type { BalanceReader } from '../../core/spending/balanceReader.ts';
import type { CommandId } from '../shell/ids.ts';

/** Creates the balance in the status bar, colored if it is too low to start something. Hidden while unknown. */
export function createBalanceItem(session: SessionSource, reader: BalanceReader): vscode.Disposable {
	const item = vscode.window.createStatusBarItem('easel.balance', vscode.StatusBarAlignment.Left, 9);
	const command: CommandId = 'easel.showSpending';
	item.name = vscode.l10n.t('Easel Balance');
	item.command = command;
	const show = () => {
		const { latest } = reader;
		const { current } = session;
		if (latest === undefined || current.state === 'signedOut') {
			item.hide();
			return;
		}
		const text = formatBalance(latest);
		const { color, words } = consequenceOf(latest, session.current.connection);
		const spoken = [
			vscode.l10n.t(
				'The balance of {0} on {1} is {2}.',
				current.account.label,
				current.connection.name,
				text,
			),
			words,
			vscode.l10n.t(
				'It is read after runs and jobs, at most once a minute, and when you come back to the window while it is low.',
			),
		]
			.filter((part) => part !== '')
			.join(' ');
		item.text = `$(credit-card) ${text}`;
		item.backgroundColor = color === undefined ? undefined : new vscode.ThemeColor(color);
		item.tooltip = vscode.l10n.t('{0} Click to show spending.', spoken);
		item.accessibilityInformation = { label: spoken, role: 'button' };
		item.show();
	};
	show();
	const watches = [
		reader.onDidChange(show),
		// A person who returns to the window may have topped it up in the browser.
		vscode.window.onDidChangeWindowState(({ focused }) => {
			const { latest } = reader;
			if (
				focused &&
				latest !== undefined &&
				consequenceOf(latest, session.current.connection).color !== undefined
			)
				reader.wantSoon();
		}),
	];
	return new vscode.Disposable(() => {
		for (const watch of watches) watch.dispose();
		item.dispose();
	});
}

/** Returns the color of a balance in millionths of a US dollar, and the text about starts that it does not allow. */
function consequenceOf(
	balance: Balance,
	connection: Connection,
): { readonly color?: string; readonly words: string } {
	const { deployment, training } = dialectOf(connection).minimumBalance;
	const text = (microdollars: number) => formatBalance({ ...balance, microdollars });
	if (balance.microdollars < training) {
		return {
			color: 'statusBarItem.errorBackground',
			words: vscode.l10n.t(
				'Nothing can start with this balance: runs need at least {0}, training jobs {1}.',
				text(deployment),
				text(training),
			),
		};
	}
	if (balance.microdollars < deployment) {
		return {
			color: 'statusBarItem.warningBackground',
			words: vscode.l10n.t('Runs need at least {0} to start. Training jobs still start.', text(deployment)),
		};
	}
	return { words: '' };
}
