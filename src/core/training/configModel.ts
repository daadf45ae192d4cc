import { trimEndOf } from '../base/trimEnd.ts';
import { type Arch, archOf, baseOf } from './archs.ts';
import type { TrainingDocument } from './yaml/document.ts';
import {
	countOf,
	type Entry,
	entryOf,
	isOn,
	itemsOf,
	type MapNode,
	mapOf,
	memberText,
	numberOf,
	type ScalarNode,
	scalarOf,
	type TrainingNode,
	textOf,
} from './yaml/node.ts';

/** Keys of a dataset that name a folder with control images. */
export const controlKeys = ['control_path', 'control_path_1', 'control_path_2', 'control_path_3'] as const;

/** Keys of a dataset that name further folders in addition to the one to train on. */
export const otherFolderKeys = [
	...controlKeys,
	'inpaint_path',
	'mask_path',
	'unconditional_path',
	'clip_image_path',
] as const;

export interface DatasetModel {
	readonly path: string;
	readonly node: MapNode;
	readonly folder: Entry | undefined;
	/** The dataset's name on the service, when the folder is in the service's datasets folder. */
	readonly name: string | undefined;
	readonly numFrames: number;
	/** True if it contains moving pictures: several frames, or frames counted from each file. */
	readonly moving: boolean;
	readonly resolutions: readonly number[];
}

/** One preview prompt, in either form. */
export interface SampleModel {
	readonly path: string;
	/** The whole item: a mapping in `samples`, or a text in `prompts`. */
	readonly node: TrainingNode;
	/** The scalar with the prompt. */
	readonly words: ScalarNode | undefined;
	readonly text: string | undefined;
	readonly item: MapNode | undefined;
}

export interface ProcessModel {
	readonly path: string;
	readonly node: MapNode;
	readonly type: string | undefined;
	readonly trains: boolean;
	readonly train: MapNode | undefined;
	readonly model: MapNode | undefined;
	readonly network: MapNode | undefined;
	readonly sample: MapNode | undefined;
	readonly save: MapNode | undefined;
	readonly datasets: readonly DatasetModel[];
	readonly samples: readonly SampleModel[];
	/** True if previews are made. */
	readonly sampling: boolean;
	/** The text of `model.arch`. */
	readonly archText: string | undefined;
	readonly arch: Arch | undefined;
	readonly weights: string | undefined;
	readonly batchSize: number;
	readonly trigger: string | undefined;
}

export interface ConfigModel {
	readonly document: TrainingDocument;
	readonly root: MapNode | undefined;
	readonly config: MapNode | undefined;
	readonly job: string | undefined;
	/** `config.name`. */
	readonly name: Entry | undefined;
	/** `meta.name`. */
	readonly metaName: Entry | undefined;
	readonly processes: readonly ProcessModel[];
}

/** The folder under which the service mounts datasets. */
export const datasetsRoot = '/app/ai-toolkit/datasets/';
/** The one output folder of the service. */
export const outputRoot = '/app/ai-toolkit/output';

const trainers = new Set([
	'diffusion_trainer',
	'sd_trainer',
	'ui_trainer',
	'textual_inversion_trainer',
	'concept_slider',
]);

/** Returns the dataset name of a folder on the service, for example `portraits` of `/app/ai-toolkit/datasets/portraits`. */
export function datasetName(folder: string): string | undefined {
	if (!folder.startsWith(datasetsRoot)) return undefined;
	const name = trimEndOf(folder.slice(datasetsRoot.length), /\//);
	return name === '' ? undefined : name;
}

function readDataset(node: MapNode, path: string): DatasetModel {
	const folder = entryOf(node, 'folder_path') ?? entryOf(node, 'dataset_path');
	const text = textOf(folder?.value);
	const numFrames = numberOf(node, 'num_frames') ?? 1;
	const listed = itemsOf(node, 'resolution').map((item) => (item.kind === 'scalar' ? item.value : null));
	const single = numberOf(node, 'resolution');
	const resolutions = [...listed, single].filter(
		(each): each is number => typeof each === 'number' && Number.isFinite(each),
	);
	return {
		path,
		node,
		folder,
		name: text === undefined ? undefined : datasetName(text),
		numFrames,
		moving: numFrames > 1 || isOn(node, 'auto_frame_count'),
		resolutions: resolutions.length === 0 ? [512] : resolutions,
	};
}

function readSamples(sample: MapNode | undefined, path: string): readonly SampleModel[] {
	const listed = entryOf(sample, 'samples');
	if (listed?.value.kind === 'list') {
		return listed.value.items.map((node, index): SampleModel => {
			const words = scalarOf(node, 'prompt');
			return {
				path: `${path}.sample.samples[${index}]`,
				node,
				words,
				text: textOf(words),
				item: node.kind === 'map' ? node : undefined,
			};
		});
	}
	return itemsOf(sample, 'prompts').map((node, index): SampleModel => {
		const text = textOf(node);
		const words = node.kind === 'scalar' && text !== undefined ? node : undefined;
		return { path: `${path}.sample.prompts[${index}]`, node, words, text, item: undefined };
	});
}

function readProcess(node: MapNode, path: string, job: string | undefined): ProcessModel {
	const type = memberText(node, 'type');
	const train = mapOf(node, 'train');
	const model = mapOf(node, 'model');
	const sample = mapOf(node, 'sample');
	const archText = memberText(model, 'arch');
	const datasets = itemsOf(node, 'datasets');
	const samples = readSamples(sample, path);
	return {
		path,
		node,
		type,
		trains: (job === undefined || job === 'extension') && (type === undefined || trainers.has(type)),
		train,
		model,
		network: mapOf(node, 'network'),
		sample,
		save: mapOf(node, 'save'),
		datasets: datasets.flatMap((each, index) =>
			each.kind === 'map' ? [readDataset(each, `${path}.datasets[${index}]`)] : [],
		),
		samples,
		sampling: samples.length > 0 && !isOn(train, 'disable_sampling'),
		archText,
		arch: archText === undefined ? undefined : archOf(archText),
		weights: memberText(model, 'name_or_path'),
		batchSize: countOf(train, 'batch_size') ?? 1,
		trigger: memberText(node, 'trigger_word'),
	};
}

/** Lays a document out for the rules. */
export function configModel(document: TrainingDocument): ConfigModel {
	const root = document.root?.kind === 'map' ? document.root : undefined;
	const config = mapOf(root, 'config');
	const job = memberText(root, 'job');
	const processes = itemsOf(config, 'process').flatMap((node, index) =>
		node.kind === 'map' ? [readProcess(node, `config.process[${index}]`, job)] : [],
	);
	const [name, metaName] = [entryOf(config, 'name'), entryOf(mapOf(root, 'meta'), 'name')];
	return { document, root, config, job, name, metaName, processes };
}

/** Returns the name of the job: `config.name`, otherwise `meta.name` (trainer-service.md, "Training job"); undefined without either. */
export function jobNameOf({ name, metaName }: ConfigModel): string | undefined {
	for (const entry of [name, metaName]) {
		if (entry?.value.kind === 'scalar' && entry.value.source !== '' && entry.value.value !== null)
			return entry.value.source;
	}
	return undefined;
}

/** Returns whether the architecture of a process is one of these, with any tag. */
export function isArch(process: ProcessModel, ...names: readonly string[]): boolean {
	return process.archText !== undefined && names.includes(process.arch?.arch ?? baseOf(process.archText));
}
