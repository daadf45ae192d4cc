import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import {
	type Failure,
	failed,
	inputFailure,
	mapped,
	type Result,
	success,
	wrongInput,
} from '../../base/failure.ts';
import { applyEdits } from '../../base/fixAll.ts';
import { isUnencrypted } from '../../base/loopback.ts';
import { findingSentence } from '../../base/textPositions.ts';
import { AccountDatasets } from '../../datasets/accountDatasets.ts';
import { trainingGpus } from '../../jobs/gpus.ts';
import type { Gpu } from '../../jobs/job.ts';
import type { JobRecord } from '../../jobs/jobRecord.ts';
import type { JobService } from '../../jobs/jobService.ts';
import { unknownJobFailure } from '../../jobs/notices.ts';
import type { EditOutcome } from '../../jobs/submit/editJob.ts';
import type { JobSource, StoppedSubmission, SubmissionParts } from '../../jobs/submit/submission.ts';
import type { TextFile } from '../disk.ts';
import { optionalFlag, optionalText, text, wait } from '../members.ts';
import { declined, operation, type Work } from '../operation.ts';
import { recordOf } from '../recordOf.ts';
import type { OperationServices } from '../services.ts';
import { accountChanged, withDisk, withSession } from '../withSession.ts';
import { factsOf, jobId as id, jobFact, waitedJob } from './facts.ts';

const configInput = {
	path: optionalText(l10n.t('the path of a training configuration')),
	configuration: optionalText(l10n.t('the text of a training configuration')),
};
const gpu = z.exactOptional(
	z
		.object({
			type: text(l10n.t('the GPU type, by its name on the service')),
			count: z.int().check(z.gte(1), z.describe(l10n.t('how many'))),
		})
		.check(z.describe(l10n.t('the machine; if omitted, the usual one, or that of the job'))),
);

export const jobSubmit = operation({
	id: 'job.submit',
	title: l10n.t('Start a training job'),
	effect: 'spend',
	input: z.object({ ...configInput, gpu, wait }),
	output: jobFact,
	run: (services, input, ask, work) =>
		withSession(services, async (session) => {
			const source = await sourceOf(services, input);
			if (!source.ok) return source;
			const outcome = await withSubmission(services, (parts, { submitJob }) =>
				submitJob(
					parts,
					session,
					{ source: source.value, gpu: input.gpu ?? newJobGpu(services, session) },
					ask,
				),
			);
			return cameOf(services, outcome, input.wait, work);
		}),
});

export const jobEdit = operation({
	id: 'job.edit',
	title: l10n.t('Send a training job a new configuration'),
	effect: 'spend',
	input: z.object({
		id,
		...configInput,
		gpu,
		resume: optionalFlag(l10n.t('resume the job with it')),
	}),
	output: jobFact,
	run: (services, input, ask, work) =>
		withSession(services, async (session) => {
			const source = await sourceOf(services, input);
			if (!source.ok) return source;
			const job = (await services.jobs()).get(input.id);
			if (job === undefined) return failed(unknownJobFailure);
			const request = { source: source.value, job, resume: input.resume === true };
			const more = {
				newJobGpu: () => input.gpu ?? newJobGpu(services, session),
				...compact({ gpu: input.gpu }),
			};
			const outcome = await withSubmission(services, (parts, { editJob }) =>
				editJob(parts, session, { ...request, ...more }, ask),
			);
			return cameOf(services, outcome, false, work);
		}),
});

export const jobResume = operation({
	id: 'job.resume',
	title: l10n.t('Resume a training job'),
	effect: 'spend',
	input: z.object({ id, gpu, wait }),
	output: jobFact,
	run: (services, input, ask, work) =>
		withSession(services, async (session) => {
			const jobs = await services.jobs();
			const job = jobs.get(input.id);
			if (job === undefined) return failed(unknownJobFailure);
			const { resumeJob } = await import('../../jobs/submit/features.ts');
			const resumed = await resumeJob(jobs, session, { job, ...compact({ gpu: input.gpu }) }, ask);
			if (typeof resumed === 'string') return declined(reasons[resumed]);
			return resumed.ok ? known(jobs, input.id, input.wait, work) : resumed;
		}),
});

function newJobGpu({ openConfiguration }: OperationServices, { connection }: SignedIn): Gpu {
	return openConfiguration?.gpu() ?? trainingGpus(connection)[0];
}

type SubmissionFeatures = typeof import('../../jobs/submit/features.ts');

/** Works with everything that takes a configuration to a job. */
async function withSubmission<T>(
	services: OperationServices,
	work: (parts: SubmissionParts, loaded: SubmissionFeatures) => Promise<T>,
): Promise<T> {
	const loaded = await import('../../jobs/submit/features.ts');
	const [store, jobs] = await Promise.all([services.datasets(), services.jobs()]);
	const { connection } = services.session.current;
	const hasHubToken =
		!isUnencrypted(connection.trainerUrl) && (await services.hubToken(connection)) !== undefined;
	const parts: SubmissionParts = {
		services: {
			session: services.session,
			jobs: async () => jobs,
			datasets: async (session) => {
				const uploads = await services.uploads();
				return new AccountDatasets(session, store, () => uploads.uploads());
			},
		},
		facts: {
			options: () => services.openConfiguration?.options() ?? { hasHubToken },
			nameTaken: (name) => loaded.nameTaken(jobs.jobs(), name),
			during: (what, run) => services.openConfiguration?.during(what, run) ?? run(),
		},
	};
	return work(parts, loaded);
}

/** Returns the configuration of an input; choices during the review change only the sent text. */
async function sourceOf(
	services: OperationServices,
	{ path, configuration }: { readonly path?: string; readonly configuration?: string },
): Promise<Result<JobSource>> {
	if (services.openConfiguration !== undefined) return success(services.openConfiguration.source);
	if ((path === undefined) === (configuration === undefined))
		return wrongInput(l10n.t('Specify a configuration either by its path or as text.'));
	if (path === undefined) return success(jobSource({ name: 'configuration', text: configuration ?? '' }));
	return mapped(await withDisk(services, (disk) => disk.readText(path)), jobSource);
}

function jobSource({ name, uri, ...file }: Pick<TextFile, 'name' | 'text'> & Partial<TextFile>): JobSource {
	let { text } = file;
	return {
		name,
		...compact({ documentUri: uri }),
		text: () => text,
		async read() {
			const document = (await import('../../jobs/submit/features.ts')).parseTraining(text);
			const { root, refused, problems } = document;
			const isEmpty = root === undefined && refused === undefined && problems.length === 0;
			return isEmpty ? undefined : document;
		},
		async change(change, document) {
			if (change.kind === 'fix' && change.fix.act === undefined) text = applyEdits(text, change.fix.edits);
			else if (change.kind === 'newJob')
				text = applyEdits(
					text,
					(await import('../../jobs/submit/features.ts')).withName(document, change.name),
				);
			else return change.kind === 'gpu';
			return true;
		},
	};
}

async function cameOf(
	services: OperationServices,
	outcome: EditOutcome,
	wait: boolean | undefined,
	work: Work,
): Promise<Result<z.input<typeof jobFact>>> {
	switch (outcome.kind) {
		case 'submitted':
		case 'edited':
		case 'resumed':
			return known(await services.jobs(), outcome.job.id, wait, work);
		case 'notResumed':
			return failed(notResumed(outcome));
		case 'refused':
			return failed(outcome.failure);
		case 'switched':
			return declined(accountChanged);
		case 'stopped':
			return failed(stopped(outcome));
	}
}

/** Returns the failure of a job that has its new configuration and was not resumed. It names the job. */
function notResumed({ job, failure }: Extract<EditOutcome, { kind: 'notResumed' }>): Failure {
	return {
		...failure,
		message: l10n.t(
			'The service has the new configuration, but did not resume the job. {0}',
			failure.message,
		),
		record: { what: 'job', id: job.id, state: job.state },
	};
}

function stopped({ why, preparation }: StoppedSubmission): Failure {
	if (why === 'noConfiguration') return inputFailure(reasons.noConfiguration);
	const { failure } = declined(reasons[why]);
	const details = preparation?.errors.map(findingSentence) ?? [];
	return details.length === 0 ? failure : { ...failure, details };
}

const reasons: Readonly<Record<StoppedSubmission['why'] | 'confirmResume', string>> = {
	confirmResume: l10n.t('Nothing was sent, because resuming the job was not confirmed.'),
	reviewSubmission: l10n.t('Nothing was sent, because the review was not confirmed.'),
	confirmSameJob: l10n.t(
		'Nothing was sent, because it is unknown whether the service has already received a job of this name.',
	),
	confirmSpending: l10n.t('Nothing was sent, because its cost was not confirmed.'),
	noConfiguration: l10n.t('Nothing was sent, because this is not a training configuration.'),
	cannotChange: l10n.t('Nothing was sent, because this choice is not available here.'),
};

async function known(
	jobs: JobService,
	id: string,
	wait: boolean | undefined,
	work: Work,
): Promise<Result<z.input<typeof jobFact>>> {
	return mapped(await recordOf<JobRecord>(jobs, waitedJob, id, wait, work), factsOf);
}
