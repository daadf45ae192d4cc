import type { Result } from '../../../src/core/base/failure.ts';
import { success } from '../../../src/core/base/failure.ts';
import { catalogRequests } from '../../../src/core/catalog/catalogRequests.ts';
import { deploymentRequests } from '../../../src/core/deployments/deploymentRequests.ts';
import type { CancelOutcome, RequestResult } from '../../../src/core/requests/request.ts';
import { modelRows } from './modelRows.ts';
import { cancelRows, nodeRows, type RequestCall, resultRows, statusRows, submitRows } from './requestRows.ts';
import { type ClientCall, proveRows } from './rows.ts';

const deploymentPlace = { targetId: 'd', requestId: 'r-1' };
const place = { targetId: 'maker/model', requestId: 'r-1' };

const deploymentCalls: Readonly<Record<RequestCall, ClientCall>> = {
	submit: (service) => deploymentRequests.submit(service, 'd', '{"overrides":{"3":{"inputs":{"seed":1}}}}'),
	status: (service) => deploymentRequests.status(service, deploymentPlace),
	result: async (service) => resultMembers(await deploymentRequests.result(service, deploymentPlace)),
	cancel: async (service) => outcomeMember(await deploymentRequests.cancel(service, deploymentPlace)),
};

const modelCalls: Readonly<Record<RequestCall, ClientCall>> = {
	submit: (service) => catalogRequests.submit(service, 'maker/model', '{"prompt":"a lighthouse"}'),
	status: (service) => catalogRequests.status(service, place),
	result: async (service) => resultMembers(await catalogRequests.result(service, place)),
	cancel: async (service) => outcomeMember(await catalogRequests.cancel(service, place)),
};

/** Returns the parts of a result that rows name. */
function resultMembers(result: Result<RequestResult | undefined>): Result<object | undefined> {
	if (!result.ok || result.value === undefined) return result;
	const { files, texts, error, ...rest } = result.value;
	return success({
		...rest,
		files: files.map(({ channel, filename, url }) => [channel, filename, url]),
		urls: files.map(({ url }) => url),
		names: files.map(({ filename }) => filename),
		nodes: files.map(({ nodeId }) => nodeId),
		texts: texts.map(({ text }) => text),
		error: error?.error,
		errorCode: error?.errorCode,
	});
}

function outcomeMember(result: Result<CancelOutcome>): Result<object> {
	return result.ok ? success({ outcome: result.value }) : result;
}

const shared = [...submitRows, ...statusRows, ...resultRows, ...cancelRows];
proveRows('a reply about a request to a deployment', deploymentCalls, [...shared, ...nodeRows]);
proveRows('a reply about a request to a model', modelCalls, [...shared, ...modelRows]);
