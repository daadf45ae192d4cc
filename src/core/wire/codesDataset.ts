import * as l10n from '@vscode/l10n';
import type { CodeMeaning } from './codeMeaning.ts';
import type { TrainerCode } from './trainerCodeNames.ts';

/** The meaning of a code of the trainer; its name is in a separate table. By default, the person has to correct the input. */
export type TrainerMeaning = Pick<CodeMeaning, 'message' | 'nextStep'> &
	Partial<Pick<CodeMeaning, 'kind' | 'fixer'>> & { readonly code: TrainerCode };

/** Codes of datasets: trainer-service.md, "Errors". */
export const datasetMeanings: readonly TrainerMeaning[] = [
	{
		code: 40001,
		message: l10n.t('The dataset ID is not valid. It may be the name of the dataset.'),
		nextStep: l10n.t('Refresh the list and choose the dataset again.'),
	},
	{
		code: 40401,
		kind: 'notFound',
		message: l10n.t('The dataset no longer exists, or it belongs to another account.'),
		nextStep: l10n.t('Refresh the list. If the dataset is missing, check which account is signed in.'),
	},
	{
		code: 40901,
		kind: 'conflict',
		message: l10n.t('A dataset with this name already exists.'),
		nextStep: l10n.t('Choose another name, or delete the other dataset.'),
	},
	{
		code: 42201,
		message: l10n.t('The dataset name has characters that are not allowed.'),
		nextStep: l10n.t('Use letters, digits, "_" and "-" only.'),
	},
	{
		code: 42202,
		message: l10n.t('The file is of a type that datasets do not accept.'),
		nextStep: l10n.t('Add images, videos and caption files (.txt) only.'),
	},
	{
		code: 42203,
		message: l10n.t('The file is larger than 150 MB, the limit of a direct upload.'),
		nextStep: l10n.t('Upload it through a signed address instead.'),
	},
	{
		code: 42204,
		kind: 'conflict',
		message: l10n.t('The dataset has failed and accepts no more files.'),
		nextStep: l10n.t('Create a new dataset and upload the files there.'),
	},
	{
		code: 42205,
		message: l10n.t('The list of files to upload is empty.'),
		nextStep: l10n.t('Choose at least one file.'),
	},
	{
		code: 50001,
		kind: 'upstream',
		message: l10n.t('The service had an internal error while it processed the dataset.'),
		nextStep: l10n.t('Try again in a minute.'),
		fixer: 'service',
	},
	{
		code: 50002,
		kind: 'upstream',
		message: l10n.t('The service could not write the file to its storage.'),
		nextStep: l10n.t('Try again, or upload it through a signed address.'),
		fixer: 'service',
	},
	{
		code: 50003,
		kind: 'upstream',
		message: l10n.t('The service could not list the files of the dataset.'),
		nextStep: l10n.t('Try again in a minute.'),
		fixer: 'service',
	},
	{
		code: 50004,
		kind: 'upstream',
		message: l10n.t('The service could not process the dataset.'),
		nextStep: l10n.t('Create a new dataset and upload the files again.'),
	},
];
