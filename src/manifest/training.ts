import { rows } from './rows.ts';
import { type Commands, inFront } from './table.ts';

export const training = {
	'easel.newTrainingConfiguration': {
		title: 'New Training Configuration (LoRA)...',
		browser: true,
		icon: 'add',
		palette: 'always',
		views: {
			'easel.jobs': { group: 'navigation@1' },
		},
		rows: [{ of: rows.dataset, tags: 'open', group: '2_use@2' }],
		menus: {
			'file/newFile': {},
		},
	},
	'easel.submitTraining': {
		title: 'Start Training',
		icon: 'play',
		palette: 'easel.activeDocument == training',
		menus: {
			'editor/title/run': { group: 'navigation@1', when: inFront('easel.activeDocument == training') },
			'editor/context': { group: '1_run@1', when: 'easel.activeDocument == training' },
		},
		key: { key: 'ctrl+alt+r', when: 'easel.activeDocument == training' },
	},
	'easel.sendJobEdit': {
		title: 'Send Edit to Training Job',
		palette: 'easel.activeDocument == training',
	},
	'easel.sendJobEditAndResume': {
		title: 'Send Edit to Training Job and Resume',
		palette: 'easel.activeDocument == training',
	},
	'easel.setHubToken': {
		title: 'Set Model Hub Token...',
	},
	'easel.removeHubToken': {
		title: 'Remove Model Hub Token',
	},
	'easel.storeHubToken': {
		title: 'Store Token and Write Its Variable',
		palette: 'never',
	},
} satisfies Commands;
