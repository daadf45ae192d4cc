import * as vscode from 'vscode';
import { numberText } from '../../core/base/language.ts';
import type { WebhookEvent } from '../../core/webhooks/event.ts';
import {
	type ExampleKind,
	exampleCallback,
	exampleKinds,
	exampleRequest,
} from '../../core/webhooks/examples.ts';
import { withWindowProgress } from '../shell/cancelableProgress.ts';
import type { CommandHandler } from '../shell/commands.ts';
import { confirm, inform, warn } from '../shell/messages.ts';
import type { EventArgument, WebhookCommandDeps } from './commandDeps.ts';
import { eventsOf, noEvent } from './eventChoice.ts';

type SendCommandId =
	| 'easel.sendExampleWebhook'
	| 'easel.resendWebhookEvents'
	| 'easel.resendWebhookEventsTwice'
	| 'easel.resendWebhookEventsInReverse';

interface Passing {
	readonly event: WebhookEvent;
	readonly body: string;
}

/** Returns the commands that send something to the application. */
export function sendCommands(deps: WebhookCommandDeps): Record<SendCommandId, CommandHandler> {
	const { room, session } = deps;
	const { events, forwarding } = room;

	/** Returns the original bodies of events or, with consent, their kept parts. */
	async function passingsOf(chosen: readonly WebhookEvent[]): Promise<readonly Passing[]> {
		const whole = chosen.every(({ id }) => events.body(id) !== undefined);
		if (!whole) {
			const sure = await confirm(vscode.l10n.t('Send these events from the history?'), {
				detail: vscode.l10n.t(
					'They were received before this window opened, or long ago. The history has no keys and no signatures of addresses, and only the beginning of long events, so the rest is missing.',
				),
				action: vscode.l10n.t('Send'),
			});
			if (!sure) return [];
		}
		return chosen.flatMap((event) => {
			const body = events.body(event.id) ?? (event.cut ? undefined : event.kept);
			return body === undefined ? [] : [{ event, body }];
		});
	}

	async function send(passings: readonly Passing[], resent: boolean): Promise<void> {
		if (passings.length === 0) return;
		const target = await forwarding.chosenTarget();
		if (!target) return;
		const title = vscode.l10n.t('Easel: sending to {0}', target.host);
		const problems = await withWindowProgress(title, () => forwarding.send(passings, target, resent));
		const failed = problems.filter((problem) => problem !== undefined);
		if (failed.length === 0) {
			const count = passings.length;
			vscode.window.setStatusBarMessage(
				count === 1
					? vscode.l10n.t('Sent 1 event to {0}', target.host)
					: vscode.l10n.t('Sent {0} events to {1}', numberText(count), target.host),
				5000,
			);
			return;
		}
		await warn(
			failed.length === 1
				? vscode.l10n.t('1 event got no answer. {0}', failed[0] ?? '')
				: vscode.l10n.t('{0} events got no answer. {1}', numberText(failed.length), failed[0] ?? ''),
		);
	}

	const resend =
		(arrange: (oldestFirst: readonly Passing[]) => readonly Passing[]) =>
		async (argument: EventArgument, several?: unknown): Promise<void> => {
			const chosen = eventsOf(deps, argument, several).toReversed();
			if (chosen.length === 0) {
				await inform(noEvent());
				return;
			}
			await send(arrange(await passingsOf(chosen)), true);
		};

	async function sendExample(): Promise<void> {
		const titles: Readonly<Record<ExampleKind, string>> = {
			queued: vscode.l10n.t('Queued'),
			in_progress: vscode.l10n.t('In Progress'),
			succeeded: vscode.l10n.t('Succeeded'),
			failed: vscode.l10n.t('Failed'),
		};
		const rows: (vscode.QuickPickItem & { readonly kinds: readonly ExampleKind[] })[] = [
			...exampleKinds.map((kind) => ({ label: titles[kind], kinds: [kind] })),
			{
				label: vscode.l10n.t('A Run That Succeeds'),
				description: vscode.l10n.t('queued, in progress, succeeded'),
				kinds: ['queued', 'in_progress', 'succeeded'],
			},
			{
				label: vscode.l10n.t('All Four'),
				description: vscode.l10n.t('one after the other, for the same request'),
				kinds: exampleKinds,
			},
		];
		const chosen = await vscode.window.showQuickPick(rows, {
			title: vscode.l10n.t('Send an Example to the Application'),
			placeHolder: vscode.l10n.t('Select a callback of the service'),
		});
		if (!chosen) return;
		// Asked for now: an example that is not sent is not an event.
		if (!(await forwarding.chosenTarget())) return;
		const request = exampleRequest(session.current.connection, Date.now());
		const passings: Passing[] = [];
		for (const kind of chosen.kinds) {
			const body = exampleCallback(kind, request);
			passings.push({ event: await events.addExample(body), body });
		}
		await send(passings, false);
	}

	return {
		'easel.sendExampleWebhook': sendExample,
		'easel.resendWebhookEvents': resend((passings) => passings),
		'easel.resendWebhookEventsTwice': resend((passings) => passings.flatMap((one) => [one, one])),
		'easel.resendWebhookEventsInReverse': resend((passings) => passings.toReversed()),
	};
}
