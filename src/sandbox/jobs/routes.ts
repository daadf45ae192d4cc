import { type Context, Hono } from 'hono';
import type { Submission } from '../../core/training/context.ts';
import { trainingMachines } from '../../core/wire/hardware.ts';
import { minimumBalance } from '../../core/wire/limits.ts';
import type { Accounts } from '../account/accounts.ts';
import { bearer, type SignedIn } from '../account/bearer.ts';
import { refuse, refuseTraining } from '../base/errors.ts';
import { acceptConfig, type DatasetSource } from './configRules.ts';
import { type ConfigBody, type GpuChoice, readConfigBody, readGpuBody } from './jobBody.ts';
import { pricePerSecond } from './pace.ts';
import type { JobConfig, JobRecord } from './records.ts';
import { type JobParts, jobRecord, jobsPath, resultRecord, statusRecord } from './wire.ts';

interface Parts extends JobParts {
	readonly accounts: Accounts;
	readonly datasets: DatasetSource;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the routes for submit, status, result, cancel, resume and edit of training jobs (trainer-service.md, "Endpoints"). */
export function jobRoutes(parts: Parts): Hono<SignedIn> {
	const { accounts, jobs, trainer } = parts;
	const app = new Hono<SignedIn>();
	const signedIn = bearer(accounts);

	app.post(jobsPath, signedIn, async (context) => {
		const { accountId } = context.get('token');
		checkBalance(accountId);
		const body = readConfigBody(await context.req.text());
		const { name, config } = accept(accountId, body, { operation: 'submit' });
		const job = jobs.create(accountId, name, config);
		trainer.enqueue(job);
		return context.json(jobRecord(parts, job));
	});
	app.get(`${jobsPath}/:jobId/status`, signedIn, (context) => {
		return context.json(statusRecord(parts, find(context)));
	});
	for (const method of ['GET', 'POST']) {
		app.on(method, `${jobsPath}/:jobId/result`, signedIn, (context) => {
			return context.json(resultRecord(parts, find(context)));
		});
	}
	app.post(`${jobsPath}/:jobId/cancel`, signedIn, (context) => {
		trainer.cancel(find(context));
		return context.json(jobRecord(parts, find(context)));
	});
	app.post(`${jobsPath}/:jobId/resume`, signedIn, async (context) => {
		const job = find(context);
		if (job.state !== 'STOPPED' && job.state !== 'CANCELED') {
			const text = `The job is ${job.state}, and only a job that is stopped or canceled can be resumed.`;
			throw refuseTraining(42267, text);
		}
		checkBalance(job.accountId);
		const gpus = readGpuBody(await context.req.text(), job);
		checkGpus(gpus);
		trainer.resume(job, gpus);
		return context.json(jobRecord(parts, find(context)));
	});
	app.post(`${jobsPath}/:jobId/edit`, signedIn, async (context) => {
		const job = find(context);
		if (job.state === 'IN_QUEUE' || job.state === 'RUNNING') {
			const text = `The job is ${job.state}, and only a job that is stopped, canceled or failed can be edited.`;
			throw refuseTraining(42276, text);
		}
		const body = readConfigBody(await context.req.text(), job);
		const { config } = accept(job.accountId, body, { operation: 'edit', originalName: job.name });
		jobs.edit(job.id, { ...config, price: job.price === 0 ? 0 : config.price });
		return context.json(jobRecord(parts, find(context)));
	});
	return app;

	/** Returns the caller's job; another account's looks like a missing one. */
	function find(context: Context<SignedIn>): JobRecord {
		const id = context.req.param('jobId') ?? '';
		if (!uuid.test(id))
			throw refuseTraining(40051, `"${id.slice(0, 100)}" is not a job id, which is a UUID.`);
		const job = jobs.get(id.toLowerCase());
		if (job === undefined || job.accountId !== context.get('token').accountId) {
			throw refuseTraining(40451, 'There is no such job.');
		}
		return job;
	}

	function checkBalance(accountId: string): void {
		if ((accounts.get(accountId)?.balance ?? 0) < minimumBalance.training) {
			throw refuse('insufficientFunds', 'The balance is below the 0.50 USD that a job needs to start.');
		}
	}

	/** Returns the configuration of a body that breaks no rule. Throws a `Refusal`. */
	function accept(
		accountId: string,
		{ text, format, gpus }: ConfigBody,
		submission: Submission,
	): { readonly name: string; readonly config: JobConfig } {
		const offer = {
			accountId,
			text,
			submission: { ...submission, format, ...gpus },
			nameTaken: (name: string) => jobs.named(accountId, name) !== undefined,
		};
		const { name, ...accepted } = acceptConfig(offer, parts.datasets);
		const price = pricePerSecond(gpus.gpuType, gpus.gpuCount);
		return { name, config: { text, ...accepted, ...gpus, price } };
	}
}

/** Checks the GPUs of a resume, which has no configuration to be checked with them. Throws a `Refusal`. */
function checkGpus({ gpuType, gpuCount }: GpuChoice): void {
	if (!trainingMachines.some(({ type }) => type === gpuType)) {
		throw refuseTraining(42252, `gpu_type: The service has no GPU type ${gpuType} for training.`);
	}
	if (!trainingMachines.some(({ type, count }) => type === gpuType && count === gpuCount)) {
		throw refuseTraining(42273, `gpu_count: ${gpuType} is not offered with ${gpuCount} GPUs.`);
	}
}
