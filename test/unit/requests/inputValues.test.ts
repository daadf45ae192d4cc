import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fieldError } from '../../../src/core/base/panel/formFields.ts';
import { sameJson } from '../../../src/core/json/canonical.ts';
import { fieldsOfSchema } from '../../../src/core/requests/inputSchema.ts';
import {
	bodyOfInputs,
	type InputValues,
	initialValues,
	jsonMistake,
	readInputs,
	shownFields,
} from '../../../src/core/requests/inputValues.ts';

const { fields } = fieldsOfSchema({
	properties: {
		prompt: { type: 'string' },
		seed: { type: 'integer', default: 7 },
		size: { type: 'object', properties: { width: { type: 'integer' } } },
		tiled: { type: 'boolean' },
		names: { type: 'array', items: { type: 'string' } },
		scale: { enum: [1, 2] },
	},
});
const read = (text: string): InputValues => {
	const reading = readInputs(fields, text);
	assert.ok('inputs' in reading, JSON.stringify(reading));
	return reading.inputs;
};

describe('the inputs of a form as JSON', () => {
	it('are the same values, one member per line', () => {
		assert.equal(bodyOfInputs(fields, initialValues(fields), 2), '{\n  "seed": 7\n}');
		const inputs = read(
			'{"prompt":"a","seed":18446744073709551615,"size":{"width":64},"tiled":false,"names":["x","y"],"scale":2}',
		);
		assert.deepEqual(inputs, {
			values: {
				prompt: 'a',
				seed: '18446744073709551615',
				'size.width': '64',
				tiled: false,
				names: 'x\ny',
				scale: '2',
			},
		});
		assert.equal(
			bodyOfInputs(fields, read('{"size":{"width":64}}'), 2),
			'{\n  "size": {\n    "width": 64\n  }\n}',
		);
	});

	it('keep members without a field, also within objects of fields', () => {
		const text = '{"prompt":"a","size":{"width":1,"depth":1.50},"x":{"y":[1e400]}}';
		const inputs = read(text);
		assert.equal(inputs.others, '{"size":{"depth":1.50},"x":{"y":[1e400]}}');
		assert.equal(bodyOfInputs(fields, inputs), text);
		const changed = { ...inputs, values: { ...inputs.values, prompt: 'b' } };
		assert.equal(bodyOfInputs(fields, changed), text.replace('"a"', '"b"'));
	});

	it('show a value of another type as JSON in its field', () => {
		const inputs = read('{"prompt":{"text":"a"},"seed":null,"names":["a\\nb"],"scale":3,"tiled":"yes"}');
		assert.deepEqual(inputs.asJson, ['prompt', 'seed', 'tiled', 'names', 'scale']);
		const shown = shownFields(fields, inputs);
		assert.equal(shown.find(({ path }) => path === 'prompt')?.kind, 'json');
		assert.equal(shown.find(({ path }) => path === 'size.width')?.kind, 'number');
		for (const field of shown) assert.equal(fieldError(field, inputs.values[field.path]), undefined);
	});

	it('keep an invalid number as text', () => {
		const inputs = { values: { seed: 'seven' } };
		assert.equal(bodyOfInputs(fields, inputs), '{"seed":"seven"}');
		assert.deepEqual(read('{"seed":"seven"}'), inputs);
		assert.deepEqual(read('{"seed":"7"}').asJson, ['seed'], 'a number in quotes is another value');
	});

	it('report the position of invalid JSON', () => {
		const cases: readonly (readonly [string, number, number, RegExp])[] = [
			['', 1, 1, /Enter an object/],
			['{\n  "prompt": "a"\n  "seed": 1\n}', 3, 3, /comma is missing/],
			['{"seed": NaN}', 1, 10, /"NaN" is not a number/],
			['{"prompt": "a', 1, 12, /no closing quote/],
			['[1]', 1, 1, /begin with \{/],
			['{} {}', 1, 4, /No text is allowed after/],
			['{"a":}', 1, 6, /missing/],
			['{\r\n"a": 1,\r\n}', 3, 1, /missing/],
			[`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 1, 1, /deeper than 200/],
			['{"a": "\u0001"}', 1, 8, /control character/],
		];
		for (const [text, line, column, message] of cases) {
			const mistake = jsonMistake(text);
			assert.match(mistake?.message ?? '', message, text.slice(0, 40));
			assert.deepEqual([mistake?.line, mistake?.column], [line, column], text.slice(0, 40));
		}
	});

	it('survive a round trip from any JSON object', () => {
		const any = fc.oneof(
			fc.dictionary(
				fc.constantFrom('prompt', 'seed', 'size', 'tiled', 'names', 'scale', 'other', '__proto__'),
				fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom('width', 'x'), fc.jsonValue())),
			),
			fc.dictionary(fc.string(), fc.jsonValue()),
		);
		fc.assert(
			fc.property(any, (value) => {
				const text = JSON.stringify(value);
				assert.ok(
					sameJson(bodyOfInputs(fields, read(text)), text),
					`${bodyOfInputs(fields, read(text))} for ${text}`,
				);
			}),
			{ numRuns: 500 },
		);
	});

	it('are never read from text that JSON.parse rejects', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.json().map((text) => text.slice(0, -1)),
				),
				(text) => {
					const reading = readInputs(fields, text);
					if ('inputs' in reading) JSON.parse(text);
					else assert.ok(reading.mistake.line >= 1 && reading.mistake.at <= text.length);
				},
			),
		);
	});
});
