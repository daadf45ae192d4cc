import * as vscode from 'vscode';
import { publicBase } from '../../core/webhooks/address.ts';
import type { WebhookEvent } from '../../core/webhooks/event.ts';
import { type HandlersOf, runCommand, showView } from '../shell/commands.ts';
import { showFailure } from '../shell/failures.ts';
import type { webhooksCommandIds } from '../shell/ids.ts';
import { confirm, copyText, inform } from '../shell/messages.ts';
import { readSetting, writeSetting } from '../shell/settings.ts';
import type { EventArgument, WebhookCommandDeps } from './commandDeps.ts';
import { eventUri } from './documents.ts';
import { eventsOf, noEvent } from './eventChoice.ts';

import { filterCommands } from './filterCommands.ts';
import type { WebhooksNode } from './nodes.ts';
import { sendCommands } from './sendCommands.ts';

const addressOfTunnel = 'https://my-tunnel.example.com';

/** Returns the commands of webhooks, loaded with the first of them. */
export function webhookCommands(deps: WebhookCommandDeps): HandlersOf<typeof webhooksCommandIds> {
	const { room, log } = deps;
	const { events } = room;

	async function listen(): Promise<void> {
		const started = await room.listen();
		if (!started.ok) return showFailure(log, started.failure);
		await showView('easel.webhookEvents');
		await room.forwarding.askForSetting();
	}

	const onEvent =
		(act: (event: WebhookEvent) => unknown) =>
		async (argument: EventArgument): Promise<void> => {
			const [event] = eventsOf(deps, argument);
			await (event === undefined ? inform(noEvent()) : act(event));
		};

	async function showEvent(event: WebhookEvent): Promise<void> {
		const name = event.runId === undefined ? undefined : room.runName(event.runId);
		const uri = eventUri(event, name, events.body(event.id) !== undefined);
		await vscode.window.showTextDocument(uri, { preview: true });
	}

	async function copyEvent(event: WebhookEvent): Promise<void> {
		const body = events.body(event.id);
		await copyText(
			body ?? event.kept,
			body === undefined
				? vscode.l10n.t('Copied the event from the history, without signatures and keys')
				: vscode.l10n.t('Copied the event as it came'),
			5000,
		);
	}

	async function copyAddress(node?: WebhooksNode): Promise<void> {
		if (!room.addresses) await listen();
		const { addresses } = room;
		if (!addresses) return;
		const address = node?.kind === 'local' ? addresses.local : (addresses.public ?? addresses.local);
		await copyText(
			address,
			address === addresses.local
				? vscode.l10n.t('Copied the address, which works on this computer')
				: vscode.l10n.t('Copied the public address'),
			5000,
		);
	}

	async function setPublicAddress(): Promise<void> {
		const port = room.place?.port;
		const text = await vscode.window.showInputBox({
			title: vscode.l10n.t('Public Webhook Address'),
			prompt:
				port === undefined
					? vscode.l10n.t('The https address of a tunnel to this computer. Leave empty for none.')
					: vscode.l10n.t(
							'The https address of a tunnel to port {0} of this computer. Leave empty for none.',
							String(port),
						),
			placeHolder: addressOfTunnel,
			value: readSetting('easel.webhooks.publicAddress'),
			ignoreFocusOut: true,
			validateInput(value) {
				if (value.trim() === '') return undefined;
				const read = publicBase(value);
				return 'problem' in read ? publicProblem(read.problem) : undefined;
			},
		});
		if (text === undefined) return;
		const read = publicBase(text);
		await writeSetting('easel.webhooks.publicAddress', 'base' in read ? read.base : '');
	}

	async function clear(): Promise<void> {
		const sure = await confirm(vscode.l10n.t('Clear all webhook events?'), {
			detail: vscode.l10n.t('They are deleted from the history of this computer. Runs are not affected.'),
			action: vscode.l10n.t('Clear'),
		});
		if (sure) await events.clear();
	}

	return {
		...filterCommands(deps),
		...sendCommands(deps),
		'easel.listenForWebhooks': listen,
		'easel.stopListening': () => room.stop(),
		'easel.reportRunsHere': async () => {
			if (!room.place) await listen();
			if (room.place) await room.setRunsReport(true);
		},
		'easel.stopReportingRuns': () => room.setRunsReport(false),
		'easel.copyWebhookAddress': copyAddress,
		'easel.setPublicWebhookAddress': setPublicAddress,
		'easel.forwardWebhooks': () => room.forwarding.choose(),
		'easel.showWebhookEvent': onEvent(showEvent),
		'easel.copyWebhookEvent': onEvent(copyEvent),
		'easel.showRunOfWebhook': async (argument: EventArgument) => {
			const runId = eventsOf(deps, argument)[0]?.runId;
			const isKnown = runId !== undefined && room.runs.get(runId) !== undefined;
			if (isKnown) await runCommand('easel.showRun', runId);
			else await inform(vscode.l10n.t('The run of this event is not in the history of this computer.'));
		},
		'easel.clearWebhookEvents': clear,
		'easel.showMoreWebhookEvents': () => room.tree?.showMoreEvents(),
	};
}

function publicProblem(
	problem: Extract<ReturnType<typeof publicBase>, { problem: string }>['problem'],
): string {
	switch (problem) {
		case 'notAnAddress':
			return vscode.l10n.t('Enter a full address, such as https://my-tunnel.example.com.');
		case 'notHttps':
			return vscode.l10n.t('The service delivers to https addresses only.');
		case 'credentials':
			return vscode.l10n.t('The address must not contain a user name or a password.');
		case 'query':
			return vscode.l10n.t('The address must end with its path: without ? and #.');
		case 'loopback':
			return vscode.l10n.t(
				'The service cannot reach this computer by that name. Enter the address of the tunnel.',
			);
	}
}
