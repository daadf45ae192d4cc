import * as vscode from 'vscode';
import { type Balance, formatBalance } from '../../core/account/balance.ts';
import { minimumBalance } from '../../core/wire/limits.ts';

/** Whether the service starts no job with this balance; false where it is not known. */
export function isTooLow(balance: Balance | undefined): boolean {
	return balance !== undefined && balance.microdollars < minimumBalance.training;
}

/** Why the service would refuse a start, a resume included. */
export function tooLowText(balance: Balance): string {
	return vscode.l10n.t(
		'Your balance is {0}. The service starts no training job below {1}.',
		formatBalance(balance),
		lowestBalance(),
	);
}

/** The balance that a job needs to start. */
export function lowestBalance(): string {
	return formatBalance({ microdollars: minimumBalance.training, currency: 'USD' });
}
