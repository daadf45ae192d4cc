import * as l10n from '@vscode/l10n';
import type { Arch, ArchVariant } from '../archs.ts';
import { archOf, variantOf } from '../archs.ts';

/** A model that a new configuration can be written for; the rest is in the table of architectures. */
export interface TemplateModel {
	/** The value of `model.arch`. */
	readonly arch: string;
	readonly summary: string;
	/** Bucket sizes of training pictures or frames, in pixels. */
	readonly resolution: readonly number[];
	readonly rank: number;
	readonly steps: number;
	readonly preview: {
		readonly width: number;
		readonly height: number;
		readonly steps: number;
		readonly guidance: number;
	};
	/** Frames of each training video and of each preview; absent for models of pictures. */
	readonly frames?: number;
	readonly fps?: number;
}

const pictures = {
	resolution: [512, 768, 1024],
	rank: 16,
	steps: 2000,
	preview: { width: 1024, height: 1024, steps: 25, guidance: 4 },
};

const videos = {
	resolution: [512],
	rank: 32,
	steps: 2000,
	preview: { width: 832, height: 480, steps: 25, guidance: 4 },
	frames: 41,
	fps: 16,
};

/** The models to choose from, the usual ones of each kind first. */
export const templateModels: readonly TemplateModel[] = [
	{
		...pictures,
		arch: 'flux',
		summary: l10n.t('large image model, first generation: people, things, styles'),
		preview: { ...pictures.preview, steps: 20 },
	},
	{
		...pictures,
		arch: 'flux2',
		summary: l10n.t('large image model, second generation: follows long captions'),
		rank: 32,
		steps: 3000,
	},
	{
		...pictures,
		arch: 'qwen_image:2512',
		summary: l10n.t('large image model: draws text well'),
		steps: 3000,
	},
	{
		...pictures,
		arch: 'qwen_image_edit_plus:2511',
		summary: l10n.t('image editing: learns from pictures before and after'),
		steps: 3000,
	},
	{
		...videos,
		arch: 'wan22_14b:t2v',
		summary: l10n.t('video from text, 14B: motion, styles, people'),
	},
	{
		...videos,
		arch: 'wan22_14b_i2v',
		summary: l10n.t('video from a picture, 14B: motion that begins with a picture'),
	},
	{
		...videos,
		arch: 'ltx2.3',
		summary: l10n.t('video with sound from text'),
		preview: { ...videos.preview, width: 768, height: 768 },
		frames: 121,
		fps: 24,
	},
	{
		...videos,
		arch: 'wan21:1b',
		summary: l10n.t('video from text, 1.3B: small and quick'),
		preview: { ...videos.preview, guidance: 5 },
	},
	{
		...pictures,
		arch: 'zimage:turbo',
		summary: l10n.t('small image model: pictures in few steps'),
		preview: { ...pictures.preview, steps: 9, guidance: 1 },
	},
	{
		...pictures,
		arch: 'flux2_klein_4b',
		summary: l10n.t('small image model of the second generation'),
		steps: 2500,
	},
	{
		...pictures,
		arch: 'sdxl',
		summary: l10n.t('small image model that many tools support'),
		resolution: [1024],
		preview: { ...pictures.preview, guidance: 6 },
	},
];

/** The entry of the table of architectures for the model of a template. */
export interface KnownModel {
	readonly arch: Arch;
	readonly variant: ArchVariant;
}

/** Returns the entry of a model. @throws if the table of architectures lacks the model, which a test rules out. */
export function knownModel({ arch: name }: Pick<TemplateModel, 'arch'>): KnownModel {
	const arch = archOf(name);
	const variant = arch === undefined ? undefined : variantOf(arch, name);
	if (arch === undefined || variant === undefined)
		throw new Error(`The architecture "${name}" is not known.`);
	return { arch, variant };
}

/** The second dataset that a model needs in addition to the pictures or videos to train on. */
type SecondDataset =
	/** The pictures before the edit, one for each training picture. */
	| 'before'
	/** Start images of previews; without them, no previews are made. */
	| 'start'
	| 'none';

export function secondDataset(model: TemplateModel): SecondDataset {
	const { arch } = knownModel(model);
	if (arch.kind === 'image_edit') return 'before';
	return arch.needsControlToSample === true ? 'start' : 'none';
}
