/** The differences on the wire between hosts of the service; parsing accepts every spelling. */
export interface Dialect {
	/** The member of `extra_data` that carries the key for third-party API nodes. */
	readonly partnerKeyField: 'api_key_partner_org' | 'api_key_comfy_org';
	/** Whether deployment bodies carry `hardware` as a one-element list. */
	readonly hardwareAsList: boolean;
	readonly paths: Paths;
}

/** The paths below the addresses of a connection; each begins with a slash and ends without one. */
export interface Paths {
	/** Says who a token belongs to, or at least refuses one that is not accepted. */
	readonly identity: string;
	readonly balance: string;
	readonly deployments: string;
	readonly models: string;
	/** The requests of models. */
	readonly modelRequests: string;
	readonly datasets: string;
	readonly jobs: string;
}

/** The four addresses of the service, without a trailing slash. */
export interface Addresses {
	readonly baseUrl: string;
	readonly modelApiUrl: string;
	readonly webUrl: string;
	readonly trainerUrl: string;
}

/** The kind of place that a connection leads to: the service, or a node-graph engine of one's own. */
export type ConnectionKind = 'service' | 'engine';

/** The capabilities of the place that a connection leads to. Rooms ask for what they need, not for the kind. */
export interface Capabilities {
	/** People sign in there; without it everyone who reaches the place may use it. */
	readonly account: boolean;
	readonly balance: boolean;
	/** It has a list of deployments, each with a saved workflow. */
	readonly deployments: boolean;
	readonly catalog: boolean;
	readonly datasets: boolean;
	readonly jobs: boolean;
	/** The routes of an engine are there themselves: queue, memory, installed models, node info. */
	readonly engineRoutes: boolean;
}

/** A named set of addresses with its dialect. */
export interface Connection extends Addresses {
	/** Stable key: `sandbox`, `runcomfy`, or `user:<name>`. Tokens are stored under it. */
	readonly id: string;
	readonly name: string;
	readonly kind: ConnectionKind;
	readonly capabilities: Capabilities;
	readonly dialect: Dialect;
}
