import * as l10n from '@vscode/l10n';
import { type Failure, failed, inputFailure, type Result, success, unsentFailure } from '../base/failure.ts';
import { either } from '../base/language.ts';
import type { Service } from '../http/transport.ts';
import type { Leases } from '../ledger/ledger.ts';
import { wasNotSubmitted } from '../records/submissions.ts';
import type { Machines } from '../wire/hardware.ts';
import type { DeploymentChange } from './changeTable.ts';
import { deleteDeployment, getDeployment, updateDeployment } from './client.ts';
import type { Deployment } from './deployment.ts';
import {
	boundsProblem,
	changedSettings,
	changedSince,
	type DeploymentSettings,
	hardwareChoices,
	settingsOf,
} from './settings.ts';
import type { DeploymentStore } from './store.ts';

/** Keeps the previous settings of a change, so that it can be undone. */
interface ChangeLog {
	put(change: DeploymentChange): Promise<unknown>;
	remove(id: string): Promise<unknown>;
}

export interface ChangeAccount {
	readonly service: Service;
	/** The log that keeps the values before, and the account for which it does. */
	readonly history: { readonly accountId: string; readonly log: ChangeLog };
	/** The leases of the history, by which programs on this computer agree who creates a deployment of a name. */
	readonly leases: Leases;
	/** Shows a result in the list of the account. */
	show(change: (list: Pick<DeploymentStore, 'add' | 'replace' | 'remove'>) => void): void;
}

/**
 * Applies the settings in `wanted` to a deployment. The record is read first and only differences are sent, with the
 * name, which the service requires (wire-facts.md, section 2). `seen` is the record that the person saw: if it has
 * changed since, nothing is sent.
 */
export async function changeDeployment(
	account: ChangeAccount,
	deploymentId: string,
	wanted: DeploymentSettings,
	seen?: DeploymentSettings,
): Promise<Result<Deployment>> {
	const { service } = account;
	const present = await getDeployment(service, deploymentId);
	if (!present.ok) return present;
	const deployment = present.value;
	account.show((list) => list.replace(deployment));
	const before = settingsOf(deployment);
	if (seen !== undefined && changedSince(seen, before).length > 0) return failed(conflict(deployment.name));
	const changed = changedSettings(before, wanted);
	if (Object.keys(changed).length === 0) return success(deployment);
	const refusal = changeRefusal(before, changed);
	if (refusal !== undefined) return failed(refusal);
	const { workflowId: _, ...after } = changed;
	const change = { kind: 'changed', deploymentId, name: deployment.name, before, after } as const;
	const reply = await keeping(account, change, () =>
		updateDeployment(service, deploymentId, { ...after, name: after.name ?? deployment.name }),
	);
	if (!reply.ok) return reply;
	// Some replies contain only a part of the record.
	const latest = { ...deployment, ...after, ...reply.value, id: deployment.id };
	account.show((list) => list.replace(latest));
	return success(latest);
}

function conflict(name: string): Failure {
	return unsentFailure(
		'conflict',
		l10n.t('Someone else has just changed "{0}".', name),
		l10n.t('Check its current settings, then try again.'),
	);
}

/** Returns the reason why this change of settings is not possible, before anything is sent; undefined if it is. */
export function changeRefusal(before: DeploymentSettings, changed: DeploymentSettings): Failure | undefined {
	if (changed.workflowId !== undefined && changed.workflowId !== before.workflowId)
		return refused(
			'workflow_id',
			l10n.t('The workflow of a deployment cannot be changed.'),
			l10n.t('Create a new deployment for the other workflow.'),
		);
	const bounds = boundsProblem({ ...before, ...changed });
	if (bounds === undefined) return undefined;
	return refused('max_instances', bounds, l10n.t('Raise the maximum or lower the minimum.'));
}

/** Returns the reason why a deployment cannot have settings that were not chosen from a list; undefined if it can. */
export function settingsRefusal(
	before: DeploymentSettings,
	wanted: DeploymentSettings,
	machines: Machines,
): Failure | undefined {
	const known = hardwareChoices([before.hardware], machines);
	if (wanted.hardware === undefined || known.includes(wanted.hardware))
		return changeRefusal(before, changedSettings(before, wanted));
	return refused(
		'hardware',
		l10n.t('Unknown hardware "{0}".', wanted.hardware),
		l10n.t('Choose {0}.', either(known)),
	);
}

function refused(wire: string, message: string, nextStep: string): Failure {
	return inputFailure(message, nextStep, [`${wire}: ${message}`]);
}

/**
 * Deletes a deployment permanently; its settings are kept, so that a similar one can be created. A missing one counts
 * as deleted.
 */
export async function removeDeployment(
	account: ChangeAccount,
	known: Deployment,
): Promise<Result<undefined>> {
	const { id: deploymentId, name } = known;
	const change = { kind: 'deleted', deploymentId, name, before: settingsOf(known), after: {} } as const;
	const done = await keeping(account, change, async () => {
		const deleted = await deleteDeployment(account.service, deploymentId);
		return deleted.ok || deleted.failure.kind === 'notFound' ? success(undefined) : deleted;
	});
	if (!done.ok) return done;
	account.show((list) => list.remove(deploymentId));
	return success(undefined);
}

/**
 * Records a change before it is sent: a call with a lost reply, or with a gateway error, may have taken effect. A
 * change that certainly did not is forgotten.
 */
async function keeping<T>(
	{ service, history: { accountId, log } }: ChangeAccount,
	what: Pick<DeploymentChange, 'kind' | 'deploymentId' | 'name' | 'before' | 'after'>,
	send: () => Promise<Result<T>>,
): Promise<Result<T>> {
	const change: DeploymentChange = {
		id: crypto.randomUUID(),
		connectionId: service.connection.id,
		accountId,
		at: Date.now(),
		...what,
		uncertain: true,
	};
	await log.put(change);
	const reply = await send();
	if (reply.ok) {
		const { uncertain: _, ...certain } = change;
		await log.put(certain);
	} else if (wasNotSubmitted(reply.failure)) await log.remove(change.id);
	return reply;
}
