/* The modules for the view and its commands, loaded as one file when the view is first shown or a command is first used. */
export { datasetCommands } from './commands.ts';
export { openDatasetsTree } from './tree.ts';
export { droppedUris, uploadDataset } from './upload/command.ts';
export { UploadNotifier } from './upload/notifier.ts';
