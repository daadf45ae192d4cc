import * as l10n from '@vscode/l10n';
import type { ProcessModel } from '../configModel.ts';
import { type CheckContext, placed } from '../context.ts';
import { type Confidence, membership, weaker } from '../families.ts';
import { countOf, entryOf, isOn, numberOf, placeOfEntry } from '../yaml/node.ts';

/** Rules about memory and batches: sizes that do not fit, and parts that do not work in batches. */
export function checkMemory(context: CheckContext, process: ProcessModel): void {
	checkSecondGeneration(context, process);
	checkCheckpointing(context, process);
	checkHighBatch(context, process);
	checkLongVideo(context, process);
	checkVideoBatch(context, process);
}

/** Returns the largest edge of any dataset. */
function largest(process: ProcessModel): number {
	let most = 0;
	for (const dataset of process.datasets) {
		for (const edge of dataset.resolutions) most = Math.max(most, edge);
		most = Math.max(most, numberOf(dataset.node, 'max_res') ?? 0);
	}
	return most;
}

/** Returns the largest batch: that of the training, or of a dataset that sets its own. */
function largestBatch(process: ProcessModel): number {
	return process.datasets.reduce(
		(most, dataset) => Math.max(most, countOf(dataset.node, 'batch_size') ?? 0),
		process.batchSize,
	);
}

function checkSecondGeneration(context: CheckContext, process: ProcessModel): void {
	const confidence = membership('modelA2', process);
	const batch = entryOf(process.train, 'batch_size');
	const size = largest(process);
	const batchSize = largestBatch(process);
	if (confidence === undefined || size === 0) return;
	const perPicture = (size / 1024) ** 2;
	if (batchSize * perPicture < 6) return;
	const fitting = Math.ceil(6 / perPicture) - 1;
	const place =
		batch ??
		process.datasets
			.map((dataset) => entryOf(dataset.node, 'resolution'))
			.find((entry) => entry !== undefined);
	if (place === undefined) return;
	context.service(42258, {
		confidence,
		range: placeOfEntry(place),
		path: `${process.path}.train.batch_size`,
		message: l10n.t(
			'A batch of {0} at {1} pixels does not fit into memory: batch_size x (size/1024)² is {2} and must stay below 6.',
			batchSize,
			size,
			round(batchSize * perPicture),
		),
		remedy:
			fitting < 1
				? l10n.t('Use a smaller resolution.')
				: l10n.t('Write a batch_size of {0} or less, or use a smaller resolution.', fitting),
		fixes:
			batch === undefined || fitting < 1
				? []
				: context.replace(batch, String(fitting), l10n.t('Write {0}', fitting)),
	});
}

function round(value: number): string {
	return String(Math.round(value * 100) / 100);
}

function checkCheckpointing(context: CheckContext, process: ProcessModel): void {
	const confidence = membership('largeImage', process);
	const entry = entryOf(process.train, 'gradient_checkpointing');
	if (
		confidence === undefined ||
		entry?.value.kind !== 'scalar' ||
		isOn(process.train, 'gradient_checkpointing')
	)
		return;
	context.service(42270, {
		confidence,
		...placed(entry, `${process.path}.train`),
		message: l10n.t('Without gradient checkpointing a large image model does not fit into memory.'),
		remedy: l10n.t('Write gradient_checkpointing: true.'),
		fixes: context.replace(entry, 'true', l10n.t('Write true'), true),
	});
}

function checkHighBatch(context: CheckContext, process: ProcessModel): void {
	const confidence = membership('modelA1', process);
	if (confidence === undefined) return;
	const holders = [
		{ node: process.train, path: `${process.path}.train` },
		...process.datasets.map(({ node, path }) => ({ node, path })),
	];
	const high = holders.find(({ node }) => (countOf(node, 'batch_size') ?? 0) >= 8);
	const batch = entryOf(high?.node, 'batch_size');
	if (high === undefined || batch === undefined) return;
	context.service(42271, {
		confidence,
		...placed(batch, high.path),
		message: l10n.t(
			'A batch of {0} does not fit into memory for {1}: 8 or more is refused.',
			countOf(high.node, 'batch_size') ?? 0,
			process.arch?.label ?? '',
		),
		remedy: l10n.t('Write 4 and use gradient_accumulation for a larger effect.'),
		fixes: context.replace(batch, '4', l10n.t('Write 4')),
	});
}

/**
 * Checks long videos. The service does not publish from which values on a resolution or batch is high. Anything above
 * 512 pixels or one video at a time may be; from 1024 pixels or four videos on it certainly is.
 */
function checkLongVideo(context: CheckContext, process: ProcessModel): void {
	const family = membership('modelC14b', process);
	if (family === undefined) return;
	const batch = entryOf(process.train, 'batch_size');
	for (const dataset of process.datasets) {
		const entry = entryOf(dataset.node, 'num_frames');
		if (entry === undefined || dataset.numFrames < 81) continue;
		const size = Math.max(...dataset.resolutions);
		const batchSize = countOf(dataset.node, 'batch_size') ?? process.batchSize;
		if (size <= 512 && batchSize <= 1) continue;
		const sure: Confidence = size >= 1024 || batchSize >= 4 ? 'high' : 'medium';
		const message =
			batchSize > 1 && batch !== undefined
				? l10n.t(
						'{0} frames at {1} pixels and a batch of {2} do not fit into memory for a 14B video model.',
						dataset.numFrames,
						size,
						batchSize,
					)
				: l10n.t(
						'{0} frames at {1} pixels do not fit into memory for a 14B video model.',
						dataset.numFrames,
						size,
					);
		context.service(42272, {
			confidence: weaker(family, sure),
			...placed(entry, dataset.path),
			message: sure === 'high' ? message : `${message} ${l10n.t('The exact limit is not published.')}`,
			remedy: l10n.t('Write a num_frames of 41, or a resolution of 512 with a batch_size of 1.'),
			fixes: context.replace(entry, '41', l10n.t('Write 41')),
		});
	}
}

function checkVideoBatch(context: CheckContext, process: ProcessModel): void {
	const confidence = membership('modelD', process);
	const batch = entryOf(process.train, 'batch_size');
	if (confidence === undefined || batch === undefined || process.batchSize <= 1) return;
	const videos = process.datasets.find((dataset) => dataset.numFrames > 1);
	const i2v = process.datasets.find((dataset) => isOn(dataset.node, 'do_i2v'));
	const toOne = context.replace(batch, '1', l10n.t('Write 1'), true);
	const remark = { ...placed(batch, `${process.path}.train`), fixes: toOne };
	if (videos !== undefined || i2v !== undefined) {
		const label = process.arch?.label ?? '';
		context.service(42268, {
			confidence,
			...remark,
			message:
				i2v === undefined
					? l10n.t('{0} trains one video at a time: with num_frames above 1 the batch must be 1.', label)
					: l10n.t('{0} trains one video at a time: with do_i2v the batch must be 1.', label),
			remedy: l10n.t('Write batch_size: 1 and use gradient_accumulation for a larger effect.'),
		});
		return;
	}
	if (
		process.arch?.family !== 'LTX-2' ||
		process.datasets.every((dataset) => entryOf(dataset.node, 'do_i2v') !== undefined)
	)
		return;
	if (context.partial) return;
	context.own('ltx-batch', 'warning', {
		...remark,
		message: l10n.t(
			'A dataset does not set do_i2v, which was on by default in older toolkits and makes {0} fail on batches.',
			process.arch.label,
		),
		remedy: l10n.t('Write do_i2v: false in each dataset, or batch_size: 1.'),
	});
}
