import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	defaultValues,
	type FieldSpec,
	fieldError,
	fieldSpec,
	formErrors,
	namesOf,
} from '../../../src/core/base/panel/formFields.ts';
import { type Json, parseJson } from '../../../src/core/json/exact.ts';
import { fieldsOfSchema, schemaOfInputs } from '../../../src/core/requests/inputSchema.ts';
import { bodyOf } from '../../../src/core/requests/inputValues.ts';

const schema: Json = {
	type: 'object',
	title: 'Input schema',
	required: ['prompt', 'image'],
	properties: {
		prompt: { title: 'Prompt', description: 'What to draw.', type: 'string' },
		guidance_scale: { type: 'float', minimum: 0, maximum: 20, default: 2.5 },
		strength: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
		seed: { type: 'integer', default: null },
		image_size: { type: 'string', enum: ['square_hd', 'portrait_4_3'], default: 'landscape_4_3' },
		format: { anyOf: [{ enum: ['png', 'jpeg'] }, { type: 'null' }], default: 'png' },
		tiled: { type: 'boolean', default: true },
		image: { type: 'string', format: 'image_uri' },
		clip: { type: 'string', format: 'video_uri' },
		voice: { type: 'string', format: 'audio_uri' },
		references: { type: 'array', items: { type: 'string', format: 'image_uri' }, maxItems: 2 },
		sizes: { type: ['array', 'null'], items: { type: 'integer' } },
		size: {
			type: 'object',
			required: ['width'],
			properties: { width: { type: 'integer', default: 512 }, height: { type: 'integer' } },
		},
		scale: { enum: [1, 2, 4], default: 2 },
		camera: { type: 'quaternion', default: [0, 1] },
		'v1.5': { $ref: '#/$defs/Version' },
		lora_url: { type: 'string' },
		loras: { type: 'array', items: { $ref: '#/$defs/Lora' } },
	},
	$defs: {
		Version: { type: 'string', enum: ['a', 'b'] },
		Lora: { type: 'object', properties: { path: { type: 'string' }, scale: { type: 'number' } } },
	},
};

const { fields, notes } = fieldsOfSchema(schema);
const field = (path: string): FieldSpec => {
	const found = fields.find((each) => each.path === path);
	assert.ok(found, path);
	return found;
};

describe('the fields of an input schema', () => {
	it('show the recommended size of a picture and a video', () => {
		assert.match(field('image').description ?? '', /50 MB or less is recommended\.$/);
		assert.match(field('clip').description ?? '', /100 MB or less is recommended\.$/);
		assert.doesNotMatch(field('voice').description ?? '', /recommended/);
	});

	it('do not multiply the schema by its references', () => {
		const choices = Array.from({ length: 1000 }, (_, index) => `choice ${index}`);
		const names = Array.from({ length: 1000 }, (_, index) => `input_${index}`);
		const form = fieldsOfSchema({
			$defs: { Choice: { type: 'string', enum: choices } },
			properties: Object.fromEntries(names.map((name) => [name, { title: name, $ref: '#/$defs/Choice' }])),
		});
		assert.deepEqual(
			form.fields.map(({ path }) => path),
			names,
		);
		const options = form.fields.flatMap((each) => (each.kind === 'enum' ? each.options : []));
		assert.ok(options.length >= 10_000 && options.length < 100_000, `${options.length} choices`);
		assert.equal(form.fields.at(-1)?.kind, 'json');
	});

	it('have the kinds, ranges, choices and defaults of the service, including its type names', () => {
		assert.deepEqual(notes, []);
		assert.deepEqual(
			fields.map(({ path, kind }) => `${path} ${kind}`),
			[
				'prompt text',
				'guidance_scale number',
				'strength number',
				'seed number',
				'image_size enum',
				'format enum',
				'tiled boolean',
				'image media',
				'clip media',
				'voice media',
				'references list',
				'sizes list',
				'size.width number',
				'size.height number',
				'scale enum',
				'camera json',
				'v1%2E5 enum',
				'lora_url text',
				'loras json',
			],
		);
		const { description: _, ...guidance } = field('guidance_scale');
		assert.deepEqual(guidance, {
			kind: 'number',
			path: 'guidance_scale',
			label: 'Guidance scale',
			min: 0,
			max: 20,
			default: '2.5',
		});
		assert.equal(field('prompt').required, true);
		assert.equal(field('size.width').label, 'Size: Width');
		assert.equal(field('size.width').required, undefined, 'an object that may be missing asks for nothing');
		assert.equal(field('tiled').default, true);
		assert.equal(field('format').default, 'png');
		assert.deepEqual(field('lora_url').adapter, {});
		assert.deepEqual(field('loras').adapter, { member: 'path' });
		assert.equal(field('prompt').adapter, undefined);
	});

	it('show a default of the service that the form cannot offer', () => {
		assert.equal(field('image_size').default, undefined);
		assert.match(field('image_size').description ?? '', /the service uses "landscape_4_3"/);
	});

	it('are data that can be sent to a panel', () => {
		for (const each of fields) assert.deepEqual(fieldSpec.parse(structuredClone(each)), each);
	});

	it('reject values invalid for the service, each with a sentence', () => {
		const cases: readonly (readonly [string, string, RegExp | undefined])[] = [
			['prompt', '', /Enter a value/],
			['prompt', '<b>\u202eمنارة 🌊</b>', undefined],
			['guidance_scale', '20.1', /from 0 to 20/],
			['guidance_scale', 'NaN', /Enter a number/],
			['guidance_scale', `1${'0'.repeat(400)}`, /too large/],
			['guidance_scale', '1e400', /too large/],
			['strength', '0', /above 0/],
			['strength', '1', /below 1/],
			['strength', '0.5', undefined],
			['seed', '18446744073709551615', undefined],
			['seed', '1.5', /whole number/],
			['image', 'harbor.png', /cannot read files on this computer.*Upload/],
			['image', 'http://example.com/a.png', /begins with https/],
			['image', 'data:image/png;base64,AAAA', /Upload/],
			['image', 'https://example.com/a b.png', /cannot contain spaces/],
			['image', 'https://example.com/a.png', undefined],
			['image', 'http://127.0.0.1:9/a.png', undefined],
			['references', 'https://example.com/a.png\nb.png', /^Line 2: /],
			['references', 'https://a.test/1\nhttps://a.test/2\nhttps://a.test/3', /at most 2 lines/],
			['sizes', '1\n2.5', /Line 2: Enter a whole number/],
			['camera', '[1,', /not JSON/],
			['loras', '{}', /list in JSON/],
			['scale', '3', /one of the options/],
		];
		for (const [path, value, expected] of cases) {
			const error = fieldError(field(path), value);
			if (expected === undefined) assert.equal(error, undefined, `${path} ${value}`);
			else assert.match(error ?? '', expected, `${path} ${value}`);
		}
	});

	it('reject any input with a sentence, or send it unchanged', () => {
		const typed = [
			'',
			' ',
			'x'.repeat(100_000),
			'<img src=x onerror=alert(1)>',
			'🌊'.repeat(50),
			'\ud83c',
			'مرحبا \u202e\u0000',
			`1${'0'.repeat(400)}`,
			'-1e400',
			'NaN',
			'Infinity',
			'0x10',
			'{"a":',
			`${'['.repeat(50_000)}${']'.repeat(50_000)}`,
			`https://example.com/${'a'.repeat(10_000)}`,
			'javascript:alert(1)',
			'file:///etc/passwd',
			'C:\\pictures\\a.png',
			'a\nb\r\nc',
			'__proto__',
		];
		for (const each of fields) {
			for (const value of typed) {
				const error = fieldError(each, value);
				if (error === undefined) assert.ok(parseJson(bodyOf([each], { [each.path]: value })).ok, each.path);
				else assert.match(error, /\S \S/, `${each.path} ${value.slice(0, 20)}`);
			}
		}
		const [prompt, media] = [field('prompt'), field('image')];
		for (const value of typed.slice(2)) assert.equal(fieldError(prompt, value), undefined);
		for (const value of ['javascript:alert(1)', 'file:///etc/passwd', 'C:\\pictures\\a.png', '__proto__'])
			assert.match(fieldError(media, value) ?? '', /cannot read files on this computer/);
	});

	it('produce the body with every digit, choices of numbers as numbers, and no empty fields', () => {
		const values = {
			...defaultValues(fields),
			prompt: 'a "harbor"',
			seed: '18446744073709551615',
			references: 'https://a.test/1\n\nhttps://a.test/2\n',
			sizes: '1\n02',
			'v1%2E5': 'b',
			'size.height': '10.50',
			neg: 'not a field',
		};
		assert.equal(
			bodyOf(fields, values),
			'{"prompt":"a \\"harbor\\"","guidance_scale":2.5,"seed":18446744073709551615,"format":"png","tiled":true,' +
				'"references":["https://a.test/1","https://a.test/2"],"sizes":[1,"02"],"size":{"width":512,"height":10.50},' +
				'"scale":2,"camera":[\n  0,\n  1\n],"v1.5":"b"}',
		);
	});

	it('are guessed from names if the service sends only names', () => {
		const made = schemaOfInputs(
			['prompt', 'seed', { name: 'image_url', type: 'string', format: 'image_uri' }, 'odd'],
			['prompt', 'odd'],
		);
		const guessed = fieldsOfSchema(made ?? null).fields;
		assert.deepEqual(
			guessed.map(({ path, kind, required }) => [path, kind, required === true]),
			[
				['prompt', 'text', true],
				['seed', 'number', false],
				['image_url', 'media', false],
				['odd', 'json', true],
			],
		);
		assert.equal(schemaOfInputs(undefined, []), undefined);
	});

	it('are found in a nested schema and in bare properties', () => {
		const paths = (value: Json) => fieldsOfSchema(value).fields.map(({ path }) => path);
		assert.deepEqual(paths({ input: { properties: { a: {} } } }), ['a']);
		assert.deepEqual(paths({ a: { type: 'string' }, b: {} }), ['a', 'b']);
		for (const none of [null, 5, 'text', [], {}, { a: 1 }]) {
			assert.deepEqual(paths(none), []);
			assert.equal(fieldsOfSchema(none).notes.length, 1);
		}
	});

	it('keep hostile names and texts as data', () => {
		const hostile = fieldsOfSchema(
			expectJson(
				'{"properties":{"__proto__":{"type":"string","title":"\\u202eevil\\n<b>"},"constructor":{"type":"integer"},"":{},"a%2Eb":{},"toString":{}}}',
			),
		).fields;
		assert.deepEqual(
			hostile.map(({ path }) => namesOf(path).join('.')),
			['__proto__', 'constructor', '', 'a%2Eb', 'toString'],
		);
		assert.equal(hostile[0]?.label, 'evil <b>');
		const values = Object.fromEntries(hostile.map(({ path }) => [path, '7']));
		assert.deepEqual(formErrors(hostile, values), {});
		assert.equal(bodyOf(hostile, values), '{"__proto__":"7","constructor":7,"":7,"a%2Eb":7,"toString":7}');
	});

	it('end for circular references, and for too many inputs', () => {
		const circle = expectJson(
			'{"properties":{"a":{"$ref":"#"},"b":{"$ref":"#/properties/b"},"c":{"allOf":[{"$ref":"#/$defs/C"}]}},"$defs":{"C":{"$ref":"#/$defs/C"}}}',
		);
		assert.ok(fieldsOfSchema(circle).fields.length > 0);
		const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${at}`, { type: 'string' }]));
		const form = fieldsOfSchema({ properties: many });
		assert.equal(form.fields.length, 1000);
		assert.match(form.notes.join(), /4,000 more inputs/);
		let deep: Json = { type: 'string' };
		for (let level = 0; level < 20_000; level++)
			deep = { type: 'object', properties: { inner: deep }, default: [deep] };
		assert.equal(fieldsOfSchema({ properties: { deep } }).fields.length, 1);
	});

	it('never throw, lose no input, and are valid for a panel, for any schema', () => {
		const words = fc.constantFrom<Json>(
			'type',
			'string',
			'float',
			'null',
			'object',
			'array',
			'#/$defs/a',
			'image_uri',
			1,
			-0,
			null,
			true,
			'',
		);
		const part = fc.letrec<{ schema: Json }>((tie) => ({
			schema: fc.oneof(
				{ depthSize: 'small' },
				words,
				fc.jsonValue() as fc.Arbitrary<Json>,
				fc.array(tie('schema'), { maxLength: 3 }),
				fc.dictionary(
					fc.constantFrom(
						'type',
						'enum',
						'properties',
						'items',
						'anyOf',
						'allOf',
						'$ref',
						'default',
						'minimum',
						'exclusiveMaximum',
						'required',
						'format',
						'title',
						'const',
						'maxLength',
						'lora',
						'__proto__',
						'a.b',
					),
					tie('schema'),
					{ maxKeys: 5 },
				) as fc.Arbitrary<Json>,
			),
		})).schema;
		fc.assert(
			fc.property(fc.dictionary(fc.string(), part, { maxKeys: 6 }), fc.option(part), (properties, other) => {
				const made = fieldsOfSchema({ properties: properties as Json, $defs: { a: other ?? null } } as Json);
				const firsts = new Set(made.fields.map(({ path }) => namesOf(path)[0]));
				for (const name of Object.keys(properties)) assert.ok(firsts.has(name), name);
				for (const each of made.fields) {
					assert.deepEqual(fieldSpec.parse(structuredClone(each)), each);
					const { default: initial } = each;
					if (initial !== undefined) assert.equal(fieldError(each, initial), undefined);
				}
				assert.ok(parseJson(bodyOf(made.fields, defaultValues(made.fields))).ok);
			}),
			{ numRuns: 400 },
		);
	});
});

function expectJson(text: string): Json {
	const parsed = parseJson(text);
	assert.ok(parsed.ok);
	return parsed.value;
}
