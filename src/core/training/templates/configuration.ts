import type { TextRange } from '../../base/findings.ts';
import { datasetsRoot, outputRoot } from '../configModel.ts';
import { pictureFile, videoFile } from '../rules/files.ts';
import { cleanName } from '../rules/names.ts';
import { placeholder, written } from '../yaml/edits.ts';
import { type KnownModel, knownModel, secondDataset, type TemplateModel } from './models.ts';

export interface TemplateDataset {
	readonly name: string;
	/** The names of its files, if known. */
	readonly files?: readonly string[];
	/** The name of a folder on this computer that is not uploaded yet. */
	readonly folder?: string;
}

/** The answers of a person to the questions of a template; every answer is text as it was typed. */
export interface TemplateAnswers {
	readonly model: TemplateModel;
	/** The name of the job. */
	readonly name: string;
	/** Absent if the person wants to decide later. */
	readonly dataset?: TemplateDataset;
	/** The pictures before the edit, or the start images of previews: `secondDataset`. */
	readonly second?: TemplateDataset;
	/** A word that the model learns to associate with the pictures; may be empty. */
	readonly trigger: string;
	readonly gpuType: string;
	readonly gpuCount: number;
	readonly steps: number;
}

/** A new configuration and the place to show first. */
interface WrittenConfiguration {
	readonly text: string;
	readonly first: TextRange;
}

/** The name of a dataset until the person names one. */
const undecided = {
	dataset: 'my_dataset',
	before: 'my_pictures_before',
	start: 'my_start_pictures',
} as const;

/** Returns a name for a job about a dataset: `portraits_flux2`. */
export function proposedName(model: TemplateModel, dataset: TemplateDataset | undefined): string {
	const family = cleanName(model.arch.replace(/:.*/, ''));
	return dataset === undefined ? `my_${family}_lora` : `${cleanName(dataset.name) || 'my'}_${family}`;
}

/** Returns a commented configuration for the service that breaks none of its rules, for any answers. */
export function writeConfiguration(answers: TemplateAnswers): WrittenConfiguration {
	const { model, name, trigger } = answers;
	const known = knownModel(model);
	const previews = secondDataset(model) !== 'start' || answers.second !== undefined;
	const page = new Page();
	writeHead(page, answers, known);
	page.line(0, 'job: extension');
	page.line(0, 'config:');
	page.line(1, `name: ${written(name)}`, 'each job of an account needs a name of its own');
	page.line(1, 'process:');
	page.line(2, '- type: diffusion_trainer');
	page.line(3, `training_folder: ${outputRoot}`, 'fixed by the service');
	if (trigger !== '') {
		page.comment(
			3,
			'Put before every caption that does not have it; [trigger] in a prompt becomes this word.',
		);
		page.line(3, `trigger_word: ${written(trigger)}`);
	}
	page.line(3, 'network:');
	page.line(4, 'type: lora');
	page.line(4, `linear: ${model.rank}`, 'the rank: more learns more detail and makes a larger file');
	page.line(4, `linear_alpha: ${model.rank}`);
	writeSave(page, answers);
	writeDataset(page, answers);
	writeTrain(page, answers, known, previews);
	writeModel(page, known);
	if (previews) writeSample(page, answers, known);
	return page.written();
}

/** The lines of a text, with the place to show first. */
class Page {
	#text = '';
	#first: TextRange | undefined;

	line(depth: number, text: string, remark = ''): void {
		this.#text += `${'  '.repeat(depth)}${text}${remark === '' ? '' : ` # ${remark}`}\n`;
	}

	comment(depth: number, text: string): void {
		this.line(depth, `# ${text}`);
	}

	/** Marks a part of the last line; the first mark wins. */
	mark(part: string): void {
		const start = this.#text.lastIndexOf(part);
		if (start >= 0) this.#first ??= { start, end: start + part.length };
	}

	written(): WrittenConfiguration {
		return { text: this.#text, first: this.#first ?? { start: 0, end: 0 } };
	}
}

function writeHead(page: Page, answers: TemplateAnswers, { arch, variant }: KnownModel): void {
	const { dataset, second, gpuType, gpuCount } = answers;
	page.comment(0, `A LoRA for ${variant.label}. The job is meant for ${gpuCount} x ${gpuType}.`);
	const steps = [
		dataset === undefined ? 'the names of the datasets' : '',
		secondDataset(answers.model) === 'none' || second === undefined ? '' : 'the picture of each preview',
		'the prompts of the previews',
	].filter((part) => part !== '');
	page.comment(0, `Look first at ${steps.join(', then at ')}.`);
	if (arch.gated === true) {
		page.comment(0, `The weights need a token of the model hub that may read ${variant.weights}.`);
	}
}

/** Returns the common interval of checkpoints and previews: about ten of them, at round numbers. */
function interval(steps: number): number {
	const round = [25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];
	return round.find((every) => steps / every <= 12) ?? 10_000;
}

function writeSave(page: Page, { steps }: TemplateAnswers): void {
	page.line(3, 'save:');
	page.line(4, 'dtype: bf16');
	page.line(4, `save_every: ${interval(steps)}`, 'steps between two checkpoints');
	page.line(4, 'max_step_saves_to_keep: 4', 'older ones are deleted');
}

function writeDataset(page: Page, { model, dataset, second }: TemplateAnswers): void {
	page.line(3, 'datasets:');
	const name = dataset?.name ?? undecided.dataset;
	if (dataset?.folder !== undefined) {
		page.comment(4, `Upload the folder ${oneLine(dataset.folder)} as a dataset of this name first.`);
	}
	page.line(4, `- folder_path: ${written(`${datasetsRoot}${name}`)}`);
	if (dataset === undefined) page.mark(name);
	if (secondDataset(model) === 'before') {
		const before = second?.name ?? undecided.before;
		page.comment(5, 'The pictures before the edit, named like those of folder_path.');
		page.line(5, `control_path: ${written(`${datasetsRoot}${before}`)}`);
		if (second === undefined) page.mark(before);
	}
	page.line(5, 'caption_ext: txt', 'a.png has its caption in a.txt');
	page.line(5, 'caption_dropout_rate: 0.05', 'the part of the pictures that is shown without a caption');
	page.line(5, `resolution: ${written(model.resolution)}`, 'each size is trained, in pixels');
	if (model.frames === undefined) return;
	const { arch, variant } = knownModel(model);
	const pictures = dataset?.files?.some((file) => pictureFile.test(file)) === true;
	const moving = !pictures || dataset?.files?.some((file) => videoFile.test(file)) === true;
	if (moving) {
		page.line(
			5,
			`num_frames: ${model.frames}`,
			`of each video; the model works on ${arch.frameGrid ?? 'any number of'} frames`,
		);
		page.line(5, `fps: ${model.fps ?? 16}`);
	} else page.line(5, 'num_frames: 1', 'the dataset has only pictures');
	if (arch.readsDoI2v === true) page.line(5, 'do_i2v: false', 'true trains on the first frame as well');
	if (variant.defaults['datasets[].do_audio'] === true) page.line(5, `do_audio: ${moving}`);
}

function writeTrain(
	page: Page,
	{ steps }: TemplateAnswers,
	{ variant }: KnownModel,
	previews: boolean,
): void {
	const { defaults } = variant;
	page.line(3, 'train:');
	page.line(4, 'batch_size: 1');
	page.line(4, `steps: ${steps}`, 'with a batch of 1, one picture or video each');
	page.line(4, 'lr: 0.0001', 'lower it when the previews fall apart');
	page.line(4, 'optimizer: adamw8bit');
	page.line(4, `noise_scheduler: ${written(defaults['train.noise_scheduler'] ?? 'flowmatch')}`);
	for (const key of ['timestep_type', 'audio_loss_multiplier']) {
		const value = defaults[`train.${key}`];
		if (value !== undefined) page.line(4, `${key}: ${written(value)}`);
	}
	page.line(4, 'gradient_checkpointing: true', 'needs less memory and more time');
	page.line(4, 'dtype: bf16');
	if (!previews) page.line(4, 'disable_sampling: true', 'previews need a picture to begin with');
}

function writeModel(page: Page, { arch, variant }: KnownModel): void {
	page.line(3, 'model:');
	page.line(4, `arch: ${written(variant.arch)}`);
	page.line(4, `name_or_path: ${written(variant.weights)}`);
	if (arch.gated === true)
		page.line(
			4,
			`hf_token: ${placeholder('HF_TOKEN')}`,
			'a stored token takes its place when the job is sent',
		);
	for (const [path, value] of Object.entries(variant.defaults)) {
		const key = /^model\.(\w+)$/.exec(path)?.[1];
		if (key === undefined || key === 'name_or_path' || value === false) continue;
		page.line(4, `${key}: ${written(value)}`, remarks[key]);
	}
}

const remarks: Readonly<Record<string, string>> = {
	quantize: 'smaller numbers, less memory',
	low_vram: 'parts that are not needed wait in main memory',
	assistant_lora_path: 'keeps what made these weights quick',
};

function writeSample(page: Page, answers: TemplateAnswers, { arch, variant }: KnownModel): void {
	const { model, second, steps, trigger } = answers;
	const { width, height, guidance } = model.preview;
	page.line(3, 'sample:');
	page.line(4, `sampler: ${written(variant.defaults['sample.sampler'] ?? 'flowmatch')}`);
	page.line(4, `sample_every: ${interval(steps)}`, 'steps between two rounds of previews');
	page.line(4, `width: ${width}`);
	page.line(4, `height: ${height}`);
	if (model.frames !== undefined) {
		page.line(4, `num_frames: ${model.frames}`);
		page.line(4, `fps: ${model.fps ?? 16}`);
	}
	page.line(4, `guidance_scale: ${guidance}`);
	page.line(4, `sample_steps: ${model.preview.steps}`);
	page.line(4, 'seed: 42', 'the same for every round, so that rounds can be compared');
	page.line(4, 'walk_seed: true', 'the second prompt has the next seed');
	page.line(4, 'neg: ""');
	page.line(4, 'samples:');
	const key = arch.control === 'multi' ? 'ctrl_img_1' : 'ctrl_img';
	const kind = secondDataset(model);
	const pictures = second?.files?.filter((file) => pictureFile.test(file)) ?? [];
	for (const [index, prompt] of prompts(model, trigger).entries()) {
		page.line(5, `- prompt: ${written(prompt)}`);
		if (kind === 'none') {
			page.mark(prompt);
			continue;
		}
		const file = pictures[index % Math.max(1, pictures.length)] ?? 'picture.jpg';
		page.line(6, `${key}: ${written(`${datasetsRoot}${second?.name ?? undecided[kind]}/${file}`)}`);
		page.mark(pictures.length === 0 ? file : prompt);
	}
}

/** Prompts that show whether the training works: the usual, another place, another style. */
function prompts(model: TemplateModel, trigger: string): readonly string[] {
	const { kind } = knownModel(model).arch;
	const subject = trigger === '' ? 'a person' : '[trigger]';
	switch (kind) {
		case 'image_edit':
			return trigger === ''
				? ['edit the picture as in the examples', 'edit the picture and keep its background']
				: ['turn the picture into [trigger]', 'turn the picture into [trigger] and keep its background'];
		case 'i2v':
			return [`${subject} turns to the camera and smiles`, `the camera moves slowly around ${subject}`];
		case 'video':
			return [
				`${subject} walks along a beach at sunset, the camera follows`,
				`${subject} laughs in a busy street`,
			];
		default:
			return [
				`a photo of ${subject} in a park at noon`,
				`${subject} at a desk in a dark room, seen from the side`,
				`a pencil drawing of ${subject}`,
			];
	}
}

/** Returns a name of the file system for a comment: without characters that end the line or the parsing. */
function oneLine(name: string): string {
	return JSON.stringify(name)
		.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu, ' ')
		.replaceAll('$' + '{', '$ {');
}
