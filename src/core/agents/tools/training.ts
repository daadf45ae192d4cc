import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { mapped, success, wrongInput } from '../../base/failure.ts';
import { attemptId } from '../../jobs/jobSpending.ts';
import { datasetUpload, uploadStatus } from '../../operations/datasets/uploads.ts';
import { jobDownload, jobResult } from '../../operations/jobs/artifacts.ts';
import { jobList, jobStatus } from '../../operations/jobs/jobs.ts';
import { jobEdit, jobResume, jobSubmit } from '../../operations/jobs/submission.ts';
import { nonEmpty, optionalFlag, optionalInteger, optionalText } from '../../operations/members.ts';
import { trainingMachines } from '../../wire/hardware.ts';
import { countOf, named, orElse } from '../texts.ts';
import { changes, reads, type Tool, tool } from '../tool.ts';
import { orUncertain, stateOf, waitInput } from '../waiting.ts';
import { job, jobId, jobOf, orJobs } from './jobFacts.ts';

const { id: _id, datasetId: dataset_id, ...uploaded } = datasetUpload.output.shape;

const upload = tool({
	name: 'upload_dataset',
	title: 'Upload a dataset',
	description:
		'Checks a folder of images or videos with their captions and uploads it as a training dataset. A person is asked first. If the report has errors, they are returned and nothing is sent. Returns when the upload has started; with upload_id, shows its progress.',
	annotations: changes,
	input: z.strictObject({
		folder: z.exactOptional(nonEmpty('path of the folder')),
		upload_id: z.exactOptional(nonEmpty('in place of a folder')),
		name: optionalText('name of the dataset; made from the folder without it'),
		add: optionalFlag('add to an existing dataset with this name'),
		fix: optionalFlag(
			'with fixes that remove nothing, in the upload only: names of files, captions as UTF-8',
		),
		anyway: optionalFlag(
			'despite errors in the report, without the unusable files; only if a person wants that',
		),
		...waitInput,
	}),
	output: z.object({ upload_id: z.string(), dataset_id, ...uploaded }),
	async run(call, { wait_for_completion, timeout_seconds, folder, upload_id: known, ...input }) {
		if ((folder === undefined) === (known === undefined))
			return wrongInput('Give either a folder or the upload_id of an upload.');
		const begun = known === undefined ? await call.run(datasetUpload, { ...input, folder }) : undefined;
		if (begun?.ok === false) return begun;
		const waiting = compact({ wait_for_completion, timeout_seconds });
		const now = orElse(
			await stateOf(call, uploadStatus, begun?.value.id ?? known ?? '', waiting),
			'Give the ID of an upload as upload_dataset gave it.',
		);
		if (!now.ok) return now;
		const warnings = begun?.value.warnings ?? now.value.warnings;
		const { id: upload_id, datasetId: dataset_id, ...rest } = now.value;
		const { datasetName, state, done, files: all } = rest;
		const fixed = begun?.value.fixed;
		return success({
			value: { upload_id, ...rest, warnings, ...compact({ dataset_id, fixed }) },
			text: [`Dataset ${named(datasetName)}: ${state}, ${done} of ${all} files`, fixed, ...warnings]
				.filter(Boolean)
				.join('\n'),
		});
	},
});

const configuration = {
	path: optionalText('path of a training configuration'),
	configuration: optionalText('its text, in place of its path'),
};

const counts = trainingMachines.map(({ count }) => count);

const gpuInput = {
	gpu_type: optionalText('kind of GPU; the usual one, or that of the job, without it'),
	gpu_count: optionalInteger(
		Math.min(...counts),
		Math.max(...counts),
		`how many: ${trainingMachines.map(({ type, count }) => `${count} ${type}`).join(', ')}; 1 without it`,
	),
};

const submit = tool({
	name: 'submit_training_job',
	title: 'Start a training job',
	description:
		'Starts a training job from a configuration. This costs money while it trains: a person is asked each time. Check the configuration first with check_document.',
	annotations: changes,
	input: z.strictObject({
		...configuration,
		...gpuInput,
	}),
	output: job,
	async run(call, { gpu_type: type, gpu_count: count = 1, ...input }) {
		const gpu = type === undefined ? undefined : { type, count };
		const submitted = await call.run(jobSubmit, { ...input, ...compact({ gpu }) });
		return mapped(await orUncertain(call, jobStatus, submitted), jobOf);
	},
});

const resume = tool({
	name: 'resume_training_job',
	title: 'Resume a training job',
	description:
		'Resumes an ended training job from its last checkpoint, on request with another configuration. This costs money while it trains: a person is asked each time.',
	annotations: { ...changes, destructiveHint: true },
	input: z.strictObject({
		job_id: jobId,
		...configuration,
		...gpuInput,
	}),
	output: job,
	async run(call, { job_id: id, gpu_type: type, gpu_count: count, ...config }) {
		if (type === undefined && count !== undefined)
			return wrongInput('Give gpu_count only together with gpu_type.');
		const gpu = type === undefined ? undefined : { type, count: count ?? 1 };
		const given = { id, ...compact({ gpu }) };
		const resumed =
			Object.keys(config).length === 0
				? await call.run(jobResume, given)
				: await call.run(jobEdit, { ...given, ...config, resume: true });
		const sent = await orJobs(call, id, await orUncertain(call, jobStatus, resumed));
		if (!sent.ok) return sent;
		const record = (await call.services.jobs()).get(id);
		return success({ ...jobOf(sent.value), ...compact({ begun: record && attemptId(record) }) });
	},
});

/** The latest checkpoints and samples that the text names. */
const mostNamed = 20;

const status = tool({
	name: 'get_training_job',
	title: 'Show a training job',
	description:
		'Shows the state of a training job and the names of its checkpoints and samples so far. Without a job_id, lists the newest jobs.',
	annotations: reads,
	input: z.strictObject({
		job_id: z.exactOptional(jobId),
		...waitInput,
	}),
	output: z.object({
		...z.partial(job).shape,
		jobs: z.exactOptional(z.array(z.pick(job, { job_id: true, name: true, state: true, step: true }))),
		checkpoints: z.exactOptional(z.array(z.string())),
		samples: z.exactOptional(z.array(z.string())),
	}),
	async run(call, { job_id: id, ...waiting }) {
		if (id === undefined) {
			const listed = await call.run(jobList, {});
			if (!listed.ok) return listed;
			const jobs = listed.value.jobs.map(jobOf);
			const text = [countOf(jobs.length, 'training job'), ...jobs.map((each) => each.text)].join('\n');
			const some = jobs.map(({ value: { job_id, name, state, step } }) => ({
				...{ job_id, name, state },
				...compact({ step }),
			}));
			return success({ value: { jobs: some }, text });
		}
		const found = await orJobs(call, id, await stateOf(call, jobStatus, id, waiting));
		if (!found.ok) return found;
		const { value, text } = jobOf(found.value);
		const made = await call.run(jobResult, { id });
		if (!made.ok) return success({ value, text });
		const { checkpoints, samples } = made.value;
		const listed = [
			countOf(checkpoints.length, 'checkpoint'),
			...checkpoints.slice(-mostNamed),
			countOf(samples.length, 'sample'),
			...samples.slice(-mostNamed),
		];
		return success({ value: { ...value, checkpoints, samples }, text: [text, ...listed].join('\n') });
	},
});

const { name, step, latest, folder } = jobDownload.input.shape;

const download = tool({
	name: 'download_checkpoint',
	title: 'Download a checkpoint',
	description:
		'Downloads a checkpoint of a training job into a folder of this computer. Choose it by its samples: show_result with job_id and step.',
	annotations: { ...changes, openWorldHint: false },
	input: z.strictObject({
		job_id: jobId,
		name,
		step,
		latest,
		folder,
	}),
	output: jobDownload.output,
	async run(call, { job_id: id, ...choice }) {
		const saved = await orJobs(call, id, await call.run(jobDownload, { id, ...choice }));
		if (!saved.ok) return saved;
		const files = [saved.value, ...(saved.value.others ?? [])];
		const lines = files.map((file) => `${named(file.name)} is at ${file.path}, ${file.bytes} bytes`);
		return success({ value: saved.value, text: lines.join('\n') });
	},
});

export const trainingTools: readonly Tool[] = [upload, submit, resume, status, download];
