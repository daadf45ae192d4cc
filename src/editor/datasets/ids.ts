import type { CommandId } from '../shell/ids.ts';

/** The commands of the Datasets view; what they do is loaded with the first of them. */
export const datasetCommandIds = [
	'easel.refreshDatasets',
	'easel.showMoreDatasets',
	'easel.newDataset',
	'easel.retryUpload',
	'easel.uploadDatasetAgain',
	'easel.copyDatasetName',
	'easel.copyDatasetPath',
	'easel.insertDataset',
	'easel.copyDatasetFileList',
	'easel.saveDatasetFileList',
	'easel.deleteDataset',
] as const satisfies readonly CommandId[];
