import { rows } from './rows.ts';
import type { Commands } from './table.ts';

export const history = {
	'easel.filterRuns': {
		title: 'Filter Run History...',
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
		title: 'Write Seed into Document',
		rows: [{ of: rows.run, tags: 'document', group: '2_write@1', alone: true }],
	},
	'easel.writeInputsBack': {
		title: 'Write Inputs into Document...',
		rows: [{ of: rows.run, tags: 'document', group: '2_write@2', alone: true }],
	},
	'easel.showSentRequest': {
		title: 'Show the Request as Sent',
		rows: [{ of: rows.run, group: '4_sent@1', alone: true }],
	},
	'easel.compareSentDocument': {
		title: 'Compare Sent Document with Current One',
		submenu: { of: 'compare', group: '1@1', when: 'viewItem =~ /\\+document\\b/ && !listMultiSelection' },
	},
	'easel.starRun': {
		title: 'Star Run',
		icon: 'star-empty',
		rows: [
			{ of: rows.historyRun, tags: '!starred', inline: 2 },
			{ of: rows.run, tags: '!starred', group: '5_marks@1' },
		],
	},
	'easel.unstarRun': {
		title: 'Remove Star',
		icon: 'star-full',
		rows: [
			{ of: rows.historyRun, tags: 'starred', inline: 2 },
			{ of: rows.run, tags: 'starred', group: '5_marks@1' },
		],
	},
	'easel.editRunNote': {
		title: 'Edit Note...',
		rows: [{ of: rows.run, group: '5_marks@2', alone: true }],
	},
	'easel.compareRunPictures': {
		title: 'Compare Pictures',
		submenu: { of: 'compare', group: '1@2', when: 'viewItem =~ /\\+picture\\b/' },
	},
	'easel.showRunPictures': {
		title: 'Show on Contact Sheet',
		rows: [
			{ of: rows.run, tags: 'picture', group: '1_run@5' },
			{ of: rows.batch, group: '1_run@5' },
		],
	},
	'easel.saveRunPictures': {
		title: 'Save Pictures (Download)...',
		icon: 'save-all',
		palette: 'easel.hasRuns',
		rows: [{ of: rows.run, tags: 'picture', group: '8_export@1' }],
	},
	'easel.downloadMissingResults': {
		title: 'Download Missing Results',
		palette: 'never',
		views: {
			'easel.runs': { group: '1_export@0' },
		},
		rows: [
			{ of: rows.run, tags: 'undownloaded', group: '8_export@0' },
			{ of: rows.batch, group: '8_export@0' },
		],
	},
	'easel.exportRuns': {
		title: 'Export Run History...',
		icon: 'export',
		palette: 'easel.hasRuns',
		views: {
			'easel.runs': { group: '1_export@1' },
		},
		rows: [{ of: rows.historyRun, group: '8_export@2' }],
	},
	'easel.removeRun': {
		title: 'Remove from History',
		rows: [
			{ of: rows.run, tags: 'ended', group: '9_remove@1' },
			{ of: rows.batch, tags: 'ended', group: '9_remove@1' },
		],
		key: {
			key: 'delete',
			mac: 'cmd+backspace',
			when: 'focusedView == easel.runs && listFocus && !inputFocus',
		},
	},
} satisfies Commands;

export const sheet = {
	'easel.showContactSheet': {
		title: 'Show Contact Sheet (Images)...',
		icon: 'table',
		palette: 'easel.hasRuns',
		menus: {
			'editor/context': { group: '1_run@5', when: 'easel.activeDocument == workflow && easel.hasRuns' },
		},
	},
} satisfies Commands;
