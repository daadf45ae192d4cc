import * as vscode from 'vscode';
import { laidOutJson } from '../../core/json/indented.ts';
import type { WebhookEvent } from '../../core/webhooks/event.ts';
import type { EventLog } from '../../core/webhooks/eventLog.ts';
import { eventTitle } from './describe.ts';

/*
 * Read-only documents of events: `easel-webhook:/<our id>/<words>.json`. Has the original body while it is in memory,
 * and afterwards the part that the history keeps.
 */

const scheme = 'easel-webhook';

/** Returns the document of an event, named by its state and its subject. */
export function eventUri(event: WebhookEvent, runName: string | undefined, isWhole: boolean): vscode.Uri {
	const words = [eventTitle(event), runName ?? event.requestId?.slice(0, 8)];
	const name = words
		.filter((word) => word !== undefined)
		.join(' ')
		.replace(/[^\p{L}\p{N} ._-]/gu, '_')
		.slice(0, 80);
	const kept = isWhole ? '' : ` (${vscode.l10n.t('as stored')})`;
	const ending = event.state === 'notJson' || (event.cut && !isWhole) ? 'txt' : 'json';
	return vscode.Uri.from({ scheme, path: `/${event.id}/${name}${kept}.${ending}` });
}

/** Returns the text of such a document; throws the sentence that the person reads. */
export function eventDocumentText(events: EventLog, uri: vscode.Uri): string {
	const [, id = ''] = uri.path.split('/');
	const text = events.body(id) ?? events.table.get(id)?.kept;
	if (text === undefined) throw new Error(vscode.l10n.t('This event is no longer in the history.'));
	const laidOut = laidOutJson(text);
	return laidOut === undefined ? text : `${laidOut}\n`;
}
