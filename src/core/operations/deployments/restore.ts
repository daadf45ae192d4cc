import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { ownerOf, type SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { failed, mapped, type Result, success, unsentFailure } from '../../base/failure.ts';
import { type DeploymentChange, DeploymentChangeTable } from '../../deployments/changeTable.ts';
import { applyDeployment } from '../../deployments/file/apply.ts';
import { findDeployment } from '../../deployments/find.ts';
import { settingChanges, settingsOf } from '../../deployments/settings.ts';
import { nonEmpty } from '../members.ts';
import { operation } from '../operation.ts';
import type { OperationServices } from '../services.ts';
import { withSession } from '../withSession.ts';
import { accountOf, besidesOf, deploymentFact, deploymentId, factsOf, mayGive } from './facts.ts';

/** Changes that are listed. */
const mostListed = 200;

async function changesOf(
	services: OperationServices,
	session: SignedIn,
	id: string | undefined,
): Promise<readonly DeploymentChange[]> {
	return new DeploymentChangeTable((await services.ledger()).ledger).list(ownerOf(session), mostListed, id);
}

export const deploymentChanges = operation({
	id: 'deployment.changes',
	title: l10n.t('List the changes to deployments that were made here, newest first'),
	effect: 'read',
	input: z.object({ id: z.exactOptional(deploymentId) }),
	output: z.object({
		changes: z.array(
			z.object({
				id: z.string(),
				deploymentId: z.string(),
				/** The name before the change. */
				name: z.string(),
				/** Milliseconds since 1970. */
				changedAt: z.number(),
				kind: z.enum(['changed', 'deleted']),
				/** The service gave no answer, so that it may or may not have been made. */
				uncertain: z.exactOptional(z.boolean()),
				settings: z.array(
					z.object({
						key: z.string(),
						label: z.string(),
						before: z.exactOptional(z.string()),
						after: z.string(),
					}),
				),
			}),
		),
	}),
	run: (services, input) =>
		withSession(services, async (session) => {
			const changes = await changesOf(services, session, input.id);
			return success({
				changes: changes.map(({ id, deploymentId: changed, name, at, kind, uncertain, before, after }) => ({
					id,
					deploymentId: changed,
					name,
					changedAt: at,
					kind,
					...compact({ uncertain }),
					settings: settingChanges(before, after).map(({ wire: key, label, before: from, after: to }) => ({
						key,
						label,
						after: to,
						...compact({ before: from }),
					})),
				})),
			});
		}),
});

const restored = z.object({ ...deploymentFact.shape, action: z.enum(['none', 'change', 'create']) });

/** Restores the settings that a deployment had before a change made here; if it no longer exists, creates one like it. */
export const deploymentRestore = operation({
	id: 'deployment.restore',
	title: l10n.t('Restore the settings that a deployment had before a change made here'),
	effect: 'spend',
	input: z.object({
		id: deploymentId,
		change: z.exactOptional(nonEmpty(l10n.t('the ID of the change to undo; the latest one if omitted'))),
	}),
	output: restored,
	run: (services, input, ask) =>
		withSession<z.input<typeof restored>>(services, async (session) => {
			const live = await findDeployment(session.service, input.id);
			if (!live.ok && live.failure.kind !== 'notFound') return live;
			const present = live.ok ? live.value : undefined;
			const made = await changesOf(services, session, present?.id ?? input.id);
			const change = made.find(({ id }) => input.change === undefined || id === input.change);
			if (change === undefined) return unknownChange;
			const { before } = change;
			const now = present === undefined ? {} : settingsOf(present);
			const changes = settingChanges(now, before);
			if (present !== undefined && changes.length === 0)
				return success({ ...factsOf(present), action: 'none' });
			const may = await mayGive(
				{ services, session, ask },
				present === undefined
					? { act: 'createDeploymentAgain', name: change.name, changes }
					: { act: 'restoreDeployment', name: present.name, id: present.id, changes },
				now,
				before,
			);
			if (!may.ok) return may;
			const besides = present === undefined ? await besidesOf(session, ask, before.name ?? '') : success([]);
			if (!besides.ok) return besides;
			const account = await accountOf(services, session);
			const action = present === undefined ? 'create' : 'change';
			const done = await applyDeployment(account, before, present, besides.value);
			return mapped(done, (deployment) => ({ ...factsOf(deployment), action }));
		}),
});

const unknownChange: Result<never> = failed(
	unsentFailure(
		'notFound',
		l10n.t('No such change of this deployment was made here.'),
		l10n.t('List the changes that were made here, then specify one of them.'),
	),
);

export const deploymentChangeOperations = [deploymentChanges, deploymentRestore];
