import * as vscode from 'vscode';
import type { WebhookEvent } from '../../core/webhooks/event.ts';
import type { EventArgument, WebhookCommandDeps } from './commandDeps.ts';
import type { WebhooksNode } from './nodes.ts';

/** Returns the events that a command applies to: the given or else the selected ones; newest first as shown. */
export function eventsOf(
	{ room, view }: Pick<WebhookCommandDeps, 'room' | 'view'>,
	argument: EventArgument,
	several: unknown = undefined,
): readonly WebhookEvent[] {
	const { table } = room.events;
	if (typeof argument === 'string') {
		const event = table.get(argument);
		return event ? [event] : [];
	}
	const given = argument === undefined ? view.selection : [argument];
	const nodes = Array.isArray(several) && several.length > 0 ? (several as readonly WebhooksNode[]) : given;
	const found = nodes.flatMap((node) => (node.kind === 'event' ? (table.get(node.event.id) ?? []) : []));
	return found.toSorted((a, b) => b.at - a.at || b.number - a.number);
}

export function noEvent(): string {
	return vscode.l10n.t('Select an event in the view Webhook Events first.');
}
