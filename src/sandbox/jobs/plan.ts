import { compact } from '../../core/base/compact.ts';
import { baseOf } from '../../core/training/archs.ts';
import type { ProcessModel, SampleModel } from '../../core/training/configModel.ts';
import { flagOf, parsePrompt } from '../../core/training/prompt.ts';
import { entryOf, isOn, type mapOf, memberText, numberOf, scalarOf } from '../../core/training/yaml/node.ts';
import type { Sample } from '../media/sampleFile.ts';
import { loadingMs, stepMs } from './pace.ts';

/** One prompt that is sampled again and again while a job runs. */
export type PlannedSample = Omit<Sample, 'jobId' | 'jobName' | 'step' | 'progress'>;

/** The plan of a job from its configuration. Kept as JSON with each run, so that the files of a run never change. */
export interface TrainingPlan {
	/** The last step. */
	readonly steps: number;
	/** 0 for never, as the toolkit takes it. */
	readonly saveEvery: number;
	/** The number of step checkpoints that are kept, in addition to the last one of the job. */
	readonly keep: number;
	/** 0 for never. */
	readonly sampleEvery: number;
	readonly sampleFrom: number;
	/** True if samples are made before the first step. */
	readonly firstSample: boolean;
	readonly samples: readonly PlannedSample[];
	/** The architecture without its tag. */
	readonly arch: string;
	readonly rank: number;
	readonly alpha: number;
	readonly trigger?: string;
	/** Milliseconds on one `ADA_80_PLUS`: of a step, and from the start of a machine to the first step. */
	readonly stepMs: number;
	readonly loadingMs: number;
}

/** The toolkit's defaults (training-config.md). */
const usual = { steps: 1000, saveEvery: 1000, keep: 5, sampleEvery: 100, side: 512, fps: 16, rank: 4 };
/** Bounds of the simulation: the names in a list of files, and the range of a clock. */
const most = { steps: 10_000_000, keep: 1000, samples: 100, side: 4096, rank: 256 };

/** Reads the work of a process that the rules accept. */
export function planOf(process: ProcessModel, jobName: string): TrainingPlan {
	const { train, save, sample, network, archText, trigger } = process;
	const arch = baseOf(archText ?? '');
	const largest = Math.max(...process.datasets.flatMap((dataset) => dataset.resolutions), 64);
	const frames = Math.max(...process.datasets.map((dataset) => dataset.numFrames), 1);
	const batch = process.batchSize * Math.max(1, numberOf(train, 'gradient_accumulation') ?? 1);
	const rank = whole(numberOf(network, 'linear'), usual.rank, 1, most.rank);
	const moving = process.arch?.kind === 'video' || process.arch?.kind === 'i2v';
	return {
		steps: whole(numberOf(train, 'steps'), usual.steps, 1, most.steps),
		saveEvery: interval(save, 'save_every', usual.saveEvery),
		keep: whole(numberOf(save, 'max_step_saves_to_keep'), usual.keep, 1, most.keep),
		sampleEvery: process.sampling ? interval(sample, 'sample_every', usual.sampleEvery) : 0,
		sampleFrom: whole(numberOf(sample, 'sample_start_step'), 0, 0, most.steps),
		firstSample: process.sampling && !isOn(train, 'skip_first_sample'),
		samples:
			process.sampling && process.arch?.kind !== 'audio'
				? process.samples
						.slice(0, most.samples)
						.map((each, index) => plannedSample(process, each, index, jobName, moving))
				: [],
		arch,
		rank,
		alpha: numberOf(network, 'linear_alpha') ?? rank,
		...compact({ trigger }),
		stepMs: stepMs({ arch, largest, frames, batch }),
		loadingMs: loadingMs(arch),
	};
}

function plannedSample(
	process: ProcessModel,
	{ text = '', item }: SampleModel,
	index: number,
	jobName: string,
	moving: boolean,
): PlannedSample {
	const { sample, trigger } = process;
	const flag = (...names: readonly string[]) => numberIn(flagOf(text, ...names));
	const set = (key: string, ...flags: readonly string[]) =>
		flag(...flags) ?? numberOf(item, key) ?? numberOf(sample, key);
	const walked = isOn(sample, 'walk_seed') ? index : 0;
	const seed =
		flag('d', 'seed') ?? numberOf(item, 'seed') ?? Math.trunc(numberOf(sample, 'seed') ?? 0) + walked;
	const frames = moving ? whole(set('num_frames', 'frames', 'num_frames'), 1, 1, 1000) : 1;
	const format = memberText(sample, 'format');
	return {
		prompt: parsePrompt(text)
			.text.replaceAll('[name]', jobName)
			.replaceAll('[trigger]', trigger ?? '[trigger]'),
		seed: Math.trunc(seed),
		width: side(set('width', 'w')),
		height: side(set('height', 'h')),
		frames,
		fps: whole(set('fps', 'fps'), usual.fps, 1, 60),
		extension: extensionOf(format, frames > 1),
	};
}

/** Pictures are JPEG and videos WebP, unless the configuration names another format. */
function extensionOf(format: string | undefined, moving: boolean): PlannedSample['extension'] {
	if (moving) return format === 'mp4' ? 'mp4' : 'webp';
	return format === 'png' || format === 'webp' ? format : 'jpg';
}

function numberIn(text: string | undefined): number | undefined {
	return text === undefined || !/^-?\d+$/.test(text) ? undefined : Number(text);
}

/** Rounds a side down to multiples of 8, as the toolkit does. */
function side(value: number | undefined): number {
	return Math.floor(whole(value, usual.side, 64, most.side) / 8) * 8;
}

function whole(value: number | undefined, otherwise: number, lowest: number, highest: number): number {
	return Math.min(highest, Math.max(lowest, Math.trunc(value ?? otherwise)));
}

/** Returns an interval of steps. An explicit null or 0 disables it; an absent key has a default. */
function interval(map: ReturnType<typeof mapOf>, key: string, otherwise: number): number {
	if (entryOf(map, key) !== undefined && scalarOf(map, key)?.value === null) return 0;
	return whole(numberOf(map, key), otherwise, 0, most.steps);
}
