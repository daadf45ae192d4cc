import { byId, type OperationRow } from '../frame/operationCommand.ts';

/** Models of the catalog. */
export const modelRows: readonly OperationRow[] = [
	{
		name: 'models search',
		operation: 'model.search',
		example: 'easel models search upscale --limit 5',
		places: { text: 'TEXT' },
		preset: { text: undefined },
		shown: { list: 'models', columns: ['id', 'name', 'usd', 'unit', 'categories'] },
	},
	byId('models show', 'model.schema'),
	byId('models snippet', 'model.snippet', '--language python'),
];
