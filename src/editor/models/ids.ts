import type { CommandId } from '../shell/ids.ts';

/** The commands of the Models view; what they do is loaded with the first of them. */
export const modelCommandIds = [
	'easel.searchModels',
	'easel.filterModels',
	'easel.clearModelFilter',
	'easel.chooseModelKind',
	'easel.refreshModels',
	'easel.showMoreModels',
	'easel.openModelPage',
	'easel.openModelInBrowser',
	'easel.copyModelId',
	'easel.copyModelAsCurl',
	'easel.copyModelAsPython',
	'easel.copyModelAsTypeScript',
	'easel.addModelFavorite',
	'easel.removeModelFavorite',
] as const satisfies readonly CommandId[];
