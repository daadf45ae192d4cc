import type { Failure } from '../../base/failure.ts';

/**
 * The key of the configuration that a refusal is about, by the name of its code, as the known keys are named (`[]` for any index):
 * trainer-service.md, "Configuration keys that the service checks". Other codes are not about one key.
 */
const keysOfCodes: Readonly<Record<string, string>> = {
	JOB_NAME_CONFLICT: 'config.name',
	DATASET_NOT_FOUND: 'config.process[].datasets[].folder_path',
	DATASET_NOT_READY: 'config.process[].datasets[].folder_path',
	NO_TRAINING_DATA: 'config.process[].datasets[].folder_path',
	MODELA_HUB_TOKEN_REQUIRED: 'config.process[].model.name_or_path',
	MODELA2_OOM_RISK: 'config.process[].train.batch_size',
	MODELB_EDIT_CONTROL_MISSING: 'config.process[].datasets[].control_path',
	MODELB_EDIT_SAMPLE_CONTROL_MISSING: 'config.process[].sample.samples[].ctrl_img',
	MODELC_I2V_SAMPLING_CRASH: 'config.process[].sample.samples[].ctrl_img',
	INVALID_JOB_NAME: 'config.name',
	MULTI_FRAME_LATENT_CACHING: 'config.process[].datasets[].cache_latents_to_disk',
	DIFF_OUTPUT_PRESERVATION_TRIGGER: 'config.process[].trigger_word',
	VIDEO_LORA_NUM_FRAMES_ONE: 'config.process[].datasets[].num_frames',
	IMAGE_DATASET_MULTI_FRAMES: 'config.process[].datasets[].num_frames',
	MODELD_VIDEO_I2V_BATCH_SIZE: 'config.process[].train.batch_size',
	DIFF_PRESERVATION_CACHE_CONFLICT: 'config.process[].train.cache_text_embeddings',
	IMAGE_MODEL_GC_OFF_OOM_RISK: 'config.process[].train.gradient_checkpointing',
	MODELA_HIGH_BATCH_OOM_RISK: 'config.process[].train.batch_size',
	MODELC_VIDEO_OOM_RISK: 'config.process[].datasets[].num_frames',
	INVALID_LEARNING_RATE: 'config.process[].train.lr',
	MISSING_MODEL_ARCH: 'config.process[].model.arch',
	CONFIG_NAME_IMMUTABLE: 'config.name',
};

/** Keys at which a path of a configuration begins, either complete or from its process on. */
const roots: ReadonlySet<string> = new Set(['config', 'meta']);
const parts: ReadonlySet<string> = new Set([
	'train',
	'model',
	'datasets',
	'sample',
	'save',
	'network',
	'training_folder',
	'trigger_word',
]);

/** A path with dots or indices, as services spell it: `config.process[0].train.lr`, `config.process.0.train.lr`, `train.lr`. */
const dottedPath = /(?<![\w./-])[a-z_]\w{0,40}(?:\.\w{1,40}|\[\d{0,3}\]){1,10}/gi;

/**
 * Returns the key of the configuration that a refusal names, for example `config.process[0].train.lr`, with `[]` if the index is unknown;
 * `undefined` without one. A key that the service names is more exact than the meaning of its code.
 */
export function configKeyOf(failure: Failure): string | undefined {
	const byCode = keysOfCodes[failure.codeName ?? ''];
	const named = (failure.details ?? []).flatMap((detail) =>
		[...detail.matchAll(dottedPath)].flatMap(([path]) => keyOf(path) ?? []),
	);
	return named.find((path) => byCode === undefined || generic(path) === byCode) ?? byCode ?? named[0];
}

/** Returns a path in the spelling of documents; `undefined` if it is not one of a configuration. */
function keyOf(path: string): string | undefined {
	const spelled = path.replace(/\.(\d{1,3})(?=\.|$)/g, '[$1]');
	const first = /^\w+/.exec(spelled)?.[0] ?? '';
	if (roots.has(first)) return spelled;
	return parts.has(first) ? `config.process[].${spelled}` : undefined;
}

function generic(path: string): string {
	return path.replace(/\[\d+\]/g, '[]');
}
