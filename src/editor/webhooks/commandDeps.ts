import type * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import type { Log } from '../../core/base/log.ts';
import type { WebhooksNode } from './nodes.ts';
import type { WindowWebhooks } from './windowWebhooks.ts';

export interface WebhookCommandDeps {
	readonly room: WindowWebhooks;
	readonly log: Log;
	readonly session: SessionSource;
	readonly view: vscode.TreeView<WebhooksNode>;
}

/** What the commands about events are called with: rows of the view, or the id of an event. */
export type EventArgument = WebhooksNode | string | undefined;
