/*
 * Every id that Easel shares with `package.json`, from which `npm run ids` writes this file. Change the manifest, then run it.
 */

export const commandIds = [
	'easel.showLog',
	'easel.getStarted',
	'easel.openSample',
	'easel.run',
	'easel.runWith',
	'easel.runDeployment',
	'easel.showRun',
	'easel.showLastResult',
	'easel.cancelRun',
	'easel.runAgain',
	'easel.runAgainWithNewSeed',
	'easel.copyRequestId',
	'easel.removeRun',
	'easel.setPartnerKey',
	'easel.removePartnerKey',
	'easel.refreshDeployments',
	'easel.filterDeployments',
	'easel.clearDeploymentFilter',
	'easel.showMoreDeployments',
	'easel.showMoreRuns',
	'easel.enableDeployment',
	'easel.disableDeployment',
	'easel.openSavedWorkflow',
	'easel.openReadme',
	'easel.copyDeploymentId',
	'easel.copyDeploymentAsCurl',
	'easel.signIn',
	'easel.signOut',
	'easel.pasteToken',
	'easel.whoAmI',
	'easel.showBalance',
	'easel.switchConnection',
	'easel.accountActions',
	'easel.startSandbox',
	'easel.stopSandbox',
	'easel.resetSandbox',
	'easel.showSamples',
	'easel.showGraph',
	'easel.convertWorkflow',
	'easel.extractWorkflow',
	'easel.compareWithSaved',
	'easel.showComparisonDiff',
	'easel.closeComparison',
	'easel.revealChange',
	'easel.uploadDataset',
	'easel.refreshDatasets',
	'easel.showMoreDatasets',
	'easel.newDataset',
	'easel.uploadDatasetAgain',
	'easel.copyDatasetName',
	'easel.copyDatasetPath',
	'easel.insertDataset',
	'easel.copyDatasetFileList',
	'easel.saveDatasetFileList',
	'easel.deleteDataset',
	'easel.editCaptions',
	'easel.newTrainingConfiguration',
	'easel.submitTraining',
	'easel.sendJobEdit',
	'easel.sendJobEditAndResume',
	'easel.trackJob',
	'easel.exportJobs',
	'easel.importJobs',
	'easel.refreshJob',
	'easel.showMoreJobs',
	'easel.showJob',
	'easel.cancelJob',
	'easel.resumeJob',
	'easel.editJob',
	'easel.continueJob',
	'easel.openJobConfiguration',
	'easel.copyJobId',
	'easel.removeJob',
	'easel.downloadCheckpoint',
	'easel.copyCheckpointAddress',
	'easel.showCheckpointMetadata',
	'easel.trackDemoJobs',
] as const;
export type CommandId = (typeof commandIds)[number];

/** Keys for `when` clauses, as the manifest asks for them. Those of views and items are the editor's own. */
export const contextKeys = [
	'easel.activeDocument',
	'easel.comparing',
	'easel.connection',
	'easel.datasetsState',
	'easel.deploymentsFiltered',
	'easel.deploymentsState',
	'easel.gettingStarted',
	'easel.hasRuns',
	'easel.sandboxRunning',
	'easel.sawResult',
	'easel.signedIn',
	'easel.workflowFiles',
] as const;
export type ContextKey = (typeof contextKeys)[number];

export const viewIds = ['easel.deployments', 'easel.datasets', 'easel.jobs', 'easel.comparison'] as const;
export type ViewId = (typeof viewIds)[number];

/** Panels that the editor restores after a reload; each is an activation event. */
export const panelIds = [
	'easel.results',
	'easel.graph',
	'easel.uploadReport',
	'easel.captions',
	'easel.samples',
] as const;
export type PanelId = (typeof panelIds)[number];

/** Settings with the type of their value. */
export interface Settings {
	'easel.notifyWhenRunEnds': boolean;
	'easel.notifyAboutJobs': boolean;
	'easel.connections': readonly unknown[];
	'easel.sandbox.speed': number;
	'easel.uploads.parallel': number;
	'easel.training.files': readonly string[];
	'easel.training.target': 'service' | 'local';
}
export type SettingId = keyof Settings;
