import type { Commands } from './table.ts';

export const spending = {
	'easel.showSpending': {
		title: 'Show Spending (Cost)',
		palette: 'easel.signedIn',
	},
} satisfies Commands;
