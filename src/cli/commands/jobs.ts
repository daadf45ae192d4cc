import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { numberText } from '../../core/base/language.ts';
import { readCheckpointName } from '../../core/jobs/checkpoints/artifactNames.ts';
import { isFinished, jobHasEnded } from '../../core/jobs/job.ts';
import { type JobRecord, totalStepsOf } from '../../core/jobs/jobRecord.ts';
import { stepMs } from '../../core/jobs/pace.ts';
import { timeLeftText } from '../../core/jobs/timeLeft.ts';
import { jobFact } from '../../core/operations/jobs/facts.ts';
import { jobSample, jobSamples, jobSaveSamples } from '../../core/operations/jobs/samples.ts';
import { runOperation } from '../../core/operations/operation.ts';
import { serviceMachines } from '../../core/wire/hardware.ts';
import { textFlag, WrongUse } from '../frame/command.ts';
import { yesFlag } from '../frame/common.ts';
import { continues, followed, notFollowed, type ShownProgress } from '../frame/following.ts';
import { words } from '../frame/names.ts';
import { byId, type OperationCall, type OperationRow, once, row } from '../frame/operationCommand.ts';
import type { Shown } from '../frame/show.ts';
import { watched } from '../frame/watched.ts';
import { statuses } from '../terminal/status.ts';
import { saveFlag } from './runOutcome.ts';
import { mostPictures, showPictures, showsPictures } from './shownPictures.ts';

const begun = z.looseObject({ id: z.string() });
const showing = z.looseObject({ id: z.string(), wait: z.optional(z.boolean()) });
const columns = ['id', 'name', 'state', 'step', 'steps', 'gpuType', 'submittedAt'];
/** Phases that the state of the service does not explain. */
const ownPhases: readonly string[] = ['submitting', 'unsent', 'uncertain', 'lost'];

/** Parses `TYPE` or `TYPE:COUNT`. */
function gpuOf(value: string) {
	const [type = '', count = '1', ...rest] = value.split(':');
	if (rest.length > 0 || !/^\d{1,4}$/.test(count) || type === '')
		throw new WrongUse(
			l10n.t(
				'--gpu takes a type such as {0}, with ":" and a number for several.',
				serviceMachines.training[0].type,
			),
		);
	return { type, count: Number(count) };
}

const started = { read: { gpu: gpuOf }, run: startAndFollow } as const;

/** With complete names, for `jobs download --sample`. */
const samplesShown = {
	list: 'samples',
	columns: ['step', 'promptIndex', 'promptText', 'seed', 'name'],
	whole: 'name',
};

const sampleOutput = z.object({
	...jobSamples.output.shape,
	/** The paths of the files that were saved. */
	saved: z.exactOptional(z.array(z.string())),
	/** The names of samples that the service no longer has. */
	missing: z.exactOptional(z.array(z.string())),
});

export const jobRows: readonly OperationRow[] = [
	{
		...row('train', 'job.submit', 'train.yaml --gpu ADA_80_PLUS --wait', { path: 'CONFIG' }),
		hidden: ['configuration'],
		...started,
	},
	{ ...row('jobs list', 'job.list', '--state active'), shown: shownJobs, lists: ['jobs'] },
	{ ...byId('jobs show', 'job.status', '--wait'), run: showAndFollow },
	{
		...byId('jobs watch', 'job.status'),
		title: l10n.t('Follow a training job to its end'),
		hidden: ['wait'],
		preset: { wait: true },
		run: showAndFollow,
	},
	{ ...byId('jobs cancel', 'job.cancel'), more: [yesFlag], run: cancel },
	row('jobs take', 'job.take', 'ID JOB', { id: 'ID', idOfService: 'JOB' }),
	byId('jobs look', 'job.look'),
	byId('jobs give-up', 'job.giveUp'),
	row('jobs track', 'job.track', 'JOB', { idOfService: 'JOB' }),
	{
		...row('jobs edit', 'job.edit', 'ID train.yaml --resume', { id: 'ID', path: 'CONFIG' }),
		hidden: ['configuration'],
		read: started.read,
	},
	{ ...byId('jobs resume', 'job.resume', '--gpu ADA_80_PLUS:2'), ...started },
	{ ...byId('jobs result', 'job.result'), shown: shownResult },
	{
		...byId('jobs samples', 'job.samples', '--step 500 --save samples'),
		more: [{ ...saveFlag, description: l10n.t('save the files of these samples in this folder') }],
		output: sampleOutput,
		shown: samplesShown,
		writes: true,
		run: listSamples,
	},
	{
		...row('jobs download', 'job.download', 'ID --step 500 models'),
		places: { id: 'ID', name: 'NAME', folder: 'DIR' },
		preset: { name: undefined, folder: '.' },
		run: download,
	},
	{
		...row(
			'jobs template',
			'job.template',
			'qwen_image:2512 --dataset portraits-v2 --trigger p3rson > train.yaml',
		),
		places: { model: 'MODEL' },
		preset: { model: undefined },
		isLocal: () => true,
		shown: { document: 'text' },
	},
	{ ...byId('jobs config', 'job.configuration', '--resolved'), shown: { document: 'text' } },
	{
		...row('jobs metadata', 'job.metadata', 'ID NAME', { id: 'ID', name: 'NAME' }),
		shown: { document: 'text' },
	},
	byId('jobs remove', 'job.remove'),
	{ ...row('jobs export', 'job.export', '> jobs.json'), shown: { document: 'text' } },
	{
		...row('jobs import', 'job.import', '--text @jobs.json'),
		described: { text: l10n.t('the text of the list, or {0} for the text of a file', '@FILE') },
		fromFile: ['text'],
	},
];

const listed = z.looseObject({
	jobs: z.array(z.looseObject({ phase: z.string(), state: z.string() })),
	total: z.number(),
});

/** Returns jobs as a table, and the total if there are more. */
function shownJobs(output: unknown): Shown {
	const { jobs, total } = z.parse(listed, output);
	const rows = jobs.map((job) => ({
		...job,
		state: ownPhases.includes(job.phase) ? words.phase?.[job.phase] : job.state,
	}));
	return { list: 'jobs', columns, ids: 'id', as: { jobs: rows, ...(total > jobs.length && { total }) } };
}

const made = z.looseObject({
	state: z.string(),
	checkpoints: z.array(z.string()),
	samples: z.array(z.string()),
});

/** Shows the checkpoints with their steps, and the number of samples, which `jobs samples` lists. */
function shownResult(output: unknown): Shown {
	const { state, checkpoints, samples } = z.parse(made, output);
	const files = checkpoints.map((name) => ({ step: readCheckpointName(name)?.step, name }));
	return { as: { state, samples: samples.length, checkpoints: files } };
}

async function startAndFollow(command: OperationCall): Promise<number> {
	const { interrupts, operation, input, call, fail, show } = command;
	const { wait = false, ...rest } = input;
	const done = await interrupts.whileSending(() => call(operation.id, rest));
	if (!done.ok) return fail(done.failure);
	if (interrupts.signal.aborted) return interrupts.say(continues('job', z.parse(begun, done.value).id));
	if (wait !== true) {
		show(done.value);
		return statuses.done;
	}
	return atItsEnd(command, z.parse(begun, done.value).id, true);
}

/** Shows a job, with `--wait` at its end. */
async function showAndFollow(command: OperationCall): Promise<number> {
	const { id, wait } = z.parse(showing, command.input);
	return wait ? atItsEnd(command, id, false) : once({ ...command, input: { id } });
}

/** Cancels a job. An ended job is returned as well, so a sentence reports that nothing was canceled. */
async function cancel(command: OperationCall): Promise<number> {
	const { io, services, input } = command;
	const before = (await services.jobs()).get(z.parse(begun, input).id)?.state;
	return once(command, {}, async (job) => {
		const { state } = z.parse(jobFact, job);
		// A job that nothing here has followed shows only now that it had ended.
		if (jobHasEnded(state) && (state !== 'CANCELED' || before === state))
			io.err(`${l10n.t('Nothing was canceled, because the job has ended.')}\n`);
	});
}

/** Downloads a checkpoint. Where an option chooses it, the word after the id is the folder. */
function download(command: OperationCall): Promise<number> {
	const { name, ...input } = command.input;
	const isChosen = ['step', 'sample', 'latest'].some((member) => member in input);
	const isFolder = isChosen && name !== undefined && command.given.positionals.length === 2;
	return once(isFolder ? { ...command, input: { ...input, folder: name } } : command);
}

/** Waits for the end of a job, shows how far it is and then the job; one that has not done all its steps has failed. */
async function atItsEnd(command: OperationCall, id: string, isStarted: boolean): Promise<number> {
	const jobs = await command.services.jobs();
	const followedJob = { id, noun: 'job', records: jobs, describe: progressOf } as const;
	const end = await followed(command, followedJob);
	if (typeof end === 'number') return end;
	if (!end.ok && isStarted) return notFollowed(command, followedJob, end.failure);
	if (!end.ok) return command.fail(end.failure);
	command.show(end.value);
	const job = jobs.get(id);
	return job !== undefined && isFinished(job) ? statuses.done : statuses.failed;
}

function progressOf(job: JobRecord): ShownProgress {
	const { state, progress } = job;
	const total = totalStepsOf(job);
	if (progress === undefined) return { text: state, state };
	const { step } = progress;
	const each = state === 'RUNNING' ? stepMs(job) : undefined;
	const text = [
		state,
		total === undefined ? l10n.t('step {0}', step) : l10n.t('step {0} of {1}', step, total),
		each && `${numberText(each / 1000, { maximumFractionDigits: 2 })} s/it`,
		timeLeftText(job, Date.now()),
	];
	return {
		text: text.filter((part) => part !== undefined && part !== 0).join(', '),
		state,
		done: step,
		...compact({ total }),
	};
}

/** Lists samples, saves them on request, and shows the last of them as pictures. */
async function listSamples(command: OperationCall): Promise<number> {
	const { given, input, services, ask, fail, show } = command;
	const found = await runOperation(jobSamples, services, input, ask);
	if (!found.ok) return fail(found.failure);
	const folder = textFlag(given, 'save');
	const kept =
		folder === undefined ? undefined : await watched(command, jobSaveSamples, { ...input, folder });
	const saved = kept?.ok ? { saved: kept.value.paths, missing: kept.value.missing } : {};
	show({ ...found.value, ...saved }, samplesShown);
	if (kept?.ok === false) return fail(kept.failure);
	if (showsPictures(command)) await showPictures(command, await picturesOf(command, found.value.samples));
	return kept !== undefined && kept.value.missing.length > 0 ? statuses.failed : statuses.done;
}

/** Returns the latest samples of a list, with the paths of their copies. */
async function picturesOf(
	{ input, services, ask }: OperationCall,
	samples: z.output<typeof jobSamples.output>['samples'],
) {
	const latest = samples.filter(({ step, promptIndex }, index) => {
		const next = samples[index + 1];
		return step !== undefined && (next?.step !== step || next.promptIndex !== promptIndex);
	});
	const copies = await Promise.all(
		latest
			.slice(-mostPictures)
			.map(({ step, promptIndex: prompt }) =>
				runOperation(jobSample, services, { id: input.id, ...compact({ step, prompt }) }, ask),
			),
	);
	return copies.flatMap((copy) => {
		if (!copy.ok) return [];
		const { name, step = 0, promptText = name, path } = copy.value;
		return [{ name: l10n.t('Step {0}: {1}', numberText(step), promptText), path }];
	});
}
