import type * as vscode from 'vscode';
import { EventLog } from '../../core/webhooks/eventLog.ts';
import type { WebhooksNode } from './nodes.ts';
import type { WebhooksDeps } from './register.ts';
import { WindowWebhooks } from './windowWebhooks.ts';

/* The modules for the view and its commands, loaded as one file when the view is first shown or a command is first used. */

export async function openWebhooks(
	context: vscode.ExtensionContext,
	deps: WebhooksDeps,
	view: vscode.TreeView<WebhooksNode>,
): Promise<WindowWebhooks> {
	const { log, session, clock, ledger, windowRuns } = deps;
	const [{ ledger: file, coordinator }, runs] = await Promise.all([ledger.get(), windowRuns.open()]);
	const events = new EventLog({ ledger: file, log, clock });
	return new WindowWebhooks({ context, log, session, events, coordinator, leases: file.leases, runs, view });
}

export { webhookCommands } from './commands.ts';
