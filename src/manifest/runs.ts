import { rows } from './rows.ts';
import type { Commands } from './table.ts';

export const runs = {
	'easel.run': {
		title: 'Run Workflow',
		button: 'Run',
		icon: 'play',
		palette: 'easel.activeDocument == workflow',
		menus: {
			'editor/title/run': { group: 'navigation@1', when: 'easel.activeDocument == workflow' },
			'editor/context': { group: '1_run@1', when: 'easel.activeDocument == workflow' },
			'explorer/context': {
				group: '1_run@1',
				when: 'resourcePath in easel.workflowFiles || resourceFilename =~ /^(.*[._-])?workflow([._-]api)?\\.json$/i && resourceScheme != easel',
			},
		},
	},
	'easel.runWith': {
		title: 'Run Workflow On...',
		icon: 'settings-gear',
		palette: 'easel.activeDocument == workflow',
		menus: {
			'editor/title/run': { group: 'navigation@2', when: 'easel.activeDocument == workflow' },
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
		palette: 'easel.signedIn',
		rows: [{ of: rows.checkpoint, group: '1_checkpoint@3' }],
	},
	'easel.showRun': {
		title: 'Show Result',
		icon: 'preview',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, group: '1_run@1', alone: true }],
	},
	'easel.showLastResult': {
		title: 'Show the Latest Result',
		palette: 'easel.hasRuns',
	},
	'easel.cancelRun': {
		title: 'Cancel Run',
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
		title: 'Run With New Seed',
		icon: 'refresh',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, group: '1_run@3', alone: true }],
	},
	'easel.runWithSeeds': {
		title: 'Run With Several Seeds...',
		palette: 'easel.activeDocument == workflow',
		menus: {
			'editor/context': { group: '1_run@3', when: 'easel.activeDocument == workflow' },
		},
	},
	'easel.comparePictures': {
		title: 'Compare Pictures...',
		icon: 'diff',
		palette: 'easel.hasRuns',
	},
	'easel.copyRequestId': {
		title: 'Copy Request Id',
		rows: [{ of: rows.run, group: '9_cutcopypaste@1', alone: true }],
	},
	'easel.runFromSidecar': {
		title: 'Run From Sidecar',
		icon: 'play',
		menus: {
			'explorer/context': {
				group: '1_run@2',
				when: 'resourceFilename =~ /\\.easel( \\([0-9]+\\))?\\.json$/i',
			},
		},
	},
	'easel.freeInstance': {
		title: 'Free the Instance of a Run...',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, tags: 'instance', group: '4_instance@1', alone: true }],
		menus: {
			'editor/title': { group: '4_instance@1', when: 'activeWebviewPanelId == easel.results' },
		},
	},
	'easel.openNodeInfo': {
		title: 'Open Node Info of an Instance',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, tags: 'instance', group: '4_instance@2', alone: true }],
		menus: {
			'editor/title': { group: '4_instance@2', when: 'activeWebviewPanelId == easel.results' },
		},
	},
	'easel.refreshEngineNodeInfo': {
		title: 'Refresh Node Info of the Engine',
		palette: 'easel.engine',
		rows: [{ of: rows.engine, group: '2_engine@3' }],
	},
	'easel.runElsewhere': {
		title: 'Run Elsewhere...',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, group: '1_run@4', alone: true }],
	},
	'easel.callInstance': {
		title: 'Call a Route of an Instance...',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, tags: 'instance', group: '4_instance@3', alone: true }],
		menus: {
			'editor/title': { group: '4_instance@3', when: 'activeWebviewPanelId == easel.results' },
		},
	},
	'easel.setPartnerKey': {
		title: 'Set Key for Third-Party API Nodes',
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

export const history = {
	'easel.filterRuns': {
		title: 'Filter Runs',
		icon: 'filter',
		palette: 'easel.hasRuns',
		views: {
			'easel.runs': { group: 'navigation@1' },
		},
	},
	'easel.clearRunFilter': {
		title: 'Clear Run Filter',
		icon: 'clear-all',
		palette: 'easel.runsFiltered',
		views: {
			'easel.runs': { group: 'navigation@2', when: 'easel.runsFiltered' },
		},
	},
	'easel.showOlderRuns': {
		title: 'Show Older Runs',
		palette: 'never',
	},
	'easel.writeSeedBack': {
		title: 'Write Seed Into Document',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, tags: 'document', group: '2_write@1', alone: true }],
	},
	'easel.writeInputsBack': {
		title: 'Write Inputs Into Document...',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, tags: 'document', group: '2_write@2', alone: true }],
	},
	'easel.showSentRequest': {
		title: 'Show Exactly What Was Sent',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, group: '4_compare@1', alone: true }],
	},
	'easel.compareSentDocument': {
		title: 'Compare Sent Document With Present One',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, tags: 'document', group: '4_compare@2', alone: true }],
	},
	'easel.starRun': {
		title: 'Star Run',
		icon: 'star-empty',
		palette: 'easel.hasRuns',
		rows: [
			{ of: rows.historyRun, tags: '!starred', inline: 2 },
			{ of: rows.run, tags: '!starred', group: '5_marks@1' },
		],
	},
	'easel.unstarRun': {
		title: 'Remove Star',
		icon: 'star-full',
		palette: 'easel.hasRuns',
		rows: [
			{ of: rows.historyRun, tags: 'starred', inline: 2 },
			{ of: rows.run, tags: 'starred', group: '5_marks@1' },
		],
	},
	'easel.editRunNote': {
		title: 'Edit Note...',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, group: '5_marks@2', alone: true }],
	},
	'easel.compareRunPictures': {
		title: 'Compare Pictures',
		rows: [{ of: rows.run, tags: 'picture', group: '4_compare@3' }],
	},
	'easel.showRunPictures': {
		title: 'Show on Contact Sheet',
		rows: [{ of: rows.run, tags: 'picture', group: '4_compare@4' }],
	},
	'easel.exportRuns': {
		title: 'Export Runs...',
		icon: 'export',
		palette: 'easel.hasRuns',
		views: {
			'easel.runs': { group: '1_export@1' },
		},
		rows: [{ of: rows.historyRun, group: '8_export@1' }],
	},
	'easel.removeRun': {
		title: 'Remove From History',
		rows: [{ of: rows.run, tags: 'ended', group: '9_remove@1' }],
		key: {
			key: 'delete',
			mac: 'cmd+backspace',
			when: 'focusedView == easel.runs && listFocus && !inputFocus',
		},
	},
} satisfies Commands;

export const sheet = {
	'easel.showContactSheet': {
		title: 'Show Contact Sheet...',
		icon: 'table',
		palette: 'easel.hasRuns',
		menus: {
			'editor/context': { group: '1_run@5', when: 'easel.activeDocument == workflow && easel.hasRuns' },
		},
	},
} satisfies Commands;
