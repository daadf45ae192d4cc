import type { Result } from '../base/failure.ts';
import { type Query, route } from '../connection/route.ts';
import type { RouteName } from '../connection/routes.ts';
import type { Service, TransportRequest } from './transport.ts';

/** A call of a route: its ids and its query in place of an address. */
export interface RouteCall extends Omit<TransportRequest, 'url'> {
	readonly ids?: Readonly<Record<string, string>>;
	readonly query?: Query | undefined;
}

export type CallOptions = Pick<TransportRequest, 'signal'>;

/** Calls a route of the service. One that the service does not have, and an id that cannot be one, are failures without a call. */
export async function call(
	{ connection, transport }: Service,
	name: RouteName,
	{ ids, query, ...request }: RouteCall,
): Promise<Result<unknown>> {
	const url = route(connection, name, ids, query);
	return url.ok ? transport.json({ ...request, url: url.value }) : url;
}
