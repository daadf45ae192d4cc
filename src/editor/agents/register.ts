import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import type { OperationServices } from '../../core/operations/services.ts';
import type { AppServices } from '../shell/appServices.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { agentsCommandIds } from '../shell/ids.ts';

export interface AgentsDeps extends Pick<AppServices, 'log' | 'clock' | 'session'> {
	readonly services: () => Promise<OperationServices>;
}

/** A tool of the manifest, with its name in the language of the editor. */
interface ContributedTool {
	readonly name: string;
	readonly displayName: string;
}

/**
 * Registers the tools for agents, in trusted workspaces only: a document of an untrusted one could mislead an agent. Their code is loaded
 * with the first call. The editor asks nothing before a call: the tool itself asks each time about costs, changes and deletions.
 */
export function registerAgents(context: vscode.ExtensionContext, deps: AgentsDeps): void {
	const parts = () => import('./features.ts');
	const loaded = lazy(async () => {
		const [{ agentTools }, services] = await Promise.all([parts(), deps.services()]);
		return agentTools(services, deps.clock);
	});
	const tools: readonly ContributedTool[] = context.extension.packageJSON.contributes.languageModelTools;
	// Not every editor that is built on VS Code has language models.
	const { registerTool } = (vscode as { readonly lm?: Partial<typeof vscode.lm> }).lm ?? {};
	const register = (): void => {
		if (registerTool === undefined) return;
		for (const { name, displayName } of tools)
			context.subscriptions.push(
				registerTool<unknown>(name, {
					prepareInvocation: () => ({ invocationMessage: displayName }),
					invoke: async ({ input }, token) => (await loaded.get()).invoke(name, input, token),
				}),
			);
	};
	if (vscode.workspace.isTrusted) register();
	context.subscriptions.push(
		vscode.workspace.onDidGrantWorkspaceTrust(register),
		registerLazyCommands(deps.log, agentsCommandIds, async () => (await parts()).agentCommands(deps)),
	);
}
