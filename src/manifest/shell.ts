import type { Commands } from './table.ts';

export const shell = {
	'easel.showLog': {
		title: 'Show Log',
	},
	'easel.getStarted': {
		title: 'Get Started',
	},
	'easel.openSample': {
		title: 'Open a Sample',
	},
} satisfies Commands;
