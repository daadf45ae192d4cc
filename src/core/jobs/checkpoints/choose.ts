import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { type Failure, failed, type Result, success, yourFailure } from '../../base/failure.ts';
import { isFinished, type JobResult } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import { nearestCheckpoint } from '../samples/compare.ts';
import { readCheckpointName, readSampleName } from './artifactNames.ts';

/** The way in which a checkpoint is chosen without its name. */
export type CheckpointChoice =
	| { readonly step: number }
	/** The checkpoint nearest to the step of this sample, the earlier of two. */
	| { readonly sample: string }
	| { readonly latest: true };

/** The checkpoints of one step: models with two halves have two. */
export interface ChosenCheckpoints {
	readonly names: readonly [string, ...string[]];
	/** Unknown for one without a step in its name, unless the job has done all its steps. */
	readonly step?: number;
}

type Made = Pick<JobResult, 'checkpoints' | 'samples'>;

interface Known {
	readonly name: string;
	readonly step: number | undefined;
	/** True if its name contains the step. */
	readonly isNumbered: boolean;
}

/** Chooses from the checkpoints of a job. */
export function chooseCheckpoints(
	job: JobRecord,
	made: Made,
	choice: CheckpointChoice,
): Result<ChosenCheckpoints> {
	const last = isFinished(job) ? job.progress?.step : undefined;
	const known = made.checkpoints.map(({ name }): Known => {
		const step = readCheckpointName(name)?.step;
		return { name, step: step ?? last, isNumbered: step !== undefined };
	});
	if (known.length === 0) return failed(noCheckpoints);
	if ('latest' in choice) return success(ofStep(known, latestOf(known)));
	if ('sample' in choice) {
		const sample = made.samples.some(({ name }) => name === choice.sample)
			? readSampleName(choice.sample)
			: undefined;
		const near = sample && nearestCheckpoint(known, sample.step);
		return near === undefined ? failed(noSuchSample(choice.sample)) : success(ofStep(known, near.checkpoint));
	}
	const wanted = known.find(({ step, isNumbered }) => step === choice.step && isNumbered);
	const found = wanted ?? known.find(({ step }) => step === choice.step);
	return found === undefined ? failed(noSuchStep(choice.step, known)) : success(ofStep(known, found));
}

function latestOf(known: readonly Known[]): Known {
	const stepOf = ({ step, isNumbered }: Known) => step ?? (isNumbered ? 0 : Number.POSITIVE_INFINITY);
	return known.reduce((best, each) => (stepOf(each) > stepOf(best) ? each : best));
}

function ofStep(known: readonly Known[], chosen: Known): ChosenCheckpoints {
	const others = known.filter(
		({ name, step, isNumbered }) =>
			name !== chosen.name && step === chosen.step && isNumbered === chosen.isNumbered,
	);
	return { names: [chosen.name, ...others.map(({ name }) => name)], ...compact({ step: chosen.step }) };
}

/** Returns the failure for a name that is not that of a checkpoint, but may be that of a sample. */
export function noSuchCheckpoint({ checkpoints, samples }: Made, name: string): Failure {
	if (samples.some((sample) => sample.name === name)) {
		const step = readSampleName(name)?.step;
		return yourFailure(
			'notFound',
			l10n.t('"{0}" is a sample, not a checkpoint.', name),
			step === undefined
				? l10n.t('Save the samples of the job to get this file.')
				: l10n.t(
						'Choose the checkpoint of its step, {0}, or save the samples of the job to get this file.',
						step,
					),
		);
	}
	if (checkpoints.length === 0) return noCheckpoints;
	return yourFailure(
		'notFound',
		l10n.t('The service does not have the checkpoint "{0}" of this training job.', name),
		l10n.t('Choose one of its checkpoints: {0}.', namesOf(checkpoints)),
	);
}

/** The most names in a failure, the last ones. */
const mostNamed = 20;

function namesOf(checkpoints: readonly { readonly name: string }[]): string {
	const names = checkpoints.slice(-mostNamed).map(({ name }) => name);
	return (checkpoints.length > mostNamed ? ['…', ...names] : names).join(', ');
}

const noCheckpoints = yourFailure(
	'notFound',
	l10n.t('The service has no checkpoints of this training job.'),
	l10n.t('Try again after the job has saved one.'),
);

function noSuchSample(name: string): Failure {
	return yourFailure(
		'notFound',
		l10n.t('This training job has no sample "{0}" whose step is known.', name),
		l10n.t('Choose one of its samples, or a step.'),
	);
}

function noSuchStep(step: number, known: readonly Known[]): Failure {
	const steps = [...new Set(known.map((each) => each.step))].filter((each) => each !== undefined);
	return yourFailure(
		'notFound',
		l10n.t('This training job has no checkpoint of step {0}.', step),
		steps.length === 0
			? l10n.t('Choose one of its checkpoints: {0}.', namesOf(known))
			: l10n.t('Choose one of the steps with a checkpoint: {0}.', steps.sort((a, b) => a - b).join(', ')),
	);
}
