import * as l10n from '@vscode/l10n';
import type { CodeMeaning } from './codeMeaning.ts';
import { datasetMeanings, type TrainerMeaning } from './codesDataset.ts';
import { trainerCodeNames } from './trainerCodeNames.ts';

const jobMeanings: readonly TrainerMeaning[] = [
	{
		code: 40051,
		message: l10n.t('The job ID is not valid.'),
		nextStep: l10n.t('Refresh the list and choose the job again.'),
	},
	{
		code: 40451,
		kind: 'notFound',
		message: l10n.t('The training job no longer exists, or it belongs to another account.'),
		nextStep: l10n.t('Check which account is signed in.'),
	},
	{
		code: 40951,
		kind: 'conflict',
		message: l10n.t('A training job with this name already exists.'),
		nextStep: l10n.t('Change "config.name" in the configuration.'),
	},
	{
		code: 42251,
		message: l10n.t('The format of the configuration is not yaml.'),
		nextStep: l10n.t('Send the configuration as YAML.'),
	},
	{
		code: 42252,
		message: l10n.t('The GPU type is not offered for training.'),
		nextStep: l10n.t('Choose ADA_80_PLUS or HOPPER_141.'),
	},
	{
		code: 42253,
		message: l10n.t('The configuration is not valid YAML.'),
		nextStep: l10n.t('Fix the errors in it.'),
	},
	{
		code: 42254,
		kind: 'notFound',
		message: l10n.t('The configuration refers to a dataset that does not exist.'),
		nextStep: l10n.t('Use the name of a dataset, not its ID, in "datasets[].folder_path".'),
	},
	{
		code: 42255,
		kind: 'conflict',
		message: l10n.t('A dataset of the configuration is not ready yet.'),
		nextStep: l10n.t('Wait until the dataset is ready, then submit again.'),
		fixer: 'nobody',
	},
	{
		code: 42256,
		message: l10n.t('A dataset of the configuration has no usable training files.'),
		nextStep: l10n.t('Add images or videos with their captions.'),
	},
	{
		code: 42257,
		message: l10n.t('Training of this model family needs a read token of the model hub.'),
		nextStep: l10n.t('Add a hub token that has access to the model to the configuration.'),
	},
	{
		code: 42258,
		message: l10n.t(
			'Batch size and resolution are too large for this model: batch_size x (max_res/1024)^2 is 6 or more.',
		),
		nextStep: l10n.t('Lower "train.batch_size" or the largest resolution.'),
	},
	{
		code: 42259,
		message: l10n.t('This editing model needs control images, and the dataset has none.'),
		nextStep: l10n.t('Add "control_path" to each dataset.'),
	},
	{
		code: 42260,
		message: l10n.t('This editing model needs a control image for each sample prompt, and one is missing.'),
		nextStep: l10n.t('Add "ctrl_img" to each sample.'),
	},
	{
		code: 42261,
		message: l10n.t('Sampling of this image-to-video model needs a control image for every sample prompt.'),
		nextStep: l10n.t('Add "ctrl_img" to each sample.'),
	},
	{
		code: 42262,
		message: l10n.t('The job name has characters that are not allowed.'),
		nextStep: l10n.t('Use letters, digits, "_" and "-" only in "config.name".'),
	},
	{
		code: 42263,
		message: l10n.t('Latents cannot be cached to disk when "num_frames" is above 1.'),
		nextStep: l10n.t('Turn off "cache_latents_to_disk", or set "num_frames" to 1.'),
	},
	{
		code: 42264,
		message: l10n.t('"diff_output_preservation" needs a trigger word.'),
		nextStep: l10n.t('Set "trigger_word", or turn it off.'),
	},
	{
		code: 42265,
		message: l10n.t('The dataset has videos, but "num_frames" is 1.'),
		nextStep: l10n.t('Set "num_frames" above 1.'),
	},
	{
		code: 42266,
		message: l10n.t('The dataset has images only, but "num_frames" is above 1.'),
		nextStep: l10n.t('Set "num_frames" to 1.'),
	},
	{
		code: 42267,
		kind: 'conflict',
		message: l10n.t('Only a stopped or canceled job can be resumed.'),
		nextStep: l10n.t(
			'Wait until the job has ended. One that has failed and cannot be resumed is started as a new job under another name.',
		),
	},
	{
		code: 42268,
		message: l10n.t('This video model needs a batch size of 1 with several frames or "do_i2v".'),
		nextStep: l10n.t('Set "train.batch_size" to 1.'),
	},
	{
		code: 42269,
		message: l10n.t('"diff_output_preservation" and "cache_text_embeddings" cannot both be on.'),
		nextStep: l10n.t('Turn off one of them.'),
	},
	{
		code: 42270,
		message: l10n.t('This model runs out of memory without gradient checkpointing.'),
		nextStep: l10n.t('Set "train.gradient_checkpointing" to true.'),
	},
	{
		code: 42271,
		message: l10n.t('A batch size of 8 or more runs out of memory with this model.'),
		nextStep: l10n.t('Lower "train.batch_size".'),
	},
	{
		code: 42272,
		message: l10n.t(
			'81 or more frames at this resolution or batch size run out of memory with a 14B video model.',
		),
		nextStep: l10n.t('Lower the frames, the resolution or the batch size.'),
	},
	{
		code: 42273,
		message: l10n.t('The number of GPUs is not offered: it is 1, or 8 with ADA_80_PLUS.'),
		nextStep: l10n.t('Choose 1, or 8 with ADA_80_PLUS.'),
	},
	{
		code: 42274,
		message: l10n.t('The learning rate is missing or not a positive number.'),
		nextStep: l10n.t('Set "train.lr" to a positive number, for example 0.0001.'),
	},
	{
		code: 42275,
		message: l10n.t('The configuration does not name the model to train.'),
		nextStep: l10n.t('Set "config.process[0].model.arch".'),
	},
	{
		code: 42276,
		kind: 'conflict',
		message: l10n.t('A queued or running job cannot be edited.'),
		nextStep: l10n.t('Cancel the job first, or wait until it has ended.'),
	},
	{
		code: 42277,
		message: l10n.t('The name in the configuration differs from the name of the job, which cannot change.'),
		nextStep: l10n.t('Set "config.name" back to the name of the job, or submit a new job.'),
	},
	{
		code: 50051,
		kind: 'upstream',
		message: l10n.t('The service had an internal error while it processed the job.'),
		nextStep: l10n.t('Try again in a minute.'),
		fixer: 'service',
	},
	{
		code: 50052,
		kind: 'upstream',
		message: l10n.t('The service could not create the job.'),
		nextStep: l10n.t('Try again.'),
		fixer: 'service',
	},
];

/**
 * Codes of the whole service in a reply of the trainer; the service's own texts for them mention deployments
 * (trainer-service.md, "What the service does").
 */
export const trainerGeneralCodes: readonly CodeMeaning[] = [
	{
		code: 10001,
		name: 'InsufficientFunds',
		kind: 'balance',
		message: l10n.t('The balance of this account is too low to start a training job, which takes 0.50 USD.'),
		nextStep: l10n.t('Top up the balance on the profile page, then try again.'),
		fixer: 'you',
	},
	{
		code: 403003,
		name: 'Forbidden',
		kind: 'auth',
		message: l10n.t('That dataset or training job belongs to another account.'),
		nextStep: l10n.t('Sign in again, or check that the right connection is chosen.'),
		fixer: 'you',
	},
	{
		code: 404001,
		name: 'Not Found',
		kind: 'notFound',
		message: l10n.t('The service does not have that dataset or training job, or no longer has it.'),
		nextStep: l10n.t('Refresh the list and choose again.'),
		fixer: 'you',
	},
	{
		code: 422001,
		name: 'Validation Error',
		kind: 'input',
		message: l10n.t('The service refused the request, because something in it is not valid.'),
		nextStep: l10n.t('Read the message of the service, fix the problem and try again.'),
		fixer: 'you',
	},
];

/** Codes of datasets and training jobs: trainer-service.md, "Errors". */
export const trainerCodes: readonly CodeMeaning[] = [...datasetMeanings, ...jobMeanings].map((meaning) => ({
	kind: 'input',
	fixer: 'you',
	...meaning,
	name: trainerCodeNames[meaning.code],
}));
