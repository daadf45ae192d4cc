import * as vscode from 'vscode';
import type { Account } from '../../core/account/session.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { warn } from '../shell/messages.ts';
import { askForToken } from './engineConnection.ts';
import { chooseSignIn } from './signIn.ts';

type Deps = Parameters<typeof askForToken>[0] & Parameters<typeof chooseSignIn>[0];

/** Asks to sign in again, once for each refused token, and never in the way: with a message that can be left alone. */
export async function askAgain(deps: Deps, connection: Connection, account: Account): Promise<void> {
	if (!connection.capabilities.account) {
		await askForToken(deps, connection, true);
		return;
	}
	const [signInAgain, retry] = [vscode.l10n.t('Sign In'), vscode.l10n.t('Try Again')];
	const choice = await warn(
		vscode.l10n.t(
			'{0} no longer accepts the sign-in of "{1}": it was revoked or has expired, or the service has a problem. Easel checks it again automatically.',
			connection.name,
			account.label,
		),
		signInAgain,
		retry,
	);
	if (choice === signInAgain) await chooseSignIn(deps, connection);
	if (choice === retry) await deps.sessions.retryRefused();
}

/**
 * Asks about changed addresses, once for each change in the settings: the token of an account is sent nowhere else
 * without a question.
 */
export async function askForNewAddresses(
	deps: Deps,
	connection: Connection,
	account: Account,
): Promise<void> {
	const [signInAgain, openSettings] = [vscode.l10n.t('Sign In'), vscode.l10n.t('Open Settings')];
	const choice = await warn(
		vscode.l10n.t(
			'The addresses of the connection "{0}" have changed, so the sign-in of "{1}" is not used there. Sign in again if you trust the new addresses.',
			connection.name,
			account.label,
		),
		signInAgain,
		openSettings,
	);
	if (choice === signInAgain) await chooseSignIn(deps, connection);
	if (choice === openSettings) {
		await vscode.commands.executeCommand('workbench.action.openSettings', 'easel.connections');
	}
}
