import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { kindOfFile } from '../../base/fileKind.ts';
import { readCheckpointName, readSampleName } from '../checkpoints/artifactNames.ts';
import { isFinished, type JobProgress, jobHasEnded } from '../job.ts';
import { totalStepsOf } from '../jobRecord.ts';
import type { JobSamples, SampledJob, SampleFile } from './jobSamples.ts';
import type { SamplesJob, ShownFile, ShownSample } from './messages.ts';

type JobNow = Pick<SampledJob, 'id' | 'name' | 'phase' | 'state' | 'progress' | 'plannedSteps' | 'error'>;

/**
 * Returns the state of the samples panel for a job.
 * @param folder the view's own address of the folder with the copies.
 * @param reachable true if files can be downloaded now.
 * @param elsewhere the name of the job's connection, if another one is in use.
 */
export function samplesJob(
	job: JobNow,
	samples: Pick<JobSamples, 'files' | 'prompts' | 'checkpoints' | 'listed' | 'failure'>,
	folder: string,
	reachable: boolean,
	elsewhere?: string,
): SamplesJob {
	const files = samples.files();
	const { failure } = samples;
	return compact({
		id: job.id,
		name: job.name,
		look: lookOf(job),
		stateText: stateTextOf(job),
		step: job.progress?.step,
		totalSteps: totalStepsOf(job),
		error: job.error,
		folder,
		listed: samples.listed,
		failure: failure === undefined ? undefined : { message: failure.message, nextStep: failure.nextStep },
		reachable,
		elsewhere,
		prompts: samples.prompts,
		samples: files.flatMap((file) => shownSample(file) ?? []),
		others: files.filter(({ name }) => readSampleName(name) === undefined).map(shownFile),
		checkpoints: samples.checkpoints.flatMap((name) => {
			const read = readCheckpointName(name);
			return read === undefined ? [] : [{ name, ...read }];
		}),
	});
}

function shownFile({ name, file, problem }: SampleFile): ShownFile {
	return compact({ name, kind: kindOfFile(name), file, problem: problem && shownProblem(problem) });
}

function shownSample(file: SampleFile): ShownSample | undefined {
	const read = readSampleName(file.name);
	if (read === undefined) return undefined;
	return { ...shownFile(file), step: read.step, index: read.index, at: read.at };
}

function shownProblem(problem: Exclude<SampleFile['problem'], undefined>): ShownFile['problem'] {
	if (problem.kind === 'gone') return { kind: 'gone', text: l10n.t('The service has deleted this file.') };
	return { kind: 'failed', text: problem.failure.message };
}

function lookOf(job: JobNow): SamplesJob['look'] {
	const { state } = job;
	if (state === 'FAILED' || job.phase === 'unsent') return 'failed';
	if (state === 'STOPPED') return isFinished(job) ? 'finished' : 'stopped';
	if (jobHasEnded(state)) return 'stopped';
	if (job.phase === 'lost' || job.phase === 'uncertain') return 'quiet';
	return state === 'RUNNING' ? 'running' : 'waiting';
}

function stateTextOf(job: JobNow): string {
	const { phase, state, progress } = job;
	if (phase === 'submitting') return l10n.t('Sending the job');
	if (phase === 'unsent') return l10n.t('Not sent');
	if (phase === 'uncertain') return l10n.t('Unknown whether it was sent');
	if (phase === 'lost') return l10n.t('No longer known to the service');
	if (state === 'STOPPED') return isFinished(job) ? l10n.t('Finished') : stoppedEarly(progress);
	const known: Readonly<Record<string, string>> = {
		IN_QUEUE: l10n.t('Waiting in the queue'),
		RUNNING: l10n.t('Running'),
		FAILED: l10n.t('Failed'),
		CANCELED: l10n.t('Canceled'),
		'': l10n.t('Waiting for the service'),
	};
	return Object.hasOwn(known, state) ? (known[state] ?? state) : state;
}

function stoppedEarly(progress: JobProgress | undefined): string {
	return progress?.totalSteps === undefined ? l10n.t('Stopped') : l10n.t('Stopped early');
}
