import * as vscode from 'vscode';
import type { Session } from '../../core/account/session.ts';
import { sandboxId } from '../../core/connection/connections.ts';
import type { SandboxState } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { CommandId } from '../shell/ids.ts';

/** The one status bar item: connection, account, and whether the sandbox runs. A click opens the account actions. */
export function createStatusBarItem(): {
	update(session: Session, sandbox: SandboxState): void;
} & vscode.Disposable {
	const item = vscode.window.createStatusBarItem('easel.account', vscode.StatusBarAlignment.Left, 10);
	const command: CommandId = 'easel.accountActions';
	item.name = 'Easel Account';
	item.command = command;
	return {
		update(session, sandbox) {
			const { icon, text, spoken } = describe(session, sandbox);
			item.text = `$(${icon}) ${text}`;
			item.tooltip = `${spoken} Click for account actions.`;
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
	const starting = { icon: 'loading~spin', text: `${name}: starting`, spoken: 'The sandbox is starting.' };
	if (id === sandboxId && sandbox.kind === 'starting') return starting;
	if (session.state === 'signedIn') {
		const { label } = session.account;
		if (id === sandboxId)
			return { icon: 'beaker', text: name, spoken: `The sandbox is running; signed in as ${label}.` };
		return { icon: 'account', text: name, spoken: `Signed in to ${name} as ${label}.` };
	}
	if (id !== sandboxId)
		return { icon: 'debug-disconnect', text: `${name}: signed out`, spoken: `Signed out of ${name}.` };
	switch (sandbox.kind) {
		case 'starting':
			return starting;
		case 'failed':
			return { icon: 'warning', text: `${name}: failed`, spoken: sandbox.failure.message };
		case 'running':
			// The session takes it up in a moment.
			if (session.connection.baseUrl === '') return starting;
			return {
				icon: 'debug-disconnect',
				text: `${name}: signed out`,
				spoken: 'The sandbox is running; signed out.',
			};
		case 'stopped':
			return { icon: 'beaker-stop', text: `${name}: stopped`, spoken: 'The sandbox is not running.' };
	}
}
