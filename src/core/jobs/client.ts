import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { RouteName } from '../connection/routes.ts';
import { type CallOptions, call } from '../http/call.ts';
import { notUnderstood } from '../http/notUnderstood.ts';
import type { Service, Transport, TransportRequest } from '../http/transport.ts';
import { namedInPath } from '../requests/parseRequest.ts';
import { literalSecrets } from './config/secrets.ts';
import type { Gpu, JobResult, JobStatus } from './job.ts';
import { namesJob, parseJobResult, parseJobStatus, parseSubmittedJob } from './parse.ts';

/** The data of a new job: trainer-service.md, "Job submission body". */
export interface NewJob {
	/** The whole configuration, sent unchanged. */
	readonly configText: string;
	readonly gpuType: string;
	readonly gpuCount: number;
	/** Secrets to mask in the service's replies, in addition to those named in the text. */
	readonly secrets?: readonly string[];
}

export interface JobEdit {
	/** The whole configuration, sent unchanged. */
	readonly configText: string;
	/** The machine; without it the service decides. */
	readonly gpu?: Gpu;
	/** As in {@link NewJob}. */
	readonly secrets?: readonly string[];
}

/** A long job lists thousands of samples, each with a signed address. */
const largeReply = { replyBytes: 32_000_000, replyValues: 1_000_000 } as const;

/** Submits a job; never repeated once it may have arrived, since a second one would cost money. */
export async function submitJob(
	service: Service,
	job: NewJob,
	options: CallOptions = {},
): Promise<Result<JobStatus>> {
	const reply = await call(service, 'jobs', {
		method: 'POST',
		part: 'trainer',
		body: JSON.stringify({
			config_file: job.configText,
			config_file_format: 'yaml',
			gpu_type: job.gpuType,
			gpu_count: job.gpuCount,
		}),
		secrets: secretsOf(job),
		isAnswer: namesJob,
		seeOther: ({ pathname }) => namedInPath(pathname, 'jobs', 'job_id'),
		signal: options.signal,
	});
	if (!reply.ok) return reply;
	const submitted = parseSubmittedJob(reply.value);
	return submitted === undefined ? failed(unread(l10n.t('the ID of the new job'))) : success(submitted);
}

/** Asks for state and progress of a job. */
export async function jobStatus(
	service: Service,
	jobId: string,
	options: CallOptions = {},
): Promise<Result<JobStatus>> {
	const reply = await jobCall(service, 'GET', 'jobStatus', jobId, options);
	if (!reply.ok) return reply;
	const status = parseJobStatus(reply.value, jobId);
	return status === undefined ? failed(unread(l10n.t('the state of the job'))) : success(status);
}

/** Transports to services that require POST for the result: the document leaves the method open. */
const resultByPost = new WeakSet<Transport>();

/** Requests the artifacts of a job so far, in any state. Its addresses are secrets. */
export async function jobResult(
	service: Service,
	jobId: string,
	options: CallOptions = {},
): Promise<Result<JobResult>> {
	const reply = await resultReply(service, jobId, options);
	if (!reply.ok) return reply;
	const result = parseJobResult(reply.value);
	return result === undefined ? failed(unread(l10n.t('the files of the job'))) : success(result);
}

async function resultReply(service: Service, jobId: string, options: CallOptions): Promise<Result<unknown>> {
	const byPost = () =>
		jobCall(service, 'POST', 'jobResult', jobId, options, {
			body: '{}',
			safeToRepeat: true,
			onlyReads: true,
			...largeReply,
		});
	if (resultByPost.has(service.transport)) return byPost();
	const reply = await jobCall(service, 'GET', 'jobResult', jobId, options, largeReply);
	if (reply.ok || !refusesMethod(reply.failure)) return reply;
	const second = await byPost();
	if (second.ok) resultByPost.add(service.transport);
	// The path supports neither method: the first answer is as good, and is about the documented call.
	return second.ok || !refusesMethod(second.failure) ? second : reply;
}

/**
 * Returns whether a host may not know the method: some answer 404 without a code of the service for a path that
 * supports only another one.
 */
function refusesMethod({ status, code }: Failure): boolean {
	return status === 405 || status === 501 || (status === 404 && code === undefined);
}

/** Cancels a waiting or running job. Returns the job afterwards, if the service does. */
export async function cancelJob(
	service: Service,
	jobId: string,
	options: CallOptions = {},
): Promise<Result<JobStatus | undefined>> {
	// A second cancel is harmless: it finds the job canceled.
	return afterCall(service, 'jobCancel', jobId, options, { body: '{}', safeToRepeat: true });
}

/** Queues an ended job again, on another machine if `gpu` is given; never repeated, since a second call would be refused. */
export async function resumeJob(
	service: Service,
	jobId: string,
	gpu?: Gpu,
	options: CallOptions = {},
): Promise<Result<JobStatus | undefined>> {
	return afterCall(service, 'jobResume', jobId, options, { body: JSON.stringify(machine(gpu)) });
}

/** Replaces the configuration of a job that has ended. */
export async function editJob(
	service: Service,
	jobId: string,
	edit: JobEdit,
	options: CallOptions = {},
): Promise<Result<JobStatus | undefined>> {
	return afterCall(service, 'jobEdit', jobId, options, {
		body: JSON.stringify({
			config_file: edit.configText,
			config_file_format: 'yaml',
			...machine(edit.gpu),
		}),
		safeToRepeat: true,
		secrets: secretsOf(edit),
	});
}

/** A configuration is text of some kilobytes. */
const mostConfigBytes = 4_000_000;

/** Fetches the text of a configuration artifact. */
export async function fetchConfig(transport: Transport, url: string): Promise<Result<string>> {
	// The address is signed: no token is sent.
	const reply = await transport.send({
		method: 'GET',
		url,
		part: 'trainer',
		bearer: false,
		replyBytes: mostConfigBytes,
	});
	return reply.ok ? success(reply.value.text) : reply;
}

function machine(gpu: Gpu | undefined): Readonly<Record<string, string | number>> {
	return gpu === undefined ? {} : { gpu_type: gpu.type, gpu_count: gpu.count };
}

function secretsOf({ configText, secrets = [] }: Pick<JobEdit, 'configText' | 'secrets'>): readonly string[] {
	return [...literalSecrets(configText), ...secrets];
}

type More = Pick<
	TransportRequest,
	'body' | 'safeToRepeat' | 'onlyReads' | 'secrets' | 'replyBytes' | 'replyValues'
>;

async function afterCall(
	service: Service,
	name: RouteName,
	jobId: string,
	options: CallOptions,
	more: More,
): Promise<Result<JobStatus | undefined>> {
	const reply = await jobCall(service, 'POST', name, jobId, options, more);
	return reply.ok ? success(parseJobStatus(reply.value, jobId)) : reply;
}

function jobCall(
	service: Service,
	method: 'GET' | 'POST',
	name: RouteName,
	jobId: string,
	options: CallOptions,
	more: More = {},
): Promise<Result<unknown>> {
	return call(service, name, {
		method,
		ids: { jobId },
		part: 'trainer',
		isAnswer: namesJob,
		...more,
		...options,
	});
}

function unread(what: string): Failure {
	return notUnderstood(what, l10n.t('Look at the training jobs on the web page of the service.'));
}
