import * as l10n from '@vscode/l10n';
import { frameGrid } from '../archs.ts';
import { datasetsRoot, type ProcessModel, type SampleModel } from '../configModel.ts';
import { type CheckContext, placedAtKey } from '../context.ts';
import { membership } from '../families.ts';
import { flagOf } from '../prompt.ts';
import { type Entry, entryOf, isOn, memberText, numberOf, scalarOf } from '../yaml/node.ts';

/** Checks the previews: their form, their control images, their sizes and lengths. */
export function checkSamples(context: CheckContext, process: ProcessModel): void {
	checkForm(context, process);
	checkControlImages(context, process);
	checkControlPaths(context, process);
	checkFrames(context, process);
	checkSize(context, process);
}

function checkForm(context: CheckContext, process: ProcessModel): void {
	const { sample } = process;
	const samples = entryOf(sample, 'samples');
	const prompts = entryOf(sample, 'prompts');
	if (
		samples !== undefined &&
		prompts !== undefined &&
		samples.value.kind === 'list' &&
		samples.value.items.length > 0
	) {
		context.own('sample-prompts', 'warning', {
			...placedAtKey(prompts, `${process.path}.sample`),
			message: l10n.t('samples and prompts are both set, and the toolkit ignores prompts then.'),
			remedy: l10n.t('Move these prompts into samples, or remove them.'),
			tags: ['unnecessary'],
		});
	}
	if (context.partial) return;
	for (const each of process.samples) {
		if (each.item === undefined || each.words !== undefined) continue;
		context.own('sample-prompts', 'warning', {
			range: each.item.entries[0]?.keyRange ?? each.item.range,
			path: each.path,
			message: l10n.t(
				'This preview has no prompt, so it is left out and the settings of every later preview move up by one.',
			),
			remedy: l10n.t('Give it a prompt, or remove it.'),
		});
	}
}

/** Returns the keys under which a preview names its control image. */
function controlOf(sample: SampleModel) {
	return {
		flag: sample.text !== undefined && flagOf(sample.text, 'ctrl_img') !== undefined,
		single: memberText(sample.item, 'ctrl_img') !== undefined,
		first: ['ctrl_img_1', 'ctrl_img_2', 'ctrl_img_3'].some(
			(key) => memberText(sample.item, key) !== undefined,
		),
	};
}

function checkControlImages(context: CheckContext, process: ProcessModel): void {
	const { arch } = process;
	if (arch === undefined || !process.sampling) return;
	const edit = membership('modelBEdit', process);
	const i2v = membership('modelCI2v', process);
	if (!context.partial) {
		const needed = edit !== undefined || i2v !== undefined || arch.needsControlToSample === true;
		for (const sample of needed ? process.samples : []) {
			if (sample.item === undefined && sample.text === undefined) continue;
			const control = controlOf(sample);
			if (control.flag || control.single) continue;
			const remark = {
				range: promptRange(sample),
				path: sample.path,
				remedy: howToGive(sample, arch.control === 'multi' ? 'ctrl_img_1' : 'ctrl_img'),
			};
			if (control.first) {
				if (arch.control === 'multi') continue;
				const entry = entryOf(sample.item, 'ctrl_img_1');
				context.own('control-images', 'error', {
					...remark,
					range: entry?.keyRange ?? remark.range,
					message: l10n.t(
						'{0} reads the control image only from ctrl_img, so this preview has none.',
						arch.label,
					),
					remedy: l10n.t('Use ctrl_img.'),
					fixes: entry === undefined ? [] : context.rename(entry, 'ctrl_img', true),
				});
				continue;
			}
			if (edit !== undefined) {
				const message = l10n.t('{0} edits a picture, and this preview has none.', arch.label);
				context.error(42260, { ...remark, message });
			} else if (i2v !== undefined) {
				const message = l10n.t('{0} starts a video from a picture, and this preview has none.', arch.label);
				context.error(42261, { ...remark, message });
			} else {
				const message = l10n.t('{0} stops at a preview without a control image.', arch.label);
				context.own('control-images', 'error', { ...remark, message });
			}
		}
	}
	if (arch.control === 'multi') checkRepeatedControl(context, process);
	if (arch.control !== 'none' && arch.control !== undefined) return;
	for (const sample of process.samples) {
		const entry = entryOf(sample.item, 'ctrl_img') ?? entryOf(sample.item, 'ctrl_img_1');
		if (entry === undefined || scalarOf(sample.item, entry.key)?.value === null) continue;
		context.own('no-effect', arch.arch === 'qwen_image' ? 'error' : 'hint', {
			...placedAtKey(entry, sample.path),
			message:
				arch.arch === 'qwen_image'
					? l10n.t('{0} takes no control image, and the preview fails with one.', arch.label)
					: l10n.t('{0} takes no control image, so this one is ignored.', arch.label),
			remedy: l10n.t('Remove {0}, or check model.arch.', entry.key),
			tags: ['unnecessary'],
		});
	}
}

/**
 * Reports a single `ctrl_img`, which is shown to the text encoder twice; with several controls the first one is
 * `ctrl_img_1`.
 */
function checkRepeatedControl(context: CheckContext, process: ProcessModel): void {
	for (const sample of process.samples) {
		const entry = entryOf(sample.item, 'ctrl_img');
		if (
			entry === undefined ||
			entry.merged ||
			memberText(sample.item, 'ctrl_img') === undefined ||
			memberText(sample.item, 'ctrl_img_1') !== undefined
		)
			continue;
		context.own('control-images', 'hint', {
			...placedAtKey(entry, sample.path),
			message: l10n.t(
				'{0} takes several control images, and under ctrl_img its text encoder sees this one twice.',
				process.arch?.label ?? '',
			),
			remedy: l10n.t('Use ctrl_img_1.'),
			fixes: context.rename(entry, 'ctrl_img_1', true),
		});
	}
}

function promptRange(sample: SampleModel): { start: number; end: number } {
	const { words } = sample;
	if (words !== undefined && words.range.end > words.range.start) return words.range;
	return sample.item?.entries[0]?.keyRange ?? sample.node.range;
}

function howToGive(sample: SampleModel, key: string): string {
	return sample.item === undefined
		? l10n.t(
				'Add --ctrl_img and the path of a picture to the end of the prompt, or set train.disable_sampling: true.',
			)
		: l10n.t('Add {0} with the path of a picture, or set train.disable_sampling: true.', key);
}

/** Checks that control images are accessible to the job. */
function checkControlPaths(context: CheckContext, process: ProcessModel): void {
	if (context.local || !process.sampling) return;
	const report = (range: { start: number; end: number }, path: string, value: string) => {
		if (value.includes('${') || value.startsWith(datasetsRoot) || /^https?:\/\//.test(value)) return;
		context.own('platform-path', 'warning', {
			range,
			path,
			message: l10n.t('The service sees only files of its own datasets, so it will not find this picture.'),
			remedy: l10n.t('Upload it with a dataset and write {0}<dataset>/<file>.', datasetsRoot),
		});
	};
	for (const sample of process.samples) {
		if (sample.item === undefined) {
			const value = sample.text === undefined ? undefined : flagOf(sample.text, 'ctrl_img');
			if (value === undefined) continue;
			const found = context.text.indexOf(value, sample.node.range.start);
			const inside = found >= 0 && found + value.length <= sample.node.range.end;
			report(inside ? { start: found, end: found + value.length } : sample.node.range, sample.path, value);
			continue;
		}
		for (const key of ['ctrl_img', 'ctrl_img_1', 'ctrl_img_2', 'ctrl_img_3']) {
			const value = memberText(sample.item, key);
			const entry = entryOf(sample.item, key);
			if (value !== undefined && entry !== undefined)
				report(entry.value.range, `${sample.path}.${key}`, value);
		}
	}
}

function checkFrames(context: CheckContext, process: ProcessModel): void {
	const { arch, sample } = process;
	if (arch === undefined) return;
	const grid = frameGrid(arch);
	const check = (entry: Entry | undefined, path: string, dataset: boolean) => {
		if (entry?.value.kind !== 'scalar' || typeof entry.value.value !== 'number') return;
		const frames = entry.value.value;
		if (!Number.isInteger(frames) || frames <= 1) return;
		if (grid === undefined) {
			if (arch.kind !== 'image' && arch.kind !== 'image_edit') return;
			context.own('frame-count', 'warning', {
				range: entry.value.range,
				path,
				message: l10n.t('{0} makes single pictures, not {1} frames.', arch.label, frames),
				remedy: l10n.t('Write 1, or check model.arch.'),
				fixes: context.replace(entry, '1', l10n.t('Write 1')),
			});
			return;
		}
		const below = Math.floor((frames - grid.offset) / grid.step) * grid.step + grid.offset;
		if (below === frames) return;
		const made = addsAFrame(process)
			? Math.floor(frames / grid.step) * grid.step + grid.offset
			: Math.max(below, grid.offset);
		const lower = below >= grid.offset && below > 0 ? below : grid.offset;
		const upper = lower + grid.step;
		// For a preview its result was meant; for a dataset the nearer length, unless it is too much for memory.
		const heavy = membership('modelC14b', process) !== undefined && upper >= 81;
		const nearer = !heavy && upper - frames < frames - lower ? upper : lower;
		const best = dataset ? nearer : made;
		const write = (count: number) =>
			context.replace(entry, String(count), l10n.t('Write {0}', count), count === best);
		context.own('frame-count', dataset ? 'warning' : 'info', {
			range: entry.value.range,
			path,
			message: dataset
				? l10n.t(
						'{0} works on {1} frames, and a dataset’s num_frames is used exactly as written.',
						arch.label,
						arch.frameGrid ?? '',
					)
				: l10n.t('{0} works on {1} frames, so the preview has {2}.', arch.label, arch.frameGrid ?? '', made),
			remedy: l10n.t('Write {0} or {1}.', lower, upper),
			fixes: best === lower ? [...write(lower), ...write(upper)] : [...write(upper), ...write(lower)],
		});
	};
	if (!process.node.entries.some((entry) => entry.key === 'datasets' || entry.key === 'sample')) return;
	for (const dataset of process.datasets) {
		if (entryOf(dataset.node, 'auto_frame_count') === undefined) {
			check(entryOf(dataset.node, 'num_frames'), `${dataset.path}.num_frames`, true);
		}
	}
	if (!process.sampling) return;
	check(entryOf(sample, 'num_frames'), `${process.path}.sample.num_frames`, false);
	for (const each of process.samples)
		check(entryOf(each.item, 'num_frames'), `${each.path}.num_frames`, false);
}

/**
 * Returns whether the pipeline of a model drops the remainder of the number of frames itself and then adds one frame:
 * 40 become 41. Wan 2.1 has a pipeline of the toolkit for low memory, which does not.
 */
function addsAFrame({ arch, model }: ProcessModel): boolean {
	if (arch?.arch === 'wan22_14b') return true;
	return (arch?.arch === 'wan21' || arch?.arch === 'wan21_i2v') && !isOn(model, 'low_vram');
}

function checkSize(context: CheckContext, process: ProcessModel): void {
	const { arch, sample } = process;
	if (!process.sampling || arch === undefined) return;
	const step = Math.max(8, arch.sizeMultiple ?? 8);
	const check = (entry: Entry | undefined, path: string) => {
		if (entry?.value.kind !== 'scalar' || typeof entry.value.value !== 'number') return;
		const size = entry.value.value;
		if (!Number.isInteger(size) || size < 64 || size % step === 0) return;
		const lower = size - (size % step);
		context.own('preview-size', 'hint', {
			range: entry.value.range,
			path,
			message: l10n.t('{0} works in steps of {1} pixels, so this becomes {2}.', arch.label, step, lower),
			remedy: l10n.t('Write {0} or {1}.', lower, lower + step),
			fixes: context.replace(entry, String(lower), l10n.t('Write {0}', lower)),
		});
	};
	for (const key of ['width', 'height']) {
		if (numberOf(sample, key) !== undefined) check(entryOf(sample, key), `${process.path}.sample.${key}`);
		for (const each of process.samples) check(entryOf(each.item, key), `${each.path}.${key}`);
	}
}
