import * as vscode from 'vscode';
import type { Session } from '../../core/account/session.ts';
import { sandboxId } from '../../core/connection/connections.ts';
import type { SandboxState } from '../../core/sandboxHost/sandboxLifecycle.ts';
import type { CommandId } from '../shell/ids.ts';

/** Creates the one status bar item: connection, account, and whether the sandbox runs. A click opens the account actions. */
export function createStatusBarItem(): {
	update(session: Session, sandbox: SandboxState): void;
} & vscode.Disposable {
	const item = vscode.window.createStatusBarItem('easel.account', vscode.StatusBarAlignment.Left, 10);
	const command: CommandId = 'easel.accountActions';
	item.name = vscode.l10n.t('Easel Account');
	item.command = command;
	return {
		update(session, sandbox) {
			const { icon, text, spoken } = describe(session, sandbox);
			item.text = `$(${icon}) ${text}`;
			item.tooltip = vscode.l10n.t('{0} Click for account actions.', spoken);
			item.accessibilityInformation = { label: `Easel: ${spoken}`, role: 'button' };
			item.show();
		},
		dispose: () => item.dispose(),
	};
}

interface Words {
	readonly icon: string;
	readonly text: string;
	readonly spoken: string;
}

function describe(session: Session, sandbox: SandboxState): Words {
	const { name, id } = session.connection;
	const signedOut = vscode.l10n.t('{0}: signed out', name);
	const starting = {
		icon: 'loading~spin',
		text: vscode.l10n.t('{0}: starting', name),
		spoken: vscode.l10n.t('The sandbox is starting.'),
	};
	if (id === sandboxId && sandbox.kind === 'starting') return starting;
	if (session.state === 'signedIn') {
		if (!session.connection.capabilities.account)
			return {
				icon: 'server',
				text: name,
				spoken: vscode.l10n.t('Runs go to {0}, an engine of your own.', name),
			};
		const { label } = session.account;
		return id === sandboxId
			? {
					icon: 'beaker',
					text: name,
					spoken: vscode.l10n.t('The sandbox is running; signed in as {0}.', label),
				}
			: { icon: 'account', text: name, spoken: vscode.l10n.t('Signed in to {0} as {1}.', name, label) };
	}
	if (id !== sandboxId)
		return { icon: 'debug-disconnect', text: signedOut, spoken: vscode.l10n.t('Signed out of {0}.', name) };
	switch (sandbox.kind) {
		case 'starting':
			return starting;
		case 'failed':
			return {
				icon: 'warning',
				text: vscode.l10n.t('{0}: failed', name),
				spoken: sandbox.failure.message,
			};
		case 'running':
			// The session is about to use it.
			if (session.connection.baseUrl === '') return starting;
			return {
				icon: 'debug-disconnect',
				text: signedOut,
				spoken: vscode.l10n.t('The sandbox is running; signed out.'),
			};
		case 'stopped':
			return {
				icon: 'beaker-stop',
				text: vscode.l10n.t('{0}: stopped', name),
				spoken: vscode.l10n.t('The sandbox is not running.'),
			};
	}
}
