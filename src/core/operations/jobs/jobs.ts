import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { mapped, success } from '../../base/failure.ts';
import { isFinished } from '../../jobs/job.ts';
import { hasEnded, type JobRecord } from '../../jobs/jobRecord.ts';
import { limit, optionalChoice, wait } from '../members.ts';
import { declined, operation } from '../operation.ts';
import { latestOf } from '../recordOf.ts';
import { withSession } from '../withSession.ts';
import { jobConfiguration, jobDownload, jobMetadata, jobResult } from './artifacts.ts';
import { factsOf, jobId as id, jobFact, waitedJob } from './facts.ts';
import { jobExport, jobImport, jobRemove } from './list.ts';
import { jobSample, jobSamples, jobSaveSamples } from './samples.ts';
import { jobEdit, jobResume, jobSubmit } from './submission.ts';

const jobStates = ['active', 'finished', 'stopped', 'failed', 'canceled'] as const;

function jobStateOf(job: JobRecord): (typeof jobStates)[number] {
	if (!hasEnded(job)) return 'active';
	if (isFinished(job)) return 'finished';
	if (job.state === 'CANCELED') return 'canceled';
	return job.state === 'STOPPED' ? 'stopped' : 'failed';
}

export const jobList = operation({
	id: 'job.list',
	title: l10n.t('List training jobs, newest first'),
	effect: 'read',
	input: z.object({
		limit,
		state: optionalChoice(jobStates, l10n.t('only jobs in progress, or with this outcome')),
	}),
	output: z.object({
		jobs: z.array(jobFact),
		/** The number of all matches, including those beyond the limit. */
		total: z.number(),
	}),
	async run(services, { limit = 20, state }) {
		const [, jobs] = await Promise.all([services.signedIn(), services.jobs()]);
		const found = () => jobs.jobs().filter((job) => state === undefined || jobStateOf(job) === state);
		const listed = () => found().slice(0, limit);
		await Promise.all(listed().map((job) => jobs.caughtUp(job.id)));
		return success({ jobs: listed().map(factsOf), total: found().length });
	},
});

export const jobStatus = operation({
	id: 'job.status',
	title: l10n.t('Show the state of a training job'),
	effect: 'read',
	input: z.object({ id, wait }),
	output: jobFact,
	run: (services, input, _ask, work) =>
		withSession(services, async () => {
			const jobs = await services.jobs();
			return mapped(await latestOf<JobRecord>(jobs, waitedJob, input.id, input.wait, work), factsOf);
		}),
});

export const jobCancel = operation({
	id: 'job.cancel',
	title: l10n.t('Cancel a training job'),
	effect: 'write',
	input: z.object({ id }),
	output: jobFact,
	run: (services, input, ask) =>
		withSession(services, async () => {
			const jobs = await services.jobs();
			const job = jobs.get(input.id);
			if (job !== undefined && !hasEnded(job)) {
				const may = await ask.confirmChange({ act: 'cancelJob', name: job.name });
				if (may !== true) return declined(l10n.t('Nothing was canceled, because it was not confirmed.'));
			}
			return mapped(await jobs.cancel(input.id), factsOf);
		}),
});

export const jobOperations = [
	jobSubmit,
	jobList,
	jobStatus,
	jobResult,
	jobSamples,
	jobSample,
	jobSaveSamples,
	jobCancel,
	jobEdit,
	jobResume,
	jobDownload,
	jobConfiguration,
	jobMetadata,
	jobRemove,
	jobExport,
	jobImport,
];
