import * as vscode from 'vscode';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { WindowRuns } from '../runs/windowRuns.ts';
import type { AppServices } from '../shell/appServices.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { webhooksCommandIds } from '../shell/ids.ts';
import { LazyTree } from '../shell/trees/lazyTree.ts';
import { listeningKey } from './listeningKey.ts';
import type { WebhooksNode } from './nodes.ts';
import type { RunReports } from './runReports.ts';
import type { WindowWebhooks } from './windowWebhooks.ts';

export interface WebhooksDeps extends AppServices {
	readonly windowRuns: WindowRuns;
	readonly reports: RunReports;
}

/** Registers the view of webhook events with its commands and documents; their modules are loaded on first use. */
export function registerWebhooks(context: vscode.ExtensionContext, deps: WebhooksDeps): void {
	const { log, ready } = deps;
	const room: Lazy<WindowWebhooks> = lazy(
		async () => {
			const opened = await (await import('./features.ts')).openWebhooks(context, deps, view);
			deps.reports.reportTo((run, connection) => opened.webhookOf(run, connection));
			return opened;
		},
		(opened) => opened.dispose(),
	);
	const tree = new LazyTree<WebhooksNode>(async () => (await room.get()).makeTree());
	const view = tree.createView('easel.webhookEvents', { canSelectMany: true });
	context.subscriptions.push(
		room,
		tree,
		vscode.workspace.registerTextDocumentContentProvider('easel-webhook', {
			provideTextDocumentContent: async (uri) => (await room.get()).documentText(uri),
		}),
		registerLazyCommands(log, webhooksCommandIds, async () => {
			const { webhookCommands } = await import('./features.ts');
			return webhookCommands({ room: await room.get(), log, session: deps.session, view });
		}),
	);
	if (context.workspaceState.get(listeningKey)) {
		ready()
			.then(async () => (await room.get()).continueListening())
			.catch((cause: unknown) => log.error('Listening for webhooks could not be continued', cause));
	}
}
