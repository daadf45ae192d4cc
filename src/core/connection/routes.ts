import type { Addresses } from './address.ts';

/**
 * The base address of a connection and the path of a route. `{name}` is the place of an id, `{+name}` that of a path
 * with escaped segments. The path may have a query.
 */
export type Route = readonly [base: keyof Addresses, path: string];

const deployment = '/prod/v2/deployments/{deploymentId}';
const request = `${deployment}/requests/{requestId}`;
const instance = `${deployment}/instances/{instanceId}/proxy/`;
const modelRequest = '/v1/requests/{requestId}';
const dataset = '/prod/v1/trainers/datasets/{datasetId}';
const job = '/prod/v1/trainers/ai-toolkit/jobs/{jobId}';

/** The routes that the service documents name. */
export const serviceRoutes = {
	/** Returns the owner of a token, or at least refuses a token that is not accepted. */
	identity: ['webUrl', '/api/auth/me'],
	balance: ['baseUrl', '/prod/v2/balance'],
	deviceStart: ['webUrl', '/api/cli-auth/start'],
	devicePoll: ['webUrl', '/api/cli-auth/poll'],
	/** The pages where a person enters the code of a sign-in, and where tokens are listed and revoked. */
	devicePage: ['webUrl', '/cli-auth'],
	profilePage: ['webUrl', '/profile'],
	deployments: ['baseUrl', '/prod/v2/deployments'],
	deployment: ['baseUrl', deployment],
	submit: ['baseUrl', `${deployment}/inference`],
	requestStatus: ['baseUrl', `${request}/status`],
	requestResult: ['baseUrl', `${request}/result`],
	requestCancel: ['baseUrl', `${request}/cancel`],
	/** The engine of an instance: its base, which ends with a slash, and two of its routes. */
	instance: ['baseUrl', instance],
	instanceFree: ['baseUrl', `${instance}api/free`],
	instanceNodeInfo: ['baseUrl', `${instance}object_info`],
	models: ['modelApiUrl', '/v1/models'],
	model: ['modelApiUrl', '/v1/models/{+modelId}'],
	modelCategories: ['modelApiUrl', '/v1/models/categories'],
	modelSubmit: ['modelApiUrl', '/v1/models/{+modelId}'],
	modelRequestStatus: ['modelApiUrl', `${modelRequest}/status`],
	modelRequestResult: ['modelApiUrl', `${modelRequest}/result?include_cost=true`],
	modelRequestCancel: ['modelApiUrl', `${modelRequest}/cancel`],
	datasets: ['trainerUrl', '/prod/v1/trainers/datasets'],
	dataset: ['trainerUrl', dataset],
	datasetStatus: ['trainerUrl', `${dataset}/status`],
	datasetUpload: ['trainerUrl', `${dataset}/upload`],
	uploadAddresses: ['trainerUrl', `${dataset}/get-upload-endpoint`],
	jobs: ['trainerUrl', '/prod/v1/trainers/ai-toolkit/jobs'],
	jobStatus: ['trainerUrl', `${job}/status`],
	jobResult: ['trainerUrl', `${job}/result`],
	jobCancel: ['trainerUrl', `${job}/cancel`],
	jobResume: ['trainerUrl', `${job}/resume`],
	jobEdit: ['trainerUrl', `${job}/edit`],
} satisfies Readonly<Record<string, Route>>;

/**
 * The routes of a node-graph engine (spec/engine.md), without `/api`, which every version has; an address that ends with `/api` leads to the
 * same routes.
 */
export const engineRoutes = {
	identity: ['baseUrl', '/system_stats'],
	engineSystem: ['baseUrl', '/system_stats'],
	engineNodeInfo: ['baseUrl', '/object_info'],
	engineModelFolders: ['baseUrl', '/models'],
	engineModels: ['baseUrl', '/models/{folder}'],
	engineQueue: ['baseUrl', '/queue'],
	engineHistory: ['baseUrl', '/history/{promptId}'],
	enginePrompt: ['baseUrl', '/prompt'],
	engineInterrupt: ['baseUrl', '/interrupt'],
	engineFree: ['baseUrl', '/free'],
	engineUpload: ['baseUrl', '/upload/image'],
	engineView: ['baseUrl', '/view'],
	engineEvents: ['baseUrl', '/ws'],
} satisfies Readonly<Record<string, Route>>;

/** Every route that Easel calls or opens. */
export type RouteName = keyof typeof serviceRoutes | keyof typeof engineRoutes;
