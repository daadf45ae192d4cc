/**
 * Every id that Easel shares with `package.json`. A test compares both sides, so an id that stands
 * in one place only fails it.
 */

export const commandIds = [
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
	'easel.showGraph',
	'easel.convertWorkflow',
	'easel.extractWorkflow',
	'easel.compareWithSaved',
	'easel.showComparisonDiff',
	'easel.closeComparison',
	'easel.revealChange',
] as const;
export type CommandId = (typeof commandIds)[number];

/** Keys for `when` clauses. Those of views and items (`view`, `viewItem`) are the editor's own. */
export const contextKeys = [
	'easel.signedIn',
	'easel.connection',
	'easel.sandboxRunning',
	'easel.activeDocument',
	'easel.workflowFiles',
	'easel.deploymentsState',
	'easel.deploymentsFiltered',
	'easel.hasRuns',
	'easel.sawResult',
	'easel.comparing',
] as const;
export type ContextKey = (typeof contextKeys)[number];

export const viewIds = ['easel.deployments', 'easel.comparison'] as const;
export type ViewId = (typeof viewIds)[number];

/** Panels that the editor restores after a reload; each stands as `onWebviewPanel:` in the activation events. */
export const panelIds = ['easel.results', 'easel.graph'] as const;
export type PanelId = (typeof panelIds)[number];

/** Settings with the type of their value. */
export interface Settings {
	'easel.connections': readonly unknown[];
	'easel.sandbox.speed': number;
	'easel.notifyWhenRunEnds': boolean;
	'easel.training.files': readonly string[];
	'easel.training.target': 'service' | 'local';
}
export type SettingId = keyof Settings;
