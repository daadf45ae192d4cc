import type * as vscode from 'vscode';
import { listeningKey } from './listeningKey.ts';

/** Workspace state: new runs report to the receiver of this window. */
const forRunsKey = 'webhooks.forRuns';

/** Remembers whether the window of this workspace listens, so that it continues after a restart. */
export async function rememberListening(
	{ workspaceState }: Pick<vscode.ExtensionContext, 'workspaceState'>,
	listening: boolean,
): Promise<void> {
	await workspaceState.update(listeningKey, listening || undefined);
}

/** Returns whether new runs report to the receiver of this window. */
export function runsReport({ workspaceState }: Pick<vscode.ExtensionContext, 'workspaceState'>): boolean {
	return workspaceState.get(forRunsKey) === true;
}

/** Sets whether new runs report to the receiver of this window. */
export async function rememberRunsReport(
	{ workspaceState }: Pick<vscode.ExtensionContext, 'workspaceState'>,
	report: boolean,
): Promise<void> {
	await workspaceState.update(forRunsKey, report || undefined);
}
