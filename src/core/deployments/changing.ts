import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { either } from '../base/language.ts';
import type { Service } from '../http/transport.ts';
import { wasNotSubmitted } from '../records/submissions.ts';
import type { DeploymentChange } from './changeTable.ts';
import { deleteDeployment, getDeployment, updateDeployment } from './client.ts';
import type { Deployment } from './deployment.ts';
import {
	boundsProblem,
	changedSettings,
	changedSince,
	type DeploymentSettings,
	hardwareChoices,
	type SettingChange,
	settingChanges,
	settingsOf,
} from './settings.ts';

/** Keeps what a change takes away, so that one can go back to it. */
interface ChangeLog {
	put(change: DeploymentChange): Promise<unknown>;
	remove(id: string): Promise<unknown>;
}

/** The deployment that is changed, with the service and the account. */
export interface ChangeTarget {
	readonly service: Service;
	readonly deploymentId: string;
	/** The log that keeps the values before, and the account for which it does; without it, nothing is kept. */
	readonly history?: { readonly accountId: string; readonly log: ChangeLog };
	readonly signal?: AbortSignal;
}

export type ChangeOutcome =
	| { readonly kind: 'unchanged'; readonly deployment: Deployment }
	| {
			readonly kind: 'changed';
			readonly deployment: Deployment;
			readonly changes: readonly SettingChange[];
	  }
	/** The record is not as it was seen: someone else has changed it. Nothing was sent. */
	| {
			readonly kind: 'conflict';
			readonly deployment: Deployment;
			readonly elsewhere: readonly SettingChange[];
	  };

/**
 * Gives a deployment the settings in `wanted`. The record is read first and only what differs is sent, with the name, which
 * the service demands (wire-facts.md, section 2). `seen` is the record as the person saw it: where it has changed since,
 * nothing is sent.
 */
export async function changeDeployment(
	target: ChangeTarget,
	wanted: DeploymentSettings,
	seen?: DeploymentSettings,
): Promise<Result<ChangeOutcome>> {
	const { service, deploymentId } = target;
	const options = optionsOf(target);
	const present = await getDeployment(service, deploymentId, options);
	if (!present.ok) return present;
	const deployment = present.value;
	const before = settingsOf(deployment);
	const elsewhere = seen === undefined ? [] : changedSince(seen, before);
	if (elsewhere.length > 0) return success({ kind: 'conflict', deployment, elsewhere });
	const changed = changedSettings(before, wanted);
	if (Object.keys(changed).length === 0) return success({ kind: 'unchanged', deployment });
	const refusal = changeRefusal(before, changed);
	if (refusal !== undefined) return failed(refusal);
	const { workflowId: _, ...sent } = changed;
	const reply = await keeping(target, { kind: 'changed', name: deployment.name, before, after: sent }, () =>
		updateDeployment(service, deploymentId, { ...sent, name: sent.name ?? deployment.name }, options),
	);
	if (!reply.ok) return reply;
	const changes = settingChanges(before, sent);
	// Some replies hold a part of the record only.
	const after = { ...deployment, ...sent, ...reply.value, id: deployment.id };
	return success({ kind: 'changed', deployment: after, changes });
}

/** Returns the reason why settings cannot be changed like this, before anything is sent; undefined where they can. */
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

/** Returns the reason why a deployment cannot have settings that nobody has chosen from a list; undefined where it can. */
export function settingsRefusal(before: DeploymentSettings, wanted: DeploymentSettings): Failure | undefined {
	const known = hardwareChoices([before.hardware]);
	if (wanted.hardware === undefined || known.includes(wanted.hardware))
		return changeRefusal(before, changedSettings(before, wanted));
	return refused(
		'hardware',
		l10n.t('There is no hardware "{0}".', wanted.hardware),
		l10n.t('Choose {0}.', either(known)),
	);
}

function refused(wire: string, message: string, nextStep: string): Failure {
	return {
		kind: 'input',
		message,
		nextStep,
		fixer: 'you',
		details: [`${wire}: ${message}`],
		mayHaveArrived: false,
	};
}

/** Deletes a deployment for good; its settings are kept, so that one like it can be created. */
export async function removeDeployment(target: ChangeTarget, known: Deployment): Promise<Result<undefined>> {
	const change = { kind: 'deleted', name: known.name, before: settingsOf(known), after: {} } as const;
	return keeping(target, change, () =>
		deleteDeployment(target.service, target.deploymentId, optionsOf(target)),
	);
}

/**
 * The change is written before it is sent: what was lost on the way, also behind the error of a gateway, may have been made. One
 * that surely was not is forgotten.
 */
async function keeping<T>(
	target: ChangeTarget,
	what: Pick<DeploymentChange, 'kind' | 'name' | 'before' | 'after'>,
	send: () => Promise<Result<T>>,
): Promise<Result<T>> {
	const { history, service, deploymentId } = target;
	if (history === undefined) return send();
	const { log, accountId } = history;
	const change: DeploymentChange = {
		id: crypto.randomUUID(),
		connectionId: service.connection.id,
		accountId,
		deploymentId,
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

function optionsOf({ signal }: ChangeTarget): { readonly signal?: AbortSignal } {
	return compact({ signal });
}
