import * as vscode from 'vscode';
import { type Balance, formatBalance } from '../../core/account/balance.ts';

/** Returns the sentence why the service would refuse a start, a resume included. */
export function tooLowText(balance: Balance, minimumMicrodollars: number): string {
	return vscode.l10n.t(
		'Your balance is {0}. The service starts no training job below {1}.',
		formatBalance(balance),
		lowestBalance(minimumMicrodollars),
	);
}

/** Returns the balance that a job needs to start. */
export function lowestBalance(minimumMicrodollars: number): string {
	return formatBalance({ microdollars: minimumMicrodollars, currency: 'USD' });
}
