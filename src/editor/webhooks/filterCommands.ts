import * as vscode from 'vscode';
import type { CallbackState } from '../../core/webhooks/callback.ts';
import { callbackStates } from '../../core/webhooks/callback.ts';
import type { CommandHandler } from '../shell/commands.ts';
import { setContext } from '../shell/contextKeys.ts';
import { inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import type { WebhookCommandDeps } from './commandDeps.ts';
import { stateTitle } from './describe.ts';
import type { EventFilter } from './tree.ts';

/** Requests that can be chosen among, the latest. */
const mostRequests = 100;

interface FilterRow extends vscode.QuickPickItem {
	readonly state?: CallbackState;
	readonly requestId?: string;
}

/** Returns the commands that decide which events are shown. */
export function filterCommands({
	room,
	view,
}: WebhookCommandDeps): Record<'easel.filterWebhookEvents' | 'easel.clearWebhookFilter', CommandHandler> {
	function apply(filter: EventFilter, words: readonly string[]): void {
		room.tree?.setFilter(filter);
		const message = words.length === 0 ? '' : vscode.l10n.t('Filter: {0}', words.join(', '));
		room.tree?.showMessage(view, message);
		setContext('easel.webhooksFiltered', words.length > 0);
	}

	async function filter(): Promise<void> {
		const { table } = room.events;
		const states = callbackStates.filter((state) => table.count({ states: [state] }) > 0);
		const requests = table.requests(mostRequests);
		if (states.length === 0) {
			await inform(vscode.l10n.t('No webhook event was received yet.'));
			return;
		}
		const present = room.tree?.filter ?? {};
		const separator = vscode.QuickPickItemKind.Separator;
		const rows: FilterRow[] = [
			{ label: vscode.l10n.t('States'), kind: separator },
			...states.map((state) => ({
				label: stateTitle(state),
				state,
				picked: present.states?.includes(state) === true,
			})),
			{ label: vscode.l10n.t('Runs'), kind: separator },
			...requests.map(({ requestId, runId }) => {
				const name = runId === undefined ? undefined : room.runName(runId);
				return {
					label: labelText(name ?? requestId),
					...(name === undefined ? {} : { description: labelText(requestId) }),
					requestId,
					picked: present.requestIds?.includes(requestId) === true,
				};
			}),
		];
		const chosen = await vscode.window.showQuickPick(rows, {
			title: vscode.l10n.t('Filter Webhook Events'),
			placeHolder: vscode.l10n.t('Select the states and runs to show, or none to show all'),
			canPickMany: true,
			matchOnDescription: true,
		});
		if (!chosen) return;
		const chosenStates = chosen.flatMap(({ state }) => state ?? []);
		const requestIds = chosen.flatMap(({ requestId }) => requestId ?? []);
		apply(
			{
				...(chosenStates.length === 0 ? {} : { states: chosenStates }),
				...(requestIds.length === 0 ? {} : { requestIds }),
			},
			chosen.map(({ label }) => label),
		);
	}

	return {
		'easel.filterWebhookEvents': filter,
		'easel.clearWebhookFilter': () => apply({}, []),
	};
}
