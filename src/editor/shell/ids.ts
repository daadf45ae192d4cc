/*
 * Every id that Easel shares with `package.json`. `npm run manifest` writes this file from the tables in `src/manifest` and from the manifest.
 */

/* The commands of each table, for modules that load the handlers with the first of them. */
export const shellCommandIds = ['easel.showLog', 'easel.getStarted', 'easel.openSample'] as const;
export const accountCommandIds = [
	'easel.signIn',
	'easel.signOut',
	'easel.pasteToken',
	'easel.whoAmI',
	'easel.showBalance',
	'easel.openProfilePage',
	'easel.switchConnection',
	'easel.accountActions',
	'easel.setEngineToken',
	'easel.startSandbox',
	'easel.stopSandbox',
	'easel.resetSandbox',
] as const;
export const deploymentsCommandIds = [
	'easel.refreshDeployments',
	'easel.filterDeployments',
	'easel.clearDeploymentFilter',
	'easel.showMoreDeployments',
	'easel.showMoreRuns',
	'easel.openSavedWorkflow',
	'easel.openReadme',
	'easel.copyDeploymentId',
	'easel.copyDeploymentAsCurl',
	'easel.newDeployment',
	'easel.editDeployment',
	'easel.enableDeployment',
	'easel.disableDeployment',
	'easel.deleteDeployment',
	'easel.restoreDeployment',
	'easel.pullDeployment',
	'easel.planDeployment',
	'easel.applyDeployment',
	'easel.freeEngineMemory',
	'easel.interruptEngine',
	'easel.openEngine',
] as const;
export const runsCommandIds = [
	'easel.run',
	'easel.runWith',
	'easel.runDeployment',
	'easel.runModel',
	'easel.useCheckpointAsLora',
	'easel.showRun',
	'easel.showLastResult',
	'easel.cancelRun',
	'easel.lookForRun',
	'easel.giveUpRun',
	'easel.openWebConsole',
	'easel.thisIsRequest',
	'easel.showFailedNode',
	'easel.runAgain',
	'easel.runAgainWithNewSeed',
	'easel.runWithSeeds',
	'easel.runWithPreset',
	'easel.vary',
	'easel.runSweep',
	'easel.openSweepTable',
	'easel.runOnEach',
	'easel.savePreset',
	'easel.nameInputs',
	'easel.makeClient',
	'easel.openAsForm',
	'easel.writeApp',
	'easel.applyPreset',
	'easel.comparePresets',
	'easel.pauseBatch',
	'easel.continueBatch',
	'easel.cancelBatch',
	'easel.comparePictures',
	'easel.copyRequestId',
	'easel.runFromSidecar',
	'easel.openSidecarAsForm',
	'easel.shareRun',
	'easel.openSharedRun',
	'easel.freeInstance',
	'easel.openNodeInfo',
	'easel.refreshEngineNodeInfo',
	'easel.runElsewhere',
	'easel.callInstance',
	'easel.setPartnerKey',
	'easel.removePartnerKey',
	'easel.saveAsSandboxDeployment',
] as const;
export const historyCommandIds = [
	'easel.filterRuns',
	'easel.clearRunFilter',
	'easel.showOlderRuns',
	'easel.writeSeedBack',
	'easel.writeInputsBack',
	'easel.showSentRequest',
	'easel.compareSentDocument',
	'easel.starRun',
	'easel.unstarRun',
	'easel.editRunNote',
	'easel.compareRunPictures',
	'easel.showRunPictures',
	'easel.saveRunPictures',
	'easel.downloadMissingResults',
	'easel.exportRuns',
	'easel.removeRun',
] as const;
export const sheetCommandIds = ['easel.showContactSheet'] as const;
export const modelsCommandIds = [
	'easel.searchModels',
	'easel.filterModels',
	'easel.clearModelFilter',
	'easel.chooseModelKind',
	'easel.sortModels',
	'easel.refreshModels',
	'easel.showMoreModels',
	'easel.openModelPage',
	'easel.openModelInBrowser',
	'easel.copyModelId',
	'easel.copyModelAsCurl',
	'easel.copyModelAsPython',
	'easel.copyModelAsTypeScript',
	'easel.addModelFavorite',
	'easel.removeModelFavorite',
] as const;
export const datasetsCommandIds = [
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
] as const;
export const uploadsCommandIds = ['easel.uploadDataset'] as const;
export const captionsCommandIds = ['easel.editCaptions'] as const;
export const trainingCommandIds = [
	'easel.newTrainingConfiguration',
	'easel.submitTraining',
	'easel.sendJobEdit',
	'easel.sendJobEditAndResume',
	'easel.setHubToken',
	'easel.removeHubToken',
	'easel.storeHubToken',
] as const;
export const jobsCommandIds = [
	'easel.trackJob',
	'easel.trackDemoJobs',
	'easel.exportJobs',
	'easel.importJobs',
	'easel.refreshJob',
	'easel.showMoreJobs',
	'easel.showJob',
	'easel.cancelJob',
	'easel.lookForJob',
	'easel.giveUpJob',
	'easel.thisIsJob',
	'easel.resumeJob',
	'easel.editJob',
	'easel.continueJob',
	'easel.openJobConfiguration',
	'easel.openResolvedConfiguration',
	'easel.copyJobId',
	'easel.removeJob',
	'easel.downloadCheckpoint',
	'easel.copyCheckpointAddress',
	'easel.showCheckpointMetadata',
] as const;
export const samplesCommandIds = ['easel.showSamples'] as const;
export const webhooksCommandIds = [
	'easel.listenForWebhooks',
	'easel.stopListening',
	'easel.reportRunsHere',
	'easel.stopReportingRuns',
	'easel.copyWebhookAddress',
	'easel.setPublicWebhookAddress',
	'easel.forwardWebhooks',
	'easel.sendExampleWebhook',
	'easel.showWebhookEvent',
	'easel.showRunOfWebhook',
	'easel.copyWebhookEvent',
	'easel.resendWebhookEvents',
	'easel.resendWebhookEventsTwice',
	'easel.resendWebhookEventsInReverse',
	'easel.filterWebhookEvents',
	'easel.clearWebhookFilter',
	'easel.clearWebhookEvents',
	'easel.showMoreWebhookEvents',
] as const;
export const agentsCommandIds = ['easel.mcpConfiguration'] as const;
export const spendingCommandIds = ['easel.showSpending'] as const;
export const graphCommandIds = ['easel.showGraph'] as const;
export const conversionCommandIds = ['easel.convertWorkflow', 'easel.extractWorkflow'] as const;
export const comparisonCommandIds = [
	'easel.compareWithSaved',
	'easel.showComparisonDiff',
	'easel.closeComparison',
	'easel.revealChange',
] as const;
export type CommandId = (
	| typeof shellCommandIds
	| typeof accountCommandIds
	| typeof deploymentsCommandIds
	| typeof runsCommandIds
	| typeof historyCommandIds
	| typeof sheetCommandIds
	| typeof modelsCommandIds
	| typeof datasetsCommandIds
	| typeof uploadsCommandIds
	| typeof captionsCommandIds
	| typeof trainingCommandIds
	| typeof jobsCommandIds
	| typeof samplesCommandIds
	| typeof webhooksCommandIds
	| typeof agentsCommandIds
	| typeof spendingCommandIds
	| typeof graphCommandIds
	| typeof conversionCommandIds
	| typeof comparisonCommandIds
)[number];

/** Keys for `when` clauses, as the manifest asks for them. Those of views and items are the editor's own. */
export const contextKeys = [
	'easel.activeDocument',
	'easel.comparing',
	'easel.connection',
	'easel.datasetsState',
	'easel.deploymentsFiltered',
	'easel.deploymentsState',
	'easel.engine',
	'easel.gettingStarted',
	'easel.hasRuns',
	'easel.inBrowser',
	'easel.listening',
	'easel.modelsFiltered',
	'easel.modelsState',
	'easel.runsFiltered',
	'easel.runsReport',
	'easel.sandboxRunning',
	'easel.sawResult',
	'easel.signedIn',
	'easel.webhooksFiltered',
	'easel.workflowFiles',
] as const;
export type ContextKey = (typeof contextKeys)[number];

export const viewIds = [
	'easel.deployments',
	'easel.runs',
	'easel.models',
	'easel.datasets',
	'easel.jobs',
	'easel.comparison',
	'easel.webhookEvents',
] as const;
export type ViewId = (typeof viewIds)[number];

/** Panels that the editor restores after a reload; each is an activation event. */
export const panelIds = [
	'easel.results',
	'easel.pictures',
	'easel.graph',
	'easel.uploadReport',
	'easel.captions',
	'easel.sheet',
	'easel.samples',
	'easel.inputs',
	'easel.deployment',
] as const;
export type PanelId = (typeof panelIds)[number];

/** Settings with the type of their value. */
export interface Settings {
	'easel.notifyWhenRunEnds': boolean;
	'easel.notifyAboutJobs': boolean;
	'easel.notifyAboutUploads': boolean;
	'easel.results.open': 'beside' | 'sameTab' | 'never';
	'easel.archive.mode': 'always' | 'onDemand' | 'off';
	'easel.archive.maxSize': number;
	'easel.save.folder': string;
	'easel.save.pattern': string;
	'easel.save.sidecar': boolean;
	'easel.spending.dailyLimit': number;
	'easel.connections': readonly unknown[];
	'easel.sandbox.speed': number;
	'easel.sandbox.engine': string;
	'easel.uploads.parallel': number;
	'easel.webhooks.forwardTo': string;
	'easel.webhooks.publicAddress': string;
	'easel.webhooks.intermediate': boolean;
	'easel.workflow.engineVersion': string;
	'easel.training.files': readonly string[];
	'easel.training.target': 'service' | 'local';
}
export type SettingId = keyof Settings;
