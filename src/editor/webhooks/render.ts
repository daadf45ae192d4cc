import * as vscode from 'vscode';
import { describeMoment } from '../../core/base/ages.ts';
import { numberText } from '../../core/base/language.ts';
import type { CallbackState } from '../../core/webhooks/callback.ts';
import type { WebhookEvent } from '../../core/webhooks/event.ts';
import { labelText } from '../shell/plainText.ts';
import { command, factsTooltip, moreRow, row } from '../shell/trees/treeRows.ts';
import { answerText, eventParts, eventTitle, timeText, wasTaken } from './describe.ts';
import type { ForwardFacts, ReceiverFacts, WebhooksNode } from './nodes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

const warning = 'list.warningForeground';

const icons: Readonly<Record<CallbackState, { readonly icon: string; readonly color?: string }>> = {
	queued: { icon: 'clock', color: 'charts.yellow' },
	running: { icon: 'play-circle', color: 'charts.blue' },
	succeeded: { icon: 'pass-filled', color: 'testing.iconPassed' },
	failed: { icon: 'error', color: 'testing.iconFailed' },
	canceled: { icon: 'circle-slash', color: 'disabledForeground' },
	finished: { icon: 'pass' },
	unknown: { icon: 'question', color: warning },
	notJson: { icon: 'warning', color: warning },
};

/** Returns the row of a node. */
export function renderNode(node: WebhooksNode, now: number): vscode.TreeItem {
	switch (node.kind) {
		case 'receiver':
			return row('receiver', vscode.l10n.t('Listening'), {
				icon: 'broadcast',
				color: 'charts.green',
				description: [shortAddress(node.receiver), forwardText(node.forward)].join(' · '),
				state: Expanded,
			});
		case 'elsewhere':
			return row('elsewhere', vscode.l10n.t('Another window listens'), {
				icon: 'broadcast',
				description: vscode.l10n.t('its events are shown here too'),
			});
		case 'local':
			return row('local', vscode.l10n.t('Address'), {
				icon: 'link',
				description: `http://127.0.0.1:${node.port}/…`,
				tags: '+address',
				tooltip: vscode.l10n.t(
					'The address ends in a part that cannot be guessed. Anyone who has it can report events here.',
				),
			});
		case 'public':
			return renderPublic(node.port, node.host);
		case 'runs':
			return renderRuns(node.receiver);
		case 'forward':
			return row('forward', vscode.l10n.t('Forwarding'), {
				icon: 'arrow-swap',
				...(node.forward.isInvalid || node.forward.isRefused ? { color: warning } : {}),
				description: forwardText(node.forward),
				tags: '+forward',
				command: command('easel.forwardWebhooks', vscode.l10n.t('Forward Webhooks...')),
			});
		case 'waiting':
			return renderWaiting(node.receiver);
		case 'event':
			return renderEvent(node.event, node.runName, now);
		case 'answer': {
			const { answer, event } = node;
			return row(`answer:${event.id}:${answer.at}:${answer.tookMs}`, labelText(answerText(answer)), {
				icon: wasTaken(answer) ? 'check' : 'warning',
				...(wasTaken(answer) ? {} : { color: warning }),
				description: labelText(
					[
						...(answer.resent ? [vscode.l10n.t('sent again')] : []),
						timeText(answer.at, now),
						...(answer.problem === undefined ? [] : [answer.problem]),
					].join(' · '),
				),
			});
		}
		case 'more':
			return moreRow('easel.showMoreWebhookEvents', 'more', node);
	}
}

function shortAddress({ port, publicHost }: ReceiverFacts): string {
	return publicHost === undefined
		? vscode.l10n.t('port {0}', String(port))
		: vscode.l10n.t('{0}, port {1}', publicHost, String(port));
}

function renderPublic(port: number, host: string | undefined): vscode.TreeItem {
	const set = command('easel.setPublicWebhookAddress', vscode.l10n.t('Set Public Webhook Address...'));
	return host === undefined
		? row('public', vscode.l10n.t('Public address'), {
				icon: 'globe',
				description: vscode.l10n.t(
					'none; point a tunnel at port {0} of this computer, then enter its https address',
					String(port),
				),
				tags: '+settable',
				command: set,
				tooltip: vscode.l10n.t(
					'The service delivers to https addresses that it can reach. The sandbox needs none: it runs on this computer.',
				),
			})
		: row('public', vscode.l10n.t('Public address'), {
				icon: 'globe',
				description: `https://${labelText(host)}/…`,
				tags: '+address+settable',
			});
}

function renderRuns({ runs, connectionName }: ReceiverFacts): vscode.TreeItem {
	const off = runs === 'off';
	return row('runs', vscode.l10n.t('New runs'), {
		icon: off ? 'circle-large-outline' : runs === 'report' ? 'pass' : 'warning',
		...(runs === 'unreachable' ? { color: warning } : {}),
		description: off
			? vscode.l10n.t('without webhooks')
			: runs === 'report'
				? vscode.l10n.t('send webhooks here')
				: vscode.l10n.t('no webhooks: {0} needs a public https address', labelText(connectionName)),
		command: off
			? command('easel.reportRunsHere', vscode.l10n.t('Receive Webhooks for New Runs'))
			: command('easel.stopReportingRuns', vscode.l10n.t('Stop Receiving Webhooks for New Runs')),
	});
}

/** Returns the row shown without events; it shows waiting only if runs report here. */
function renderWaiting({ runs, port }: ReceiverFacts): vscode.TreeItem {
	if (runs === 'report') return row('waiting', vscode.l10n.t('Waiting for events'), { icon: 'loading~spin' });
	return row('waiting', vscode.l10n.t('No events yet'), {
		icon: 'info',
		...(runs === 'off'
			? {
					description: vscode.l10n.t('select to receive webhooks for new runs'),
					command: command('easel.reportRunsHere', vscode.l10n.t('Receive Webhooks for New Runs')),
				}
			: {
					description: vscode.l10n.t(
						'new runs need a tunnel to port {0}; select to enter its address',
						String(port),
					),
					command: command('easel.setPublicWebhookAddress', vscode.l10n.t('Set Public Webhook Address...')),
				}),
	});
}

function forwardText({ host, isInvalid, isRefused }: ForwardFacts): string {
	if (isInvalid) return vscode.l10n.t('off: the address in the settings cannot be used');
	if (host === undefined) return vscode.l10n.t('not forwarded');
	return isRefused
		? vscode.l10n.t('not forwarded: {0} is not on this computer and was not allowed', labelText(host))
		: vscode.l10n.t('forwarded to {0}', labelText(host));
}

function renderEvent(event: WebhookEvent, runName: string | undefined, now: number): vscode.TreeItem {
	return row(`event:${event.id}`, labelText(eventTitle(event)), {
		...icons[event.state],
		description: labelText(eventParts(event, runName, now).join(' · '), 400),
		state: event.answers.length === 0 ? None : Collapsed,
		tags: event.runId === undefined ? '+event' : '+event+run',
		command: command('easel.showWebhookEvent', vscode.l10n.t('Show Webhook Event'), event.id),
	});
}

/** Returns the tooltip of a node, made when it is hovered; text of the service never becomes Markdown. */
export function tooltipOf(node: WebhooksNode, now: number): string | vscode.MarkdownString | undefined {
	if (node.kind === 'answer') return node.answer.problem;
	if (node.kind !== 'event') return undefined;
	const { event, runName } = node;
	return factsTooltip(eventTitle(event), [
		[vscode.l10n.t('Received'), describeMoment(event.at, now)],
		[vscode.l10n.t('Status'), event.status],
		[vscode.l10n.t('Error'), event.error],
		[vscode.l10n.t('Run'), runName],
		[vscode.l10n.t('Request'), event.requestId],
		[vscode.l10n.t('Deployment'), event.deploymentId],
		[vscode.l10n.t('Instance'), event.instanceId],
		[vscode.l10n.t('Length'), vscode.l10n.t('{0} bytes', numberText(event.bytes))],
		[
			vscode.l10n.t('Duplicate'),
			event.duplicate
				? vscode.l10n.t('this state of the request was delivered before; the service may repeat events')
				: undefined,
		],
		[
			vscode.l10n.t('Out of order'),
			event.late ? vscode.l10n.t('a later state of this request was delivered before') : undefined,
		],
	]);
}
