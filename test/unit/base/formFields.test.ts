import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Failure } from '../../../src/core/base/failure.ts';
import {
	defaultValues,
	type FieldSpec,
	fieldError,
	fieldSpec,
	formErrors,
	placeFailure,
} from '../../../src/core/base/panel/formFields.ts';
import { bodyOf } from '../../../src/core/requests/inputValues.ts';

const fields: readonly FieldSpec[] = [
	{ kind: 'text', path: 'prompt', label: 'Prompt', required: true, multiline: true, maxLength: 20 },
	{ kind: 'number', path: 'seed', label: 'Seed', integer: true, default: '18446744073709551615' },
	{ kind: 'number', path: 'size.width', label: 'Width', min: 64, max: 2048, default: '512' },
	{ kind: 'number', path: 'size.height', label: 'Height', min: 64 },
	{
		kind: 'enum',
		path: 'format',
		label: 'Format',
		options: [{ value: 'png' }, { value: 'jpg', label: 'JPEG' }],
	},
	{ kind: 'boolean', path: 'tiled', label: 'Tiled', default: false },
	{ kind: 'media', path: 'image', label: 'Picture', accept: 'image' },
	{ kind: 'json', path: 'extra', label: 'More' },
];
const field = (path: string): FieldSpec => {
	const found = fields.find((each) => each.path === path);
	assert.ok(found);
	return found;
};
const failure = (details: readonly string[]): Failure => ({
	kind: 'input',
	message: 'The service refused the request.',
	nextStep: 'Fix it and try again.',
	fixer: 'you',
	details,
});

describe('fields of a form', () => {
	it('are data that a panel can send', () => {
		for (const each of fields) assert.deepEqual(fieldSpec.parse(structuredClone(each)), each);
	});

	it('start with their defaults', () => {
		assert.deepEqual(defaultValues(fields), {
			seed: '18446744073709551615',
			'size.width': '512',
			tiled: false,
		});
	});

	it('are rejected with a sentence about the expected value', () => {
		const cases: readonly (readonly [string, string, RegExp | undefined])[] = [
			['prompt', '  ', /Enter a value/],
			['prompt', 'x'.repeat(21), /at most 20 characters/],
			['prompt', 'harbour', undefined],
			['seed', '1.5', /whole number/],
			['seed', '18446744073709551615', undefined],
			['seed', '', undefined],
			['size.width', '63', /from 64 to 2048/],
			['size.width', '2049', /from 64 to 2048/],
			['size.width', '2048', undefined],
			['size.width', '0x40', /Enter a number/],
			['size.width', 'Infinity', /Enter a number/],
			['size.height', '1', /at least 64/],
			['format', 'gif', /Choose one/],
			['format', 'jpg', undefined],
			['image', 'https://files.test/a b.png', /cannot contain spaces/],
			['image', 'my pictures/harbour.png', undefined],
			['extra', '{"a": }', /not JSON/],
			['extra', '[1]', undefined],
		];
		for (const [path, value, wanted] of cases) {
			const error = fieldError(field(path), value);
			if (wanted === undefined) assert.equal(error, undefined, `${path} = ${value}`);
			else assert.match(error ?? '', wanted, `${path} = ${value}`);
		}
	});

	it('are checked all at once', () => {
		assert.deepEqual(Object.keys(formErrors(fields, { 'size.width': '1', format: 'gif' })), [
			'prompt',
			'size.width',
			'format',
		]);
	});

	it('become JSON with every digit, nested by their paths, without empty values', () => {
		const text = bodyOf(fields, {
			prompt: 'a "b"\n',
			seed: '18446744073709551615',
			'size.width': ' 512 ',
			'size.height': '64',
			format: '',
			tiled: true,
			extra: '{"a": 1}',
		});
		assert.equal(
			text,
			'{"prompt":"a \\"b\\"\\n","seed":18446744073709551615,"size":{"width":512,"height":64},"tiled":true,"extra":{"a": 1}}',
		);
	});

	it('without errors are JSON for any input', () => {
		const value = fc.oneof(
			fc.string(),
			fc.double().map(String),
			fc.json(),
			fc.constantFrom('png', '1', '512'),
		);
		const values = fc.dictionary(fc.constantFrom(...fields.map(({ path }) => path)), value);
		void fc.assert(
			fc.property(values, (entered) => {
				const errors = formErrors(fields, entered);
				const sent = fields.filter(({ path }) => errors[path] === undefined);
				assert.doesNotThrow(() => JSON.parse(bodyOf(sent, entered)));
			}),
		);
	});
});

describe('a failure about fields', () => {
	it('is placed at its fields, even within outer objects, and the rest stays above the form', () => {
		const placed = placeFailure(
			failure([
				'prompt: must not be empty',
				'body.size.width: must be at most 2048.',
				'nothing: unknown',
				'Try later',
			]),
			fields,
		);
		assert.deepEqual(placed, {
			fields: { prompt: 'Must not be empty.', 'size.width': 'Must be at most 2048.' },
			form: ['nothing: unknown', 'Try later'],
		});
	});

	it('shows both problems of one field, and knows fields in brackets', () => {
		const placed = placeFailure(failure(['inputs[seed]: too large', 'seed: not unique']), fields);
		assert.deepEqual(placed.fields, { seed: 'Too large. Not unique.' });
	});

	it('stays above the form if it names no field', () => {
		assert.deepEqual(placeFailure(failure([]), fields), {
			fields: {},
			form: ['The service refused the request. Fix it and try again.'],
		});
	});
});
