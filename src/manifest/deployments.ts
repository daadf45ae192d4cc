import { rows } from './rows.ts';
import type { Commands } from './table.ts';

/** The resource is a file that describes a deployment. */
const deploymentFile = 'resourceFilename =~ /\\.deployment\\.ya?ml$/i && resourceScheme != easel-live';

export const deployments = {
	'easel.refreshDeployments': {
		title: 'Refresh Deployments',
		icon: 'refresh',
		palette: 'never',
		views: {
			'easel.deployments': { group: '9_refresh@1', when: 'easel.signedIn' },
		},
	},
	'easel.filterDeployments': {
		title: 'Filter Deployments...',
		icon: 'filter',
		palette: 'never',
		views: {
			'easel.deployments': { group: 'navigation@1', when: 'easel.signedIn && !easel.engine' },
		},
	},
	'easel.clearDeploymentFilter': {
		title: 'Clear Deployment Filter',
		icon: 'clear-all',
		palette: 'never',
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
		rows: [{ of: rows.workflow, group: '2_open@1' }],
	},
	'easel.openReadme': {
		title: 'Open Readme',
		icon: 'book',
		rows: [{ of: rows.deployment, group: '2_open@2' }],
	},
	'easel.copyDeploymentId': {
		title: 'Copy Deployment ID',
		rows: [{ of: rows.deployment, group: '9_cutcopypaste@1' }],
	},
	'easel.copyDeploymentAsCurl': {
		title: 'Copy as cURL',
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
		rows: [{ of: rows.deployment, group: '3_state@2' }],
	},
	'easel.enableDeployment': {
		title: 'Enable Deployment',
		icon: 'debug-start',
		rows: [{ of: rows.deployment, tags: 'disabled', group: '3_state@1' }],
	},
	'easel.disableDeployment': {
		title: 'Disable Deployment',
		icon: 'debug-pause',
		rows: [{ of: rows.deployment, tags: 'enabled', group: '3_state@1' }],
	},
	'easel.deleteDeployment': {
		title: 'Delete Deployment...',
		icon: 'trash',
		rows: [{ of: rows.deployment, group: '9_remove@1' }],
	},
	'easel.restoreDeployment': {
		title: 'Restore Earlier Settings...',
		icon: 'history',
		rows: [{ of: rows.deployment, group: '3_state@3' }],
	},
	'easel.pullDeployment': {
		title: 'Pull Deployment into File...',
		button: 'Pull',
		icon: 'cloud-download',
		rows: [{ of: rows.deployment, group: '4_file@1' }],
	},
	'easel.planDeployment': {
		title: 'Plan Deployment File',
		button: 'Plan',
		icon: 'diff',
		palette: deploymentFile,
		rows: [{ of: rows.file, group: '4_file@2' }],
		menus: {
			'explorer/context': {
				group: '6_easel@3',
				when: deploymentFile,
			},
			'editor/title': {
				group: 'navigation@1',
				when: deploymentFile,
			},
		},
	},
	'easel.applyDeployment': {
		title: 'Apply Deployment File',
		button: 'Apply...',
		icon: 'cloud-upload',
		palette: deploymentFile,
		rows: [{ of: rows.file, group: '4_file@3' }],
		menus: {
			'explorer/context': {
				group: '6_easel@4',
				when: deploymentFile,
			},
			'editor/title': {
				group: 'navigation@2',
				when: deploymentFile,
			},
		},
	},
	'easel.freeEngineMemory': {
		title: 'Free Memory of the Engine',
		rows: [{ of: rows.engine, group: '2_engine@2' }],
	},
	'easel.interruptEngine': {
		title: 'Interrupt the Run on the Engine',
		rows: [
			{ of: rows.engine, group: '2_engine@1' },
			{ of: rows.foreign, group: '1_run@1' },
		],
	},
	'easel.openEngine': {
		title: 'Open the Engine in the Browser',
		rows: [{ of: rows.engine, group: '3_open@1' }],
	},
} satisfies Commands;
