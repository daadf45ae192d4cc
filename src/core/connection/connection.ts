/** What differs on the wire between hosts of the service; parsing accepts every spelling. */
export interface Dialect {
	/** The member of `extra_data` that carries the key for third-party API nodes. */
	readonly partnerKeyField: 'api_key_partner_org' | 'api_key_comfy_org';
	/** Whether deployment bodies carry `hardware` as a one-element list. */
	readonly hardwareAsList: boolean;
}

/** The four addresses of the service, without a trailing slash. */
export interface Addresses {
	readonly baseUrl: string;
	readonly modelApiUrl: string;
	readonly webUrl: string;
	readonly trainerUrl: string;
}

/** A named set of addresses with its dialect. */
export interface Connection extends Addresses {
	/** Stable key: `sandbox`, `runcomfy`, or `user:<name>`. Tokens are stored under it. */
	readonly id: string;
	readonly name: string;
	readonly dialect: Dialect;
	/** True for a node-graph engine of one's own, which is at all four addresses: no account, no money, nothing but runs. */
	readonly engine?: true;
}
