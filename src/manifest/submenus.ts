import { rows } from './rows.ts';
import type { Submenus } from './table.ts';

export const submenus: Submenus = {
	compare: {
		title: 'Compare',
		rows: [{ of: rows.run, group: '4_sent@2' }],
	},
	instance: {
		title: 'Instance',
		rows: [{ of: rows.run, tags: 'instance', group: '6_instance@1', alone: true }],
		menus: {
			'editor/title': { group: '4_instance@1', when: 'activeWebviewPanelId == easel.results' },
		},
	},
	inputs: {
		title: 'Inputs, Presets and Sweeps',
		menus: {
			'editor/context': { group: '1_run@3', when: 'easel.activeDocument == workflow' },
		},
	},
	copyModelAs: {
		title: 'Copy As',
		rows: [{ of: rows.model, group: '9_cutcopypaste@2', alone: true }],
	},
	copyDatasetAs: {
		title: 'Copy As',
		rows: [{ of: rows.dataset, group: '9_cutcopypaste@1' }],
	},
};
