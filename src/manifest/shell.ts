import type { Commands } from './table.ts';

export const shell = {
	'easel.showLog': {
		title: 'Show Log',
		browser: true,
	},
	'easel.getStarted': {
		title: 'Get Started (Help)',
	},
	'easel.openSample': {
		title: 'Open a Sample',
		browser: true,
	},
} satisfies Commands;
