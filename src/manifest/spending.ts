import type { Commands } from './table.ts';

export const spending = {
	'easel.showSpending': {
		title: 'Show Spending (Cost, Price)',
		palette: 'easel.signedIn',
	},
} satisfies Commands;
