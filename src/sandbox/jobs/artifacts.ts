import { compact } from '../../core/base/compact.ts';
import type { PlannedSample } from './plan.ts';
import type { RunRecord } from './records.ts';

/** A file that a job has made. It is recreated from this on each request, with the same bytes. */
export interface Checkpoint {
	readonly kind: 'checkpoint';
	readonly name: string;
	readonly step: number;
	readonly run: RunRecord;
	/** Models with two halves save one file for each. */
	readonly half?: 'high_noise' | 'low_noise';
}

export interface SampleArtifact {
	readonly kind: 'sample';
	readonly name: string;
	readonly step: number;
	readonly run: RunRecord;
	readonly planned: PlannedSample;
}

interface ConfigArtifact {
	readonly kind: 'config';
	readonly name: string;
	readonly run: RunRecord;
}

export type Artifact = Checkpoint | SampleArtifact | ConfigArtifact;

/** The artifacts of a job so far, oldest first. */
export interface Artifacts {
	readonly checkpoints: readonly Checkpoint[];
	readonly samples: readonly SampleArtifact[];
	readonly config: ConfigArtifact;
}

/** The most samples that are listed: the newest. */
const mostSamples = 10_000;

/** Returns the artifacts of a job's runs; undefined before the first one. `current` is the step of the current run. */
export function artifactsOf(
	jobName: string,
	runs: readonly RunRecord[],
	current: number,
): Artifacts | undefined {
	const latest = runs.at(-1);
	if (latest === undefined) return undefined;
	return {
		checkpoints: checkpointsOf(jobName, runs, current),
		samples: samplesOf(runs, current),
		config: { kind: 'config', name: 'config.yaml', run: latest },
	};
}

/** Returns the step that a resume continues from: that of the highest checkpoint, or 0. */
export function highestCheckpoint(jobName: string, runs: readonly RunRecord[]): number {
	return Math.max(0, ...checkpointsOf(jobName, runs, -1).map(({ step }) => step));
}

/** Returns the saves of the steps and the last one, as the toolkit names them and removes old ones. */
function checkpointsOf(jobName: string, runs: readonly RunRecord[], current: number): readonly Checkpoint[] {
	let saves: readonly Checkpoint[] = [];
	let last: readonly Checkpoint[] = [];
	for (const run of runs) {
		const { keep, steps } = run.plan;
		const halves = halvesOf(run);
		const made = savedSteps(run, current).flatMap((step) =>
			checkpointFiles(`${jobName}_${nineDigits(step)}`, step, run),
		);
		if (made.length > 0) {
			const names = new Set(made.map(({ name }) => name));
			saves = [...saves.filter(({ name }) => !names.has(name)), ...made].slice(-keep * halves.length);
		}
		if (isComplete(run)) last = checkpointFiles(jobName, steps, run);
	}
	return [...saves, ...last];
}

function checkpointFiles(stem: string, step: number, run: RunRecord): readonly Checkpoint[] {
	return halvesOf(run).map((half) => ({
		kind: 'checkpoint',
		name: `${half === undefined ? stem : `${stem}_${half}`}.safetensors`,
		step,
		run,
		...compact({ half }),
	}));
}

/** Returns the halves of the noise: the 14B models of the second video generation are two, one for each. */
function halvesOf({ plan }: RunRecord): readonly (Checkpoint['half'] | undefined)[] {
	return plan.arch.startsWith('wan22_14b') ? ['high_noise', 'low_noise'] : [undefined];
}

/** Returns the steps after which a run has saved, no more than it keeps. The save after the last step has no number. */
function savedSteps(run: RunRecord, current: number): readonly number[] {
	const { saveEvery, keep, steps } = run.plan;
	if (saveEvery === 0) return [];
	const reached = Math.min(reachedBy(run, current), steps - 1);
	const found: number[] = [];
	for (let step = Math.floor(reached / saveEvery) * saveEvery; step > run.startStep; step -= saveEvery) {
		if (found.length === keep) break;
		found.unshift(step);
	}
	return found;
}

function samplesOf(runs: readonly RunRecord[], current: number): readonly SampleArtifact[] {
	const found: SampleArtifact[][] = [];
	let room = mostSamples;
	for (const run of [...runs].reverse()) {
		const { samples } = run.plan;
		for (const step of sampledSteps(run, current)) {
			if (samples.length > room) return found.reverse().flat();
			room -= samples.length;
			found.push(samples.map((planned, index) => sampleArtifact(run, step, planned, index)));
		}
	}
	return found.reverse().flat();
}

/** Yields the steps at which a run has made samples, from the last one down. */
function* sampledSteps(run: RunRecord, current: number): Generator<number> {
	const { sampleEvery, sampleFrom, samples, steps, firstSample } = run.plan;
	const reached = reachedBy(run, current);
	if (samples.length === 0 || reached < 0) return;
	if (isComplete(run)) yield steps;
	if (sampleEvery > 0) {
		const last = Math.floor(Math.min(reached, steps - 1) / sampleEvery) * sampleEvery;
		for (let step = last; step > run.startStep && step >= sampleFrom; step -= sampleEvery) yield step;
	}
	if (firstSample && run.startStep === 0) yield 0;
}

function sampleArtifact(run: RunRecord, step: number, planned: PlannedSample, index: number): SampleArtifact {
	// By the pace of the run and not by when it happened, so that a name never changes.
	const at = Math.round(run.beganAt + (step - run.startStep) * run.stepMs) + index;
	const name = `${at}__${nineDigits(step)}_${index}.${planned.extension}`;
	return { kind: 'sample', name, step, run, planned };
}

function reachedBy(run: RunRecord, current: number): number {
	return run.reached ?? current;
}

function isComplete({ reached, plan }: RunRecord): boolean {
	return reached !== undefined && reached >= plan.steps;
}

function nineDigits(step: number): string {
	return String(step).padStart(9, '0');
}
