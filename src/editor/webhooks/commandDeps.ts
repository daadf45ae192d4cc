import type * as vscode from 'vscode';
import type { AppServices } from '../shell/appServices.ts';
import type { WebhooksNode } from './nodes.ts';
import type { WindowWebhooks } from './windowWebhooks.ts';

export interface WebhookCommandDeps extends Pick<AppServices, 'log' | 'session'> {
	readonly room: WindowWebhooks;
	readonly view: vscode.TreeView<WebhooksNode>;
}

/** The argument of the commands about events: rows of the view, or the id of an event. */
export type EventArgument = WebhooksNode | string | undefined;
