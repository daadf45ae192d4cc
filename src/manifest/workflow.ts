import { type Commands, inFront } from './table.ts';

export const graph = {
	'easel.showGraph': {
		title: 'Show Graph',
		browser: true,
		icon: 'type-hierarchy',
		palette: 'easel.activeDocument =~ /^workflow/',
		menus: {
			'editor/context': { group: '2_easel@1', when: 'easel.activeDocument =~ /^workflow/' },
			'editor/title': {
				group: 'navigation@5',
				when: inFront('easel.activeDocument == workflow || easel.activeDocument == workflowWrapped'),
			},
		},
	},
} satisfies Commands;

export const conversion = {
	'easel.convertWorkflow': {
		title: 'Convert to API Format',
		browser: true,
		icon: 'json',
		palette: 'easel.activeDocument == workflowUi || easel.activeDocument == workflowWrapped',
		menus: {
			'editor/context': {
				group: '2_easel@3',
				when: 'easel.activeDocument == workflowUi || easel.activeDocument == workflowWrapped',
			},
			'editor/title': {
				group: 'navigation@4',
				when: inFront('easel.activeDocument == workflowUi || easel.activeDocument == workflowWrapped'),
			},
		},
	},
	'easel.extractWorkflow': {
		title: 'Extract Workflow from Picture...',
		browser: true,
		icon: 'file-code',
		menus: {
			'explorer/context': { group: '6_easel@5', when: 'resourceExtname == .png' },
			'editor/title': {
				group: 'navigation@4',
				when: 'activeCustomEditorId == imagePreview.previewEditor && resourceExtname == .png',
			},
		},
	},
} satisfies Commands;

export const comparison = {
	'easel.compareWithSaved': {
		title: 'Compare with Saved Workflow',
		browser: true,
		icon: 'compare-changes',
		palette: 'easel.activeDocument == workflow',
		menus: {
			'editor/context': { group: '2_easel@2', when: 'easel.activeDocument == workflow' },
		},
	},
	'easel.showComparisonDiff': {
		title: 'Show Text Difference',
		browser: true,
		icon: 'diff',
		palette: 'easel.comparing',
		views: {
			'easel.comparison': { group: 'navigation@1' },
		},
	},
	'easel.closeComparison': {
		title: 'Close Comparison',
		browser: true,
		icon: 'close',
		palette: 'easel.comparing',
		views: {
			'easel.comparison': { group: 'navigation@2' },
		},
	},
	'easel.revealChange': {
		title: 'Show Change in Text',
		browser: true,
		palette: 'never',
	},
} satisfies Commands;
