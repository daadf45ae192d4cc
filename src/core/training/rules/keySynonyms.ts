import { closestMatch, keyCloseness } from '../../base/closestMatch.ts';
import { type Fix, fix } from '../../base/findings.ts';
import type { CheckContext } from '../context.ts';
import { schemaNodeAt } from '../schema.ts';
import { insertKey } from '../yaml/edits.ts';
import { type Entry, entryOf, type MapNode } from '../yaml/node.ts';

/** Words of other trainers for keys of this one. */
const otherWords: Readonly<Record<string, string>> = {
	learning_rate: 'lr',
	max_train_steps: 'steps',
	max_steps: 'steps',
	num_steps: 'steps',
	train_steps: 'steps',
	train_batch_size: 'batch_size',
	lora_rank: 'linear',
	network_dim: 'linear',
	dim: 'linear',
	network_alpha: 'linear_alpha',
	lora_alpha: 'linear_alpha',
	lora_dropout: 'dropout',
	network_dropout: 'dropout',
	conv_dim: 'conv',
	network_weights: 'pretrained_lora_path',
	optimizer_type: 'optimizer',
	lr_scheduler_type: 'lr_scheduler',
	seed: 'training_seed',
	cache_text_encoder_outputs: 'cache_text_embeddings',
	base_model: 'name_or_path',
	base_model_path: 'name_or_path',
	model_path: 'name_or_path',
	pretrained_model: 'name_or_path',
	model_name_or_path: 'name_or_path',
	pretrained_model_name_or_path: 'name_or_path',
	architecture: 'arch',
	model_type: 'arch',
	training_adapter: 'assistant_lora_path',
	image_folder: 'folder_path',
	data_path: 'folder_path',
	image_dir: 'folder_path',
	train_data_dir: 'folder_path',
	path: 'folder_path',
	caption_extension: 'caption_ext',
	caption_tag_dropout_rate: 'token_dropout_rate',
	enable_bucket: 'buckets',
	flip_aug: 'flip_x',
	shuffle_caption: 'shuffle_tokens',
	repeats: 'num_repeats',
	mixed_precision: 'dtype',
	negative_prompt: 'neg',
	negative: 'neg',
	num_inference_steps: 'sample_steps',
	save_steps: 'save_every',
	save_every_n_steps: 'save_every',
	sample_every_n_steps: 'sample_every',
	logging_dir: 'log_dir',
	output_dir: 'training_folder',
	sample_steps_every: 'sample_every',
	max_res: 'resolution',
};

/** The words for previews, which differ from those of the training. */
const previewWords: Readonly<Record<string, string>> = {
	cfg: 'guidance_scale',
	cfg_scale: 'guidance_scale',
	guidance: 'guidance_scale',
	steps: 'sample_steps',
	num_steps: 'sample_steps',
};

/** The warm-up of other trainers, which takes a scheduler that has one and a group around it. */
const warmupWords = new Set(['lr_warmup_steps', 'num_warmup_steps', 'warmup_steps']);

/** Returns whether a word asks for a warm-up of the learning rate. */
export function isWarmup(key: string): boolean {
	return warmupWords.has(key);
}

/** In a mapping with more keys than this no key is guessed: each guess costs as much as parsing a line. */
export const mostGuessed = 500;

/** Returns the key for a word of another trainer. */
export function synonymOf(key: string): string | undefined {
	return Object.hasOwn(otherWords, key) ? otherWords[key] : undefined;
}

interface MeantKey {
	readonly key: string;
	/** True for terms of other trainers and clear misspellings: safe to replace without a question. */
	readonly sure: boolean;
}

/** Returns the key of a place that an unknown one probably means. */
export function meantKey(key: string, candidates: readonly string[]): MeantKey | undefined {
	const preview = Object.hasOwn(previewWords, key) ? previewWords[key] : undefined;
	for (const synonym of [candidates.includes('sample_steps') ? preview : undefined, synonymOf(key)])
		if (synonym !== undefined && candidates.includes(synonym)) return { key: synonym, sure: true };
	// A known word is no misspelling of another key.
	if (synonymOf(key) !== undefined) return undefined;
	const closest = closestMatch(key, candidates, keyCloseness);
	return closest === undefined ? undefined : { key: closest.match, sure: closest.clear };
}

function misnamed(map: MapNode, place: string, key: string): Entry | undefined {
	const known = schemaNodeAt(place)?.children;
	if (known === undefined || map.entries.length > mostGuessed) return undefined;
	const candidates = [...known.keys()];
	return map.entries.find(
		(entry) => !entry.merged && !known.has(entry.key) && meantKey(entry.key, candidates)?.key === key,
	);
}

/**
 * Adds a missing key to a mapping at `place`, for example `config.process[].train`. If it exists under a wrong name, that name is corrected
 * instead, so that its value is kept.
 */
export function addKey(
	context: CheckContext,
	map: MapNode,
	place: string,
	added: { readonly key: string; readonly value: string; readonly after?: Entry | undefined },
	title: string,
	preferred: boolean,
): readonly Fix[] {
	const { key, value, after } = added;
	if (entryOf(map, key) !== undefined) return [];
	const wrong = misnamed(map, place, key);
	return wrong === undefined
		? fix(title, insertKey(context.text, map, key, value, after), preferred)
		: context.rename(wrong, key, true);
}
