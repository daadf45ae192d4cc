import * as vscode from 'vscode';
import { formatBalance } from '../../core/account/balance.ts';
import { whoAmI } from '../../core/account/identity.ts';
import type { TokenVault } from '../../core/account/tokenVault.ts';
import { sandboxId } from '../../core/connection/connections.ts';
import { dialectOf } from '../../core/connection/dialects.ts';
import { pageOf } from '../../core/connection/route.ts';
import { balanceShow } from '../../core/operations/account.ts';
import type { Acts } from '../shell/acts/acts.ts';
import { withWindowProgress } from '../shell/cancelableProgress.ts';
import type { CommandHandlers } from '../shell/commands.ts';
import { showFailure } from '../shell/failures.ts';
import { confirm, inform } from '../shell/messages.ts';
import { showAccountActions } from './accountActions.ts';
import { reportOnlyService, setEngineToken } from './engineConnection.ts';
import { chooseSignIn, ensureSignedIn, pasteToken, type SignInDeps } from './signIn.ts';
import { switchConnection } from './switchConnection.ts';

export type AccountCommandDeps = SignInDeps & { readonly acts: Acts; readonly vault: TokenVault };

/** Returns the commands of the account room. */
export function accountCommands(deps: AccountCommandDeps) {
	const { acts, log, sessions, sandbox, use, connections } = deps;
	return {
		'easel.signIn': () => chooseSignIn(deps),
		'easel.pasteToken': () => pasteToken(deps),
		'easel.signOut': () => signOut(deps),
		'easel.whoAmI': () => showAccount(deps),
		'easel.showBalance': () => showBalance(deps),
		'easel.openProfilePage': (connectionId?: string) => openProfilePage(deps, connectionId),
		'easel.switchConnection': () => switchConnection(deps),
		'easel.accountActions': () => showAccountActions(acts, sessions, sandbox.state),
		'easel.setEngineToken': () => setEngineToken(deps),
		'easel.startSandbox': async () => {
			const started = await use.startVisibly();
			if (!started.ok) return showFailure(log, started.failure);
			const present = connections.all().find(({ id }) => id === sandboxId);
			if (present !== undefined) await connections.choose(present);
			await use.setSignedOut(false);
			await sessions.reload();
		},
		'easel.stopSandbox': () => use.stop(),
		'easel.resetSandbox': () => reset(deps),
	} satisfies CommandHandlers;
}

async function signOut(deps: AccountCommandDeps): Promise<void> {
	const { sessions, vault, use } = deps;
	const { current } = sessions;
	if (current.state === 'signedOut') {
		await inform(vscode.l10n.t('You are not signed in to {0}.', current.connection.name));
		return;
	}
	const { connection, account } = current;
	if (!connection.capabilities.account) return setEngineToken(deps);
	await vault.remove(connection.id, account.id);
	if (connection.id === sandboxId) await use.setSignedOut(true);
	await sessions.reload();
	const page = vscode.l10n.t('Open Profile Page');
	const choice = await inform(
		vscode.l10n.t(
			'Signed out of {0} on this computer. The token itself stays valid until you revoke it on the profile page of the account.',
			connection.name,
		),
		page,
	);
	if (choice === page) await openProfilePage(deps, connection.id);
}

/** Opens the web page of an account; by default, that of the connection in use. */
async function openProfilePage(
	{ sessions, connections }: AccountCommandDeps,
	connectionId?: string,
): Promise<void> {
	const named = connections.all().find(({ id }) => id === connectionId);
	const connection = named ?? sessions.current.connection;
	if (!connection.capabilities.account) return reportOnlyService(connection);
	await vscode.env.openExternal(vscode.Uri.parse(pageOf(connection, 'profilePage')));
}

async function showAccount(deps: AccountCommandDeps): Promise<void> {
	if (!(await ensureSignedIn(deps))) return;
	const { current } = deps.sessions;
	if (current.state === 'signedOut') return;
	if (!current.connection.capabilities.account) return reportOnlyService(current.connection);
	const account = await whoAmI(current.service);
	if (!account.ok) return showFailure(deps.log, account.failure);
	await inform(vscode.l10n.t('Signed in to {0} as {1}.', current.connection.name, account.value.label));
}

async function showBalance(deps: AccountCommandDeps): Promise<void> {
	if (!(await ensureSignedIn(deps))) return;
	const { current } = deps.sessions;
	if (current.state === 'signedOut') return;
	if (!current.connection.capabilities.balance) return reportOnlyService(current.connection);
	const balance = await deps.acts.done(balanceShow, {});
	if (balance === undefined) return;
	const parts = [current.account.label, current.connection.name, balance.text] as const;
	const minimum = dialectOf(current.connection).minimumBalance.deployment;
	await inform(
		balance.microdollars < minimum
			? vscode.l10n.t(
					'The balance of {0} on {1} is {2}. Runs need at least {3} to start.',
					...parts,
					formatBalance({ ...balance, microdollars: minimum }),
				)
			: vscode.l10n.t('The balance of {0} on {1} is {2}.', ...parts),
	);
}

async function reset(deps: AccountCommandDeps): Promise<void> {
	const sure = await confirm(vscode.l10n.t('Reset the sandbox?'), {
		detail: vscode.l10n.t(
			'All its deployments, requests, training jobs, files and sign-ins are deleted, including work in progress, and the demo starts again. This cannot be undone.',
		),
		action: vscode.l10n.t('Reset Sandbox'),
	});
	if (!sure) return;
	const done = await withWindowProgress(vscode.l10n.t('Resetting the sandbox'), () => deps.sandbox.reset());
	if (!done.ok) return showFailure(deps.log, done.failure);
	// Its tokens went with its data.
	await deps.vault.clear(sandboxId);
	await deps.use.setSignedOut(false);
	await deps.sessions.reload();
}
