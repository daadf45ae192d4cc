import { rows } from './rows.ts';
import type { Commands } from './table.ts';

export const jobs = {
	'easel.trackJob': {
		title: 'Track a Training Job...',
		palette: 'easel.signedIn',
		views: {
			'easel.jobs': { group: '1_track@1' },
		},
	},
	'easel.trackDemoJobs': {
		title: 'Track the Demo Jobs',
		palette: 'never',
	},
	'easel.exportJobs': {
		title: 'Export Job List...',
		palette: 'never',
		views: {
			'easel.jobs': { group: '2_list@1' },
		},
	},
	'easel.importJobs': {
		title: 'Import Job List...',
		palette: 'never',
		views: {
			'easel.jobs': { group: '2_list@2' },
		},
	},
	'easel.refreshJob': {
		title: 'Refresh Training Job',
		rows: [{ of: rows.job, tags: 'known', group: '3_refresh@1' }],
	},
	'easel.showMoreJobs': {
		title: 'Show More Training Jobs',
		palette: 'never',
	},
	'easel.showJob': {
		title: 'Show Training Job',
		palette: 'never',
	},
	'easel.cancelJob': {
		title: 'Cancel Training Job (Stop)...',
		icon: 'debug-stop',
		palette: 'easel.signedIn',
		rows: [{ of: rows.job, tags: 'active', inline: 1, group: '1_state@4' }],
	},
	'easel.lookForJob': {
		title: 'Look Again',
		icon: 'search',
		rows: [{ of: rows.job, tags: 'findable', inline: 0, group: '1_state@5' }],
	},
	'easel.giveUpJob': {
		title: 'Give Up...',
		rows: [{ of: rows.job, tags: 'missing', group: '1_state@6' }],
	},
	'easel.thisIsJob': {
		title: 'This Is Job...',
		rows: [{ of: rows.job, tags: 'uncertain', group: '1_state@7' }],
	},
	'easel.resumeJob': {
		title: 'Resume Training Job...',
		icon: 'debug-continue',
		rows: [{ of: rows.job, tags: 'resumable', inline: 1, group: '1_state@1' }],
	},
	'easel.editJob': {
		title: 'Edit Training Job',
		icon: 'edit',
		rows: [{ of: rows.job, tags: 'editable', group: '1_state@3' }],
	},
	'easel.continueJob': {
		title: 'Continue with More Steps...',
		rows: [{ of: rows.job, tags: 'continuable', group: '1_state@2' }],
	},
	'easel.openJobConfiguration': {
		title: 'Open Job Configuration',
		rows: [{ of: rows.job, tags: 'configured', group: '2_open@2' }],
	},
	'easel.openResolvedConfiguration': {
		title: 'Open Resolved Configuration',
		rows: [{ of: rows.job, tags: 'resolved', group: '2_open@3' }],
	},
	'easel.copyJobId': {
		title: 'Copy Job ID',
		rows: [{ of: rows.job, tags: 'known', group: '9_cutcopypaste@1' }],
	},
	'easel.removeJob': {
		title: 'Remove from List...',
		rows: [{ of: rows.job, group: '9_remove@1' }],
	},
	'easel.downloadCheckpoint': {
		title: 'Download Checkpoint...',
		icon: 'desktop-download',
		rows: [{ of: rows.checkpoint, inline: 1, group: '1_checkpoint@1' }],
	},
	'easel.copyCheckpointAddress': {
		title: 'Copy Checkpoint Address...',
		rows: [{ of: rows.checkpoint, group: '9_cutcopypaste@1' }],
	},
	'easel.showCheckpointMetadata': {
		title: 'Show Checkpoint Metadata',
		rows: [{ of: rows.checkpoint, group: '1_checkpoint@2' }],
	},
} satisfies Commands;

export const samples = {
	'easel.showSamples': {
		title: 'Show Training Samples',
		button: 'Show Samples',
		icon: 'table',
		palette: 'easel.signedIn',
		rows: [{ of: rows.job, tags: 'known', group: '2_open@1' }],
	},
} satisfies Commands;
