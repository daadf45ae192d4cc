import { rows } from './rows.ts';
import type { Commands } from './table.ts';

export const models = {
	'easel.searchModels': {
		title: 'Search Models...',
		icon: 'search',
		palette: 'easel.signedIn',
		views: {
			'easel.models': { group: 'navigation@1', when: 'easel.signedIn' },
		},
	},
	'easel.filterModels': {
		title: 'Filter Models...',
		icon: 'filter',
		palette: 'never',
		views: {
			'easel.models': { group: 'navigation@2', when: 'easel.signedIn' },
		},
	},
	'easel.clearModelFilter': {
		title: 'Clear Model Filter',
		icon: 'clear-all',
		palette: 'never',
		views: {
			'easel.models': { group: 'navigation@3', when: 'easel.signedIn && easel.modelsFiltered' },
		},
	},
	'easel.chooseModelKind': {
		title: 'Show Kind of Models...',
		palette: 'never',
		views: {
			'easel.models': { group: '2_filter@1', when: 'easel.signedIn' },
		},
	},
	'easel.sortModels': {
		title: 'Sort Models...',
		palette: 'never',
		views: {
			'easel.models': { group: '2_filter@2', when: 'easel.signedIn' },
		},
	},
	'easel.refreshModels': {
		title: 'Refresh Models',
		icon: 'refresh',
		palette: 'never',
		views: {
			'easel.models': { group: 'navigation@4', when: 'easel.signedIn' },
		},
	},
	'easel.showMoreModels': {
		title: 'Show More Models',
		palette: 'never',
	},
	'easel.openModelPage': {
		title: 'Open Model Page',
		rows: [{ of: rows.model, group: '2_open@1', alone: true }],
	},
	'easel.openModelInBrowser': {
		title: 'Open Model in Browser',
		rows: [{ of: rows.model, tags: 'web', group: '2_open@2', alone: true }],
	},
	'easel.copyModelId': {
		title: 'Copy Model ID',
		rows: [{ of: rows.model, group: '9_cutcopypaste@1' }],
	},
	'easel.copyModelAsCurl': {
		title: 'Copy Model as cURL',
		submenu: { of: 'copyModelAs', group: '1@1' },
	},
	'easel.copyModelAsPython': {
		title: 'Copy Model as Python',
		submenu: { of: 'copyModelAs', group: '1@2' },
	},
	'easel.copyModelAsTypeScript': {
		title: 'Copy Model as TypeScript',
		submenu: { of: 'copyModelAs', group: '1@3' },
	},
	'easel.addModelFavorite': {
		title: 'Add to Favorites',
		icon: 'star-empty',
		rows: [{ of: rows.model, tags: 'plain', inline: 2, group: '3_favorites@1' }],
	},
	'easel.removeModelFavorite': {
		title: 'Remove from Favorites',
		icon: 'star-full',
		rows: [{ of: rows.model, tags: 'favorite', inline: 2, group: '3_favorites@1' }],
	},
} satisfies Commands;
