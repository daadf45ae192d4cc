import * as l10n from '@vscode/l10n';
import { failed, mapped, type Result, success } from '../base/failure.ts';
import { dialectOf } from '../connection/dialects.ts';
import { route } from '../connection/route.ts';
import { type CallOptions, call } from '../http/call.ts';
import { notUnderstood } from '../http/notUnderstood.ts';
import { withFurtherPages } from '../http/pages.ts';
import type { Service } from '../http/transport.ts';
import type { Deployment, DeploymentList } from './deployment.ts';
import { parseDeployment, parseDeployments } from './parseDeployment.ts';
import { type DeploymentSettings, usualSettings } from './settings.ts';

/** A part of a deployment's record beyond its attributes, which is sent only on request. */
type DeploymentInclude = 'payload' | 'readme';

/** The attributes of a new deployment, required and optional (inference-service.md, "Deployment"). */
export interface NewDeployment extends Omit<DeploymentSettings, 'enabled'> {
	readonly name: string;
	readonly workflowId: string;
	readonly workflowVersion: string;
}

/** Attributes to change; absent ones stay. */
type DeploymentChanges = Omit<DeploymentSettings, 'workflowId'>;

/** The service does not page the list, and a saved workflow may contain pictures as text. */
const largeReply = { replyBytes: 32_000_000, replyValues: 2_000_000 } as const;

interface ListOptions extends CallOptions {
	readonly ids?: readonly string[];
	readonly includes?: readonly DeploymentInclude[];
}

/**
 * Requests all deployments of the account, or those with the given ids. Several ids are sent as repeated parameters;
 * missing ones are requested again as one list with commas, which other hosts require (wire-facts.md, section 2).
 */
export async function listDeployments(
	service: Service,
	options: ListOptions = {},
): Promise<Result<DeploymentList>> {
	const { ids = [] } = options;
	const list = await requestList(service, options, ids);
	if (!list.ok || ids.length < 2) return list;
	const found = new Set(list.value.deployments.map(({ id }) => id));
	const missing = ids.filter((id) => !found.has(id));
	if (missing.length === 0) return list;
	const more = await requestList(service, options, [missing.join(',')]);
	// A missing id may be refused here; the others are still an answer.
	if (!more.ok) return more.failure.kind === 'canceled' ? more : list;
	const others = more.value.deployments.filter(({ id }) => missing.includes(id));
	return success({ ...list.value, deployments: [...list.value.deployments, ...others] });
}

async function requestList(
	service: Service,
	options: ListOptions,
	ids: readonly string[],
): Promise<Result<DeploymentList>> {
	const query = { ...(ids.length > 0 ? { ids } : {}), includes: options.includes };
	const url = route(service.connection, 'deployments', {}, query);
	if (!url.ok) return url;
	const ask = async (at: string) => {
		const request = { method: 'GET', url: at, ...largeReply, signal: options.signal } as const;
		return mapped(await service.transport.json(request), parseDeployments);
	};
	const first = await ask(url.value);
	if (!first.ok) return first;
	if (first.value === undefined) return failed(notUnderstood(l10n.t('the list of deployments')));
	// If a few are requested by id, a total may count all deployments.
	if (ids.length > 0) return success({ deployments: first.value.records, skipped: first.value.skipped });
	const { records: deployments, skipped, isPartial } = await withFurtherPages(first.value, url.value, ask);
	return success({ deployments, skipped, isPartial });
}

/** Requests one deployment, with its saved workflow or readme if wanted. */
export async function getDeployment(
	service: Service,
	deploymentId: string,
	options: CallOptions & { readonly includes?: readonly DeploymentInclude[] } = {},
): Promise<Result<Deployment>> {
	const { includes, signal } = options;
	const request = {
		method: 'GET',
		ids: { deploymentId },
		query: { includes },
		...largeReply,
		signal,
	} as const;
	return oneRecord(await call(service, 'deployment', request));
}

/** Creates a deployment; never repeated automatically, since a second one would cost money. */
export async function createDeployment(
	service: Service,
	deployment: NewDeployment,
): Promise<Result<Deployment>> {
	const body = JSON.stringify({
		workflow_id: deployment.workflowId,
		// Some hosts require all attributes at creation.
		...wireAttributes(service, {
			...usualSettings(dialectOf(service.connection).machines),
			...deployment,
		}),
	});
	return oneRecord(await call(service, 'deployments', { method: 'POST', body }));
}

/**
 * Changes the given attributes. The service refuses a change without the name, so the current one is fetched and sent
 * again if the changes have none (wire-facts.md, section 2).
 */
export async function updateDeployment(
	service: Service,
	deploymentId: string,
	changes: DeploymentChanges,
): Promise<Result<Deployment>> {
	let name = changes.name;
	if (name === undefined) {
		const present = await getDeployment(service, deploymentId);
		if (!present.ok) return present;
		name = present.value.name;
	}
	const body = JSON.stringify(wireAttributes(service, { ...changes, name }));
	const request = { method: 'PATCH', ids: { deploymentId }, body, safeToRepeat: true } as const;
	const reply = await call(service, 'deployment', request);
	if (!reply.ok) return reply;
	const updated = parseDeployment(reply.value);
	// Some hosts acknowledge a change without the record.
	return typeof updated === 'string' ? getDeployment(service, deploymentId) : success(updated);
}

/** Deletes a deployment permanently. If it no longer exists, the failure is of kind `notFound`. */
export async function deleteDeployment(service: Service, deploymentId: string): Promise<Result<undefined>> {
	const reply = await call(service, 'deployment', { method: 'DELETE', ids: { deploymentId } });
	return mapped(reply, () => undefined);
}

function wireAttributes(service: Service, attributes: DeploymentChanges): Record<string, unknown> {
	const { hardware } = attributes;
	const listed = dialectOf(service.connection).hardwareAsList && hardware !== undefined;
	return {
		name: attributes.name,
		workflow_version: attributes.workflowVersion,
		hardware: listed ? [hardware] : hardware,
		min_instances: attributes.minInstances,
		max_instances: attributes.maxInstances,
		queue_size: attributes.queueSize,
		keep_warm_duration_in_seconds: attributes.keepWarmSeconds,
		is_enabled: attributes.enabled,
	};
}

function oneRecord(reply: Result<unknown>): Result<Deployment> {
	if (!reply.ok) return reply;
	const deployment = parseDeployment(reply.value);
	return typeof deployment === 'string'
		? failed(notUnderstood(l10n.t('the deployment')))
		: success(deployment);
}
