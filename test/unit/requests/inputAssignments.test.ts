import assert from 'node:assert/strict';
import { type FieldSpec, formErrors } from '../../../src/core/base/panel/formFields.ts';
import { withAssignments } from '../../../src/core/requests/inputAssignments.ts';
import { inputFacts } from '../../../src/core/requests/inputFacts.ts';
import { fieldsOfSchema } from '../../../src/core/requests/inputSchema.ts';
import {
	bodyOfInputs,
	initialValues,
	readInputs,
	shownFields,
} from '../../../src/core/requests/inputValues.ts';

const { fields } = fieldsOfSchema({
	type: 'object',
	properties: {
		prompt: { type: 'string', maxLength: 200 },
		steps: { type: 'integer', minimum: 1, maximum: 50, default: 30 },
		size: { type: 'string', enum: ['small', 'large'], default: 'small' },
		safe: { type: 'boolean' },
		tags: { type: 'array', items: { type: 'string' } },
		image: { type: 'string', format: 'image_uri' },
		lora: { type: 'object', properties: { path: { type: 'string' }, scale: { type: 'number' } } },
	},
	required: ['prompt'],
});

function bodyWith(assignments: readonly string[], given = '{}', of: readonly FieldSpec[] = fields): unknown {
	const reading = readInputs(of, given);
	assert.ok('inputs' in reading);
	const values = { ...initialValues(of).values, ...reading.inputs.values };
	const assigned = withAssignments(of, { ...reading.inputs, values }, assignments);
	if (typeof assigned === 'string') return assigned;
	const errors = formErrors(shownFields(of, assigned), assigned.values);
	return Object.keys(errors).length > 0 ? errors : JSON.parse(bodyOfInputs(of, assigned));
}

describe('inputs assigned by name', () => {
	it('are read by type, whatever they look like', () => {
		assert.deepEqual(
			bodyWith(['prompt=2049', 'steps=20', 'size=large', 'safe=false', 'tags=["a","b"]', 'lora.scale=0.5']),
			{ prompt: '2049', steps: 20, size: 'large', safe: false, tags: ['a', 'b'], lora: { scale: 0.5 } },
		);
		assert.deepEqual(bodyWith(['prompt=a=b', 'tags=one']), {
			prompt: 'a=b',
			steps: 30,
			size: 'small',
			tags: ['one'],
		});
	});

	it('replace those of a body, even with another type', () => {
		assert.deepEqual(bodyWith(['steps=5', 'prompt=x'], '{"steps": "many", "prompt": "y", "other": 1.0}'), {
			prompt: 'x',
			steps: 5,
			size: 'small',
			other: 1,
		});
	});

	it('are rejected with the reason if they do not fit', () => {
		const refusals: readonly (readonly [string, RegExp])[] = [
			['promt=x', /no input "promt"\. Did you mean "prompt"\?/],
			['qqq=x', /no input "qqq"\. The inputs are: prompt, steps, .*lora\.path, lora\.scale/],
			['prompt', /must have the form NAME=VALUE/],
			['safe=maybe', /"safe" must be true or false/],
		];
		for (const [assignment, why] of refusals) assert.match(String(bodyWith([assignment])), why);
		assert.deepEqual(bodyWith(['prompt=x', 'steps=many', 'size=huge', 'image=cat.png']), {
			steps: 'Enter a whole number.',
			size: 'Choose one of the options.',
			image:
				'The service cannot read files on this computer. Upload the file to a public place, and paste its address, which begins with https://.',
		});
	});

	it('are JSON or text without a description of the inputs', () => {
		assert.deepEqual(bodyWith(['a.b=1', 'c=x', 'd={"e":2}'], '{"c": 0}', []), {
			'a.b': 1,
			c: 'x',
			d: { e: 2 },
		});
	});
});

describe('the table of inputs', () => {
	it('has type, range, default and whether a value is required', () => {
		assert.deepEqual(
			inputFacts(fields).map(({ description: _, ...fact }) => fact),
			[
				{ name: 'prompt', type: 'text', required: true, range: 'at most 200 characters' },
				{ name: 'steps', type: 'integer', required: false, range: '1 to 50', default: 30 },
				{ name: 'size', type: 'choice', required: false, range: 'small, large', default: 'small' },
				{ name: 'safe', type: 'boolean', required: false },
				{ name: 'tags', type: 'list', required: false },
				{ name: 'image', type: 'image', required: false },
				{ name: 'lora.path', type: 'text', required: false },
				{ name: 'lora.scale', type: 'number', required: false },
			],
		);
	});
});
