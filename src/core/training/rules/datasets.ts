import * as l10n from '@vscode/l10n';
import type { TextRange } from '../../base/findings.ts';
import { firstOf } from '../../base/language.ts';
import { datasetStateText } from '../../wire/datasetState.ts';
import {
	controlKeys,
	type DatasetModel,
	datasetName,
	datasetsRoot,
	isArch,
	otherFolderKeys,
	outputRoot,
	type ProcessModel,
} from '../configModel.ts';
import { type CheckContext, type DatasetFacts, placed } from '../context.ts';
import { membership } from '../families.ts';
import {
	type Entry,
	entryOf,
	isOn,
	itemsOf,
	memberText,
	placeOfEntry,
	scalarOf,
	type TrainingNode,
	textOf,
} from '../yaml/node.ts';
import { checkFiles } from './files.ts';
import { addKey } from './keySynonyms.ts';

/** Checks the datasets of a process: their places, their contents, and their settings together. */
export function checkDatasets(context: CheckContext, process: ProcessModel, first: boolean): void {
	if (first && !context.local) checkOutput(context, process);
	for (const dataset of process.datasets) {
		checkFolder(context, dataset, first);
		checkControls(context, process, dataset);
		checkSameFolder(context, dataset);
		checkFrames(context, process, dataset);
		checkBuckets(context, process, dataset);
		const facts = dataset.name === undefined ? undefined : context.options.datasets?.lookup(dataset.name);
		if (first && facts !== undefined) checkKnown(context, process, dataset, facts);
		if (first) checkOtherDatasets(context, dataset);
	}
}

function checkOutput(context: CheckContext, process: ProcessModel): void {
	const entry = entryOf(process.node, 'training_folder');
	if (entry?.value.kind !== 'scalar' || entry.value.value === null) return;
	const folder = entry.value.source;
	if (folder.includes('${') || folder.replace(/\/$/, '') === outputRoot) return;
	context.own('platform-path', 'error', {
		range: entry.value.range,
		path: `${process.path}.training_folder`,
		message: l10n.t('The output folder of the service is fixed, and this is another one.'),
		remedy: l10n.t('Write {0}.', outputRoot),
		fixes: context.replace(entry, outputRoot, l10n.t('Change to {0}', outputRoot), true),
	});
}

function checkFolder(context: CheckContext, dataset: DatasetModel, first: boolean): void {
	const entry = entryOf(dataset.node, 'folder_path');
	const path = `${dataset.path}.folder_path`;
	if (entry === undefined || isEmpty(entry)) {
		const other = entryOf(dataset.node, 'dataset_path');
		if (context.partial || (other !== undefined && !isEmpty(other))) return;
		context.own('missing-key', 'error', {
			range:
				entry?.keyRange ?? dataset.node.entries.find((each) => !each.merged)?.keyRange ?? dataset.node.range,
			path,
			message: l10n.t('This dataset sets no folder for its files.'),
			remedy: l10n.t('Add folder_path: {0}<dataset>.', datasetsRoot),
		});
		return;
	}
	if (context.local || !first) return;
	checkServicePath(context, dataset, 'folder_path', 'error');
	for (const key of otherFolderKeys) {
		checkServicePath(context, dataset, key, 'warning');
	}
}

function isEmpty({ value }: Entry): boolean {
	return value.kind === 'scalar' && (value.value === null || value.source.trim() === '');
}

/** Checks that a folder is one of the service's datasets: only these are mounted into a job. */
function checkServicePath(
	context: CheckContext,
	dataset: DatasetModel,
	key: string,
	severity: 'error' | 'warning',
): void {
	const entry = entryOf(dataset.node, key);
	if (entry === undefined) return;
	const listed = entry.value.kind === 'list' ? entry.value.items : [entry.value];
	const path = `${dataset.path}.${key}`;
	for (const node of listed) {
		const folder = textOf(node) ?? '';
		if (folder === '' || folder.includes('${')) continue;
		const name = datasetName(folder);
		if (name !== undefined && /^[A-Za-z0-9_-]+$/.test(name)) {
			if (uuid.test(name) && context.options.datasets?.lookup(name) === undefined)
				reportId(context, node, path);
			continue;
		}
		const inside = name?.split('/') ?? [];
		const deeper = inside.length > 1 && /^[A-Za-z0-9_-]+$/.test(inside[0] ?? '');
		if (deeper && severity === 'warning') continue;
		const guess = folder.split(/[\\/]/).findLast((part) => part !== '');
		const clean = guess?.replace(/[^A-Za-z0-9_-]+/g, '_');
		const wanted = `${datasetsRoot}${clean}`;
		const misplaced = name === undefined;
		context.own('platform-path', deeper ? 'warning' : severity, {
			range: node.range,
			path,
			message: misplaced
				? l10n.t('The service mounts only its own datasets, and this folder is not one of them.')
				: deeper
					? l10n.t(
							'A dataset is a single name after the datasets folder. The service does not publish whether a folder inside a dataset can be used.',
						)
					: l10n.t('A dataset name has only letters, digits, _ and -.'),
			remedy: misplaced
				? l10n.t('Upload the files as a dataset and write {0}<dataset>.', datasetsRoot)
				: l10n.t('Write {0}<dataset>.', datasetsRoot),
			fixes:
				misplaced && clean !== undefined && clean !== '' && entry.value.kind === 'scalar'
					? context.replace(entry, wanted, l10n.t('Change to {0}', wanted))
					: [],
		});
	}
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function reportId(context: CheckContext, { range }: TrainingNode, path: string): void {
	context.own('platform-path', 'warning', {
		range,
		path,
		message: l10n.t('This looks like the ID of a dataset, and a configuration needs its name.'),
		remedy: l10n.t('Write {0}<name>.', datasetsRoot),
	});
}

function hasControls(dataset: DatasetModel): boolean {
	if (isOn(dataset.node, 'control_from_same_folder')) return true;
	return controlKeys.some(
		(key) => memberText(dataset.node, key) !== undefined || itemsOf(dataset.node, key).length > 0,
	);
}

function checkControls(context: CheckContext, process: ProcessModel, dataset: DatasetModel): void {
	const { arch } = process;
	if (arch === undefined || context.partial || hasControls(dataset)) return;
	const edit = membership('modelBEdit', process) !== undefined;
	if (!edit && arch.needsControlToTrain !== true) return;
	const empty = controlKeys.map((key) => entryOf(dataset.node, key)).find((entry) => entry !== undefined);
	const place = empty ?? dataset.folder;
	const remark = {
		range: place?.keyRange ?? dataset.node.range,
		path: dataset.path,
		message: l10n.t('{0} learns from pairs of pictures, and this dataset has no control images.', arch.label),
		remedy: l10n.t(
			'Add control_path with the folder of the pictures before the edit, named like those in folder_path.',
		),
		fixes:
			empty === undefined
				? addKey(
						context,
						dataset.node,
						'config.process[].datasets[]',
						{ key: 'control_path', value: datasetsRoot, after: dataset.folder },
						l10n.t('Add control_path'),
						false,
					)
				: context.replace(empty, datasetsRoot, l10n.t('Fill in {0}', empty.key)),
	};
	if (edit) context.error(42259, remark);
	else context.own('control-images', 'error', remark);
}

/** Reports one folder for both: the model then learns to leave a picture unchanged. */
function checkSameFolder(context: CheckContext, dataset: DatasetModel): void {
	const folder = memberText(dataset.node, 'folder_path')?.replace(/\/$/, '');
	for (const key of controlKeys) {
		const entry = entryOf(dataset.node, key);
		if (entry === undefined || folder === undefined) continue;
		if (memberText(dataset.node, key)?.replace(/\/$/, '') !== folder) continue;
		context.own('control-images', 'warning', {
			...placed(entry, dataset.path),
			message: l10n.t(
				'"{0}" is the same folder as folder_path, so each picture is its own control image and nothing is learned.',
				key,
			),
			remedy: l10n.t('Specify the folder of the pictures before the edit.'),
		});
	}
}

function checkFrames(context: CheckContext, process: ProcessModel, dataset: DatasetModel): void {
	const { node } = dataset;
	const toDisk = entryOf(node, 'cache_latents_to_disk');
	// The toolkit alone does cache them.
	const isRefused = !context.local && dataset.numFrames > 1;
	if (toDisk !== undefined && isOn(node, 'cache_latents_to_disk') && isRefused) {
		context.service(42263, {
			...placed(toDisk, dataset.path),
			message: l10n.t('The latents of {0} frames cannot be cached on disk.', dataset.numFrames),
			remedy: l10n.t('Write cache_latents_to_disk: false.'),
			fixes: context.replace(toDisk, 'false', l10n.t('Write false'), true),
		});
	}
	if (!isArch(process, 'wan21_i2v', 'wan22_14b_i2v')) return;
	if (isOn(node, 'load_image_when_caching_latents') || isOn(node, 'cache_tensors_to_disk')) return;
	for (const key of ['cache_latents', 'cache_latents_to_disk']) {
		const entry = entryOf(node, key);
		// With several frames the service's own rule already reports it.
		if (entry === undefined || !isOn(node, key) || (key === 'cache_latents_to_disk' && isRefused)) continue;
		context.own('latent-caching', 'warning', {
			...placed(entry, dataset.path),
			message: l10n.t(
				'{0} reads the pictures themselves, which are missing if only their latents are cached.',
				process.arch?.label ?? '',
			),
			remedy: l10n.t('Write {0}: false, or load_image_when_caching_latents: true.', key),
			fixes: context.replace(entry, 'false', l10n.t('Write false'), true),
		});
	}
}

function isWithoutBuckets({ node }: DatasetModel): boolean {
	return scalarOf(node, 'buckets')?.value === false;
}

/** Returns whether two datasets are loaded in the same batches: regularization has batches of its own. */
function isLoadedWith(one: DatasetModel, other: DatasetModel): boolean {
	return isOn(one.node, 'is_reg') === isOn(other.node, 'is_reg');
}

function checkBuckets(context: CheckContext, process: ProcessModel, dataset: DatasetModel): void {
	const buckets = entryOf(dataset.node, 'buckets');
	if (buckets === undefined || !isWithoutBuckets(dataset)) return;
	const reason = dataset.moving
		? l10n.t('Videos need buckets, and the toolkit stops if they are off.')
		: hasControls(dataset)
			? l10n.t('Control images need buckets, and the toolkit stops if they are off.')
			: entryOf(dataset.node, 'batch_size') !== undefined &&
					scalarOf(dataset.node, 'batch_size')?.value !== null
				? l10n.t('A batch_size of a dataset needs buckets, and the toolkit stops if they are off.')
				: process.datasets.some((other) => isLoadedWith(dataset, other) && !isWithoutBuckets(other))
					? l10n.t(
							'Either all datasets of a process have buckets or none has; the toolkit stops if they differ.',
						)
					: undefined;
	const isRefused = reason !== undefined;
	context.own(isRefused ? 'toolkit-conflict' : 'dataset-files', isRefused ? 'error' : 'info', {
		...placed(buckets, dataset.path),
		message: reason ?? l10n.t('Without buckets each picture is cropped to a square.'),
		remedy: isRefused
			? l10n.t('Write buckets: true, or remove the line.')
			: l10n.t('To keep pictures whole write buckets: true, or remove the line.'),
		fixes: context.replace(buckets, 'true', l10n.t('Write true'), isRefused),
	});
}

function checkKnown(
	context: CheckContext,
	process: ProcessModel,
	dataset: DatasetModel,
	facts: DatasetFacts | 'missing',
): void {
	const { folder, name } = dataset;
	if (folder === undefined || name === undefined) return;
	const place = { range: placeOfEntry(folder), path: `${dataset.path}.folder_path` };
	if (reportState(context, name, facts, place)) checkFiles(context, process, dataset, facts.files);
}

/** Checks that the datasets with control images, masks and the like exist as well. */
function checkOtherDatasets(context: CheckContext, dataset: DatasetModel): void {
	for (const key of otherFolderKeys) {
		const entry = entryOf(dataset.node, key);
		if (entry === undefined) continue;
		for (const node of entry.value.kind === 'list' ? entry.value.items : [entry.value]) {
			const name = node.kind === 'scalar' ? datasetName(node.source)?.split('/')[0] : undefined;
			const facts = name === undefined ? undefined : context.options.datasets?.lookup(name);
			if (name !== undefined && facts !== undefined) {
				reportState(context, name, facts, { range: node.range, path: `${dataset.path}.${key}` });
			}
		}
	}
}

/** Reports a dataset that is not there or not ready; true when it can be used. */
function reportState(
	context: CheckContext,
	name: string,
	facts: DatasetFacts | 'missing',
	place: { readonly range: TextRange; readonly path: string },
): facts is DatasetFacts {
	if (facts === 'missing') {
		const names = context.options.datasets?.names?.() ?? [];
		context.service(42254, {
			...place,
			message: l10n.t('The account has no dataset named {0}.', name),
			remedy:
				names.length === 0
					? l10n.t('Create it, or check the name: it is the name, not the ID.')
					: l10n.t('Use one of {0}, or create it.', firstOf(names, 6)),
		});
		return false;
	}
	if (facts.state !== 'READY') {
		context.service(42255, {
			...place,
			message: l10n.t(
				'The dataset {0} is {1}, and a job needs one that is ready.',
				name,
				datasetStateText(facts.state),
			),
			remedy:
				facts.state === 'FAILED'
					? l10n.t('A failed dataset stays failed: create a new one and upload the files again.')
					: l10n.t('Finish the upload and wait until it is ready.'),
		});
		return false;
	}
	return true;
}
