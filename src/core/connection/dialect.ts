import type { Codes } from '../wire/codes.ts';
import type { Machines } from '../wire/hardware.ts';
import type { Addresses } from './address.ts';

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

/**
 * The base address of a connection and the path of a route. `{name}` is the place of an id, `{+name}` that of a path
 * with escaped segments. The path may have a query.
 */
export type Route = readonly [base: keyof Addresses, path: string];

/** Every route that Easel calls or opens. */
export type RouteName =
	/** Returns the owner of a token, or at least refuses a token that is not accepted. */
	| 'identity'
	| 'balance'
	| 'deviceStart'
	| 'devicePoll'
	/** The pages where a person enters the code of a sign-in, and where tokens are listed and revoked. */
	| 'devicePage'
	| 'profilePage'
	/* Routes of a deployment and its requests contain `{deploymentId}`, `{requestId}` and `{instanceId}`. */
	| 'deployments'
	| 'deployment'
	| 'submit'
	| 'requestStatus'
	| 'requestResult'
	| 'requestCancel'
	/** The engine of an instance: its base, which ends with a slash, and two of its routes. */
	| 'instance'
	| 'instanceFree'
	| 'instanceNodeInfo'
	/* Routes of a model contain `{+modelId}`, those of its requests `{requestId}`. */
	| 'models'
	| 'model'
	| 'modelCategories'
	| 'modelSubmit'
	| 'modelRequestStatus'
	/** Asks for the cost, too. */
	| 'modelRequestResult'
	| 'modelRequestCancel'
	/* Routes of a dataset contain `{datasetId}`. */
	| 'datasets'
	| 'dataset'
	| 'datasetStatus'
	| 'datasetUpload'
	| 'uploadAddresses'
	/* Routes of a job contain `{jobId}`. */
	| 'jobs'
	| 'jobStatus'
	| 'jobResult'
	| 'jobCancel'
	| 'jobResume'
	| 'jobEdit'
	/* Routes of a node-graph engine contain `{promptId}` and `{folder}`. */
	| EngineRouteName;

export type EngineRouteName =
	| 'engineSystem'
	| 'engineNodeInfo'
	| 'engineModelFolders'
	| 'engineModels'
	| 'engineQueue'
	| 'engineHistory'
	| 'enginePrompt'
	| 'engineInterrupt'
	| 'engineFree'
	| 'engineUpload'
	| 'engineView'
	| 'engineEvents';
