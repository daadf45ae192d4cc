import { parse, stringify } from 'yaml';
import { outputRoot } from '../../core/training/configModel.ts';
import type { Painter } from '../engine/painter.ts';
import { type Artifact, type Artifacts, artifactsOf, type SampleArtifact } from './artifacts.ts';
import { checkpointFile } from './checkpoint.ts';
import type { JobRecord, RunRecord, TrainingJobs } from './records.ts';
import type { Trainer } from './trainer.ts';

/** Bytes of requested files kept in memory. */
const mostKept = 64 * 1024 * 1024;

interface Parts {
	readonly jobs: TrainingJobs;
	readonly trainer: Trainer;
	readonly painter: Painter;
}

/**
 * The files of jobs, made on request and at no other time: a job of a thousand unseen samples paints nothing. The same file has the same
 * bytes each time, after a restart too.
 */
export class ArtifactFiles {
	readonly #parts: Parts;
	readonly #kept = new Map<string, Promise<Uint8Array>>();
	#bytes = 0;

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/** Returns the bytes of a file below the folder of a job; undefined if the job has made none with that name. */
	async read(job: JobRecord, file: string): Promise<Uint8Array | undefined> {
		const { jobs, trainer } = this.#parts;
		const runs = jobs.runs(job.id);
		const made = artifactsOf(job.name, runs, trainer.currentStep(job.id));
		const artifact = made === undefined ? undefined : find(made, file);
		return artifact === undefined ? undefined : this.#make(job, runs, artifact);
	}

	/** Removes the kept files; for use after the store was emptied. */
	forget(): void {
		this.#kept.clear();
		this.#bytes = 0;
	}

	#make(job: JobRecord, runs: readonly RunRecord[], artifact: Artifact): Promise<Uint8Array> {
		const key = `${job.id}/${artifact.run.number}/${artifact.name}`;
		const known = this.#kept.get(key);
		if (known !== undefined) return known;
		const making = this.#bytesOf(job, runs, artifact);
		this.#kept.set(key, making);
		making.then(
			(bytes) => this.#keep(bytes.length),
			() => this.#kept.delete(key),
		);
		return making;
	}

	/** Forgets the oldest files above the limit. */
	#keep(bytes: number): void {
		this.#bytes += bytes;
		if (this.#bytes > mostKept) this.forget();
	}

	async #bytesOf(job: JobRecord, runs: readonly RunRecord[], artifact: Artifact): Promise<Uint8Array> {
		if (artifact.kind === 'config') return Buffer.from(configFile(artifact.run.config, job.name), 'utf8');
		if (artifact.kind === 'checkpoint') return checkpointFile(job.name, artifact);
		return this.#paint(job, runs, artifact);
	}

	#paint(job: JobRecord, runs: readonly RunRecord[], { step, planned }: SampleArtifact): Promise<Uint8Array> {
		// Against the first plan, so that samples do not blur again when a finished job gets more steps.
		const scale = runs[0]?.plan.steps ?? 1;
		return this.#parts.painter.sample({
			...planned,
			jobId: job.id,
			jobName: job.name,
			step,
			progress: Math.min(1, step / scale),
		});
	}
}

function find(made: Artifacts, file: string): Artifact | undefined {
	if (file === made.config.name) return made.config;
	if (!file.startsWith('samples/')) return made.checkpoints.findLast(({ name }) => name === file);
	const name = file.slice('samples/'.length);
	return made.samples.findLast((sample) => sample.name === name);
}

/**
 * Returns the configuration that the toolkit writes next to its results: with names filled in and the fixed folder,
 * without comments.
 */
function configFile(text: string, jobName: string): string {
	const value: unknown = parse(text.replaceAll('[name]', jobName), {
		merge: true,
		uniqueKeys: false,
		maxAliasCount: -1,
		logLevel: 'silent',
	});
	for (const process of processesOf(value)) process.training_folder = outputRoot;
	return stringify(value, { aliasDuplicateObjects: false });
}

function processesOf(value: unknown): readonly Record<string, unknown>[] {
	const config = isRecord(value) ? value.config : undefined;
	const processes: unknown = isRecord(config) ? config.process : undefined;
	return Array.isArray(processes) ? processes.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
