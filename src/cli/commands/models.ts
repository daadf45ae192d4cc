import type * as z from 'zod/mini';
import type { modelSchema } from '../../core/operations/models.ts';
import { byId, type OperationRow } from '../frame/operationCommand.ts';
import type { Shown } from '../frame/show.ts';

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
	{
		name: 'models categories',
		operation: 'model.categories',
		example: 'easel models categories',
		shown: { list: 'categories', columns: ['name'] },
	},
	{ ...byId('models show', 'model.schema'), shown: shownModel },
	byId('models snippet', 'model.snippet', '--language python'),
];

/** A model with a table of its inputs; the schema is in the JSON. */
function shownModel(output: unknown): Shown {
	const { model, inputs } = output as z.output<typeof modelSchema.output>;
	const { inputNames: _, requiredInputs: __, ...facts } = model;
	return {
		as: {
			...facts,
			inputs: inputs.map(({ name, type, range, default: initial, required, description }) => ({
				name,
				type,
				range,
				default: initial === undefined ? undefined : JSON.stringify(initial),
				required,
				description,
			})),
		},
	};
}
