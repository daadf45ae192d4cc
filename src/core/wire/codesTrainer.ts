import * as l10n from '@vscode/l10n';
import type { Meaning, NamedMeanings } from './codeMeaning.ts';
import { type TrainerCode, trainerCodeNames } from './trainerCodeNames.ts';

const meanings: Readonly<Record<TrainerCode, Meaning>> = {
	40001: {
		message: l10n.t('The dataset ID is not valid. It may be the name of the dataset.'),
		nextStep: l10n.t('Refresh the list and choose the dataset again.'),
	},
	40401: {
		kind: 'notFound',
		message: l10n.t('The dataset no longer exists, or it belongs to another account.'),
		nextStep: l10n.t('Refresh the list. If the dataset is missing, check which account is signed in.'),
	},
	40901: {
		kind: 'conflict',
		message: l10n.t('A dataset with this name already exists.'),
		nextStep: l10n.t('Choose another name, or delete the other dataset.'),
	},
	42201: {
		message: l10n.t('The dataset name has characters that are not allowed.'),
		nextStep: l10n.t('Use letters, digits, "_" and "-" only.'),
	},
	42202: {
		message: l10n.t('The file is of a type that datasets do not accept.'),
		nextStep: l10n.t('Add images, videos and caption files (.txt) only.'),
	},
	42203: {
		message: l10n.t('The file is larger than 150 MB, the limit of a direct upload.'),
		nextStep: l10n.t('Upload it through a signed address instead.'),
	},
	42204: {
		kind: 'conflict',
		message: l10n.t('The dataset has failed and accepts no more files.'),
		nextStep: l10n.t('Create a new dataset and upload the files there.'),
	},
	42205: {
		message: l10n.t('The list of files to upload is empty.'),
		nextStep: l10n.t('Choose at least one file.'),
	},
	50001: {
		kind: 'upstream',
		message: l10n.t('The service had an internal error while it processed the dataset.'),
		nextStep: l10n.t('Try again in a minute.'),
		fixer: 'service',
	},
	50002: {
		kind: 'upstream',
		message: l10n.t('The service could not write the file to its storage.'),
		nextStep: l10n.t('Try again, or upload it through a signed address.'),
		fixer: 'service',
	},
	50003: {
		kind: 'upstream',
		message: l10n.t('The service could not list the files of the dataset.'),
		nextStep: l10n.t('Try again in a minute.'),
		fixer: 'service',
	},
	50004: {
		kind: 'upstream',
		message: l10n.t('The service could not process the dataset.'),
		nextStep: l10n.t('Create a new dataset and upload the files again.'),
	},
	40051: {
		message: l10n.t('The job ID is not valid.'),
		nextStep: l10n.t('Refresh the list and choose the job again.'),
	},
	40451: {
		kind: 'notFound',
		message: l10n.t('The training job no longer exists, or it belongs to another account.'),
		nextStep: l10n.t('Check which account is signed in.'),
	},
	40951: {
		kind: 'conflict',
		message: l10n.t('A training job with this name already exists.'),
		nextStep: l10n.t('Change "config.name" in the configuration.'),
	},
	42251: {
		message: l10n.t('The format of the configuration is not yaml.'),
		nextStep: l10n.t('Send the configuration as YAML.'),
	},
	42252: {
		message: l10n.t('The GPU type is not offered for training.'),
		nextStep: l10n.t('Choose ADA_80_PLUS or HOPPER_141.'),
	},
	42253: {
		message: l10n.t('The configuration is not valid YAML.'),
		nextStep: l10n.t('Fix the errors in it.'),
	},
	42254: {
		kind: 'notFound',
		message: l10n.t('The configuration refers to a dataset that does not exist.'),
		nextStep: l10n.t('Use the name of a dataset, not its ID, in "datasets[].folder_path".'),
	},
	42255: {
		kind: 'conflict',
		message: l10n.t('A dataset of the configuration is not ready yet.'),
		nextStep: l10n.t('Wait until the dataset is ready, then submit again.'),
		fixer: 'nobody',
	},
	42256: {
		message: l10n.t('A dataset of the configuration has no usable training files.'),
		nextStep: l10n.t('Add images or videos with their captions.'),
	},
	42257: {
		message: l10n.t('Training of this model family needs a read token of the model hub.'),
		nextStep: l10n.t('Add a hub token that has access to the model to the configuration.'),
	},
	42258: {
		message: l10n.t(
			'Batch size and resolution are too large for this model: batch_size x (max_res/1024)^2 is 6 or more.',
		),
		nextStep: l10n.t('Lower "train.batch_size" or the largest resolution.'),
	},
	42259: {
		message: l10n.t('This editing model needs control images, and the dataset has none.'),
		nextStep: l10n.t('Add "control_path" to each dataset.'),
	},
	42260: {
		message: l10n.t('This editing model needs a control image for each sample prompt, and one is missing.'),
		nextStep: l10n.t('Add "ctrl_img" to each sample.'),
	},
	42261: {
		message: l10n.t('Sampling of this image-to-video model needs a control image for every sample prompt.'),
		nextStep: l10n.t('Add "ctrl_img" to each sample.'),
	},
	42262: {
		message: l10n.t('The job name has characters that are not allowed.'),
		nextStep: l10n.t('Use letters, digits, "_" and "-" only in "config.name".'),
	},
	42263: {
		message: l10n.t('Latents cannot be cached to disk when "num_frames" is above 1.'),
		nextStep: l10n.t('Turn off "cache_latents_to_disk", or set "num_frames" to 1.'),
	},
	42264: {
		message: l10n.t('"diff_output_preservation" needs a trigger word.'),
		nextStep: l10n.t('Set "trigger_word", or turn it off.'),
	},
	42265: {
		message: l10n.t('The dataset has videos, but "num_frames" is 1.'),
		nextStep: l10n.t('Set "num_frames" above 1.'),
	},
	42266: {
		message: l10n.t('The dataset has images only, but "num_frames" is above 1.'),
		nextStep: l10n.t('Set "num_frames" to 1.'),
	},
	42267: {
		kind: 'conflict',
		message: l10n.t('Only a stopped or canceled job can be resumed.'),
		nextStep: l10n.t(
			'Wait until the job has ended. One that has failed and cannot be resumed is started as a new job under another name.',
		),
	},
	42268: {
		message: l10n.t('This video model needs a batch size of 1 with several frames or "do_i2v".'),
		nextStep: l10n.t('Set "train.batch_size" to 1.'),
	},
	42269: {
		message: l10n.t('"diff_output_preservation" and "cache_text_embeddings" cannot both be on.'),
		nextStep: l10n.t('Turn off one of them.'),
	},
	42270: {
		message: l10n.t('This model runs out of memory without gradient checkpointing.'),
		nextStep: l10n.t('Set "train.gradient_checkpointing" to true.'),
	},
	42271: {
		message: l10n.t('A batch size of 8 or more runs out of memory with this model.'),
		nextStep: l10n.t('Lower "train.batch_size".'),
	},
	42272: {
		message: l10n.t(
			'81 or more frames at this resolution or batch size run out of memory with a 14B video model.',
		),
		nextStep: l10n.t('Lower the frames, the resolution or the batch size.'),
	},
	42273: {
		message: l10n.t('The number of GPUs is not offered: it is 1, or 8 with ADA_80_PLUS.'),
		nextStep: l10n.t('Choose 1, or 8 with ADA_80_PLUS.'),
	},
	42274: {
		message: l10n.t('The learning rate is missing or not a positive number.'),
		nextStep: l10n.t('Set "train.lr" to a positive number, for example 0.0001.'),
	},
	42275: {
		message: l10n.t('The configuration does not name the model to train.'),
		nextStep: l10n.t('Set "config.process[0].model.arch".'),
	},
	42276: {
		kind: 'conflict',
		message: l10n.t('A queued or running job cannot be edited.'),
		nextStep: l10n.t('Cancel the job first, or wait until it has ended.'),
	},
	42277: {
		message: l10n.t('The name in the configuration differs from the name of the job, which cannot change.'),
		nextStep: l10n.t('Set "config.name" back to the name of the job, or submit a new job.'),
	},
	50051: {
		kind: 'upstream',
		message: l10n.t('The service had an internal error while it processed the job.'),
		nextStep: l10n.t('Try again in a minute.'),
		fixer: 'service',
	},
	50052: {
		kind: 'upstream',
		message: l10n.t('The service could not create the job.'),
		nextStep: l10n.t('Try again.'),
		fixer: 'service',
	},
};

/**
 * Codes of the whole service in a reply of the trainer; the service's own texts for them mention deployments
 * (trainer-service.md, "What the service does").
 */
export const trainerGeneralCodes: NamedMeanings = {
	10001: {
		name: 'InsufficientFunds',
		kind: 'balance',
		message: l10n.t('The balance of this account is too low to start a training job, which takes 0.50 USD.'),
		nextStep: l10n.t('Top up the balance on the profile page, then try again.'),
	},
	403003: {
		name: 'Forbidden',
		kind: 'auth',
		message: l10n.t('That dataset or training job belongs to another account.'),
		nextStep: l10n.t('Sign in again, or check that the right connection is chosen.'),
	},
	404001: {
		name: 'Not Found',
		kind: 'notFound',
		message: l10n.t('The service does not have that dataset or training job, or no longer has it.'),
		nextStep: l10n.t('Refresh the list and choose again.'),
	},
	422001: {
		name: 'Validation Error',
		message: l10n.t('The service refused the request, because something in it is not valid.'),
		nextStep: l10n.t('Read the message of the service, fix the problem and try again.'),
	},
};

/** Codes of datasets and training jobs: trainer-service.md, "Errors". */
export const trainerCodes: NamedMeanings = Object.fromEntries(
	Object.entries(trainerCodeNames).map(([code, name]) => [
		code,
		{ ...meanings[Number(code) as TrainerCode], name },
	]),
);
