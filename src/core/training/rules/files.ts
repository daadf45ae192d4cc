import * as l10n from '@vscode/l10n';
import { fix } from '../../base/findings.ts';
import { counted, firstOf } from '../../base/language.ts';
import { controlKeys, type DatasetModel, datasetName, type ProcessModel } from '../configModel.ts';
import { type CheckContext, placed } from '../context.ts';
import { insertKey, replaceValue } from '../yaml/edits.ts';
import { entryOf, isOn, itemsOf, memberText, placeOfEntry } from '../yaml/node.ts';

export const pictureFile = /\.(jpe?g|png|webp)$/i;
export const videoFile = /\.(mp4|avi|mov|webm|mkv|wmv|m4v|flv)$/i;
const audio = /\.(mp3|wav|flac|aac|ogg|m4a)$/i;

function stem(file: string): string {
	const name = file.slice(file.lastIndexOf('/') + 1);
	const dot = name.lastIndexOf('.');
	return dot <= 0 ? name : name.slice(0, dot);
}

/** Rules that depend on the files of a dataset. */
export function checkFiles(
	context: CheckContext,
	process: ProcessModel,
	dataset: DatasetModel,
	files: readonly string[],
): void {
	const { folder } = dataset;
	if (folder === undefined) return;
	const images = files.filter((file) => pictureFile.test(file));
	const videos = files.filter((file) => videoFile.test(file));
	const sounds = files.filter((file) => audio.test(file));
	const kind = process.arch?.kind;
	const seen = kind === 'audio' ? [] : [...images, ...videos];
	const usable = kind === 'audio' || kind === 'text' ? [...seen, ...sounds] : seen;
	const remark = { range: placeOfEntry(folder), path: `${dataset.path}.folder_path` };
	if (usable.length === 0) {
		context.service(42256, {
			...remark,
			message:
				kind === 'audio'
					? l10n.t('The dataset {0} has no audio files to train on.', dataset.name ?? '')
					: l10n.t('The dataset {0} has no pictures or videos to train on.', dataset.name ?? ''),
			remedy: l10n.t('Upload training files and their captions to it.'),
		});
		return;
	}
	checkFrameCount(context, dataset, images.length, videos.length);
	checkCaptions(context, dataset, usable, files);
	checkPartners(context, dataset, usable);
}

function checkFrameCount(context: CheckContext, dataset: DatasetModel, images: number, videos: number): void {
	const entry = entryOf(dataset.node, 'num_frames');
	const place = entry ?? dataset.folder;
	if (place === undefined) return;
	const remark = { range: placeOfEntry(place), path: `${dataset.path}.num_frames` };
	if (videos > 0 && !dataset.moving) {
		const edit =
			entry === undefined
				? insertKey(context.text, dataset.node, 'num_frames', '41', dataset.folder)
				: replaceValue(context.text, entry, '41');
		context.error(42265, {
			...remark,
			message: counted(
				videos,
				l10n.t('The dataset has 1 video, and with a num_frames of 1 only pictures are read.'),
				l10n.t('The dataset has {0} videos, and with a num_frames of 1 only pictures are read.'),
			),
			remedy: l10n.t('Set num_frames to the number of frames to train on, for example 41.'),
			fixes: fix(l10n.t('Set num_frames to 41'), edit),
		});
	}
	if (videos === 0 && images > 0 && dataset.numFrames > 1) {
		context.service(42266, {
			...remark,
			message: l10n.t(
				'The dataset has only pictures, and num_frames asks for {0} frames of each.',
				dataset.numFrames,
			),
			remedy: l10n.t('Write num_frames: 1, or upload videos.'),
			fixes: entry === undefined ? [] : context.replace(entry, '1', l10n.t('Write 1'), true),
		});
	}
}

function checkCaptions(
	context: CheckContext,
	dataset: DatasetModel,
	usable: readonly string[],
	files: readonly string[],
): void {
	if (dataset.folder === undefined || memberText(dataset.node, 'default_caption') !== undefined) return;
	const ext = (memberText(dataset.node, 'caption_ext') ?? 'txt').replace(/^\./, '');
	const captions = new Set(files.filter((file) => file.endsWith(`.${ext}`)).map(stem));
	const bare = usable.filter((file) => !captions.has(stem(file)));
	if (bare.length === 0) return;
	context.own('dataset-files', 'warning', {
		range: placeOfEntry(dataset.folder),
		path: `${dataset.path}.folder_path`,
		message: captionless(bare, usable.length, ext),
		remedy: l10n.t('Upload a caption of the same base name for each, or set default_caption.'),
	});
}

function captionless(bare: readonly string[], all: number, ext: string): string {
	const names = firstOf(bare, 3);
	if (all > 1 && bare.length === all)
		return l10n.t('None of the {0} files of the dataset has a .{1} caption.', all, ext);
	return bare.length === 1
		? l10n.t('{0} has no .{1} caption in the dataset.', names, ext)
		: l10n.t('{0} of {1} files of the dataset have no .{2} caption: {3}.', bare.length, all, ext, names);
}

/** Checks that every control folder has a file with the same base name for each training file. */
function checkPartners(context: CheckContext, dataset: DatasetModel, usable: readonly string[]): void {
	if (isOn(dataset.node, 'control_from_same_folder')) return;
	for (const key of controlKeys) {
		const entry = entryOf(dataset.node, key);
		if (entry === undefined) continue;
		const single = memberText(dataset.node, key);
		const folders =
			single === undefined
				? itemsOf(dataset.node, key).flatMap((item) => (item.kind === 'scalar' ? [item.source] : []))
				: [single];
		for (const folder of folders) {
			const name = datasetName(folder);
			const facts = name === undefined ? undefined : context.options.datasets?.lookup(name);
			if (name === undefined || facts === undefined || facts === 'missing') continue;
			const partners = new Set(facts.files.filter((file) => /\.(jpg|jpeg|png|webp)$/.test(file)).map(stem));
			const alone = usable.filter((file) => !partners.has(stem(file)));
			if (alone.length === 0) continue;
			context.own('dataset-files', 'warning', {
				...placed(entry, dataset.path),
				message: partnerless(alone, usable.length, name),
				remedy: l10n.t('Name each control image like its training file, with a lower-case extension.'),
			});
		}
	}
}

function partnerless(alone: readonly string[], all: number, folder: string): string {
	const names = firstOf(alone, 3);
	if (all > 1 && alone.length === all)
		return l10n.t(
			'None of the {0} training files has a control image of the same base name in {1}.',
			all,
			folder,
		);
	return alone.length === 1
		? l10n.t('{0} has no control image of the same base name in {1}.', names, folder)
		: l10n.t(
				'{0} of {1} training files have no control image of the same base name in {2}: {3}.',
				alone.length,
				all,
				folder,
				names,
			);
}
