import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { success } from '../base/failure.ts';
import { callbackStates } from '../webhooks/callback.ts';
import { EventTable } from '../webhooks/eventTable.ts';
import { limit, optionalChoice } from './members.ts';
import { operation } from './operation.ts';

const events = operation({
	id: 'webhook.events',
	title: l10n.t('List the callbacks that this computer received, newest first'),
	effect: 'read',
	input: z.object({
		limit,
		state: optionalChoice(callbackStates, l10n.t('only callbacks that report this state')),
	}),
	output: z.object({
		events: z.array(
			z.object({
				id: z.string(),
				/** Milliseconds since 1970. */
				receivedAt: z.number(),
				state: z.string(),
				requestId: z.exactOptional(z.string()),
				runId: z.exactOptional(z.string()),
				error: z.exactOptional(z.string()),
				files: z.exactOptional(z.number()),
				duplicate: z.exactOptional(z.boolean()),
				late: z.exactOptional(z.boolean()),
			}),
		),
	}),
	async run(services, { limit = 20, state: only }) {
		const { ledger } = await services.ledger();
		const found = new EventTable(ledger).of({ limit, ...(only === undefined ? {} : { states: [only] }) });
		return success({
			events: found.map(({ id, at, state, requestId, runId, error, files, duplicate, late }) => ({
				id,
				receivedAt: at,
				state,
				...compact({ requestId, runId, error, files, duplicate, late }),
			})),
		});
	},
});

export const webhookOperations = [events];
