import { rows } from './rows.ts';
import type { Commands } from './table.ts';

export const datasets = {
	'easel.refreshDatasets': {
		title: 'Refresh Datasets',
		icon: 'refresh',
		palette: 'never',
		views: {
			'easel.datasets': { group: '9_refresh@1', when: 'easel.signedIn' },
		},
	},
	'easel.showMoreDatasets': {
		title: 'Show More Datasets',
		palette: 'never',
	},
	'easel.newDataset': {
		title: 'New Dataset...',
		icon: 'add',
		palette: 'easel.signedIn',
		views: {
			'easel.datasets': { group: 'navigation@2', when: 'easel.signedIn' },
		},
	},
	'easel.retryUpload': {
		title: 'Retry Upload',
		icon: 'refresh',
		rows: [{ of: rows.dataset, tags: 'incomplete', inline: 1, group: '1_upload@1' }],
	},
	'easel.uploadDatasetAgain': {
		title: 'Upload to a New Dataset...',
		icon: 'cloud-upload',
		rows: [{ of: rows.dataset, tags: 'failed', inline: 1, group: '1_upload@1' }],
	},
	'easel.copyDatasetName': {
		title: 'Copy Dataset Name',
		submenu: { of: 'copyDatasetAs', group: '1@1' },
	},
	'easel.copyDatasetPath': {
		title: 'Copy Configuration Path',
		submenu: { of: 'copyDatasetAs', group: '1@2' },
	},
	'easel.insertDataset': {
		title: 'Insert Dataset into Configuration',
		icon: 'insert',
		palette: 'easel.signedIn && easel.activeDocument == training',
		rows: [{ of: rows.dataset, tags: 'open', inline: 2, group: '2_use@1' }],
	},
	'easel.copyDatasetFileList': {
		title: 'Copy File List',
		submenu: { of: 'copyDatasetAs', group: '1@3' },
	},
	'easel.saveDatasetFileList': {
		title: 'Save File List...',
		rows: [{ of: rows.dataset, group: '2_use@3' }],
	},
	'easel.deleteDataset': {
		title: 'Delete Dataset...',
		icon: 'trash',
		rows: [{ of: rows.dataset, group: '9_remove@1' }],
	},
} satisfies Commands;

export const uploads = {
	'easel.uploadDataset': {
		title: 'Upload as Dataset...',
		icon: 'cloud-upload',
		palette: 'always',
		views: {
			'easel.datasets': { group: 'navigation@1', when: 'easel.signedIn' },
		},
		rows: [{ of: rows.dataset, tags: 'open', inline: 1, group: '1_upload@1' }],
		menus: {
			'explorer/context': {
				group: '6_easel@6',
				when: 'resourceScheme =~ /^(file|vscode-remote)$/ && isWorkspaceTrusted && (explorerResourceIsFolder || resourceExtname =~ /^\\.(jpe?g|png|webp|mp4|m4v|mov|webm|mkv|avi|wmv|flv|txt)$/i)',
			},
		},
	},
} satisfies Commands;
