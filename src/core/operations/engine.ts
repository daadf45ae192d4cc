import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { failed, mapped, success, unsentFailure } from '../base/failure.ts';
import { free, interrupt, queue, systemStats } from '../engine/engineClient.ts';
import { interruptsOnly } from '../engine/version.ts';
import { nonEmpty } from './members.ts';
import { declined, operation } from './operation.ts';
import { withService } from './withSession.ts';

export const engineQueue = operation({
	id: 'engine.queue',
	title: l10n.t('Show the queue of an engine of your own'),
	effect: 'read',
	input: z.object({}),
	/** Ids of prompts, as the engine knows them. */
	output: z.object({ running: z.array(z.string()), pending: z.array(z.string()) }),
	run: (services, _input, _ask, { signal }) =>
		withService(services, async (service) => {
			const found = await queue(service, signal);
			if (!found.ok) return found;
			const { running, pending } = found.value;
			return success({
				running: running.map(({ promptId }) => promptId),
				pending: pending.map(({ promptId }) => promptId),
			});
		}),
});

export const engineFree = operation({
	id: 'engine.free',
	title: l10n.t('Unload the models of an engine of your own and clear its cache as soon as it is idle'),
	effect: 'write',
	input: z.object({}),
	output: z.object({}),
	run: (services) => withService(services, async (service) => mapped(await free(service), () => ({}))),
});

/** Interrupts the current run, even of another user; its work is lost. */
export const engineInterrupt = operation({
	id: 'engine.interrupt',
	title: l10n.t('Interrupt the current run of an engine of your own'),
	effect: 'delete',
	input: z.object({
		id: nonEmpty(l10n.t('the ID of the run, as the queue shows it')),
	}),
	output: z.object({ id: z.string() }),
	run: (services, { id }, ask) =>
		withService(services, async (service) => {
			const { name } = service.connection;
			const consequences = [l10n.t('Another client sent it to {0}, and its work is lost.', name)];
			if ((await ask.confirmDelete({ what: 'engineRun', id, name: id, consequences })) !== true)
				return declined(l10n.t('Nothing was interrupted, because it was not confirmed.'));
			// The answer may have taken long, and older engines stop any running prompt.
			const [system, present] = await Promise.all([systemStats(service), queue(service)]);
			const runs = present.ok && present.value.running.some(({ promptId }) => promptId === id);
			if (!runs && !interruptsOnly(system.ok ? system.value.version : undefined))
				return failed(
					unsentFailure(
						'conflict',
						l10n.t('That run has ended in the meantime, so nothing was interrupted.'),
						l10n.t('Check the queue for the current run.'),
					),
				);
			return mapped(await interrupt(service, id), () => ({ id }));
		}),
});

export const engineOperations = [engineQueue, engineFree, engineInterrupt];
