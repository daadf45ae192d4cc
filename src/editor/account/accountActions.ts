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
	const add = (icon: string, text: string, command: CommandId) =>
		items.push({ label: `$(${icon}) ${text}`, command });
	const { account, balance: hasBalance, engineRoutes, jobs } = session.connection.capabilities;
	const signedIn = session.state === 'signedIn';
	if (signedIn && hasBalance) add('credit-card', balance, 'easel.showBalance');
	add('plug', vscode.l10n.t('Switch Connection...'), 'easel.switchConnection');
	if (engineRoutes) {
		add('globe', vscode.l10n.t('Open in Browser'), 'easel.openEngine');
		add('key', vscode.l10n.t('Set Token of the Engine...'), 'easel.setEngineToken');
	}
	if (account) add('sign-in', vscode.l10n.t('Sign In...'), 'easel.signIn');
	if (account && signedIn) {
		add('account', vscode.l10n.t('Show Signed-In Account'), 'easel.whoAmI');
		add('sign-out', vscode.l10n.t('Sign Out'), 'easel.signOut');
	}
	add('lock', vscode.l10n.t('Set Key for Third-Party API Nodes...'), 'easel.setPartnerKey');
	if (jobs) add('lock', vscode.l10n.t('Set Model Hub Token...'), 'easel.setHubToken');
	if (session.connection.id === sandboxId && sandbox.kind === 'running') {
		add('debug-stop', vscode.l10n.t('Stop Sandbox'), 'easel.stopSandbox');
		add('discard', vscode.l10n.t('Reset Sandbox...'), 'easel.resetSandbox');
	} else if (session.connection.id === sandboxId || sandbox.kind === 'failed')
		add('debug-start', vscode.l10n.t('Start Sandbox'), 'easel.startSandbox');
	add('output', vscode.l10n.t('Show Log'), 'easel.showLog');
	return items;
}
