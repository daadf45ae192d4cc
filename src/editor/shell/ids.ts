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
	'easel.runModel',
	'easel.useCheckpointAsLora',
	'easel.showRun',
	'easel.showLastResult',
	'easel.showContactSheet',
	'easel.runFromSidecar',
	'easel.cancelRun',
	'easel.runAgain',
	'easel.runElsewhere',
	'easel.runAgainWithNewSeed',
	'easel.comparePictures',
	'easel.runWithSeeds',
	'easel.copyRequestId',
	'easel.freeInstance',
	'easel.openNodeInfo',
	'easel.callInstance',
	'easel.removeRun',
	'easel.filterRuns',
	'easel.clearRunFilter',
	'easel.showOlderRuns',
	'easel.starRun',
	'easel.unstarRun',
	'easel.editRunNote',
	'easel.writeSeedBack',
	'easel.writeInputsBack',
	'easel.showSentRequest',
	'easel.compareSentDocument',
	'easel.compareRunPictures',
	'easel.showRunPictures',
	'easel.exportRuns',
	'easel.setPartnerKey',
	'easel.removePartnerKey',
	'easel.refreshDeployments',
	'easel.filterDeployments',
	'easel.clearDeploymentFilter',
	'easel.showMoreDeployments',
	'easel.showMoreRuns',
	'easel.enableDeployment',
	'easel.disableDeployment',
	'easel.newDeployment',
	'easel.editDeployment',
	'easel.deleteDeployment',
	'easel.restoreDeployment',
	'easel.pullDeployment',
	'easel.planDeployment',
	'easel.applyDeployment',
	'easel.openSavedWorkflow',
	'easel.openReadme',
	'easel.copyDeploymentId',
	'easel.copyDeploymentAsCurl',
	'easel.signIn',
	'easel.signOut',
	'easel.pasteToken',
	'easel.whoAmI',
	'easel.showBalance',
	'easel.showSpending',
	'easel.switchConnection',
	'easel.accountActions',
	'easel.startSandbox',
	'easel.stopSandbox',
	'easel.resetSandbox',
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
	'easel.searchModels',
	'easel.filterModels',
	'easel.clearModelFilter',
	'easel.chooseModelKind',
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
	'easel.showSamples',
	'easel.showGraph',
	'easel.convertWorkflow',
	'easel.extractWorkflow',
	'easel.saveAsSandboxDeployment',
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
	'easel.freeEngineMemory',
	'easel.interruptEngine',
	'easel.refreshEngineNodeInfo',
	'easel.openEngine',
	'easel.setEngineToken',
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
	'easel.engine',
	'easel.gettingStarted',
	'easel.hasRuns',
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
