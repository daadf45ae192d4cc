import type { CommandId } from '../shell/ids.ts';

/** The commands of this room; what they do is loaded with the first of them. */
export const webhookCommandIds = [
	'easel.listenForWebhooks',
	'easel.stopListening',
	'easel.reportRunsHere',
	'easel.stopReportingRuns',
	'easel.copyWebhookAddress',
	'easel.setPublicWebhookAddress',
	'easel.forwardWebhooks',
	'easel.sendExampleWebhook',
	'easel.showWebhookEvent',
	'easel.showRunOfWebhook',
	'easel.copyWebhookEvent',
	'easel.resendWebhookEvents',
	'easel.resendWebhookEventsTwice',
	'easel.resendWebhookEventsInReverse',
	'easel.filterWebhookEvents',
	'easel.clearWebhookFilter',
	'easel.clearWebhookEvents',
	'easel.showMoreWebhookEvents',
] as const satisfies readonly CommandId[];
export type WebhookCommandId = (typeof webhookCommandIds)[number];

/** Workspace state: this window listened when it was closed. */
export const listeningKey = 'webhooks.listening';
