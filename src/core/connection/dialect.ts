import type { Codes } from '../wire/codes.ts';
import type { Machines } from '../wire/hardware.ts';
import type { Route, RouteName } from './routes.ts';

/** Everything in which services differ on the wire; parsing accepts every spelling. A service is a row of `dialects.ts`. */
export interface Dialect {
	/** A route is absent if the service does not have it. */
	readonly routes: Readonly<Partial<Record<RouteName, Route>>>;
	/** The member of `extra_data` that carries the key for third-party API nodes. */
	readonly partnerKeyField: 'api_key_partner_org' | 'api_key_comfy_org';
	/** True if deployment bodies carry `hardware` as a one-element list. */
	readonly hardwareAsList: boolean;
	readonly machines: Machines;
	/** The balance that each product demands before it starts work, in millionths of a US dollar. */
	readonly minimumBalance: { readonly deployment: number; readonly training: number };
	/** Numbers of models on a page of the catalog. */
	readonly catalogPage: { readonly lowest: number; readonly highest: number; readonly usual: number };
	/** The most bytes of a file that is sent directly into a dataset; larger ones go to a signed address. */
	readonly directUpload: number;
	/** Milliseconds for which output files are hosted. */
	readonly outputLifetimeMs: number;
	readonly codes: Codes;
}
