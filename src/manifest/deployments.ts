import { rows } from './rows.ts';
import type { Commands } from './table.ts';

export const deployments = {
	'easel.refreshDeployments': {
		title: 'Refresh Deployments',
		icon: 'refresh',
		palette: 'easel.signedIn',
		views: {
			'easel.deployments': { group: 'navigation@3', when: 'easel.signedIn' },
		},
	},
	'easel.filterDeployments': {
		title: 'Filter Deployments',
		icon: 'filter',
		palette: 'easel.signedIn',
		views: {
			'easel.deployments': { group: 'navigation@1', when: 'easel.signedIn && !easel.engine' },
		},
	},
	'easel.clearDeploymentFilter': {
		title: 'Clear Deployment Filter',
		icon: 'clear-all',
		palette: 'easel.deploymentsFiltered',
		views: {
			'easel.deployments': { group: 'navigation@2', when: 'easel.signedIn && easel.deploymentsFiltered' },
		},
	},
	'easel.showMoreDeployments': {
		title: 'Show More Deployments',
		palette: 'never',
	},
	'easel.showMoreRuns': {
		title: 'Show Older Runs',
		palette: 'never',
	},
	'easel.openSavedWorkflow': {
		title: 'Open Saved Workflow',
		icon: 'go-to-file',
		palette: 'easel.signedIn',
		rows: [{ of: rows.workflow, group: '2_open@1' }],
	},
	'easel.openReadme': {
		title: 'Open Readme',
		icon: 'book',
		palette: 'easel.signedIn',
		rows: [{ of: rows.deployment, group: '2_open@2' }],
	},
	'easel.copyDeploymentId': {
		title: 'Copy Deployment Id',
		palette: 'easel.signedIn',
		rows: [{ of: rows.deployment, group: '9_cutcopypaste@1' }],
	},
	'easel.copyDeploymentAsCurl': {
		title: 'Copy as cURL',
		palette: 'easel.signedIn',
		rows: [{ of: rows.deployment, group: '9_cutcopypaste@2' }],
	},
	'easel.newDeployment': {
		title: 'New Deployment',
		icon: 'add',
		palette: 'easel.signedIn',
		views: {
			'easel.deployments': { group: 'navigation@0', when: 'easel.signedIn && !easel.engine' },
		},
	},
	'easel.editDeployment': {
		title: 'Edit Deployment',
		icon: 'edit',
		palette: 'easel.signedIn',
		rows: [{ of: rows.deployment, group: '3_state@2' }],
	},
	'easel.enableDeployment': {
		title: 'Enable Deployment',
		icon: 'debug-start',
		palette: 'easel.signedIn',
		rows: [{ of: rows.deployment, tags: 'disabled', group: '3_state@1' }],
	},
	'easel.disableDeployment': {
		title: 'Disable Deployment',
		icon: 'debug-pause',
		palette: 'easel.signedIn',
		rows: [{ of: rows.deployment, tags: 'enabled', group: '3_state@1' }],
	},
	'easel.deleteDeployment': {
		title: 'Delete Deployment',
		icon: 'trash',
		palette: 'easel.signedIn',
		rows: [{ of: rows.deployment, group: '9_remove@1' }],
	},
	'easel.restoreDeployment': {
		title: 'Restore Earlier Settings of a Deployment',
		icon: 'history',
		palette: 'easel.signedIn',
		rows: [{ of: rows.deployment, group: '3_state@3' }],
	},
	'easel.pullDeployment': {
		title: 'Pull a Deployment into a File',
		button: 'Pull',
		icon: 'cloud-download',
		palette: 'easel.signedIn',
		rows: [{ of: rows.deployment, group: '4_file@1' }],
	},
	'easel.planDeployment': {
		title: 'Plan the File of a Deployment',
		button: 'Plan',
		icon: 'diff',
		palette: 'always',
		rows: [{ of: rows.file, group: '4_file@2' }],
		menus: {
			'explorer/context': {
				group: '7_modification@7',
				when: 'resourceFilename =~ /\\.deployment\\.ya?ml$/i && resourceScheme != easel-live',
			},
			'editor/title': {
				group: 'navigation@1',
				when: 'resourceFilename =~ /\\.deployment\\.ya?ml$/i && resourceScheme != easel-live',
			},
		},
	},
	'easel.applyDeployment': {
		title: 'Apply the File of a Deployment',
		button: 'Apply...',
		icon: 'cloud-upload',
		palette: 'always',
		rows: [{ of: rows.file, group: '4_file@3' }],
		menus: {
			'explorer/context': {
				group: '7_modification@8',
				when: 'resourceFilename =~ /\\.deployment\\.ya?ml$/i && resourceScheme != easel-live',
			},
			'editor/title': {
				group: 'navigation@2',
				when: 'resourceFilename =~ /\\.deployment\\.ya?ml$/i && resourceScheme != easel-live',
			},
		},
	},
	'easel.freeEngineMemory': {
		title: 'Free Memory of the Engine',
		palette: 'easel.engine',
		rows: [{ of: rows.engine, group: '2_engine@2' }],
	},
	'easel.interruptEngine': {
		title: 'Interrupt What Runs on the Engine',
		palette: 'easel.engine',
		rows: [
			{ of: rows.engine, group: '2_engine@1' },
			{ of: rows.foreign, group: '1_run@1' },
		],
	},
	'easel.openEngine': {
		title: 'Open the Engine in the Browser',
		palette: 'easel.engine',
		rows: [{ of: rows.engine, group: '3_open@1' }],
	},
} satisfies Commands;
