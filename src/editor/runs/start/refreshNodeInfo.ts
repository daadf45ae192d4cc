import * as vscode from 'vscode';
import type { SessionSource } from '../../../core/account/session.ts';
import type { Log } from '../../../core/base/log.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import { runCommand } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import { inform } from '../../shell/messages.ts';

/** Requests the node classes and models of the engine in use again, and has the open documents checked against them. */
export async function refreshEngineNodeInfo({
	log,
	session,
	savedWorkflows,
	onNodeInfo,
}: {
	readonly log: Log;
	readonly session: SessionSource;
	readonly savedWorkflows: Pick<SavedWorkflows, 'refreshEngine'>;
	readonly onNodeInfo: () => void;
}): Promise<void> {
	const { current } = session;
	if (current.state === 'signedOut' || !current.connection.capabilities.engineRoutes) {
		const choose = vscode.l10n.t('Switch Connection');
		const choice = await inform(vscode.l10n.t('The connection in use is not an engine of your own.'), choose);
		if (choice === choose) await runCommand('easel.switchConnection');
		return;
	}
	const { name } = current.connection;
	const refreshed = await vscode.window.withProgress(
		{
			location: vscode.ProgressLocation.Window,
			title: vscode.l10n.t('Easel: asking {0} for its nodes', name),
		},
		() => savedWorkflows.refreshEngine(current),
	);
	if (!refreshed.ok) return showFailure(log, refreshed.failure);
	onNodeInfo();
	vscode.window.setStatusBarMessage(vscode.l10n.t('Reloaded the node info of {0}', name), 3000);
}
