import { rows } from './rows.ts';
import type { Commands } from './table.ts';

export const webhooks = {
	'easel.listenForWebhooks': {
		title: 'Listen for Webhooks',
		icon: 'broadcast',
		palette: '!easel.listening',
		views: {
			'easel.webhookEvents': { group: 'navigation@1', when: '!easel.listening' },
		},
	},
	'easel.stopListening': {
		title: 'Stop Listening for Webhooks',
		icon: 'debug-stop',
		palette: 'easel.listening',
		views: {
			'easel.webhookEvents': { group: 'navigation@1', when: 'easel.listening' },
		},
	},
	'easel.reportRunsHere': {
		title: 'Receive Webhooks for New Runs',
		icon: 'circle-large-outline',
		palette: '!easel.runsReport || !easel.listening',
		views: {
			'easel.webhookEvents': { group: 'navigation@2', when: 'easel.listening && !easel.runsReport' },
		},
	},
	'easel.stopReportingRuns': {
		title: 'Stop Receiving Webhooks for New Runs',
		icon: 'pass',
		palette: 'easel.runsReport && easel.listening',
		views: {
			'easel.webhookEvents': { group: 'navigation@2', when: 'easel.listening && easel.runsReport' },
		},
	},
	'easel.copyWebhookAddress': {
		title: 'Copy Webhook Address',
		icon: 'copy',
		views: {
			'easel.webhookEvents': { group: '2_address@1', when: 'easel.listening' },
		},
		rows: [{ of: rows.address, inline: 1, group: '1_address@1' }],
	},
	'easel.setPublicWebhookAddress': {
		title: 'Set Public Webhook Address...',
		icon: 'edit',
		views: {
			'easel.webhookEvents': { group: '2_address@2' },
		},
		rows: [{ of: rows.settable, inline: 2 }],
	},
	'easel.forwardWebhooks': {
		title: 'Forward Webhooks...',
		icon: 'arrow-swap',
		palette: 'always',
		views: {
			'easel.webhookEvents': { group: '1_forward@1' },
		},
		rows: [{ of: rows.forward, inline: 1 }],
	},
	'easel.sendExampleWebhook': {
		title: 'Send an Example Webhook...',
		palette: 'never',
		views: {
			'easel.webhookEvents': { group: '1_forward@2' },
		},
	},
	'easel.showWebhookEvent': {
		title: 'Show Raw JSON',
		rows: [{ of: rows.event, group: '1_open@1' }],
	},
	'easel.showRunOfWebhook': {
		title: 'Show Run',
		rows: [{ of: rows.event, tags: 'run', group: '1_open@2' }],
	},
	'easel.copyWebhookEvent': {
		title: 'Copy',
		rows: [{ of: rows.event, group: '9_cutcopypaste@1' }],
	},
	'easel.resendWebhookEvents': {
		title: 'Resend',
		icon: 'debug-rerun',
		rows: [{ of: rows.event, inline: 1, group: '2_send@1' }],
	},
	'easel.resendWebhookEventsTwice': {
		title: 'Resend Twice',
		rows: [{ of: rows.event, group: '2_send@2' }],
	},
	'easel.resendWebhookEventsInReverse': {
		title: 'Resend in Reverse',
		rows: [{ of: rows.event, group: '2_send@3', when: 'listMultiSelection' }],
	},
	'easel.filterWebhookEvents': {
		title: 'Filter Webhook Events...',
		icon: 'filter',
		palette: 'never',
		views: {
			'easel.webhookEvents': { group: '3_filter@1' },
		},
	},
	'easel.clearWebhookFilter': {
		title: 'Clear Webhook Filter',
		icon: 'clear-all',
		palette: 'never',
		views: {
			'easel.webhookEvents': { group: 'navigation@4', when: 'easel.webhooksFiltered' },
		},
	},
	'easel.clearWebhookEvents': {
		title: 'Clear Webhook Events',
		palette: 'never',
		views: {
			'easel.webhookEvents': { group: '9_clear@1' },
		},
	},
	'easel.showMoreWebhookEvents': {
		title: 'Show More Webhook Events',
		palette: 'never',
	},
} satisfies Commands;
