import { rows } from './rows.ts';
import { type Commands, inFront } from './table.ts';

/** The resource is a table of values, a shared run, or the sidecar of a result file. */
const sweepFile = 'resourceFilename =~ /\\.sweep\\.csv$/i && resourceScheme == file';
const sharedRun = 'resourceFilename =~ /\\.easelrun\\.json$/i && resourceScheme == file';
const sidecar = 'resourceFilename =~ /\\.easel( \\([0-9]+\\))?\\.json$/i';

export const runs = {
	'easel.run': {
		title: 'Run Workflow (Queue, Generate)',
		button: 'Run',
		icon: 'play',
		palette: 'easel.activeDocument == workflow',
		menus: {
			'editor/title/run': { group: 'navigation@1', when: inFront('easel.activeDocument == workflow') },
			'editor/context': { group: '1_run@1', when: 'easel.activeDocument == workflow' },
			'explorer/context': {
				group: '6_easel@1',
				when: 'resourcePath in easel.workflowFiles || resourceFilename =~ /^(.*[._-])?workflow([._-]api)?\\.json$/i && resourceScheme != easel',
			},
		},
		key: { key: 'ctrl+alt+r', when: 'easel.activeDocument == workflow' },
	},
	'easel.runWith': {
		title: 'Run Workflow On...',
		icon: 'settings-gear',
		palette: 'easel.activeDocument == workflow',
		menus: {
			'editor/title/run': { group: 'navigation@2', when: inFront('easel.activeDocument == workflow') },
			'editor/context': { group: '1_run@2', when: 'easel.activeDocument == workflow' },
		},
	},
	'easel.runDeployment': {
		title: 'Run on This Deployment',
		button: 'Run',
		icon: 'play',
		rows: [
			{ of: rows.deployment, tags: 'enabled', inline: 1, group: '1_run@1' },
			{ of: rows.engine, inline: 1, group: '1_run@1' },
		],
	},
	'easel.runModel': {
		title: 'Run Model...',
		button: 'Run',
		icon: 'play',
		palette: 'easel.signedIn',
		rows: [{ of: rows.model, inline: 1, group: '1_run@1', alone: true }],
	},
	'easel.useCheckpointAsLora': {
		title: 'Use as LoRA in a Model...',
		rows: [{ of: rows.checkpoint, group: '1_checkpoint@3' }],
	},
	'easel.showRun': {
		title: 'Show Result',
		icon: 'preview',
		rows: [{ of: rows.run, group: '1_run@1', alone: true }],
	},
	'easel.showLastResult': {
		title: 'Show the Latest Result',
		palette: 'easel.hasRuns',
	},
	'easel.cancelRun': {
		title: 'Cancel Run (Stop)',
		icon: 'debug-stop',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, tags: 'active', inline: 1, group: '3_state@1', alone: true }],
	},
	'easel.lookForRun': {
		title: 'Look Again',
		icon: 'search',
		rows: [{ of: rows.run, tags: 'findable', inline: 0, group: '3_state@2', alone: true }],
	},
	'easel.giveUpRun': {
		title: 'Give Up...',
		rows: [{ of: rows.run, tags: 'missing', group: '3_state@3', alone: true }],
	},
	'easel.openWebConsole': {
		title: 'Open Web Console',
		rows: [{ of: rows.run, tags: 'uncertain', group: '3_state@4', alone: true }],
	},
	'easel.thisIsRequest': {
		title: 'This Is Request...',
		rows: [{ of: rows.run, tags: 'uncertain', group: '3_state@5', alone: true }],
	},
	'easel.showFailedNode': {
		title: 'Show in Document',
		rows: [{ of: rows.run, tags: 'failedNode', group: '3_state@6', alone: true }],
	},
	'easel.runAgain': {
		title: 'Run Again',
		icon: 'debug-rerun',
		palette: 'easel.hasRuns',
		rows: [
			{ of: rows.run, tags: 'ended', inline: 1 },
			{ of: rows.run, group: '1_run@2', alone: true },
		],
	},
	'easel.runAgainWithNewSeed': {
		title: 'Run with New Seed',
		icon: 'refresh',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, group: '1_run@3', alone: true }],
	},
	'easel.runWithSeeds': {
		title: 'Run with Several Seeds (Batch)...',
		palette: 'easel.activeDocument == workflow',
		submenu: { of: 'inputs', group: '1_run@2' },
	},
	'easel.runWithPreset': {
		title: 'Run with Preset...',
		palette: 'never',
		submenu: { of: 'inputs', group: '1_run@1' },
	},
	'easel.vary': {
		title: 'Vary...',
		palette: 'never',
		submenu: { of: 'inputs', group: '1_run@4' },
	},
	'easel.runSweep': {
		title: 'Run Sweep',
		icon: 'run-all',
		palette: sweepFile,
		menus: {
			'explorer/context': { group: '6_easel@1', when: sweepFile },
			'editor/title/run': { group: 'navigation@1', when: sweepFile },
		},
	},
	'easel.openSweepTable': {
		title: 'Open as Table',
		icon: 'table',
		palette: 'never',
		menus: {
			'explorer/context': { group: '6_easel@2', when: sweepFile },
			'editor/title': {
				group: 'navigation@1',
				when: `${sweepFile} && activeCustomEditorId != easel.sweepTable`,
			},
		},
	},
	'easel.runOnEach': {
		title: 'Run on Each Picture...',
		palette: 'never',
		menus: {
			'explorer/context': { group: '6_easel@2', when: 'explorerResourceIsFolder && isWorkspaceTrusted' },
		},
		submenu: { of: 'inputs', group: '1_run@3' },
	},
	'easel.savePreset': {
		title: 'Save Preset...',
		palette: 'never',
		rows: [{ of: rows.run, group: '2_write@3', alone: true }],
		submenu: { of: 'inputs', group: '2_names@1' },
	},
	'easel.nameInputs': {
		title: 'Name Inputs...',
		palette: 'never',
		submenu: { of: 'inputs', group: '2_names@2' },
	},
	'easel.makeClient': {
		title: 'Make Client...',
		palette: 'never',
		submenu: { of: 'inputs', group: '3_client@1' },
	},
	'easel.openAsForm': {
		title: 'Open as Form',
		palette: 'never',
		submenu: { of: 'inputs', group: '1_run@5' },
	},
	'easel.writeApp': {
		title: 'Add Named Inputs to App Mode',
		palette: 'never',
		submenu: { of: 'inputs', group: '2_names@5' },
	},
	'easel.applyPreset': {
		title: 'Apply Preset...',
		palette: 'never',
		submenu: { of: 'inputs', group: '2_names@3' },
	},
	'easel.comparePresets': {
		title: 'Compare Presets...',
		palette: 'never',
		submenu: { of: 'inputs', group: '2_names@4' },
	},
	'easel.pauseBatch': {
		title: 'Pause',
		icon: 'debug-pause',
		rows: [{ of: rows.batch, tags: 'running', inline: 1, group: '3_state@1', alone: true }],
	},
	'easel.continueBatch': {
		title: 'Continue',
		icon: 'debug-continue',
		rows: [{ of: rows.batch, tags: 'paused', inline: 1, group: '3_state@2', alone: true }],
	},
	'easel.cancelBatch': {
		title: 'Cancel All',
		icon: 'debug-stop',
		rows: [{ of: rows.batch, tags: 'active', inline: 2, group: '3_state@3', alone: true }],
	},
	'easel.comparePictures': {
		title: 'Compare Pictures...',
		icon: 'diff',
		palette: 'easel.hasRuns',
	},
	'easel.copyRequestId': {
		title: 'Copy Request ID',
		rows: [{ of: rows.run, group: '9_cutcopypaste@1', alone: true }],
	},
	'easel.runFromSidecar': {
		title: 'Run from Sidecar',
		icon: 'play',
		palette: sidecar,
		menus: {
			'explorer/context': {
				group: '6_easel@2',
				when: sidecar,
			},
		},
	},
	'easel.openSidecarAsForm': {
		title: 'Open Sidecar as Form',
		palette: 'never',
		menus: { 'explorer/context': { group: '6_easel@3', when: sidecar } },
	},
	'easel.shareRun': {
		title: 'Share Run...',
		rows: [{ of: rows.run, tags: 'ended', group: '2_write@4', alone: true }],
	},
	'easel.openSharedRun': {
		title: 'Open Shared Run',
		palette: 'never',
		menus: {
			'explorer/context': { group: '6_easel@2', when: sharedRun },
		},
	},
	'easel.freeInstance': {
		title: 'Free Instance...',
		submenu: { of: 'instance', group: '1@1' },
	},
	'easel.openNodeInfo': {
		title: 'Open Node Info of Instance',
		submenu: { of: 'instance', group: '1@2' },
	},
	'easel.refreshEngineNodeInfo': {
		title: 'Refresh Node Info of the Engine',
		rows: [{ of: rows.engine, group: '2_engine@3' }],
	},
	'easel.runElsewhere': {
		title: 'Run Elsewhere...',
		rows: [{ of: rows.run, group: '1_run@4', alone: true }],
	},
	'easel.callInstance': {
		title: 'Call Route of Instance...',
		submenu: { of: 'instance', group: '1@3' },
	},
	'easel.setPartnerKey': {
		title: 'Set Key for Third-Party API Nodes...',
	},
	'easel.removePartnerKey': {
		title: 'Remove Key for Third-Party API Nodes',
	},
	'easel.saveAsSandboxDeployment': {
		title: 'Save as Sandbox Deployment',
		icon: 'save-as',
		palette: 'easel.activeDocument == workflow',
		menus: {
			'editor/context': {
				group: '2_easel@4',
				when: 'easel.activeDocument == workflow && easel.sandboxRunning && easel.connection == sandbox',
			},
		},
	},
} satisfies Commands;
