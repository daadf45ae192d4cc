import type { TextEdit, TextRange } from '../base/findings.ts';
import {
	configModel,
	datasetName,
	isArch,
	jobNameOf,
	otherFolderKeys,
	type ProcessModel,
} from './configModel.ts';
import type { TrainingDocument } from './yaml/document.ts';
import { replaceValue } from './yaml/edits.ts';
import { countOf, entryOf, isOn, numberOf, placeOfEntry, type TrainingNode } from './yaml/node.ts';

export interface PlannedDataset {
	readonly name: string;
	/** The range at which it is named first. */
	readonly range: TextRange;
	/** False for control images, masks and the like. */
	readonly trained: boolean;
}

/** The plan of a job: its work and its files, as far as its configuration determines them. */
export interface JobPlan {
	/** `config.name`, otherwise `meta.name`, as written; undefined without either. */
	readonly name: string | undefined;
	readonly arch: string | undefined;
	readonly steps: number | undefined;
	/**
	 * Pixels that are trained on in a step: of the batch, at the mean size of the datasets, of all frames. Undefined without datasets, if
	 * files determine the number of frames, and for impossible sizes.
	 */
	readonly load: number | undefined;
	readonly checkpoints: {
		/** Steps between two checkpoints; undefined if only the last step is kept. */
		readonly every: number | undefined;
		/** The number of checkpoints that are written before the final file. */
		readonly written: number;
		/** The number of checkpoints that remain at the end. */
		readonly kept: number;
		readonly range: TextRange | undefined;
	};
	/** Undefined without previews. */
	readonly samples:
		| {
				readonly every: number;
				readonly prompts: number;
				/** The number of times that each prompt is drawn. */
				readonly rounds: number;
				readonly range: TextRange | undefined;
		  }
		| undefined;
	/** The folders of the service's datasets, each once, in the order of the text. */
	readonly datasets: readonly PlannedDataset[];
	/** Names of `${VAR}` in the text, which are sent unchanged. */
	readonly variables: readonly string[];
}

/** The toolkit's defaults (`data/keys.json`). */
const usual = { saveEvery: 1000, keep: 5, sampleEvery: 100 } as const;

/** Returns the request to the service; of several processes the first, the only one that the service reads. */
export function planJob(document: TrainingDocument): JobPlan {
	const model = configModel(document);
	const process = model.processes[0];
	const steps = wholeNumber(process?.train, 'steps');
	return {
		name: jobNameOf(model),
		arch: process?.archText,
		steps,
		load: loadOf(process),
		checkpoints: checkpointsOf(process, steps),
		samples: samplesOf(process, steps),
		datasets: datasetsOf(process),
		variables: [...new Set([...document.text.matchAll(/\$\{([^{}\n]+)\}/g)].map(([, name = '']) => name))],
	};
}

function wholeNumber(node: TrainingNode | undefined, key: string): number | undefined {
	const value = numberOf(node, key);
	return value !== undefined && Number.isInteger(value) && value > 0 ? value : undefined;
}

function loadOf(process: ProcessModel | undefined): number | undefined {
	const { datasets = [], batchSize = 1, train } = process ?? {};
	// The files themselves determine their number of frames.
	if (datasets.length === 0 || datasets.some(({ moving, numFrames }) => moving && numFrames <= 1))
		return undefined;
	const sizes = datasets.flatMap(({ node, resolutions, numFrames }) =>
		resolutions.map(
			(edge) => edge * edge * Math.max(1, numFrames) * (countOf(node, 'batch_size') ?? batchSize),
		),
	);
	const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
	const load = Math.round(mean * (wholeNumber(train, 'gradient_accumulation') ?? 1));
	return Number.isFinite(load) && load > 0 ? load : undefined;
}

function checkpointsOf(process: ProcessModel | undefined, steps: number | undefined): JobPlan['checkpoints'] {
	const entry = entryOf(process?.save, 'save_every');
	const range = entry === undefined ? undefined : placeOfEntry(entry);
	const every = numberOf(process?.save, 'save_every') ?? usual.saveEvery;
	if (steps === undefined || every < 1) return { every: undefined, written: 0, kept: 0, range };
	// The last step is written as the final file, without a step in its name.
	const written = Math.max(0, Math.ceil(steps / every) - 1);
	const keep = numberOf(process?.save, 'max_step_saves_to_keep') ?? usual.keep;
	// Both stages of these models are saved, each as a file.
	const files = process !== undefined && isArch(process, 'wan22_14b', 'wan22_14b_i2v') ? 2 : 1;
	return {
		every: written === 0 ? undefined : every,
		written: written * files,
		kept: Math.min(written, Math.max(0, keep)) * files,
		range,
	};
}

/**
 * Returns the steps of checkpoints that a resumed job removes until its end, ascending: the toolkit keeps only the newest ones. `made` are
 * the steps of the existing ones, `begin` is the step at which the job continues.
 */
export function removedSteps(
	{ steps, checkpoints: { every, written, kept } }: Pick<JobPlan, 'steps' | 'checkpoints'>,
	made: readonly number[],
	begin: number,
): readonly number[] {
	if (steps === undefined || every === undefined || kept === written) return [];
	const rounds = Math.max(0, Math.ceil(steps / every) - 1);
	const later = Array.from({ length: rounds }, (_, index) => (index + 1) * every);
	const all = [...new Set([...made, ...later.filter((step) => step > begin)])].sort((a, b) => b - a);
	const stay = new Set(all.slice(0, (kept * rounds) / written));
	return [...new Set(made)].filter((step) => !stay.has(step)).sort((a, b) => a - b);
}

function samplesOf(process: ProcessModel | undefined, steps: number | undefined): JobPlan['samples'] {
	if (process === undefined || !process.sampling || steps === undefined) return undefined;
	const entry = entryOf(process.sample, 'sample_every') ?? entryOf(process.sample, 'samples');
	const every = numberOf(process.sample, 'sample_every') ?? usual.sampleEvery;
	if (every < 1) return undefined;
	// Once before the first step, at each interval, and at the end.
	const before = isOn(process.train, 'skip_first_sample') ? 0 : 1;
	return {
		every,
		prompts: process.samples.length,
		rounds: before + Math.max(0, Math.ceil(steps / every) - 1) + 1,
		range: entry === undefined ? undefined : entry.keyRange,
	};
}

/** Keys of a dataset that name a folder. */
const folderKeys = ['folder_path', 'dataset_path', ...otherFolderKeys];

function datasetsOf(process: ProcessModel | undefined): readonly PlannedDataset[] {
	const found = new Map<string, PlannedDataset>();
	for (const { node, folder } of process?.datasets ?? []) {
		for (const key of folderKeys) {
			const entry = entryOf(node, key);
			if (entry === undefined) continue;
			for (const each of entry.value.kind === 'list' ? entry.value.items : [entry.value]) {
				if (each.kind !== 'scalar') continue;
				const name = datasetName(each.source)?.split('/')[0];
				if (name === undefined || name.includes('${')) continue;
				const known = found.get(name) ?? { name, range: each.range, trained: false };
				found.set(name, { ...known, trained: known.trained || entry === folder });
			}
		}
	}
	return [...found.values()];
}

/** Names the job; the rest of the text stays. No edit if the name is absent, or comes from a merge. */
export function withName(document: TrainingDocument, name: string): readonly TextEdit[] {
	const { name: own, metaName } = configModel(document);
	return [own, metaName].flatMap((entry) => {
		if (entry?.value.kind !== 'scalar') return [];
		// The toolkit fills this in itself.
		return entry.value.source.includes('[name]') ? [] : (replaceValue(document.text, entry, name) ?? []);
	});
}

/**
 * Sets the total of steps; the rest of the text stays. Undefined if the text has no `steps` to change: none at all, or
 * one from a merge or an alias.
 */
export function withSteps(document: TrainingDocument, steps: number): TextEdit | undefined {
	const process = configModel(document).processes[0];
	const entry = entryOf(process?.train, 'steps');
	if (entry?.value.kind !== 'scalar') return undefined;
	if (entry.value.range.start < entry.keyRange.end) return undefined;
	return replaceValue(document.text, entry, String(steps));
}
