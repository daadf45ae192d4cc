import type { Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import { getDeployment, listDeployments } from './client.ts';
import type { Deployment } from './deployment.ts';

/** Asks for a deployment, which is meant by its id or by a name that no other one has. */
export async function findDeployment(
	service: Service,
	named: string,
	options: Parameters<typeof getDeployment>[2] = {},
): Promise<Result<Deployment>> {
	const byId = await getDeployment(service, named, options);
	if (byId.ok || (byId.failure.kind !== 'notFound' && byId.failure.kind !== 'input')) return byId;
	const listed = await listDeployments(service);
	if (!listed.ok) return listed;
	const found = onlyNamed(listed.value.deployments, named);
	return found === undefined ? byId : getDeployment(service, found.id, options);
}

/** Returns the one of that name; undefined if several have it. */
export function onlyNamed<T extends { readonly name: string }>(
	items: readonly T[],
	name: string,
): T | undefined {
	const [found, ...others] = items.filter((item) => item.name === name);
	return others.length === 0 ? found : undefined;
}
