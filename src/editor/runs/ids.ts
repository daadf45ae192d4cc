import type { CommandId } from '../shell/ids.ts';

/** The commands of this room; what they do is loaded with the first of them. */
export const runCommandIds = [
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
	'easel.thisIsRequest',
	'easel.runAgain',
	'easel.runAgainWithNewSeed',
	'easel.runWithSeeds',
	'easel.comparePictures',
	'easel.copyRequestId',
	'easel.runFromSidecar',
	'easel.freeInstance',
	'easel.openNodeInfo',
	'easel.refreshEngineNodeInfo',
	'easel.runElsewhere',
	'easel.callInstance',
	'easel.setPartnerKey',
	'easel.removePartnerKey',
	'easel.saveAsSandboxDeployment',
] as const satisfies readonly CommandId[];
export type RunCommandId = (typeof runCommandIds)[number];

/** The commands on runs that are in the history; loaded with the first of them. */
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
	'easel.exportRuns',
	'easel.removeRun',
] as const satisfies readonly CommandId[];
export type HistoryCommandId = (typeof historyCommandIds)[number];
