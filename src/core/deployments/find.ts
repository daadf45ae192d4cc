import type { Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import { meantOf } from '../records/meant.ts';
import { getDeployment, listDeployments } from './client.ts';
import type { Deployment } from './deployment.ts';

/** Requests a deployment by its id, an id prefix or its name. */
export async function findDeployment(
	service: Service,
	named: string,
	options: Parameters<typeof getDeployment>[2] = {},
): Promise<Result<Deployment>> {
	const byId = await getDeployment(service, named, options);
	if (byId.ok || (byId.failure.kind !== 'notFound' && byId.failure.kind !== 'input')) return byId;
	const listed = await listDeployments(service);
	if (!listed.ok) return listed;
	const meant = meantOf(listed.value.deployments, named);
	if (!meant.ok) return meant;
	return meant.value === undefined ? byId : getDeployment(service, meant.value.id, options);
}
