import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { failed, type Result, success } from '../base/failure.ts';
import { route } from '../connection/route.ts';
import type { RouteName } from '../connection/routes.ts';
import { type CallOptions, call, type RouteCall } from '../http/call.ts';
import { notUnderstood } from '../http/notUnderstood.ts';
import { withFurtherPages } from '../http/pages.ts';
import { formBody, type StreamBody } from '../http/requestBody.ts';
import type { Service, TransportRequest } from '../http/transport.ts';
import type { Dataset } from './dataset.ts';
import {
	type DatasetList,
	namesDataset,
	parseDataset,
	parseDatasets,
	parseUploadEndpoints,
	type SignedUpload,
	unknownState,
} from './parseDataset.ts';

interface UploadOptions extends CallOptions {
	/** Called as bytes are sent, with their number so far and the total. With a form the total is more than the file. */
	readonly onProgress?: (sentBytes: number, ofBytes: number) => void;
}

/** The service does not page its lists: 100,000 files with names of 100 characters are some 15 MB. */
const largeReply = { replyBytes: 64_000_000, replyValues: 2_000_000 } as const;

/** Asks for all datasets of the account, without their files. */
export async function listDatasets(
	service: Service,
	options: CallOptions = {},
): Promise<Result<DatasetList>> {
	const url = route(service.connection, 'datasets');
	if (!url.ok) return url;
	const ask = async (at: string) => {
		const request = { method: 'GET', url: at, part: 'trainer', ...largeReply, ...options } as const;
		const reply = await service.transport.json(request);
		return reply.ok ? success(parseDatasets(reply.value)) : reply;
	};
	const first = await ask(url.value);
	if (!first.ok) return first;
	if (first.value === undefined) return failed(notUnderstood(l10n.t('the list of datasets')));
	const { records: datasets, skipped, isPartial } = await withFurtherPages(first.value, url.value, ask);
	return success({ datasets, skipped, isPartial });
}

/** Creates an empty dataset; without a name the service makes one. Never repeated automatically. A name in use is code 40901. */
export async function createDataset(
	service: Service,
	{ name }: { readonly name?: string } = {},
): Promise<Result<Dataset>> {
	const request = {
		method: 'POST',
		body: JSON.stringify(compact({ name })),
		isAnswer: namesDataset,
	} as const;
	const created = oneRecord(await trainerCall(service, 'datasets', request));
	if (!created.ok) return created;
	const { value } = created;
	// A reply may omit the name, which was accepted as sent, and the state, which can only be one.
	return success({
		...value,
		name: name !== undefined && value.name === value.id ? name : value.name,
		state: value.state === unknownState ? 'DRAFT' : value.state,
	});
}

/**
 * Asks for state, error and files of a dataset. The question itself may make the service check the arrived files (wire-facts.md, section
 * 10).
 */
export async function datasetStatus(
	service: Service,
	datasetId: string,
	options: CallOptions = {},
): Promise<Result<Dataset>> {
	const request = { method: 'GET', ids: { datasetId }, ...largeReply, ...options } as const;
	const status = oneRecord(await trainerCall(service, 'datasetStatus', request), datasetId);
	if (status.ok && status.value.state === unknownState)
		return failed(notUnderstood(l10n.t('the state of the dataset')));
	return status;
}

/** Deletes a dataset permanently. If it no longer exists, the failure is of kind `notFound`. */
export async function deleteDataset(service: Service, datasetId: string): Promise<Result<undefined>> {
	const reply = await trainerCall(service, 'dataset', { method: 'DELETE', ids: { datasetId } });
	return reply.ok ? success(undefined) : reply;
}

/**
 * Sends one file of at most 150,000,000 bytes (`sizeLimits.directUpload`) into a dataset; one of the same name is replaced. Once bytes have
 * left, the call is not repeated automatically.
 */
export async function uploadDirect(
	service: Service,
	datasetId: string,
	file: { readonly name: string; readonly body: StreamBody },
	options: UploadOptions = {},
): Promise<Result<undefined>> {
	const body = formBody([{ name: 'file', fileName: file.name, body: file.body }]);
	const request = { method: 'POST', ids: { datasetId }, body, safeToRepeat: true } as const;
	const reply = await trainerCall(service, 'datasetUpload', { ...request, ...watched(body, options) });
	return reply.ok ? success(undefined) : reply;
}

/**
 * Asks for signed addresses for files of exactly these sizes in bytes. They live for a short time and are secrets: keep
 * them in memory only. A file that the reply has no usable address for is absent.
 */
export async function uploadEndpoints(
	service: Service,
	datasetId: string,
	sizes: ReadonlyMap<string, number>,
	options: CallOptions = {},
): Promise<Result<ReadonlyMap<string, SignedUpload>>> {
	const reply = await trainerCall(service, 'uploadAddresses', {
		method: 'POST',
		ids: { datasetId },
		body: JSON.stringify({ filenameToByteSize: Object.fromEntries(sizes) }),
		safeToRepeat: true,
		...largeReply,
		...options,
	});
	if (!reply.ok) return reply;
	const endpoints = parseUploadEndpoints(reply.value, [...sizes.keys()]);
	return endpoints === undefined ? failed(notUnderstood(l10n.t('the upload addresses'))) : success(endpoints);
}

/** Sends the bytes of a file to its signed address, without a token. An expired one is a failure of status 403 or 410. */
export async function uploadSigned(
	service: Service,
	target: SignedUpload,
	body: StreamBody,
	options: UploadOptions = {},
): Promise<Result<undefined>> {
	const { url, method, headers } = target;
	const reply = await service.transport.send({
		method,
		url,
		headers,
		// The content type is part of the signature; if the signature has none, none is sent.
		body: { length: body.length, open: () => body.open() },
		bearer: false,
		part: 'trainer',
		secrets: [url],
		safeToRepeat: true,
		...watched(body, options),
	});
	return reply.ok ? success(undefined) : reply;
}

function trainerCall(service: Service, name: RouteName, request: RouteCall): Promise<Result<unknown>> {
	return call(service, name, { ...request, part: 'trainer' });
}

function watched(
	{ length }: StreamBody,
	{ signal, onProgress }: UploadOptions,
): Pick<TransportRequest, 'signal' | 'onProgress'> {
	return compact({ signal, onProgress: onProgress && ((sent: number) => onProgress(sent, length)) });
}

function oneRecord(reply: Result<unknown>, askedId?: string): Result<Dataset> {
	if (!reply.ok) return reply;
	const dataset = parseDataset(reply.value, reply.value === undefined ? undefined : askedId);
	return typeof dataset === 'string' ? failed(notUnderstood(l10n.t('the dataset'))) : success(dataset);
}
