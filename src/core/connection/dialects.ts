import { serviceCodes } from '../wire/codes.ts';
import { type Machine, perHour, serviceMachines } from '../wire/hardware.ts';
import { catalogPage, minimumBalance, outputLifetimeMs, sizeLimits } from '../wire/limits.ts';
import type { Connection, DialectName } from './connection.ts';
import type { Dialect, EngineRouteName, Route, RouteName } from './dialect.ts';

const deployment = '/prod/v2/deployments/{deploymentId}';
const request = `${deployment}/requests/{requestId}`;
const instance = `${deployment}/instances/{instanceId}/proxy/`;
const modelRequest = '/v1/requests/{requestId}';
const dataset = '/prod/v1/trainers/datasets/{datasetId}';
const job = '/prod/v1/trainers/ai-toolkit/jobs/{jobId}';

/** The routes that the service documents name. */
const serviceRoutes: Readonly<Record<Exclude<RouteName, EngineRouteName>, Route>> = {
	identity: ['webUrl', '/api/auth/me'],
	balance: ['baseUrl', '/prod/v2/balance'],
	deviceStart: ['webUrl', '/api/cli-auth/start'],
	devicePoll: ['webUrl', '/api/cli-auth/poll'],
	devicePage: ['webUrl', '/cli-auth'],
	profilePage: ['webUrl', '/profile'],
	deployments: ['baseUrl', '/prod/v2/deployments'],
	deployment: ['baseUrl', deployment],
	submit: ['baseUrl', `${deployment}/inference`],
	requestStatus: ['baseUrl', `${request}/status`],
	requestResult: ['baseUrl', `${request}/result`],
	requestCancel: ['baseUrl', `${request}/cancel`],
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
};

/**
 * The routes of a node-graph engine (spec/engine.md), without `/api`, which every version has; an address that ends with `/api` leads to the
 * same routes.
 */
const engineRoutes: Readonly<Record<EngineRouteName | 'identity', Route>> = {
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
};

/** As documented by the service. */
const contract: Dialect = {
	routes: serviceRoutes,
	partnerKeyField: 'api_key_partner_org',
	hardwareAsList: false,
	machines: serviceMachines,
	minimumBalance,
	catalogPage,
	directUpload: sizeLimits.directUpload,
	outputLifetimeMs,
	codes: serviceCodes,
};

const dialects: Readonly<Record<DialectName, Dialect>> = {
	contract,
	/** As the public service does (wire-facts.md, sections 2 and 3). */
	runcomfy: { ...contract, partnerKeyField: 'api_key_comfy_org', hardwareAsList: true },
	/** The dialect of an engine (spec/engine.md). It has no accounts: a proxy in front of it decides about a token. */
	engine: {
		...contract,
		partnerKeyField: 'api_key_comfy_org',
		routes: engineRoutes,
	},
};

/** Returns the dialect of a connection. Modules that a window loads at its start do not need it. */
export function dialectOf({ dialect }: Pick<Connection, 'dialect'>): Dialect {
	return typeof dialect === 'string' ? dialects[dialect] : dialect;
}

/** Returns the facts about a machine of any service by its name; undefined for an unknown name. */
export function machineNamed(name: string): Machine | undefined {
	for (const { machines } of Object.values(dialects)) {
		const found = machines.deployments.find((machine) => machine.name === name);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Returns the hourly price of a machine by its name, in millionths of a US dollar. */
export function hourlyRate(name: string): number | undefined {
	const machine = machineNamed(name);
	return machine && perHour(machine);
}
