import type { Commands } from './table.ts';

export const captions = {
	'easel.editCaptions': {
		title: 'Edit Captions',
		menus: {
			'explorer/context': { group: '6_easel@7', when: 'explorerResourceIsFolder' },
		},
	},
} satisfies Commands;
