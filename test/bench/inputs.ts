import { formErrors } from '../../src/core/base/panel/formFields.ts';
import type { Json } from '../../src/core/json/exact.ts';
import { fieldsOfSchema } from '../../src/core/requests/inputSchema.ts';
import { bodyOfInputs, initialValues, readInputs } from '../../src/core/requests/inputValues.ts';
import { type BenchRow, timed } from './row.ts';

const rounds = 50;

/**
 * Measures a form of 500 fields: made from its schema once, then checked and written with each key; as JSON also read
 * with each key.
 */
export async function bench(): Promise<readonly BenchRow[]> {
	const properties: Record<string, Json> = {};
	for (let at = 0; at < 500; at++) {
		const type = ['string', 'integer', 'float'][at % 3] ?? 'string';
		properties[`input_${at}`] = {
			type,
			title: `Input ${at}`,
			description: 'What it does. '.repeat(8),
			default: type === 'string' ? 'a text' : at,
			...(type === 'string' ? {} : { minimum: 0, maximum: 1000 }),
		};
	}
	const schema = { type: 'object', properties };
	const { fields } = fieldsOfSchema(schema);
	const inputs = initialValues(fields);
	const text = bodyOfInputs(fields, inputs, 2);
	const plain = JSON.stringify(schema);
	return [
		{
			name: 'form of 500 fields from its schema',
			value: timed(rounds, () => fieldsOfSchema(schema)),
			unit: 'ms',
			budget: 50,
			peer: { name: 'JSON.parse of the schema', value: timed(rounds, () => JSON.parse(plain)) },
		},
		{
			name: 'a key in a form of 500 fields: checked and written',
			value: timed(rounds, () => [formErrors(fields, inputs.values), bodyOfInputs(fields, inputs)]),
			unit: 'ms',
			budget: 5,
		},
		{
			name: 'a key in the JSON of 500 fields: read and checked',
			value: timed(rounds, () => [readInputs(fields, text), formErrors(fields, inputs.values)]),
			unit: 'ms',
			budget: 10,
		},
	];
}
