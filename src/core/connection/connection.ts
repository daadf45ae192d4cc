import type { Addresses } from './address.ts';
import type { Dialect } from './dialect.ts';

/** The kind of place that a connection leads to: the service, or the user's own node-graph engine. */
type ConnectionKind = 'service' | 'engine';

/** The dialects of `dialects.ts`. */
export type DialectName = 'contract' | 'runcomfy' | 'engine';

/** The capabilities of a connection's target. Rooms ask for capabilities, not for the kind. */
export interface Capabilities {
	/** People sign in there; without it everyone who reaches the place may use it. */
	readonly account: boolean;
	readonly balance: boolean;
	/** It has a list of deployments, each with a saved workflow. */
	readonly deployments: boolean;
	readonly catalog: boolean;
	readonly datasets: boolean;
	readonly jobs: boolean;
	/** The engine's own routes are available: queue, memory, installed models, node info. */
	readonly engineRoutes: boolean;
}

/** A named set of addresses with its dialect. */
export interface Connection extends Addresses {
	/** Stable key: `sandbox`, `runcomfy`, or `user:<name>`. Tokens are stored under it. */
	readonly id: string;
	readonly name: string;
	readonly kind: ConnectionKind;
	readonly capabilities: Capabilities;
	/** By its name, so that it is loaded with the first call; or the dialect itself, if it has no row. */
	readonly dialect: DialectName | Dialect;
}
