import * as vscode from 'vscode';
import type { Session, SessionSource } from '../../core/account/session.ts';
import { sandboxId } from '../../core/connection/connections.ts';
import { balanceShow } from '../../core/operations/account.ts';
import type { SandboxState } from '../../core/sandboxHost/sandboxLifecycle.ts';
import type { Acts } from '../shell/acts/acts.ts';
import { runCommand } from '../shell/commands.ts';
import type { CommandId } from '../shell/ids.ts';
import { rowRenewal } from '../shell/trees/renewRows.ts';

interface ActionItem extends vscode.QuickPickItem {
	readonly command?: CommandId;
}

/** Shows the list of the status bar item: the sign-ins, the balance, and the available actions. */
export async function showAccountActions(
	acts: Acts,
	session: SessionSource,
	sandbox: SandboxState,
): Promise<void> {
	const { current } = session;
	const pick = vscode.window.createQuickPick<ActionItem>();
	const abort = new AbortController();
	pick.title = titleOf(current);
	pick.placeholder = vscode.l10n.t('Account actions');
	pick.items = itemsOf(current, sandbox, vscode.l10n.t('Reading the balance...'));
	const renew = rowRenewal(pick, ({ command }, old) => command !== undefined && command === old.command);
	const chosen = new Promise<CommandId | undefined>((resolve) => {
		pick.onDidAccept(() => {
			const [item] = pick.selectedItems;
			if (item) resolve(item.command);
		});
		pick.onDidHide(() => resolve(undefined));
	});
	pick.show();
	if (current.state === 'signedIn' && current.connection.capabilities.balance) {
		pick.busy = true;
		void acts.run(balanceShow, {}, { signal: abort.signal }).then((balance) => {
			if (abort.signal.aborted || session.current !== current) return;
			pick.busy = false;
			const text = balance.ok
				? vscode.l10n.t('Balance {0}', balance.value.text)
				: vscode.l10n.t('Balance unknown: {0}', balance.failure.message);
			renew(itemsOf(current, sandbox, text));
		});
	}
	const command = await chosen;
	abort.abort();
	pick.dispose();
	if (command !== undefined) await runCommand(command);
}

function titleOf(session: Session): string {
	const { name } = session.connection;
	if (!session.connection.capabilities.account) return name;
	return session.state === 'signedIn'
		? `${name}: ${session.account.label}`
		: vscode.l10n.t('{0}: signed out', name);
}

function itemsOf(session: Session, sandbox: SandboxState, balance: string): readonly ActionItem[] {
	const items: ActionItem[] = [];
	const { account, balance: hasBalance, engineRoutes, jobs } = session.connection.capabilities;
	const signedIn = session.state === 'signedIn';
	if (signedIn && hasBalance)
		items.push({ label: `$(credit-card) ${balance}`, command: 'easel.showBalance' });
	items.push({
		label: `$(plug) ${vscode.l10n.t('Switch Connection...')}`,
		command: 'easel.switchConnection',
	});
	if (engineRoutes) {
		items.push({ label: `$(globe) ${vscode.l10n.t('Open in Browser')}`, command: 'easel.openEngine' });
		items.push({
			label: `$(key) ${vscode.l10n.t('Set Token of the Engine...')}`,
			command: 'easel.setEngineToken',
		});
	}
	if (account) items.push({ label: `$(sign-in) ${vscode.l10n.t('Sign In...')}`, command: 'easel.signIn' });
	if (account && signedIn) {
		items.push({ label: `$(account) ${vscode.l10n.t('Show Signed-In Account')}`, command: 'easel.whoAmI' });
		items.push({ label: `$(sign-out) ${vscode.l10n.t('Sign Out')}`, command: 'easel.signOut' });
	}
	items.push({
		label: `$(lock) ${vscode.l10n.t('Set Key for Third-Party API Nodes...')}`,
		command: 'easel.setPartnerKey',
	});
	if (jobs) {
		items.push({
			label: `$(lock) ${vscode.l10n.t('Set Model Hub Token...')}`,
			command: 'easel.setHubToken',
		});
	}
	if (session.connection.id === sandboxId && sandbox.kind === 'running') {
		items.push({ label: `$(debug-stop) ${vscode.l10n.t('Stop Sandbox')}`, command: 'easel.stopSandbox' });
		items.push({ label: `$(discard) ${vscode.l10n.t('Reset Sandbox...')}`, command: 'easel.resetSandbox' });
	} else if (session.connection.id === sandboxId || sandbox.kind === 'failed') {
		items.push({ label: `$(debug-start) ${vscode.l10n.t('Start Sandbox')}`, command: 'easel.startSandbox' });
	}
	items.push({ label: `$(output) ${vscode.l10n.t('Show Log')}`, command: 'easel.showLog' });
	return items;
}
