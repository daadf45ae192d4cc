import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success, unsentFailure } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import { wasNotSubmitted } from '../records/submissions.ts';
import { uncertainFailure } from '../records/submitOnce.ts';
import type { ChangeAccount } from './changing.ts';
import { createDeployment, listDeployments, type NewDeployment } from './client.ts';
import type { Deployment } from './deployment.ts';

/**
 * Milliseconds for which a name is claimed: no other program creates a deployment with it, and the list shows the
 * created one by then.
 */
const claimMs = 120_000;

/** Identifies this program among those that share a history: it may create again under its own claim. */
const owner = crypto.randomUUID();

/** The claims of calls that have not ended. */
const underWay = new Set<string>();

/**
 * Creates a deployment, once: of several simultaneous creations with one name, one succeeds. If no answer shows whether
 * it was created, the list is read again: a new deployment with that name is the created one. Otherwise the failure has
 * an unknown outcome, since a second one may be paid twice.
 * @param besides ids of deployments of the same name that the person has seen
 */
export async function createOnce(
	{ service, leases }: Pick<ChangeAccount, 'service' | 'leases'>,
	deployment: NewDeployment,
	besides: readonly string[],
): Promise<Result<Deployment>> {
	const claim = JSON.stringify(['create deployment', service.connection.id, deployment.name]);
	if (underWay.has(claim)) return failed(claimedFailure(deployment.name));
	underWay.add(claim);
	try {
		if (!(await leases.lease(claim, owner, claimMs))) return failed(claimedFailure(deployment.name));
		const created = await claimed(service, deployment, besides);
		// Others wait until the list shows the possible result.
		if (created.ok || created.failure.kind !== 'uncertain') await leases.release(claim, owner);
		return created;
	} finally {
		underWay.delete(claim);
	}
}

async function claimed(
	service: Service,
	deployment: NewDeployment,
	besides: readonly string[],
): Promise<Result<Deployment>> {
	const { name } = deployment;
	const before = await listDeployments(service);
	if (!before.ok) return before;
	const known = new Set(before.value.deployments.map(({ id }) => id));
	const other = before.value.deployments.find((each) => each.name === name && !besides.includes(each.id));
	if (other !== undefined) return failed(existsFailure(other));
	const created = await createDeployment(service, deployment);
	if (created.ok || wasNotSubmitted(created.failure)) return created;
	const after = await listDeployments(service);
	const found = after.ok
		? after.value.deployments.find((each) => each.name === name && !known.has(each.id))
		: undefined;
	if (found !== undefined) return success(found);
	return failed(
		uncertainFailure(created.failure, {
			message: l10n.t('It is unknown whether the deployment "{0}" was created.', name),
			nextStep: l10n.t('Check the list of deployments before you create it again.'),
		}),
	);
}

function claimedFailure(name: string): Failure {
	return unsentFailure(
		'conflict',
		l10n.t('A deployment named "{0}" is being created, or may have been created a moment ago.', name),
		l10n.t('Wait two minutes and check the list of deployments before you create it again.'),
	);
}

function existsFailure({ id, name }: Deployment): Failure {
	return unsentFailure(
		'conflict',
		l10n.t('A deployment named "{0}" has been created in the meantime, with the ID {1}.', name, id),
		l10n.t('Check it before you create another one with this name.'),
	);
}
