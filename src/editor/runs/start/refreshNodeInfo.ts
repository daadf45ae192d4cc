import * as vscode from 'vscode';
import type { SessionSource } from '../../../core/account/session.ts';
import type { Log } from '../../../core/base/log.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import { withWindowProgress } from '../../shell/cancelableProgress.ts';
import { offerEngine, showFailure } from '../../shell/failures.ts';

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
	if (current.state === 'signedOut' || !current.connection.capabilities.engineRoutes) return offerEngine();
	const { name } = current.connection;
	const refreshed = await withWindowProgress(vscode.l10n.t('Easel: asking {0} for its nodes', name), () =>
		savedWorkflows.refreshEngine(current),
	);
	if (!refreshed.ok) return showFailure(log, refreshed.failure);
	onNodeInfo();
	vscode.window.setStatusBarMessage(vscode.l10n.t('Reloaded the node info of {0}', name), 3000);
}
