import type * as vscode from 'vscode';
import { sandboxId } from '../../core/connection/connections.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import type { AppServices } from '../shell/appServices.ts';
import { registerCommands } from '../shell/commands.ts';

interface SpendingDeps extends Pick<AppServices, 'log' | 'session' | 'ledger' | 'signedIn'> {
	readonly deployments: DeploymentStore;
}

/** Registers the views of money; the balance itself is shown once the history is open. */
export function registerSpending(
	context: vscode.ExtensionContext,
	{ log, session, signedIn, ledger, deployments }: SpendingDeps,
): void {
	context.subscriptions.push(
		registerCommands(log, {
			'easel.showSpending': async () => {
				const [{ showSpending }, { spending }] = await Promise.all([import('./features.ts'), ledger.get()]);
				if ((await signedIn()) !== undefined) await showSpending(spending);
			},
		}),
		deployments.onDidChange(async (state) => {
			const { current } = session;
			// The money of the local sandbox is not real.
			if (state.kind !== 'ready' || current.state === 'signedOut' || current.connection.id === sandboxId)
				return;
			if (!state.items.some(({ enabled, minInstances }) => enabled !== false && minInstances)) return;
			const { remindOfWarm } = await import('./features.ts');
			await remindOfWarm(context.globalState, current, state.items);
		}),
	);
}
