import type { Commands } from './table.ts';

export const captions = {
	'easel.editCaptions': {
		title: 'Edit Captions',
		menus: {
			'explorer/context': { group: '2_easel@2', when: 'explorerResourceIsFolder' },
		},
	},
} satisfies Commands;
