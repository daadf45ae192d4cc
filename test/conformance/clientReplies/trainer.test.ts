import { type Result, success } from '../../../src/core/base/failure.ts';
import {
	createDataset,
	datasetStatus,
	uploadDirect,
	uploadEndpoints,
} from '../../../src/core/datasets/client.ts';
import type { SignedUpload } from '../../../src/core/datasets/parseDataset.ts';
import { bytesBody } from '../../../src/core/http/requestBody.ts';
import {
	cancelJob,
	editJob,
	jobResult,
	jobStatus,
	resumeJob,
	submitJob,
} from '../../../src/core/jobs/client.ts';
import type { JobResult } from '../../../src/core/jobs/job.ts';
import { type DatasetCall, datasetRows } from './datasetRows.ts';
import { type JobCall, jobRows } from './jobRows.ts';
import { type ClientCall, proveRows } from './rows.ts';

const jobCalls: Readonly<Record<JobCall, ClientCall>> = {
	submit: (service) => submitJob(service, { configText: 'config: {}', gpuType: 'ADA_80_PLUS', gpuCount: 1 }),
	status: (service) => jobStatus(service, 'j-1'),
	result: async (service) => namesOf(await jobResult(service, 'j-1')),
	cancel: (service) => cancelJob(service, 'j-1'),
	resume: (service) => resumeJob(service, 'j-1'),
	edit: (service) => editJob(service, 'j-1', { configText: 'config: {}' }),
};

function namesOf(result: Result<JobResult>): Result<object> {
	if (!result.ok) return result;
	const { checkpoints, samples, config, ...rest } = result.value;
	return success({
		...rest,
		checkpoints: checkpoints.map(({ name }) => name),
		samples: samples.map(({ name }) => name),
		config: config?.name,
	});
}

const datasetCalls: Readonly<Record<DatasetCall, ClientCall>> = {
	create: (service) => createDataset(service, { name: 'cats' }),
	status: (service) => datasetStatus(service, 'd-1'),
	'addresses of one file': async (service) =>
		placesOf(await uploadEndpoints(service, 'd-1', new Map([['a.jpg', 3]]))),
	'addresses of two files': async (service) => {
		const sizes = new Map([
			['a.jpg', 3],
			['a.txt', 5],
		]);
		return placesOf(await uploadEndpoints(service, 'd-1', sizes));
	},
	upload: (service) =>
		uploadDirect(service, 'd-1', { name: 'a.jpg', body: bytesBody(new Uint8Array([1, 2, 3])) }),
};

function placesOf(places: Result<ReadonlyMap<string, SignedUpload>>): Result<object> {
	if (!places.ok) return places;
	return success({
		names: [...places.value.keys()],
		methods: [...places.value.values()].map(({ method }) => method),
	});
}

proveRows('a reply about a training job', jobCalls, jobRows);
proveRows('a reply about a dataset', datasetCalls, datasetRows);
