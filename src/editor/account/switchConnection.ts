import * as vscode from 'vscode';
import { isMadeFor, type StoredAccount, type TokenVault } from '../../core/account/tokenVault.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { sandboxId } from '../../core/connection/connections.ts';
import { labelText } from '../shell/plainText.ts';
import { addEngine, offeredEngine } from './engineConnection.ts';
import { chooseSignIn, ensureSignedIn, type SignInDeps } from './signIn.ts';

interface ConnectionItem extends vscode.QuickPickItem {
	readonly connection?: Connection;
	readonly account?: StoredAccount;
	readonly openSettings?: true;
	/** It is not in the settings yet. */
	readonly isNew?: true;
}

/** Lets the person choose another connection, or another account of one, and signs in if needed. */
export async function switchConnection(deps: SignInDeps & { readonly vault: TokenVault }): Promise<void> {
	const { connections, vault, sessions } = deps;
	const items: ConnectionItem[] = [];
	// Asked as late as possible, and only if no connection leads there already.
	const offered = await offeredEngine(sessions, connections.all());
	for (const connection of connections.all()) items.push(...(await itemsOf(deps, connection)));
	if (offered !== undefined) {
		items.push({
			label: `$(blank) ${labelText(offered.name)}`,
			description: vscode.l10n.t('found on this computer'),
			detail: vscode.l10n.t('{0}: an engine of your own, no account, no cost', offered.baseUrl),
			connection: offered,
			isNew: true,
		});
	}
	const chosen = await vscode.window.showQuickPick(
		[
			...items,
			{ label: '', kind: vscode.QuickPickItemKind.Separator },
			{
				label: `$(gear) ${vscode.l10n.t('Add a Connection...')}`,
				detail: vscode.l10n.t('Opens the setting "{0}"', 'easel.connections'),
				openSettings: true as const,
			},
		],
		{
			title: vscode.l10n.t('Switch Connection'),
			placeHolder: vscode.l10n.t('Select a connection'),
			matchOnDescription: true,
		},
	);
	if (chosen?.openSettings) {
		await vscode.commands.executeCommand('workbench.action.openSettings', 'easel.connections');
		return;
	}
	if (chosen?.connection === undefined) return;
	const { connection, account } = chosen;
	if (chosen.isNew) await addEngine(connection);
	if (account !== undefined) await vault.choose(connection.id, account.id);
	await switchTo(deps, connection);
}

/** Uses a connection from now on, and signs in if needed; true if an account is signed in there afterwards. */
export async function switchTo(deps: SignInDeps, connection: Connection): Promise<boolean> {
	const { connections, sessions } = deps;
	await connections.choose(connection);
	await sessions.retryRefused();
	if (sessions.current.state === 'signedIn') return sessions.current.connection.id === connection.id;
	return connection.id === sandboxId ? ensureSignedIn(deps) : chooseSignIn(deps, connection);
}

/** Returns the entries of a connection, one for each of its accounts. */
async function itemsOf(
	deps: SignInDeps & { readonly vault: TokenVault },
	connection: Connection,
): Promise<ConnectionItem[]> {
	const { sessions, sandbox, vault } = deps;
	const { current } = sessions;
	const isCurrent = current.connection.id === connection.id;
	const stored = (await vault.read(connection.id)).accounts.filter((one) => isMadeFor(one, connection));
	const detail =
		connection.id === sandboxId ? vscode.l10n.t('On this computer: no account, no cost') : connection.baseUrl;
	const mark = (here: boolean) => (here ? '$(check) ' : '$(blank) ');
	if (!connection.capabilities.account) {
		const status = isCurrent
			? vscode.l10n.t('current, engine of your own')
			: vscode.l10n.t('engine of your own');
		return [
			{ label: `${mark(isCurrent)}${labelText(connection.name)}`, description: status, detail, connection },
		];
	}
	if (stored.length < 2) {
		const status =
			connection.id === sandboxId
				? sandbox.state.kind === 'running'
					? vscode.l10n.t('running')
					: vscode.l10n.t('not running')
				: stored[0] === undefined
					? vscode.l10n.t('signed out')
					: vscode.l10n.t('signed in as {0}', labelText(stored[0].label));
		const label = `${mark(isCurrent)}${labelText(connection.name)}`;
		return [
			{ label, description: isCurrent ? vscode.l10n.t('current, {0}', status) : status, detail, connection },
		];
	}
	return stored.map((account) => {
		const here = isCurrent && current.state === 'signedIn' && current.account.id === account.id;
		const label = `${mark(here)}${labelText(connection.name)}`;
		return {
			label,
			description: labelText(here ? vscode.l10n.t('current, {0}', account.label) : account.label),
			detail,
			connection,
			account,
		};
	});
}
